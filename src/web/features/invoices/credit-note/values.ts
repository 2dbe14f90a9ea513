import type { creditReasons } from '#contract/credit-notes.ts';
import { type Minor, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import type { InvoiceDetail } from '../api.ts';
import type { NewCreditNote } from './api.ts';
import type { Chosen } from './plan.ts';
import type { texts } from './texts.ts';

export type Way = keyof typeof texts.ways;
export type CreditNoteValues = {
  reason: (typeof creditReasons)[number];
  /** By line: a quantity in millionths for goods that came back, else minor units; null where none is entered. */
  picks: Record<number, number | null>;
  where: Way | '';
  note: string;
};

/** Money goes back through a provider only where it came through one. */
export const waysFor = ({ payments }: InvoiceDetail): Way[] =>
  payments.some(({ evidence, status }) => evidence === 'provider' && status === 'completed')
    ? ['credit', 'refund', 'gaveBack']
    : ['credit', 'gaveBack'];

/** The lines a form credits, by quantity where goods came back. */
export function chosenIn({ reason, picks }: CreditNoteValues): Chosen[] {
  return Object.entries(picks).flatMap(([at, value]) => {
    const item = Number(at);
    if (value === null || value <= 0) return [];
    return [reason === 'return' ? { item, quantity: value } : { item, amount: value as Minor }];
  });
}

/** The request of a form; `paid` is the part that was paid already, in minor units. */
export function requestOf(values: CreditNoteValues, paid: Minor): NewCreditNote {
  const { reason, note, where } = values;
  const effect = recordOf(['credit', 'refund', 'gaveBack'] as const, (way) => (way === where ? paid : ZERO));
  return { reason, note, lines: chosenIn(values), ...(paid > 0 ? { effect } : {}) };
}
