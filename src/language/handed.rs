//! What is known of the parameters of a function from where it stands.

/// With what a function that is an argument is called.
pub struct Handed {
    /// The path of it; without places, that of the function.
    pub path: String,
    /// For which parameters, where one path stands for all of them.
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
