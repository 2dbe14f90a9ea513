import * as z from 'zod';
import type { Draft } from '#contract/assistant.ts';
import { isCalendarDate } from '#core/dates.ts';
import { currencies } from '#core/money.ts';
import { missingIn, withTotal } from '../language/draft-sums.ts';
import type { Aside, Surroundings } from '../language/understanding.ts';
import { seen } from '../replies/plain.ts';

const MOST_LINES = 100;
const MOST_MAJOR = 100_000_000_000;
const MOST_OF_ONE = 1_000_000;

const name = z.string().max(200).nullish();
const line = z.object({
  description: z.string().max(500).nullish().describe('The thing and its unit, such as "bags of cement"'),
  quantity: z.number().min(0).max(MOST_OF_ONE).nullish().describe('1 where none is said'),
  rate: z
    .number()
    .min(0)
    .max(MOST_MAJOR)
    .nullish()
    .describe('The price of one in naira or dollars. A price of all is divided. Null where none is said'),
});
const discount = z
  .object({ type: z.enum(['percent', 'amount']), value: z.number().min(0).max(MOST_MAJOR) })
  .nullish();

/** An invoice as the model's tool input. Totals are never requested: they are computed here. */
export const toldDraft = z.object({
  customerName: name,
  customerEmail: z.string().max(254).nullish(),
  customerPhone: z.string().max(30).nullish(),
  currency: z
    .enum([...currencies, 'other'])
    .nullish()
    .describe('Naira (NGN) where none is said; other: ask'),
  items: z.array(line).max(MOST_LINES).nullish(),
  taxRate: z
    .number()
    .min(0)
    .max(100)
    .nullish()
    .describe('Percent. VAT is 7.5 unless a number is said; else 0'),
  discount,
  dueDate: z.string().max(40).nullish().describe('YYYY-MM-DD, or null where none is said'),
});
export type ToldDraft = z.output<typeof toldDraft>;

/** A change of the open invoice: omitted fields stay. `items` are all lines after the change. */
export const toldChange = toldDraft.extend({
  without: z
    .array(z.enum(['customerEmail', 'customerPhone', 'discount', 'dueDate']))
    .optional()
    .describe('What is to be taken away'),
});
export type ToldChange = z.output<typeof toldChange>;

/** A draft built from the model's input, with its missing field and remarks. */
export type Heard = { draft: Draft; asks: ReturnType<typeof missingIn>; asides: Aside[] };

export function heardDraft(told: ToldDraft, { currency, taxRate, today }: Surroundings): Heard {
  const due = told.dueDate ? dueOf(told.dueDate, today) : { date: null, asides: [] };
  const draft = withTotal({
    customerName: textOf(told.customerName),
    customerEmail: textOf(told.customerEmail),
    customerPhone: textOf(told.customerPhone),
    currency: told.currency === 'other' ? null : (told.currency ?? currency),
    items: (told.items ?? []).map((item) => ({
      description: textOf(item.description),
      quantity: item.quantity ? rounded(item.quantity, 6) : 1,
      rate: item.rate === null || item.rate === undefined ? null : rounded(item.rate, 2),
    })),
    taxRate: rounded(told.taxRate ?? taxRate, 2),
    discount: told.discount ? { ...told.discount, value: rounded(told.discount.value, 2) } : null,
    dueDate: due.date,
    total: null,
  });
  return { draft, asks: missingIn(draft) ?? (due.asides.length > 0 ? 'dueDate' : null), asides: due.asides };
}

/** The open draft with the model's changes. */
export function changedDraft(open: Draft, told: ToldChange, surroundings: Surroundings): Heard {
  const { without = [], ...change } = told;
  const said = Object.entries(change).filter(([, value]) => value !== null && value !== undefined);
  const gone = without.map((field) => [field, null]);
  return heardDraft(
    toldDraft.parse({ ...open, ...Object.fromEntries(said), ...Object.fromEntries(gone) }),
    surroundings,
  );
}

const textOf = (text: string | null | undefined): string | null => (text && seen(text)) || null;

const rounded = (value: number, places: number): number => Number(value.toFixed(places));

function dueOf(said: string, today: string): { date: string | null; asides: Aside[] } {
  const words = seen(said).slice(0, 40);
  if (!isCalendarDate(words)) return { date: null, asides: [{ kind: 'no_such_date', said: words }] };
  if (words < today) return { date: null, asides: [{ kind: 'past_date', said: words }] };
  return { date: words, asides: [] };
}
