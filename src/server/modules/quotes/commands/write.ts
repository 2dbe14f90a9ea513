import { plusMs } from '#core/dates.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { newId, newToken } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { type Ctx, lockBusiness, todayOf } from '#server/kernel/scope.ts';
import { customerForInvoice } from '#server/modules/customers/commands/save.ts';
import { offerOf } from '#server/modules/invoices/rules/contents.ts';
import { totalsFor } from '#server/modules/invoices/rules/invoice.ts';
import { plannedParts } from '#server/modules/invoices/rules/schedule.ts';
import { currentRevision } from '../queries/quotes.ts';
import { isSame, type NewQuote, numberOf } from '../rules.ts';
import type { Quote, QuoteContent } from '../table.ts';
import { buyerOf } from './convert.ts';
import { lockQuote, type QuoteTarget, updateQuote } from './lock.ts';
import { reissue } from './send.ts';

/** Writes a draft. Throws 422 on the field that makes it impossible. */
export async function createQuote(ctx: Ctx, currency: Currency, input: NewQuote): Promise<Quote> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const { customer_id, ...content } = await contentFor(ctx, currency, input);
  return insertDraft(ctx, currency, { customer_id, content, settings: settingsOf(input, content) });
}

type Change = NewQuote & { changedAt?: Date | undefined };

/**
 * Changes a quote; one that was sent becomes its next revision and goes again. Throws 404, 422 on the field that makes it
 * impossible, 409 `quote_closed` where it was answered or withdrawn, and `quote_changed` where it was changed meanwhile.
 */
export async function changeQuote(ctx: Ctx, target: QuoteTarget, input: Change): Promise<Quote> {
  const before = await lockQuote(ctx, target);
  if (before.state !== 'draft' && before.state !== 'sent')
    throw new AppError('quote_closed', `This quote was ${before.state}. Copy it to write a new one`);
  if (input.changedAt && input.changedAt.getTime() !== before.changed_at.getTime())
    throw new AppError('quote_changed', 'This quote was changed somewhere else meanwhile');
  const { content: said } = await currentRevision(ctx.tx, before);
  const schedule = input.schedule === undefined ? said.schedule : input.schedule;
  const { customer_id, ...content } = await contentFor(ctx, before.currency, { ...input, schedule });
  if (before.state === 'sent') refuseOtherCustomer(before, customer_id);
  const settings = settingsOf(input, content, before.asks_code);
  const next = { ...settings, ...headOf(content), customer_id };
  if (before.state === 'sent' && isSame(said, content)) return settle(ctx, before, settings);
  const revision = before.state === 'sent' ? before.revision + 1 : before.revision;
  const changed = await updateQuote(ctx, before, { ...next, revision, changed_at: nextChange(ctx, before) });
  await storeRevision(ctx, changed, content);
  return before.state === 'sent' ? reissue(ctx, before, changed) : changed;
}

/** Writes a draft with the contents of another quote. Throws 404, 409 without its customer. */
export async function copyQuote(ctx: Ctx, target: QuoteTarget): Promise<Quote> {
  const original = await lockQuote(ctx, target);
  const customer = await buyerOf(ctx, original);
  const { content } = await currentRevision(ctx.tx, original);
  return insertDraft(ctx, original.currency, {
    customer_id: customer.id,
    content: { ...content, customer_name: customer.name, customer_email: customer.email },
    settings: {
      valid_days: original.valid_days,
      due_days: original.due_days,
      on_acceptance: original.on_acceptance,
      asks_code: original.asks_code && customer.email !== '',
    },
  });
}

// Settings of the owner alone make no revision.
async function settle(ctx: Ctx, before: Quote, settings: Settings): Promise<Quote> {
  const { valid_days: _asSent, ...changeable } = settings;
  const isSettled =
    before.due_days === settings.due_days &&
    before.on_acceptance === settings.on_acceptance &&
    before.asks_code === settings.asks_code;
  if (isSettled) throw new AppError('conflict', 'Nothing was changed. To let it stand longer, extend it');
  return updateQuote(ctx, before, { ...changeable, changed_at: nextChange(ctx, before) });
}

// The link to its page is in the hands of the one it went to.
function refuseOtherCustomer(quote: Quote, customerId: string): void {
  if (customerId === quote.customer_id) return;
  throw fieldError(
    'customerId',
    `${quote.customer_name} has ${numberOf(quote)}. For another customer, copy it`,
  );
}

type Settings = Pick<Quote, 'valid_days' | 'due_days' | 'on_acceptance' | 'asks_code'>;

// Where a deposit is asked for, the customer who accepts can pay it at once. A code goes to an address or nowhere.
function settingsOf(input: NewQuote, { customer_email }: QuoteContent, asksCode = false): Settings {
  const { validDays, dueDays, onAcceptance, schedule, askCode = asksCode } = input;
  if (askCode && customer_email === '')
    throw fieldError(
      'askCode',
      'This customer has no email address to send a code to. Add one, or do not ask for a code',
    );
  return {
    valid_days: validDays,
    due_days: dueDays,
    on_acceptance: onAcceptance ?? (schedule ? 'send' : 'draft'),
    asks_code: askCode,
  };
}

async function contentFor(
  ctx: Ctx,
  currency: Currency,
  input: NewQuote,
): Promise<QuoteContent & { customer_id: string }> {
  const totals = totalsFor(input);
  const { schedule } = input;
  if (schedule) plannedParts(schedule, { total: totals.total, currency, issued: todayOf(ctx) });
  const { customerId, clientEmail: email, clientName: name, clientPhone: phone } = input;
  const customer = await customerForInvoice(ctx, { customerId, email, name, phone });
  return {
    ...offerOf(input, totals),
    ...(schedule && { schedule }),
    kind: input.kind,
    customer_id: customer.id,
    customer_name: (!customerId && name) || customer.name,
    customer_email: customer.email,
  };
}

/** The part of a content that lists and searches read. */
const headOf = ({ kind, customer_name, customer_email, title, total_minor }: QuoteContent) => ({
  kind,
  customer_name,
  customer_email,
  title,
  total_minor,
});

type Draft = { customer_id: string; content: QuoteContent; settings: Settings };

async function insertDraft(
  ctx: Ctx,
  currency: Currency,
  { customer_id, content, settings }: Draft,
): Promise<Quote> {
  const quote = await ctx.tx
    .insertInto('quotes')
    .values({
      business_id: ctx.actor.businessId,
      id: newId('quo', ctx.now),
      public_id: newToken(12),
      number: null,
      currency,
      customer_id,
      ...headOf(content),
      state: 'draft',
      revision: 1,
      ...settings,
      valid_until: null,
      viewed_at: null,
      sent_at: null,
      changed_at: ctx.now,
      invoice_id: null,
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeRevision(ctx, quote, content);
  return quote;
}

// A draft is written over; a revision that went stays as it is.
async function storeRevision(ctx: Ctx, quote: Quote, content: QuoteContent): Promise<void> {
  const { business_id, id: quote_id, revision } = quote;
  const written = JSON.stringify(content);
  await ctx.tx
    .insertInto('quote_revisions')
    .values({ business_id, quote_id, revision, content: written, content_hash: null })
    .onConflict((of) =>
      of
        .columns(['business_id', 'quote_id', 'revision'])
        .doUpdateSet({ content: written })
        .where('quote_revisions.content_hash', 'is', null),
    )
    .execute();
}

// No two changes have the same instant, by which the later one is told.
const nextChange = ({ now }: Ctx, { changed_at }: Quote): Date =>
  changed_at >= now ? plusMs(changed_at, 1) : now;
