import * as z from 'zod';
import * as mini from 'zod/mini';
import { type Draft, draft as draftShape } from '#contract/assistant.ts';
import { newQuote } from '#contract/quotes.ts';
import { AppError } from '#core/errors.ts';
import { quoteKinds } from '#core/invoice/quote-kinds.ts';
import { majorToMinor, type Minor } from '#core/money.ts';
import { offeredParts, type PartTerms, scheduleFault } from '#core/payment-schedule.ts';
import { lockBusiness, todayOf } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { ensureBuyer } from '#server/modules/invoices/tools/buyer.ts';
import { type DraftArguments, type DraftWhy, draftTool } from '#server/modules/invoices/tools/draft.ts';
import { createQuote } from '../commands/write.ts';
import type { Quote } from '../table.ts';

export { kindNames } from '../rules.ts';

type Deposit = NonNullable<Draft['deposit']>;

const args = z.object({
  kind: z.enum(quoteKinds),
  draft: draftTool.arguments,
  deposit: z.custom<Deposit>((value) => mini.safeParse(draftShape.shape.deposit, value).success).optional(),
  validDays: z.number().optional(),
});
export type WrittenQuote = Quote;
export type QuoteArguments = {
  kind: Quote['kind'];
  draft: DraftArguments;
  deposit?: Deposit | undefined;
  validDays?: number | undefined;
};

// As the form writes a deposit.
const scheduleOf = ({ type, value }: Deposit): PartTerms[] => [
  {
    label: 'Deposit',
    ...(type === 'percent' ? { percent: Math.round(value * 100) } : { amount: majorToMinor(value) }),
    due: { on: 'acceptance' },
  },
  { label: 'Rest', rest: true, due: { on: 'ask' } },
];

/** The sum of a proposed quote's deposit in minor units; null where it has none. */
export const depositSum = ({ deposit, draft }: QuoteArguments): Minor | null =>
  deposit ? (offeredParts(scheduleOf(deposit), draft.total)[0]?.sum ?? null) : null;

type QuoteInput = { draft: Draft; customerId?: string | undefined };

/** Writes a quote of a complete draft; its owner sends it from its own page. */
export const quoteTool: WriteTool<QuoteInput, QuoteArguments, DraftWhy, Quote> = {
  description: 'Propose a new quote, estimate or proforma invoice.',
  input: draftTool.input as z.ZodType<QuoteInput>,
  arguments: args as z.ZodType<QuoteArguments>,
  prepare: async (scope, currency, { draft, customerId }) => {
    const prepared = await draftTool.prepare(scope, currency, { draft, customerId });
    if (!prepared.ok) return prepared;
    const { quote: kind = 'quote', deposit, validDays } = draft;
    const { total } = prepared.arguments;
    const fault = deposit && scheduleFault(scheduleOf(deposit), { total, currency, issued: todayOf(scope) });
    if (fault) return { ok: false, why: { kind: 'invalid', errors: [{ ...fault, path: 'deposit' }] } };
    return { ok: true, arguments: { kind, draft: prepared.arguments, deposit, validDays } };
  },
  carryOut: async (ctx, currency, { kind, deposit, validDays, draft: { customer, invoice, total } }) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    const customerRef = await ensureBuyer(ctx, customer);
    const { dueDate: _, ...offer } = invoice;
    const quote = await createQuote(ctx, currency, {
      ...mini.decode(newQuote, { ...offer, kind, ...(validDays && { validDays }) }),
      ...(deposit && { schedule: scheduleOf(deposit) }),
      ...customerRef,
    });
    if (quote.total_minor !== total)
      throw new AppError(
        'proposal_outdated',
        'This quote is no longer possible as it was shown. Please ask again',
      );
    return quote;
  },
};
