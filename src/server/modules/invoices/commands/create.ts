import type { Insertable } from 'kysely';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import { newId, newToken } from '#core/ids.ts';
import { type Currency, ZERO } from '#core/money.ts';
import type { Totals } from '#core/totals.ts';
import { type BusinessForDocument, documentPart } from '#server/modules/business/queries.ts';
import { customerForInvoice } from '#server/modules/customers/commands.ts';
import { type Ctx, lockBusiness } from '#server/scope.ts';
import { invoiceNumber, type NewInvoice, refusePastDueDate, totalsFor } from '../rules.ts';
import type { Invoice, InvoiceItem, InvoiceRow } from '../table.ts';
import { recordInvoice } from './record.ts';

/** A new invoice with its lines, and who issued it. */
export type CreatedInvoice = {
  invoice: Invoice;
  items: InvoiceItem[];
  businessName: string;
  today: CalendarDate;
};

/** Makes a pending invoice, numbered without gaps. Throws 422 on the field that makes it impossible. */
export async function createInvoice(
  ctx: Ctx,
  currency: Currency,
  input: NewInvoice,
): Promise<CreatedInvoice> {
  const { businessId } = ctx.actor;
  const totals = totalsFor(input);
  await lockBusiness(ctx.tx, businessId);
  const { number, business } = await takeNumber(ctx);
  const today = dateIn(ctx.now, business.timeZone);
  refusePastDueDate(input.dueDate, today);
  const who = { customerId: input.customerId, email: input.clientEmail, name: input.clientName };
  const customer = await customerForInvoice(ctx, who);
  const items = itemsOf(input, totals);
  const row: Insertable<InvoiceRow> = {
    business_id: businessId,
    id: newId('inv', ctx.now),
    public_id: newToken(12),
    number,
    currency,
    customer_id: customer.id,
    customer_email: customer.email,
    customer_name: (!input.customerId && input.clientName) || customer.name,
    ...textsOf(input),
    ...sumsOf(input, totals),
    issue_date: today,
    due_date: input.dueDate,
    pay_to: business.payTo && JSON.stringify(business.payTo),
    sent_at: null,
    paid_at: null,
    deleted_at: null,
    created_at: ctx.now,
  };
  const invoice = await insert(ctx, row, items);
  await recordInvoice(
    ctx,
    invoice,
    'invoice_created',
    `Invoice ${number} for ${invoice.customer_name} was created`,
  );
  return { invoice, items, businessName: business.name, today };
}

// The profile is locked until the end of the transaction: whoever fails gives the number back.
async function takeNumber(ctx: Ctx): Promise<{ number: string; business: BusinessForDocument }> {
  const profile = await ctx.tx
    .updateTable('business_profiles')
    .set((eb) => ({ next_invoice_number: eb('next_invoice_number', '+', 1) }))
    .where('business_id', '=', ctx.actor.businessId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return {
    number: invoiceNumber(profile.next_invoice_number - 1),
    business: documentPart(profile, ctx.sealer),
  };
}

const textsOf = (input: NewInvoice) => ({
  title: input.title ?? '',
  description: input.description ?? '',
  payment_terms: input.paymentTerms ?? '',
  notes: input.notes ?? '',
});

const sumsOf = (input: NewInvoice, totals: Totals) => ({
  subtotal_minor: totals.subtotal,
  discount_minor: totals.discount,
  tax_bps: input.taxRate,
  tax_minor: totals.tax,
  total_minor: totals.total,
});

const itemsOf = (input: NewInvoice, totals: Totals): InvoiceItem[] =>
  input.items.map((item, position) => ({
    position,
    description: item.description,
    quantity_micro: item.quantity,
    rate_minor: item.rate,
    total_minor: totals.lines[position] ?? ZERO,
  }));

// The invoice and its lines in one statement: creating is the call people wait for.
function insert(ctx: Ctx, row: Insertable<InvoiceRow>, items: InvoiceItem[]): Promise<Invoice> {
  const lines = items.map((item) => ({ business_id: row.business_id, invoice_id: row.id, ...item }));
  return ctx.tx
    .with('lines', (db) => db.insertInto('invoice_items').values(lines))
    .insertInto('invoices')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}
