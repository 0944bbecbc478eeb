//! Contextual types: the parameters of a function by the place that it is passed to.

/// With what a function that is an argument is called.
pub struct Handed {
    /// The path of it; without places, that of the function.
    pub path: String,
    /// The parameters, where one path applies to all of them.
    pub places: Option<&'static [usize]>,
}

impl Handed {
    /// The path of a parameter: `f(1)` is what `f` takes at its second place.
    pub fn at(&self, place: usize) -> Option<String> {
        match self.places {
            Some(places) => places.contains(&place).then(|| self.path.clone()),
            None => Some(format!("{}({place})", self.path)),
        }
    }
}
