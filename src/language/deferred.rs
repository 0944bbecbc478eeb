//! A part of an observation that stays in its bytes until somebody looks at it: an edit looks into few files.

use std::ops::Deref;
use std::sync::OnceLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::RawBytes;

/// A value, or its bytes. Nobody reads those before the first look: what keeps them holds a checksum over them.
#[derive(Clone, Debug, Default)]
pub struct Deferred<T> {
    /// The value as `postcard` writes it, where it was read as such; none where it is the default.
    bytes: Box<[u8]>,
    value: OnceLock<T>,
}

impl<T> From<T> for Deferred<T> {
    fn from(value: T) -> Self {
        Self { bytes: Box::default(), value: OnceLock::from(value) }
    }
}

impl<T: Default + DeserializeOwned> Deferred<T> {
    fn decoded(&self) -> T {
        if self.bytes.is_empty() {
            return T::default();
        }
        postcard::from_bytes(&self.bytes).unwrap_or_default()
    }

    /// The value by itself.
    pub fn into_inner(mut self) -> T {
        std::mem::take(&mut self.value).into_inner().unwrap_or_else(|| self.decoded())
    }

    /// Changes the value.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        let mut value = std::mem::take(self).into_inner();
        let changed = change(&mut value);
        *self = Self::from(value);
        changed
    }
}

impl<T: Default + DeserializeOwned> Deref for Deferred<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.value.get_or_init(|| self.decoded())
    }
}

impl<T: Default + PartialEq> Deferred<T> {
    /// Whether somebody has looked, and the bytes were no value: it was taken for the default, which has no bytes.
    pub(super) fn is_torn(&self) -> bool {
        !self.bytes.is_empty() && self.value.get().is_some_and(|value| *value == T::default())
    }
}

impl<T: Default + DeserializeOwned + PartialEq> PartialEq for Deferred<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Default + DeserializeOwned + Eq> Eq for Deferred<T> {}

impl<'d, T: Default + DeserializeOwned> IntoIterator for &'d Deferred<T>
where
    &'d T: IntoIterator,
{
    type Item = <&'d T as IntoIterator>::Item;
    type IntoIter = <&'d T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        (&**self).into_iter()
    }
}

impl<T: Default + DeserializeOwned + Serialize + PartialEq> Serialize for Deferred<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(value) = self.value.get() else { return RawBytes(&self.bytes).serialize(serializer) };
        RawBytes(&bytes_of(value).map_err(serde::ser::Error::custom)?).serialize(serializer)
    }
}

/// None where it is the default.
fn bytes_of<T: Default + Serialize + PartialEq>(value: &T) -> postcard::Result<Vec<u8>> {
    if *value == T::default() { Ok(Vec::new()) } else { postcard::to_stdvec(value) }
}

impl<T: Default + Serialize + PartialEq> Deferred<T> {
    /// A value that is put aside as bytes, which take less room.
    pub fn packed(value: T) -> Self {
        // Writing into memory cannot fail for a type of a fixed form.
        match bytes_of(&value) {
            Ok(bytes) => Self { bytes: bytes.into(), value: OnceLock::new() },
            Err(_) => Self { bytes: Box::default(), value: OnceLock::from(value) },
        }
    }
}

impl<'de, T> Deserialize<'de> for Deferred<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RawBytes(bytes) = RawBytes::deserialize(deserializer)?;
        Ok(Self { bytes: bytes.into(), value: OnceLock::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::Deferred;

    #[test]
    fn a_value_is_what_was_written_whenever_it_is_looked_at() {
        for value in [Vec::new(), vec![7u32, 300, 0]] {
            let ready = Deferred::from(value.clone());
            let bytes = postcard::to_stdvec(&ready).unwrap_or_default();
            assert_eq!(bytes.len() == 1, value.is_empty());
            let read = || postcard::from_bytes::<Deferred<Vec<u32>>>(&bytes).unwrap_or_default();
            assert_eq!(postcard::to_stdvec(&Deferred::packed(value.clone())).as_ref(), Ok(&bytes));
            assert_eq!((read(), read().into_inner()), (ready, value.clone()));
            let mut changed = read();
            changed.change(|value| value.push(1));
            assert_eq!(*changed, [value.as_slice(), &[1]].concat());
        }
    }
}
