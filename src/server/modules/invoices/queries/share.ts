import { internationalDigits } from '#core/phone.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { hasWritten, isSuppressed } from '#server/modules/notifications/queries/whatsapp.ts';
import { askedFor, openEarly } from './withholding.ts';
import { payUrlOf, whatsappUrl } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';

/** The number an invoice can go to by WhatsApp by itself; null where its customer did not agree to that, or nothing can. */
export async function whatsappNumberFor(
  { tx, sendsWhatsApp }: Pick<Ctx, 'tx' | 'sendsWhatsApp'>,
  { business_id: businessId, customer_id: customerId }: Invoice,
): Promise<string | null> {
  if (!sendsWhatsApp) return null;
  const customer = await customerById(tx, businessId, customerId);
  const number = internationalDigits(customer?.phone ?? null);
  if (!customer || number === '' || (await isSuppressed(tx, businessId, 'whatsapp', number))) return null;
  return customer.whatsapp_consent_at || (await hasWritten(tx, number)) ? number : null;
}

/** The link that opens WhatsApp with the customer's number and the invoice typed in; null when there is no such invoice. */
export async function whatsappLinkFor(
  db: Db | Tx,
  businessId: string,
  invoiceId: string,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('invoices as i')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.business_id', '=', 'i.business_id').onRef('c.id', '=', 'i.customer_id'),
    )
    .innerJoin('business_profiles as b', 'b.business_id', 'i.business_id')
    .selectAll('i')
    .select(['c.phone', 'b.business_name'])
    .where('i.business_id', '=', businessId)
    .where('i.id', '=', invoiceId)
    .executeTakeFirst();
  if (!row) return null;
  return whatsappUrl({
    businessName: row.business_name,
    number: row.number,
    total: row.total_minor,
    balance: await askedFor(db, row),
    currency: row.currency,
    dueDate: row.due_date,
    payUrl: payUrlOf(publicUrl, row.public_id),
    phone: row.phone,
    replaces: row.revision > 1,
    early: await openEarly(db, row, now),
  });
}
