/** Faults of one call. `…_after` and `lose_answer`: the provider did it, and the caller does not learn. */
export const faults = [
  'lose_request',
  'lose_answer',
  'error_before',
  'error_after',
  'hang',
  'malformed',
  'redirect',
  'rate_limited',
] as const;
export type Fault = (typeof faults)[number];

/** Chooses the fate of each call; null lets it be. */
export type FaultPlan = (call: { method: string; path: string }) => Fault | null;

/** Small numbers from a seed, the same on every machine: between 0 and 1, 1 not included (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Lets that share of the calls (0 to 1) meet a fault, chosen among those allowed. */
export function seededFaults(seed: number, share: number, allowed: readonly Fault[] = faults): FaultPlan {
  const rng = seeded(seed);
  return () => {
    if (rng() >= share) return null;
    return allowed[Math.floor(rng() * allowed.length)] ?? null;
  };
}
