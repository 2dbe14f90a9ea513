import * as z from 'zod';
import type { Draft } from '#contract/assistant.ts';
import { isCalendarDate } from '#core/dates.ts';
import { currencies } from '#core/money.ts';
import { taxCodes } from '#core/totals.ts';
import { firstMissingField, withTotal } from '../language/drafts/totals.ts';
import type { Aside, BusinessContext } from '../language/types.ts';
import { visibleText } from '../replies/escape.ts';

const MAX_LINES = 100;
const MAX_MAJOR = 100_000_000_000;
const MAX_OF_ONE = 1_000_000;

const name = z.string().max(200).nullish();
const discount = z
  .object({ type: z.enum(['percent', 'amount']), value: z.number().min(0).max(MAX_MAJOR) })
  .nullish();
const line = z.object({
  description: z.string().max(500).nullish().describe('The thing and its unit, such as "bags of cement"'),
  quantity: z.number().min(0).max(MAX_OF_ONE).nullish().describe('1 where none is said'),
  rate: z
    .number()
    .min(0)
    .max(MAX_MAJOR)
    .nullish()
    .describe('The price of one in naira or dollars. A price of all is divided. Null where none is said'),
  discount: discount.describe('Off this thing alone. Off the whole invoice stands beside the items'),
  taxCode: z.enum(taxCodes).nullish().describe('Only where this thing is taxed otherwise than the rest'),
});

/** An invoice as the model's tool input. Totals are never requested: they are computed here. */
export const modelDraft = z.object({
  customerName: name,
  customerEmail: z.string().max(254).nullish(),
  customerPhone: z.string().max(30).nullish(),
  currency: z
    .enum([...currencies, 'other'])
    .nullish()
    .describe('Naira (NGN) where none is said; other: ask'),
  items: z.array(line).max(MAX_LINES).nullish(),
  taxRate: z
    .number()
    .min(0)
    .max(100)
    .nullish()
    .describe('Percent. The usual VAT unless a number is said; else 0'),
  pricesIncludeTax: z.boolean().nullish().describe('Whether the prices hold the tax already'),
  discount,
  earlyPayment: z
    .object({ percent: z.number().gt(0).lt(100), until: z.string().max(40) })
    .nullish()
    .describe('Percent off only if paid by a day, YYYY-MM-DD; never in discount as well'),
  dueDate: z.string().max(40).nullish().describe('YYYY-MM-DD, or null where none is said'),
});
export type ModelDraft = z.output<typeof modelDraft>;

/** A change of the open invoice: omitted fields stay. `items` are all lines after the change. */
export const modelDraftChange = modelDraft.extend({
  without: z
    .array(z.enum(['customerEmail', 'customerPhone', 'discount', 'earlyPayment', 'dueDate']))
    .optional()
    .describe('What is to be taken away'),
});
export type ModelDraftChange = z.output<typeof modelDraftChange>;

/** A draft built from the model's input, with its missing field and remarks. */
export type InterpretedDraft = { draft: Draft; asks: ReturnType<typeof firstMissingField>; asides: Aside[] };

export function draftFromModel(
  input: ModelDraft,
  { currency, taxRate, today }: BusinessContext,
): InterpretedDraft {
  const due = input.dueDate ? dueOf(input.dueDate, today) : { date: null, asides: [] };
  const early = input.earlyPayment;
  const until = early ? dueOf(early.until, today) : { date: null, asides: [] };
  const draft = withTotal({
    customerName: textOf(input.customerName),
    customerEmail: textOf(input.customerEmail),
    customerPhone: textOf(input.customerPhone),
    currency: input.currency === 'other' ? null : (input.currency ?? currency),
    items: (input.items ?? []).map((item) => ({
      description: textOf(item.description),
      quantity: item.quantity ? rounded(item.quantity, 6) : 1,
      rate: item.rate === null || item.rate === undefined ? null : rounded(item.rate, 2),
      ...(item.discount && { discount: discountOf(item.discount) }),
      ...(item.taxCode && { taxCode: item.taxCode }),
    })),
    taxRate: rounded(input.taxRate ?? taxRate, 2),
    ...(input.pricesIncludeTax && { pricesIncludeTax: true }),
    discount: input.discount ? discountOf(input.discount) : null,
    ...(early && until.date && { earlyPayment: { percent: rounded(early.percent, 2), until: until.date } }),
    dueDate: due.date,
    total: null,
  });
  return {
    draft,
    asks: firstMissingField(draft) ?? (due.asides.length > 0 ? 'dueDate' : null),
    asides: [...due.asides, ...until.asides],
  };
}

/** The open draft with the model's changes. */
export function applyModelChange(
  open: Draft,
  input: ModelDraftChange,
  business: BusinessContext,
): InterpretedDraft {
  const { without = [], ...change } = input;
  const changes = Object.entries(change).filter(([, value]) => value !== null && value !== undefined);
  const cleared = without.map((field) => [field, null]);
  const read = draftFromModel(
    modelDraft.parse({ ...open, ...Object.fromEntries(changes), ...Object.fromEntries(cleared) }),
    business,
  );
  // The terms of a quote are read by the built-in understanding alone.
  const { quote, deposit, validDays } = open;
  const terms = { ...(quote && { quote }), ...(deposit && { deposit }), ...(validDays && { validDays }) };
  return { ...read, draft: { ...read.draft, ...terms } };
}

const textOf = (text: string | null | undefined): string | null => (text && visibleText(text)) || null;

const discountOf = ({ type, value }: NonNullable<z.output<typeof discount>>) => ({
  type,
  value: rounded(value, 2),
});

const rounded = (value: number, places: number): number => Number(value.toFixed(places));

function dueOf(raw: string, today: string): { date: string | null; asides: Aside[] } {
  const date = visibleText(raw).slice(0, 40);
  if (!isCalendarDate(date)) return { date: null, asides: [{ kind: 'no_such_date', text: date }] };
  if (date < today) return { date: null, asides: [{ kind: 'past_date', text: date }] };
  return { date: date, asides: [] };
}
