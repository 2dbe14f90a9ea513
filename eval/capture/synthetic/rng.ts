import { seededRandom } from '#core/seeded-random.ts';

/** Numbers that look random and are the same for the same seed. */
export type Rng = {
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  some<T>(from: readonly T[], count: number): T[];
  often(share: number): boolean;
};

export function createRng(seed: number): Rng {
  const next = seededRandom(seed);
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    pick: (from) => from[integer(0, from.length - 1)] ?? from[0],
    some: (from, count) => {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(integer(0, left.length - 1), 1),
      ).flat();
    },
    often: (share) => next() < share,
  };
}
