import { type SqlBool, sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { AppError } from '#core/errors.ts';
import { type Currency, formatMoney, least, type Minor, subtract, ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { askedWith } from '../rules/withholding.ts';
import type { Invoice } from '../table.ts';
import { creditsOf, sumsByCustomer } from './credit.ts';
import { activeInvoices, openCondition } from './status-filter.ts';
import { declaredRates } from './withholding.ts';

/**
 * Why an invoice is not reminded of: its customer's credit (minor units) is enough, a claim that it was paid is looked into, or a
 * saved card is charged for it.
 */
export type Hold = { why: 'covered'; credit: Minor } | { why: 'claimed' | 'charging'; until: Date };

/** Those of a business's open invoices that are not reminded of, by id. */
export async function heldReminders(
  db: Db | Tx,
  businessId: string,
  invoices: readonly Invoice[],
  now: Date,
): Promise<ReadonlyMap<string, Hold>> {
  const held = new Map<string, Hold>();
  for (const { invoiceId, why, at } of await pausesOf(db, businessId, invoices)) {
    const until = plusMs(at, PAUSE_MS[why]);
    if (until > now) held.set(invoiceId, { why, until });
  }
  for (const [currency, some] of Map.groupBy(invoices, (invoice) => invoice.currency)) {
    const customerIds = [...new Set(some.map((invoice) => invoice.customer_id))];
    const covered = await coveredInvoices(db, { businessId, currency, customerIds });
    for (const { id } of some) {
      const credit = covered.get(id);
      if (credit !== undefined) held.set(id, { why: 'covered', credit });
    }
  }
  return held;
}

/** Throws 409 with the reason where an open invoice is not reminded of. */
export async function refuseHeld({ tx, now }: Pick<Ctx, 'tx' | 'now'>, invoice: Invoice): Promise<void> {
  const hold = (await heldReminders(tx, invoice.business_id, [invoice], now)).get(invoice.id);
  if (!hold) return;
  const { customer_name: customer, currency } = invoice;
  throw new AppError(
    'conflict',
    hold.why === 'charging'
      ? `The saved card of ${customer} is charged for it first. Wait until that has ended`
      : hold.why === 'covered'
        ? `${customer} has ${formatMoney(hold.credit, currency)} of credit, which covers it. Use the credit first`
        : `${customer} showed an alert or a screenshot of a payment. Check your bank first, then record it or put it away`,
  );
}

type Pause = { invoiceId: string; why: 'claimed' | 'charging'; at: Date };
// From the last alert that is still to be looked into, and from the day of a charge or its sending: one whose answer stays out
// is asked for as usual again.
const PAUSE_MS: Record<Pause['why'], number> = { claimed: DAY_MS, charging: 3 * DAY_MS };

async function pausesOf(db: Db | Tx, businessId: string, invoices: readonly Invoice[]): Promise<Pause[]> {
  if (invoices.length === 0) return [];
  const ids = invoices.map(({ id }) => id);
  const { rows } = await sql<Pause>`
    select invoice_id as "invoiceId", 'claimed' as why, max(created_at) as at from payment_claims
      where business_id = ${businessId} and state = 'open' and invoice_id = any(${ids}) group by invoice_id
    union all
    select invoice_id, 'charging', coalesce(sent_at, next_try_at) from card_charges
      where business_id = ${businessId} and status in ('pending', 'processing') and invoice_id = any(${ids})`.execute(
    db,
  );
  return [...rows];
}

type Customers = { businessId: string; currency: Currency; customerIds: readonly string[] };

// Money of theirs that is here already pays the oldest invoice first, as far as it goes.
async function coveredInvoices(db: Db | Tx, of: Customers): Promise<Map<string, Minor>> {
  const covered = new Map<string, Minor>();
  const credits = await creditOfEach(db, of);
  if (credits.size === 0) return covered;
  const left = new Map(credits);
  const declared = await declaredRates(db, of.businessId);
  for (const invoice of await openInvoices(db, of, [...credits.keys()])) {
    const customer = invoice.customer_id;
    const [credit, rest] = [credits.get(customer) ?? ZERO, left.get(customer) ?? ZERO];
    const asked = askedWith(invoice, declared.get(invoice.id) ?? null);
    if (asked <= rest) covered.set(invoice.id, credit);
    left.set(customer, subtract(rest, least(asked, rest)));
  }
  return covered;
}

async function creditOfEach(db: Db | Tx, { businessId, currency, customerIds }: Customers) {
  const [only, ...others] = customerIds;
  const customerId = others.length === 0 ? only : undefined;
  const sums = sumsByCustomer(await creditsOf(db, { businessId, currency, customerId }));
  return new Map([...sums].filter(([id]) => customerIds.includes(id)));
}

const openInvoices = (db: Db | Tx, of: Customers, customerIds: readonly string[]) =>
  activeInvoices(db, of)
    .selectAll()
    .where('customer_id', 'in', customerIds)
    .where(sql<SqlBool>`${openCondition}`)
    .orderBy('issue_date')
    .orderBy('id')
    .execute();
