import * as z from 'zod';
import * as mini from 'zod/mini';
import type { Draft } from '#contract/assistant.ts';
import { newQuote } from '#contract/quotes.ts';
import { AppError } from '#core/errors.ts';
import { quoteKinds } from '#core/invoice/quote-kinds.ts';
import { lockBusiness } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { ensureBuyer } from '#server/modules/invoices/tools/buyer.ts';
import { type DraftArguments, type DraftWhy, draftTool } from '#server/modules/invoices/tools/draft.ts';
import { createQuote } from '../commands/write.ts';
import type { Quote } from '../table.ts';

export { kindNames } from '../rules.ts';

const args = z.object({ kind: z.enum(quoteKinds), draft: draftTool.arguments });
export type WrittenQuote = Quote;
export type QuoteArguments = { kind: Quote['kind']; draft: DraftArguments };

type QuoteInput = { draft: Draft; customerId?: string | undefined };

/** Writes a quote of a complete draft; its owner sends it from its own page. */
export const quoteTool: WriteTool<QuoteInput, QuoteArguments, DraftWhy, Quote> = {
  description: 'Propose a new quote, estimate or proforma invoice.',
  input: draftTool.input as z.ZodType<QuoteInput>,
  arguments: args as z.ZodType<QuoteArguments>,
  prepare: async (scope, currency, { draft, customerId }) => {
    const prepared = await draftTool.prepare(scope, currency, { draft, customerId });
    if (!prepared.ok) return prepared;
    return { ok: true, arguments: { kind: draft.quote ?? 'quote', draft: prepared.arguments } };
  },
  carryOut: async (ctx, currency, { kind, draft: { customer, invoice, total } }) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    const customerRef = await ensureBuyer(ctx, customer);
    const { dueDate: _, ...offer } = invoice;
    const quote = await createQuote(ctx, currency, {
      ...mini.decode(newQuote, { ...offer, kind }),
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
