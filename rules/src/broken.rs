//! `import_graph.broken(files)`: the imports that led to paths which are gone, and now lead nowhere.
//!
//! ```datalog
//! broken(Site) :- leads(Site, Path), gone(Path), not taken(Site).
//! ```
//!
//! A path is gone that no file has. An import leads to it where the rules of its language find it among the files and the
//! paths that are gone; it is taken where they find another file without those.

use crate::witness::Fx;

mod program {
    use crepe::crepe;

    crepe! {
        @input
        pub struct Leads(pub u32, pub u32);
        @input
        pub struct Gone(pub u32);
        @input
        pub struct Taken(pub u32);

        @output
        pub struct Broken(pub u32);

        Broken(site) <- Leads(site, path), Gone(path), !Taken(site);
    }
}

/// The sites that break, in order: of sites with the paths that they lead to, and whether another file is found in its place.
pub fn broken(leads: &[(u32, u32, bool)], gone: &[u32]) -> Vec<u32> {
    let mut program = program::Crepe::new();
    program.extend(leads.iter().map(|&(site, path, _)| program::Leads(site, path)));
    program.extend(leads.iter().filter(|(.., is_taken)| *is_taken).map(|&(site, ..)| program::Taken(site)));
    program.extend(gone.iter().map(|&path| program::Gone(path)));
    let (broken,) = program.run_with_hasher::<Fx>();
    let mut sites: Vec<u32> = broken.into_iter().map(|program::Broken(site)| site).collect();
    sites.sort_unstable();
    sites
}
