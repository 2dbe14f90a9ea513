import { type Selectable, sql } from 'kysely';
import { usableCredit } from '#core/customer-credit.ts';
import { add, type Currency, type Minor, ZERO } from '#core/money.ts';
import type { Database, Db, Tx } from '#server/kernel/db.ts';
import { usesCreditOnSend } from '#server/modules/business/queries.ts';
import { creditOf } from '../rules/credit.ts';
import type { Invoice } from '../table.ts';
import { returningOf } from './attempts.ts';

type CustomerKey = { businessId: string; currency: Currency; customerId?: string | undefined };

/** A payment with credit left, less what is on its way back; minor units. */
export type CreditLeft = { payment: Selectable<Database['payments']>; left: Minor };

/** The payments of a customer, or of all, with credit left, the oldest first. */
export async function creditsOf(
  db: Db | Tx,
  { businessId, currency, customerId }: CustomerKey,
): Promise<CreditLeft[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .select(returningOf('payments').as('returning'))
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId ?? ''))
    .where('status', '=', 'completed')
    .where(sql<boolean>`amount_minor > applied_minor + refunded_minor + surcharge_minor`)
    .orderBy('id')
    .execute();
  return rows
    .map(({ returning, ...payment }) => ({ payment, left: creditOf(payment, returning) }))
    .filter(({ left }) => left > 0);
}

/** All of it, in minor units. */
export const sumOf = (credits: readonly CreditLeft[]): Minor => add(...credits.map(({ left }) => left));

/** The credit (minor units) of an invoice's customer. */
export const creditOfCustomer = async (
  db: Db | Tx,
  { business_id: businessId, currency, customer_id: customerId }: Invoice,
): Promise<Minor> => sumOf(await creditsOf(db, { businessId, currency, customerId }));

/** All of it by customer, in minor units. */
export function sumsByCustomer(credits: readonly CreditLeft[]): Map<string, Minor> {
  const sums = new Map<string, Minor>();
  for (const { payment, left } of credits)
    if (payment.customer_id) sums.set(payment.customer_id, add(sums.get(payment.customer_id) ?? ZERO, left));
  return sums;
}

/**
 * Credit that invoices of a business could use as they go out (minor units), and whose it is; null where there is
 * none, where they are of several currencies, or where it is always used without asking.
 */
export async function creditToAsk(
  db: Db | Tx,
  invoices: readonly Invoice[],
): Promise<{ amount: Minor; currency: Currency; customers: string[] } | null> {
  const [first, ...others] = invoices;
  if (!first || others.some(({ currency }) => currency !== first.currency)) return null;
  const { business_id: businessId, currency } = first;
  if (await usesCreditOnSend(db, businessId)) return null;
  const usable = usableCredit(
    sumsByCustomer(await creditsOf(db, { businessId, currency })),
    invoices.map((row) => ({
      customerId: row.customer_id,
      customerName: row.customer_name,
      balance: row.balance_minor,
    })),
  );
  return usable && { ...usable, currency };
}

/** Customers with credit left (minor units), the most first. */
export async function creditByCustomer(db: Db, of: Omit<CustomerKey, 'customerId'>) {
  const sums = sumsByCustomer(await creditsOf(db, of));
  const customers = await db
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('business_id', '=', of.businessId)
    .where('id', 'in', [...sums.keys(), ''])
    .execute();
  return customers
    .map(({ id, name }) => ({ id, name, left: sums.get(id) ?? ZERO }))
    .sort((a, b) => b.left - a.left || (a.id < b.id ? -1 : 1));
}
