//! Where members lead that are not called, over the observations of a repository that is indexed already.

use cg_rules::Id as _;

use super::index::Index;
use super::look::IndexError;
use super::observe::ObservedTree;
use super::stored::StoredSections;
use crate::facts::{EditBase, MemberTarget, NamePlace, Unlinked, members, members_on};
use crate::language::{LANGUAGES, Paths, World};
use crate::parse::on_threads;
use crate::primitive::MemberSource;
use crate::store::Store;

impl MemberSource for Index {
    fn members(&self, places: &[NamePlace]) -> Vec<MemberTarget> {
        // Where a store cannot be opened by now, or a file is gone, nothing is known of them.
        let found = on_threads(|| self.resolved(places));
        found.ok().and_then(Result::ok).unwrap_or_else(|| vec![MemberTarget::Unknown; places.len()])
    }
}

impl Index {
    fn resolved(&self, places: &[NamePlace]) -> Result<Vec<MemberTarget>, IndexError> {
        let mut store = Store::glance(&self.store, &self.tree.root)?;
        let mut seen = self.seen.again();
        seen.read_configs(&self.tree)?;
        if let Some(found) = self.on_kept(places, &mut seen, &mut store)? {
            return Ok(found);
        }
        self.in_world(&mut seen, &mut store, |world| members(world, places))
    }

    /// The same with the types that the store keeps; `None` where it keeps none of exactly this state.
    fn on_kept(
        &self,
        places: &[NamePlace],
        seen: &mut ObservedTree,
        store: &mut Store,
    ) -> Result<Option<Vec<MemberTarget>>, IndexError> {
        let stored = StoredSections::of(store, &self.state);
        let is_edited = stored.overlay.as_ref().is_some_and(|overlay| overlay.edited.is_some());
        let linked = if is_edited { None } else { stored.section(store, "linked") };
        let Some(base) = linked.and_then(|bytes| EditBase::of(&bytes, &seen.languages)) else { return Ok(None) };
        let mut reads = base.reads(places.iter().map(|place| place.file.index()));
        let configs = seen.configs();
        let paths = Paths::new(self.tree.files.iter().map(|entry| entry.path.clone()).collect());
        loop {
            let is_read = |at: usize| base.is_read(at, &reads);
            let mut observations = seen.of_files(&is_read, &self.tree, store)?;
            // What is not read is known by what is kept of it, be it at hand or not.
            let aside = observations.iter_mut().enumerate().filter(|(at, it)| it.is_some() && !is_read(*at));
            let aside: Vec<_> = aside.map(|(at, it)| (at, it.take())).collect();
            let unread = base.unread(&reads);
            let (languages, unread) = (&self.seen.languages, unread.as_ref());
            let of_files = &observations;
            let world =
                World { paths: &paths, observations: of_files, table: LANGUAGES, languages, configs: &configs, unread };
            let found = members_on(&world, (&base, &reads), places);
            aside.into_iter().for_each(|(at, it)| observations[at] = it);
            seen.put_back(observations);
            match found {
                Ok(found) => return Ok(Some(found)),
                Err(Unlinked::Wants(wanted)) if reads.extend(&wanted) => {}
                Err(_) => return Ok(None),
            }
        }
    }
}
