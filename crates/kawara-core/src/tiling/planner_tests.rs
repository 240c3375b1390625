use super::*;
use crate::settings::Stability;

/// A small deterministic generator: the same cases on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

fn random_run(random: &mut Random, len: usize) -> Run {
    let mut before = vec![0];
    for at in 0..len {
        before.push(before[at] + 4 + random.below(26));
    }
    let room = 31 + random.below(60);
    let most = random.below(4);
    Run {
        before,
        room: vec![room; len],
        cut: (0..len).map(|_| random.below(300) + if random.below(9) == 0 { 5000 } else { 0 }).collect(),
        breaks: if random.below(2) == 0 { Vec::new() } else { random_breaks(random, len) },
        carry: (0..len).map(|at| if at == 0 { 0 } else { random.below(most + 1) }).collect(),
        slack: 0,
        min_tokens: 0,
        prices: Prices::of(Stability::Price(random.below(80))),
    }
}

fn random_breaks(random: &mut Random, len: usize) -> Vec<u32> {
    let mut count = 0;
    let counts = (0..len).map(|at| {
        count += u32::from(at > 0 && random.below(4) == 0);
        count
    });
    counts.collect()
}

/// Every set of cuts, walked and priced from the definitions.
fn brute_force(run: &Run) -> u64 {
    let len = run.room.len();
    let cost_of = |cuts: u32| {
        let (mut own, mut carried, mut cost) = (0, 0, 0u64);
        for end in (1..=len).filter(|end| *end == len || cuts >> (end - 1) & 1 == 1) {
            let start = own - carried;
            let tokens = estimate(run, start, end);
            if tokens > run.room[own] {
                return u64::MAX;
            }
            let is_crossed = |cut: &usize| run.breaks.get(*cut) > run.breaks.get(*cut - 1);
            let crossed = (own + 1..end).filter(is_crossed).count() as u64;
            cost += u64::from(run.prices.chunk) + 500 * crossed;
            if end == len {
                return cost
                    + if own > 0 && tokens < run.room[own] / 4 { u64::from(run.prices.rest) } else { 0 };
            }
            let most = (run.carry[end] as usize).min(end - start - 1);
            carried = (0..=most)
                .rev()
                .find(|c| *c == 0 || estimate(run, end - c, end + 1) <= run.room[end])
                .unwrap();
            cost += u64::from(run.cut[end])
                + u64::from(run.prices.carry) * (u64::from(run.carry[end]) - carried as u64);
            own = end;
        }
        cost
    };
    (0..1u32 << (len - 1)).map(cost_of).min().unwrap()
}

fn price(run: &Run, tiles: &[Tile]) -> u64 {
    let planner = Planner::new(run);
    let ends_here = Values { from: 0, width: 8, cost: vec![0; 8 * (run.room.len() + 1)] };
    let one =
        |tile: &Tile| planner.cost(tile.own, (tile.own - tile.start) as u32, tile.end, tile.end, &ends_here);
    tiles.iter().map(one).sum()
}

fn fits(run: &Run, own: usize, tokens: u32) -> (u32, bool) {
    (tokens, tokens <= run.room[own])
}

#[test]
fn equals_brute_force() {
    let mut random = Random(7);
    for case in 0..400 {
        let len = 1 + random.below(12) as usize;
        let run = random_run(&mut random, len);
        let tiles =
            plan(&run, |own, units| Ok(fits(&run, own, estimate(&run, units.start, units.end)))).unwrap();
        assert_eq!(price(&run, &tiles), brute_force(&run), "case {case}: {run:?} gave {tiles:?}");
    }
}

/// Counts that are not the sum of their parts: each joint is off by −1, 0 or +1.
fn joined(run: &Run, units: Range<usize>) -> u32 {
    let size = |at: usize| run.before[at + 1] - run.before[at];
    let off = |at: usize| i64::from((size(at) * 7 + size(at + 1) * 13) % 3) - 1;
    let joints: i64 = (units.start..units.end - 1).map(off).sum();
    (i64::from(estimate(run, units.start, units.end)) + joints) as u32
}

#[test]
fn exact_counts_rule_over_estimates() {
    let mut random = Random(11);
    for case in 0..300 {
        let len = 1 + random.below(60) as usize;
        let mut run = random_run(&mut random, len);
        run.slack = 2;
        let tiles = plan(&run, |own, units| Ok(fits(&run, own, joined(&run, units)))).unwrap();
        assert_eq!((tiles[0].start, tiles.last().unwrap().end), (0, run.room.len()), "case {case}");
        for tile in &tiles {
            assert!(
                tile.tokens <= run.room[tile.own] || (tile.start == tile.own && tile.end == tile.own + 1),
                "{tile:?}"
            );
            assert!(tile.own < tile.end && tile.start <= tile.own);
        }
        for pair in tiles.windows(2) {
            assert!(pair[0].start < pair[1].start && pair[0].end == pair[1].own, "case {case}: {pair:?}");
            assert!(
                pair[1].own - pair[1].start < pair[0].end - pair[0].start,
                "a whole chunk was carried: {pair:?}"
            );
        }
    }
}

#[test]
fn long_runs_are_solved_piece_by_piece() {
    let mut random = Random(3);
    let run = random_run(&mut random, 3 * HORIZON);
    let mut counts = 0;
    let tiles = plan(&run, |own, units| {
        counts += 1;
        Ok(fits(&run, own, estimate(&run, units.start, units.end)))
    })
    .unwrap();
    assert_eq!(tiles.last().unwrap().end, run.room.len());
    assert_eq!(counts, tiles.len(), "where estimates are right, one exact count a chunk");
}
