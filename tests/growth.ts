const LEAST_TRIES = 9;
const MOST_TRIES = 200;

/** Between the growth of what begins anew at every place and of what does so for every two. */
const AT_MOST_SQUARE = 6;

/**
 * Whether the time of `work` grows at most as the square of its size: doubled, it takes 2 times as long where the input is
 * read once from end to end, 4 where it is begun anew at every place, 8 and more where every way is tried. Both sizes run
 * in turns and the least of each counts; a busy machine makes for more turns.
 */
export function growsAtMostSquared(work: (size: number) => unknown, size: number): boolean {
  const least = { single: Number.POSITIVE_INFINITY, double: Number.POSITIVE_INFINITY };
  for (let at = 1; at <= MOST_TRIES; at++) {
    least.single = Math.min(
      least.single,
      durationOf(() => work(size)),
    );
    least.double = Math.min(
      least.double,
      durationOf(() => work(2 * size)),
    );
    if (at >= LEAST_TRIES && least.double < AT_MOST_SQUARE * least.single) return true;
  }
  return false;
}

function durationOf(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}
