import { seededRandom } from '#core/seeded-random.ts';

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

/** Lets that share of the calls (0 to 1) meet a fault, chosen among those allowed. */
export function seededFaults(seed: number, share: number, allowed: readonly Fault[] = faults): FaultPlan {
  const rng = seededRandom(seed);
  return () => {
    if (rng() >= share) return null;
    return allowed[Math.floor(rng() * allowed.length)] ?? null;
  };
}
