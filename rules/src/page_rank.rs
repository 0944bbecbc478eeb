//! PageRank in whole numbers, so that no order of sums shows.

use crate::id::{FileId, Id};

/// How many rounds the ranks are passed on.
const ROUNDS: usize = 50;
/// The share of a rank that is passed on, in hundredths.
const DAMPING: u64 = 85;
/// The sum of all ranks: fine enough for a million files, and small enough that no product overflows.
const TOTAL: u64 = 1 << 48;

/// The PageRank of each source over `votes`, by the number of its file (Brin and Page, 1998).
///
/// The damping is .85 and there are 50 rounds. A reader who leaps, and one whose file votes for none, comes to a source
/// in proportion to its `weight`. Sources and votes are sorted and without repeats.
pub fn page_rank(sources: &[FileId], votes: &[(FileId, FileId)], weight: impl Fn(FileId) -> u32) -> Vec<u64> {
    let n_places = sources.last().map_or(0, |last| last.index() + 1);
    let mut given = vec![0_u64; n_places];
    votes.iter().for_each(|(from, _)| given[from.index()] += 1);
    let weights: u64 = sources.iter().map(|it| u64::from(weight(*it))).sum::<u64>().max(1);
    // A division of 128 bits takes many times as long as one of 64, in which nearly all fit.
    let share = |pool: u64, file: FileId| match pool.checked_mul(u64::from(weight(file))) {
        Some(product) => product / weights,
        None => (u128::from(pool) * u128::from(weight(file)) / u128::from(weights)) as u64,
    };
    let leap = |pool: u64| {
        let mut ranks = vec![0_u64; n_places];
        sources.iter().for_each(|it| ranks[it.index()] = share(pool, *it));
        ranks
    };
    let mut rank = leap(TOTAL);
    let mut gift = vec![0_u64; n_places];
    for _ in 0..ROUNDS {
        let idle: u64 = sources.iter().filter(|it| given[it.index()] == 0).map(|it| rank[it.index()]).sum();
        let mut next = leap(TOTAL / 100 * (100 - DAMPING) + idle / 100 * DAMPING);
        for (gift, (rank, given)) in gift.iter_mut().zip(rank.iter().zip(&given)) {
            *gift = if *given == 0 { 0 } else { rank / 100 * DAMPING / given };
        }
        for (from, to) in votes {
            next[to.index()] += gift[from.index()];
        }
        rank = next;
    }
    rank
}

/// How many votes each source has received, by the number of its file.
pub fn received(sources: &[FileId], votes: impl IntoIterator<Item = FileId>) -> Vec<u32> {
    let mut received = vec![0_u32; sources.last().map_or(0, |last| last.index() + 1)];
    votes.into_iter().for_each(|to| received[to.index()] += 1);
    received
}
