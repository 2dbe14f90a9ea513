import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { type AskedInvoice, askedForEach } from '#server/modules/invoices/queries/withholding.ts';
import type { StoredInvoice } from '#server/modules/invoices/rules/invoice.ts';
import { wentBack } from '#server/modules/invoices/rules/credit.ts';
import type { InboundEvent } from '../table.ts';

/** The phone that speaks for a business. */
export type LinkedPhone = { business_id: string; contact: string; number: string | null; linked_at: Date };

/** The business somebody speaks for; null for who is no owner. */
export async function linkedBusiness(db: Db, contact: string): Promise<LinkedPhone | null> {
  const row = await db
    .selectFrom('whatsapp_owners')
    .selectAll()
    .where('contact', '=', contact)
    .executeTakeFirst();
  return row ?? null;
}

/** Somebody who wrote, as they were known last. */
export async function contactDetails(
  db: Db,
  contact: string,
): Promise<{ number: string | null; contact: string }> {
  const row = await db
    .selectFrom('whatsapp_contacts')
    .select(['contact', 'number'])
    .where('contact', '=', contact)
    .executeTakeFirst();
  return row ?? { contact, number: null };
}

export async function inboundEventById(db: Db, id: string): Promise<InboundEvent | null> {
  const row = await db.selectFrom('whatsapp_notices').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** People whose messages nobody is at, though they have waited since before a time. */
export async function stuckContacts(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select distinct contact from whatsapp_notices
    where state <> 'done' and about = 'message' and received_at < ${before}
      and (claimed_at is null or claimed_at < ${before})
    limit 200`.execute(db);
  return rows.map(({ contact }) => contact);
}

/** An open invoice of a phone number's owner with what is asked for now, as its page asks; amounts in minor units. */
export type OwedInvoice = Pick<AskedInvoice, 'amount' | 'early'> & {
  businessName: string;
  number: string;
  currency: Currency;
  due: CalendarDate;
  publicId: string;
};

const MAX_INVOICES = 10;
const MAX_RECEIPTS = 5;

/**
 * The open invoices that were sent to a number (international digits), of every business, the most urgent first, and how
 * many there are at an instant. The number is the one WhatsApp says they write from.
 */
export async function openInvoicesOf(
  db: Db,
  number: string,
  at: Date,
): Promise<{ invoices: OwedInvoice[]; count: number }> {
  const { rows } = await sql<StoredInvoice & { businessName: string; publicId: string; count: number }>`
    select i.*, i.public_id as "publicId", b.business_name as "businessName", count(*) over ()::int as count
    from customers c
      join invoices i on i.business_id = c.business_id and i.customer_id = c.id
      join business_profiles b on b.business_id = c.business_id
    where whatsapp_number(c.phone) = ${number} and c.phone is not null
      and i.sent_at is not null and i.paid_at is null and i.deleted_at is null and i.state = 'active'
      and ${isRecipient(number, sql.ref('i.id'))}
    order by i.due_date, i.id limit ${MAX_INVOICES}`.execute(db);
  const asked = new Map<string, AskedInvoice>();
  for (const invoices of Map.groupBy(rows, (row) => row.business_id).values())
    for (const one of await askedForEach(db, invoices, at)) asked.set(one.invoice.id, one);
  const invoices = rows.flatMap(({ id, businessName, number: name, currency, due_date: due, publicId }) => {
    const one = asked.get(id);
    return one
      ? { businessName, number: name, currency, due, publicId, amount: one.amount, early: one.early }
      : [];
  });
  return { invoices, count: rows[0]?.count ?? 0 };
}

// A number of two customers of a business is shared or mistyped: only invoices sent to that very number are
// shown.
const isRecipient = (number: string, invoiceId: RawBuilder<unknown>) => sql`(
  not exists (select 1 from customers o join invoices j on j.business_id = o.business_id and j.customer_id = o.id
    where o.business_id = c.business_id and o.id <> c.id and j.sent_at is not null
      and whatsapp_number(o.phone) = ${number} and o.phone is not null)
  or exists (select 1 from messages m where m.business_id = c.business_id and m.invoice_id = ${invoiceId}
    and m.channel = 'whatsapp' and m.to_address = ${number} and m.state in ('sent', 'delivered', 'read', 'unknown')))`;

/** Money somebody paid, and what of it went back. */
export type PaidReceipt = {
  businessName: string;
  amount: Minor;
  returned: Minor;
  currency: Currency;
  paidAt: Date;
  timeZone: string;
  publicId: string;
};

/** The newest receipts of a number, of every business. */
export async function receiptsOf(db: Db, number: string): Promise<PaidReceipt[]> {
  const { rows } = await sql<Omit<PaidReceipt, 'returned'> & Parameters<typeof wentBack>[0]>`
    select b.business_name as "businessName", p.amount_minor as amount, p.currency, p.completed_at as "paidAt",
      p.refunded_minor, p.given_back_minor,
      b.time_zone as "timeZone", r.public_id as "publicId"
    from customers c
      join payments p on p.business_id = c.business_id and p.customer_id = c.id
      join receipts r on r.business_id = p.business_id and r.payment_id = p.id
      join business_profiles b on b.business_id = c.business_id
    where whatsapp_number(c.phone) = ${number} and c.phone is not null and p.completed_at is not null
      and p.status in ('completed', 'refunded')
      and ${isRecipient(number, sql.ref('p.invoice_id'))}
    order by p.completed_at desc limit ${MAX_RECEIPTS}`.execute(db);
  return rows.map(({ refunded_minor, given_back_minor, ...row }) => ({
    ...row,
    returned: wentBack({ refunded_minor, given_back_minor }),
  }));
}

/** Whether any business ever sent an invoice to a number. */
export async function wasEverInvoiced(db: Db, number: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from customers c join invoices i on i.business_id = c.business_id and i.customer_id = c.id
    where whatsapp_number(c.phone) = ${number} and c.phone is not null and i.sent_at is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
