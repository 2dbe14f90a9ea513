import { addDays, daysBetween, plusMs } from '#core/dates.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { formatMoney } from '#core/money.ts';
import { termsOf } from '#core/payment-schedule.ts';
import type { Totals } from '#core/totals.ts';
import { type Ctx, todayOf } from '#server/kernel/scope.ts';
import { customerForInvoice } from '#server/modules/customers/commands/save.ts';
import { customerById, keptCustomer } from '#server/modules/customers/queries/list.ts';
import { itemsOf } from '../queries/details.ts';
import { tookMoney } from '../queries/revisions.ts';
import { changedParts, contentsIn, inputOf, offerOf } from '../rules/contents.ts';
import { isActive, type NewInvoice, totalsFor } from '../rules/invoice.ts';
import { earlyColumns, earlyTermsOf } from '../rules/early-payment.ts';
import { partsAsStored, scheduled } from '../rules/schedule.ts';
import type { Contents, Invoice } from '../table.ts';
import { type CreatedInvoice, createInvoice } from './create.ts';
import { cancelDelivery, channelsFor, deliverInvoice, requireReachable } from './delivery.ts';
import { type InvoiceTarget, lockInvoice } from './lifecycle.ts';
import { recordInvoice } from './record-activity.ts';

/** An invoice as it is to be; `changedAt` is that of the one the change was made from. */
type Change = NewInvoice & { changedAt?: Date | null | undefined };

/**
 * Changes an invoice that was not sent. Throws 404, 422 on the field that makes it impossible, and 409
 * `invoice_changed` where it was sent, paid, deleted or changed meanwhile.
 */
export async function editInvoice(ctx: Ctx, target: InvoiceTarget, input: Change): Promise<Invoice> {
  const totals = totalsFor(input);
  const before = await lockInvoice(ctx, target);
  await refuseOutdated(ctx, before, input);
  if (before.sent_at)
    throw outdated('This invoice was sent meanwhile. Your customer has it: change it and send it again');
  await refuseOtherShare(ctx, before, input, totals);
  const contents = contentsFor(ctx, before, input, totals);
  const after = await replaceContents(ctx, before, contents, await recipientOf(ctx, before, input));
  recordInvoice(ctx, after, 'invoice_updated', `Invoice ${after.number} was changed`);
  return after;
}

/**
 * Makes the next revision of a sent invoice no money came for, keeps what it said before, and sends it again. Throws 404,
 * 422 on the field that makes it impossible, and 409 `invoice_changed` where it is too late or too early for it.
 */
export async function reviseInvoice(ctx: Ctx, target: InvoiceTarget, input: Change): Promise<Invoice> {
  const totals = totalsFor(input);
  const before = await lockInvoice(ctx, target);
  await refuseOutdated(ctx, before, input);
  if (!before.sent_at)
    throw outdated('This invoice was not sent yet: change it as it is, and send it when you are ready');
  await refuseOtherCustomer(ctx, before, input);
  await refuseOtherShare(ctx, before, input, totals);
  const contents = contentsFor(ctx, before, input, totals);
  const said = contentsIn(before, await itemsOf(ctx.tx, before.business_id, before.id));
  const recipient = await recipientOf(ctx, before, input);
  if (changedParts(said, { ...contents, customer_name: recipient.customer_name }).length === 0)
    throw new AppError('conflict', 'Nothing was changed. To ask for the money again, send a reminder');
  const next = { ...recipient, revision: before.revision + 1, sent_at: ctx.now };
  const after = await replaceContents(ctx, before, contents, next);
  const delivery = { ...target, channels: channelsFor(after, target.channels) };
  requireReachable(after, delivery);
  await keepRevision(ctx, before, said, after);
  await cancelDelivery(ctx, before);
  await deliverInvoice(ctx, after, delivery);
  recordInvoice(ctx, after, 'invoice_revised', revisedText(before, after));
  return after;
}

/** Makes an unsent invoice with the contents of another, due as many days from today. Throws 404, 409 without its customer. */
export async function duplicateInvoice(ctx: Ctx, target: InvoiceTarget): Promise<CreatedInvoice> {
  const original = await lockInvoice(ctx, target);
  const { business_id: businessId, customer_id: customerId, customer_name: name } = original;
  if (original.state !== 'active') throw notFound('invoice');
  const customer = await customerById(ctx.tx, businessId, customerId);
  if (!customer?.is_active)
    throw new AppError('conflict', `${name} is no longer one of your customers. Add them again first`);
  const today = todayOf(ctx);
  const days = Math.max(0, daysBetween(original.issue_date, original.due_date));
  const contents = contentsIn(original, await itemsOf(ctx.tx, businessId, original.id));
  const { schedule, issue_date: issued } = original;
  const later = daysBetween(issued, today);
  const early = earlyTermsOf(original);
  return createInvoice(ctx, original.currency, {
    ...inputOf(contents, customerId, addDays(today, days)),
    schedule: schedule && termsOf(schedule, later),
    earlyPayment: early && { ...early, until: addDays(early.until, later) },
  });
}

// A schedule that is not mentioned stays, and shares out the new total; so does a discount for paying early.
function contentsFor(ctx: Ctx, before: Invoice, input: Change, totals: Totals) {
  const schedule =
    input.schedule === undefined ? before.schedule && termsOf(before.schedule) : input.schedule;
  const { issue_date: issued, currency } = before;
  const days = scheduled(
    { ...input, schedule },
    { total: totals.total, currency, issued, today: todayOf(ctx) },
  );
  const offer = offerOf(input, totals);
  const { earlyPayment: asked } = input;
  const terms = asked === undefined ? earlyTermsOf(before) : asked;
  const stands = asked === undefined || asked?.until === before.early_until;
  return {
    ...offer,
    ...days,
    ...earlyColumns(terms, { ...offer, ...days, currency }, { today: todayOf(ctx), stands }),
  };
}

const outdated = (message: string): AppError => new AppError('invoice_changed', message);

async function refuseOutdated(ctx: Ctx, invoice: Invoice, { changedAt }: Change): Promise<void> {
  if (!isActive(invoice)) throw outdated('This invoice was deleted. Bring it back to change it');
  if (invoice.paid_at || (await tookMoney(ctx.tx, invoice)))
    throw outdated(
      'Money came for this invoice, so it can no longer be changed. Refund the payment, or make a new invoice',
    );
  if (invoice.credited_minor > 0)
    throw outdated(
      'A credit note stands on this invoice, so it can no longer be changed. Take that back first',
    );
  if (changedAt !== undefined && changedAt?.getTime() !== invoice.changed_at?.getTime())
    throw outdated('This invoice was changed somewhere else meanwhile');
}

// The link to its page is in the hands of the one it went to.
async function refuseOtherCustomer(ctx: Ctx, invoice: Invoice, change: Change): Promise<void> {
  const { customerId, clientEmail } = change;
  const isOther = customerId
    ? customerId !== invoice.customer_id && !(await becameOf(ctx, customerId, invoice))
    : clientEmail !== undefined && clientEmail !== invoice.customer_email;
  if (isOther)
    throw fieldError(
      customerId ? 'customerId' : 'clientEmail',
      `${invoice.customer_name} has this invoice. For another customer, make a new one`,
    );
}

// The parts of a quote add up to it.
async function refuseOtherShare(ctx: Ctx, before: Invoice, input: Change, totals: Totals): Promise<void> {
  if (before.quote_part === null) return;
  const items = await itemsOf(ctx.tx, before.business_id, before.id);
  const shares = (lines: { tax_code: string; total_minor: number }[]) =>
    JSON.stringify(lines.map(({ tax_code, total_minor }) => [tax_code, total_minor]));
  const offer = offerOf(input, totals);
  const isSame =
    totals.total === before.total_minor &&
    totals.tax === before.tax_minor &&
    shares(offer.items) === shares(items);
  if (!isSame)
    throw fieldError(
      'items',
      `This is part ${before.quote_part} of ${before.quote_number}, so its sums stay. Delete it and make the part again`,
    );
}

// Its form may still name one that was merged since it was opened.
async function becameOf({ tx }: Ctx, customerId: string, invoice: Invoice): Promise<boolean> {
  const kept = await keptCustomer(tx, invoice.business_id, customerId);
  return kept?.id === invoice.customer_id;
}

type Recipient = Pick<Invoice, 'customer_id' | 'customer_name' | 'customer_email'>;

// A customer who was removed from the list stays on the invoice.
async function recipientOf(ctx: Ctx, before: Invoice, input: Change): Promise<Recipient> {
  const { customerId, clientEmail, clientName } = input;
  const isSame = customerId === before.customer_id || (!customerId && clientEmail === undefined);
  const known = isSame ? await customerById(ctx.tx, before.business_id, before.customer_id) : null;
  const customer =
    known ?? (await customerForInvoice(ctx, { customerId, email: clientEmail, name: clientName }));
  return {
    customer_id: customer.id,
    customer_name: (!customerId && clientName) || customer.name,
    customer_email: customer.email,
  };
}

async function replaceContents(
  ctx: Ctx,
  before: Invoice,
  { items, ...contents }: Omit<Contents, 'customer_name'>,
  more: Recipient & Partial<Pick<Invoice, 'revision' | 'sent_at'>>,
): Promise<Invoice> {
  const { business_id, id } = before;
  await ctx.tx
    .deleteFrom('invoice_items')
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', id)
    .execute();
  await ctx.tx
    .insertInto('invoice_items')
    .values(items.map((item) => ({ business_id, invoice_id: id, ...item })))
    .execute();
  return ctx.tx
    .updateTable('invoices')
    .set({
      ...contents,
      schedule: partsAsStored(contents),
      ...more,
      changed_at: nextChange(ctx.now, before.changed_at),
      remind_at: ctx.now,
    })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

// No two changes have the same instant, by which the later one is told.
const nextChange = (now: Date, last: Date | null): Date => (last && last >= now ? plusMs(last, 1) : now);

async function keepRevision(ctx: Ctx, before: Invoice, said: Contents, after: Invoice): Promise<void> {
  await ctx.tx
    .insertInto('invoice_revisions')
    .values({
      business_id: before.business_id,
      invoice_id: before.id,
      revision: before.revision,
      document: JSON.stringify(said),
      sent_at: before.sent_at ?? before.created_at,
      replaced_at: after.changed_at ?? ctx.now,
    })
    .execute();
}

function revisedText(before: Invoice, after: Invoice): string {
  const [from, to] = [before, after].map(({ total_minor, currency }) => formatMoney(total_minor, currency));
  const what = from === to ? '' : `, from ${from} to ${to}`;
  return `Invoice ${after.number} was changed${what} and sent again to ${after.customer_name}`;
}
