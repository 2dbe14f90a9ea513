import { cents, isNear } from '../totals/breakdowns.ts';
import type { Figure } from '../totals/figures.ts';
import { canBeName } from '../parties/names.ts';
import type { NameWithConfidence } from '../parties/names.ts';
import { final } from '../totals/roles.ts';
import { type Found, type FoundFields, type SumLabel, sumLabels } from './found-fields.ts';

/** A total is proposed from here on; other sums only where they are likelier still. */
const LEAST_TOTAL = 0.7;
const LEAST_PART = 0.8;
const LEAST_TEXT = 0.9;
/** As a weak label: arithmetic has to confirm it, or a person. */
const STRENGTH = 0.6;

/** A day, number or name that rules do not find. */
export const proposed = <T>(found: Found<T> | null | undefined): T | null =>
  found && found.share >= LEAST_TEXT ? found.value : null;

/** As `proposed`, unless it is one of our own names. */
export function proposedName(
  found: Found<string> | null | undefined,
  isOurs: (name: string) => boolean,
): NameWithConfidence | null {
  const name = proposed(found);
  return name === null || !canBeName(name) || isOurs(name) ? null : { name, confidence: NAME_CONFIDENCE };
}
const NAME_CONFIDENCE = 0.6;

/** Adds sums that no label names, or names otherwise, and makes weak ones as strong. */
export function withFoundSums(figures: readonly Figure[], found: FoundFields | null): Figure[] {
  if (!found) return [...figures];
  return sumLabels.reduce((all, role) => withFoundSum(all, role, found.sums[role]), [...figures]);
}

function withFoundSum(figures: Figure[], role: SumLabel, sum: Found<number> | undefined): Figure[] {
  if (!sum || sum.share < (role === 'total' ? LEAST_TOTAL : LEAST_PART)) return figures;
  const strength = STRENGTH * sum.share;
  const isSame = (figure: Figure) =>
    (role === 'total' ? final.includes(figure.role) : figure.role === role) &&
    isNear(cents(figure.value), cents(sum.value));
  if (figures.some(isSame))
    return figures.map((one) => (isSame(one) ? { ...one, strength: Math.max(one.strength, strength) } : one));
  const isTaken = role !== 'total' && figures.some((figure) => figure.role === role);
  return isTaken ? figures : [...figures, { role, value: sum.value, strength, row: sum.row, rate: null }];
}
