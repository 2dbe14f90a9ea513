import { addDays } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { notBefore } from '#core/payment-schedule.ts';
import { type Ctx, type SystemCtx, todayOf } from '#server/kernel/scope.ts';
import { exhaustedRecipients } from '#server/modules/business/queries.ts';
import { keptCustomer } from '#server/modules/customers/queries/list.ts';
import {
  type CreatedInvoice,
  createInvoice,
  type IssuerRow,
} from '#server/modules/invoices/commands/create.ts';
import { sendInvoice } from '#server/modules/invoices/commands/send.ts';
import { inputOf } from '#server/modules/invoices/rules/contents.ts';
import { partRows } from '../queries/parts.ts';
import { acceptanceOf, currentRevision } from '../queries/quotes.ts';
import type { Quote, QuoteContent } from '../table.ts';
import { lockQuote, type QuoteTarget } from './lock.ts';
import { type Answer, recordAnswer } from './record.ts';

/**
 * Makes the invoice of a quote, once: made already it stays the same one. One that was sent counts as accepted by that, where
 * its customer agreed in another way. Throws 404, 409 before it was sent, after it was declined or withdrawn, and without its customer.
 */
export async function invoiceQuote(ctx: Ctx, target: QuoteTarget): Promise<Quote> {
  const quote = await lockQuote(ctx, target);
  if (quote.invoice_id !== null) return quote;
  refuseUnagreed(quote);
  const [{ content }, acceptance, customer, { invoices: parts }] = await Promise.all([
    currentRevision(ctx.tx, quote),
    acceptanceOf(ctx.tx, quote),
    buyerOf(ctx, quote),
    partRows(ctx.tx, quote),
  ]);
  if (parts.length > 0)
    throw new AppError('conflict', 'This quote is invoiced in parts. Make an invoice of the rest instead');
  const agreed = { content, customer, orderNumber: acceptance?.order_number };
  const invoice = await makeInvoice(ctx, quote, agreed);
  return recordAnswer(ctx, quote, { state: 'accepted', invoice });
}

/** Throws 409 for a quote nobody can have agreed to: a draft, or one that was declined or withdrawn. */
export function refuseUnagreed({ state }: Quote): void {
  if (state === 'draft') throw new AppError('conflict', 'Send this quote first');
  if (state !== 'sent' && state !== 'accepted')
    throw new AppError('quote_closed', `This quote was ${state}. Copy it to write a new one`);
}

/** The customer of a quote. Throws 409 for one who left the list. */
export async function buyerOf({ tx }: Ctx, quote: Quote): Promise<Customer> {
  const customer = await keptCustomer(tx, quote.business_id, quote.customer_id);
  if (customer) return customer;
  throw new AppError(
    'conflict',
    `${quote.customer_name} is no longer one of your customers. Add them again first`,
  );
}

type Customer = NonNullable<Awaited<ReturnType<typeof keptCustomer>>>;

/** Contents of a quote, and the order number its customer gave with their acceptance. */
type Agreed = { content: QuoteContent; orderNumber?: string | null | undefined };
type AgreedBy = Agreed & { customer: Customer; issuer?: IssuerRow | undefined };

/** Carries out an acceptance as its owner chose, with an invoice or without one before their word. */
export async function invoiceAccepted(
  ctx: Ctx,
  quote: Quote,
  agreed: AgreedBy,
  answer: Answer,
): Promise<Quote> {
  const invoice = quote.on_acceptance === 'ask' ? null : await makeInvoice(ctx, quote, agreed);
  const accepted = await recordAnswer(ctx, quote, { ...answer, invoice });
  if (invoice && quote.on_acceptance === 'send')
    await sendMade(ctx, { quote, agreed, invoiceId: invoice.id });
  return accepted;
}

// Where nobody can be mailed the page of the quote leads to a deposit or a proforma that is to be paid.
async function sendMade(
  ctx: Ctx,
  { quote, agreed, invoiceId }: { quote: Quote; agreed: Agreed; invoiceId: string },
): Promise<void> {
  const target = { currency: quote.currency, invoiceId };
  if (await canBeMailed(ctx, quote)) return void (await sendInvoice(ctx, target));
  if (agreed.content.schedule || quote.kind === 'proforma')
    await sendInvoice(ctx, { ...target, channels: ['whatsapp'], byHand: true });
}

// One customer too many for a day is written to tomorrow, by its owner.
const canBeMailed = async (ctx: SystemCtx, { business_id, customer_email }: Quote): Promise<boolean> =>
  customer_email !== '' && (await exhaustedRecipients(ctx, business_id, customer_email)) === null;

/** The caller holds the business's lock. */
async function makeInvoice(
  ctx: Ctx,
  quote: Quote,
  { content, customer, issuer, orderNumber }: AgreedBy,
): Promise<CreatedInvoice['invoice']> {
  const input = inputOf(content, customer.id, addDays(todayOf(ctx), quote.due_days));
  const wanted = {
    ...input,
    schedule: content.schedule && notBefore(content.schedule, todayOf(ctx)),
    poNumber: orderNumber || input.poNumber,
  };
  return (await createInvoice(ctx, quote.currency, wanted, { customer, issuer })).invoice;
}
