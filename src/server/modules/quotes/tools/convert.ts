import * as z from 'zod';
import type { Filters } from '#contract/assistant.ts';
import { AppError } from '#core/errors.ts';
import { currencies, type Currency } from '#core/money.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { invoiceQuote } from '../commands/convert.ts';
import { lockQuote } from '../commands/lock.ts';
import { type FoundQuote, quotesTool } from './find.ts';

const shownQuote = z.object({
  id: z.string(),
  number: z.string(),
  customer: z.string(),
  amount: z.number(),
  currency: z.enum(currencies),
  status: z.string(),
});
const args = z.object({ quote: shownQuote });
export type ConvertArguments = z.infer<typeof args>;
type ShownQuote = ConvertArguments['quote'];

type Asked = { about: Pick<Filters, 'customerName' | 'quoteNumbers'> };
/** Reason no quote becomes an invoice. */
export type ConvertWhy =
  | { kind: 'noQuote' }
  | { kind: 'unnamedQuote' }
  | { kind: 'quotes'; quotes: ShownQuote[] }
  | { kind: 'notAgreed'; quote: ShownQuote };

const AGREEABLE: ReadonlySet<string> = new Set(['sent', 'viewed', 'accepted', 'expired']);

/** Makes the invoice of a quote its customer agreed to; it is not sent by that. */
export const convertTool: WriteTool<
  Asked,
  ConvertArguments,
  ConvertWhy,
  ConvertArguments & { invoiceId: string }
> = {
  description: 'Propose to make the invoice of a quote that was sent and agreed to.',
  input: z.custom<Asked>(),
  arguments: args,
  prepare: async (scope, currency, { about }) => {
    if (!about.customerName && !about.quoteNumbers?.length)
      return { ok: false, why: { kind: 'unnamedQuote' } };
    const { rows } = await quotesTool.read(scope, currency, about);
    const meant = rows.map((row) => shownOf(row, currency));
    const [only, ...more] = meant.filter(({ status }) => AGREEABLE.has(status));
    if (only && more.length === 0) return { ok: true, arguments: { quote: only } };
    if (only) return { ok: false, why: { kind: 'quotes', quotes: [only, ...more] } };
    const [unfit] = meant;
    return { ok: false, why: unfit ? { kind: 'notAgreed', quote: unfit } : { kind: 'noQuote' } };
  },
  carryOut: async (ctx, currency, shown) => {
    const target = { currency, id: shown.quote.id };
    const before = await lockQuote(ctx, target);
    if (before.invoice_id !== null || before.total_minor !== shown.quote.amount)
      throw new AppError('proposal_outdated', 'This quote has changed since it was shown. Please ask again');
    const { invoice_id: invoiceId } = await invoiceQuote(ctx, target);
    if (invoiceId === null) throw new AppError('proposal_outdated', 'No invoice was made. Please ask again');
    return { ...shown, invoiceId };
  },
};

const shownOf = (
  { id, number, customer, amount, status, isInvoiced }: FoundQuote,
  currency: Currency,
): ShownQuote => ({
  id,
  number,
  customer,
  amount,
  currency,
  status: isInvoiced ? 'invoiced' : status,
});
