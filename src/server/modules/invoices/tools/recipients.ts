import type { Db } from '#server/kernel/db.ts';
import { type Channels, type InvoiceSnapshot, snapshotOf } from './snapshot.ts';
import type { MatchedInvoice, Why } from './targets.ts';

/** Invoices as shown, with their delivery channels. */
type Delivery = { channels: Channels; invoices: InvoiceSnapshot[] };

/**
 * Delivery plan of invoices. Defaults to email, or to WhatsApp when no customer has an address; of several,
 * those without an address are left out.
 */
export async function planDelivery(
  db: Db,
  businessId: string,
  targets: readonly MatchedInvoice[],
  channels: Channels | undefined,
): Promise<{ ok: true; delivery: Delivery; leftOut: InvoiceSnapshot[] } | { ok: false; why: Why }> {
  const snapshots = await snapshotAll(db, businessId, targets);
  const reachable = snapshots.filter(({ email }) => email !== '');
  if (channels?.length && !channels.includes('email'))
    return { ok: true, delivery: { channels: channels, invoices: snapshots }, leftOut: [] };
  if (reachable.length > 0)
    return {
      ok: true,
      delivery: { channels: channels?.length ? channels : ['email'], invoices: reachable },
      leftOut: snapshots.filter(({ email }) => email === ''),
    };
  if (channels?.length && !channels.includes('whatsapp'))
    return { ok: false, why: { kind: 'noEmail', invoices: [...targets] } };
  return { ok: true, delivery: { channels: ['whatsapp'], invoices: snapshots }, leftOut: [] };
}

/** Invoices as they are shown and bound, with their customers' phones. */
export async function snapshotAll(
  db: Db,
  businessId: string,
  targets: readonly MatchedInvoice[],
): Promise<InvoiceSnapshot[]> {
  if (targets.length === 0) return [];
  const customers = await db
    .selectFrom('customers')
    .select(['id', 'email', 'phone'])
    .where('business_id', '=', businessId)
    .where(
      'id',
      'in',
      targets.map(({ invoice }) => invoice.customer_id),
    )
    .execute();
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]));
  return targets.map(({ invoice }) => snapshotOf(invoice, customerOf.get(invoice.customer_id)));
}
