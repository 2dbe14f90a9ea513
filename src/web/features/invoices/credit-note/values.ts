import type { creditReasons } from '#contract/credit-notes.ts';
import { add, least, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import type { NewCreditNote } from './api.ts';
import type { Chosen } from './plan.ts';
import type { texts } from './texts.ts';

const everyWay = ['credit', 'refund', 'gaveBack'] as const;
export type Way = keyof typeof texts.ways;
/** Parts in minor units, null where none is entered; the credit is the rest until it is entered too. */
export type Parts = { credit: Minor | null | 'rest'; refund: Minor | null; gaveBack: Minor | null };
type Division = Record<Way, Minor>;

export type CreditNoteValues = {
  reason: (typeof creditReasons)[number];
  /** By line: a quantity in millionths for goods that came back, else minor units; null where none is entered. */
  picks: Record<number, number | null>;
  /** Where the money goes that was paid already: one way, or parts. */
  effect: Way | Parts | '';
  note: string;
};

/** Money goes back through a provider only as far as it came through one. */
export const waysFor = (refundable: Minor): Way[] =>
  everyWay.filter((way) => way !== 'refund' || refundable > 0);

/** The lines a form credits, by quantity where goods came back. */
export function chosenIn({ reason, picks }: CreditNoteValues): Chosen[] {
  return Object.entries(picks).flatMap(([at, value]) => {
    const item = Number(at);
    if (value === null || value <= 0) return [];
    return [reason === 'return' ? { item, quantity: value } : { item, amount: value as Minor }];
  });
}

/** One way as parts that add up to `paid`: what a provider cannot send back is kept as credit. */
export const partsOf = (way: Way | '', paid: Minor, refundable: Minor): Parts => ({
  credit: 'rest',
  refund: way === 'refund' ? least(paid, refundable) : ZERO,
  gaveBack: way === 'gaveBack' ? paid : ZERO,
});

/** The parts, and the rest of `paid` that is still to place; below zero where they are too much. */
export function divisionOf(
  effect: CreditNoteValues['effect'],
  paid: Minor,
): { division: Division; left: Minor } {
  if (typeof effect === 'string') {
    const division = recordOf(everyWay, (way) => (way === effect ? paid : ZERO));
    return { division, left: effect === '' ? paid : ZERO };
  }
  const [refund, gaveBack] = [effect.refund ?? ZERO, effect.gaveBack ?? ZERO];
  const rest = minor(Math.max(0, subtract(paid, add(refund, gaveBack))));
  const credit = effect.credit === 'rest' ? rest : (effect.credit ?? ZERO);
  return { division: { credit, refund, gaveBack }, left: subtract(paid, add(credit, refund, gaveBack)) };
}

/** The request of a form; `paid` is the part that was paid already, in minor units. */
export function requestOf(values: CreditNoteValues, paid: Minor): NewCreditNote {
  const { reason, note, effect } = values;
  const { division } = divisionOf(effect, paid);
  return { reason, note, lines: chosenIn(values), ...(paid > 0 ? { effect: division } : {}) };
}
