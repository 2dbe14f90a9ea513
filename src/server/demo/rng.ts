import { seededRandom } from '#core/seeded-random.ts';

/** A seeded random number generator, so that every demo looks alike. */
export type Rng = {
  /** A fraction in [0, 1). */
  roll(): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** True so many times in a hundred. */
  chance(percent: number): boolean;
};

/** Creates a generator from a seed. */
export function createRng(seed: number): Rng {
  const roll = seededRandom(seed);
  const between = (low: number, high: number) => low + Math.floor(roll() * (high - low + 1));
  return {
    roll,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    chance: (percent) => roll() * 100 < percent,
  };
}
