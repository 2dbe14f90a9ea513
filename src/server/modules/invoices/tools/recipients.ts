import type { Db } from '#server/kernel/db.ts';
import { type BoundInvoice, boundOf, type Channels } from './bound.ts';
import type { Found, Why } from './targets.ts';

/** Invoices as shown, with their delivery channels. */
export type Delivery = { channels: Channels; invoices: BoundInvoice[] };

/**
 * Delivery plan of invoices. Defaults to e-mail, or to WhatsApp when no customer has an address; of several,
 * those without an address are left out.
 */
export async function deliveryOf(
  db: Db,
  businessId: string,
  found: readonly Found[],
  said: Channels | undefined,
): Promise<{ ok: true; delivery: Delivery; leftOut: BoundInvoice[] } | { ok: false; why: Why }> {
  const bound = await boundAll(db, businessId, found);
  const reachable = bound.filter(({ email }) => email !== '');
  if (said?.length && !said.includes('email'))
    return { ok: true, delivery: { channels: said, invoices: bound }, leftOut: [] };
  if (reachable.length > 0)
    return {
      ok: true,
      delivery: { channels: said?.length ? said : ['email'], invoices: reachable },
      leftOut: bound.filter(({ email }) => email === ''),
    };
  if (said?.length && !said.includes('whatsapp'))
    return { ok: false, why: { kind: 'noEmail', invoices: [...found] } };
  return { ok: true, delivery: { channels: ['whatsapp'], invoices: bound }, leftOut: [] };
}

/** Invoices as they are shown and bound, with their customers' phones. */
export async function boundAll(db: Db, businessId: string, found: readonly Found[]): Promise<BoundInvoice[]> {
  if (found.length === 0) return [];
  const customers = await db
    .selectFrom('customers')
    .select(['id', 'email', 'phone'])
    .where('business_id', '=', businessId)
    .where(
      'id',
      'in',
      found.map(({ invoice }) => invoice.customer_id),
    )
    .execute();
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]));
  return found.map(({ invoice }) => boundOf(invoice, customerOf.get(invoice.customer_id)));
}
