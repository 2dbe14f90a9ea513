import { type RawBuilder, sql } from 'kysely';
import type { Minor } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { refundedBy, returningOf } from '#server/modules/invoices/queries/attempts.ts';
import type { Invoice, StoredInvoice } from '#server/modules/invoices/rules/invoice.ts';
import type { CheckoutRow } from '../table.ts';

/** Whose checkouts: of one invoice, or of exactly these. */
type Target = { businessId: string; invoiceIds: readonly string[] };

// Several are found through the first of them, by its index.
function isFor({ businessId, invoiceIds }: Target): RawBuilder<boolean> {
  const [first, ...others] = invoiceIds.toSorted();
  if (others.length === 0) return sql`checkouts.invoice_id = ${first}`;
  const all = sql`select string_agg(c.invoice_id, ',' order by c.invoice_id collate "C") from checkout_invoices c
    where c.business_id = ${businessId} and c.reference = checkouts.reference`;
  return sql`checkouts.reference in (select c.reference from checkout_invoices c
    where c.business_id = ${businessId} and c.invoice_id = ${first}) and (${all}) = ${[first, ...others].join(',')}`;
}

const RETURNABLE = 10;

/** The checkouts last opened for an invoice, or for several together, newest first, those that a provider never gave last. */
export const recentCheckouts = (db: Db, target: Target): Promise<CheckoutRow[]> =>
  checkoutsOf(db, target).limit(RETURNABLE).execute();

const checkoutsOf = (db: Db, target: Target) =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('business_id', '=', target.businessId)
    .where(isFor(target))
    .where('charges_card', '=', false)
    .orderBy(sql`checkout_url is null`)
    .orderBy('created_at', 'desc');

/** The one last opened for a sum (minor units) that nothing came by yet: a part of a schedule is asked for once. */
export const latestCheckout = (
  db: Db,
  { sum, ...target }: Target & { sum: Minor },
): Promise<CheckoutRow | undefined> =>
  checkoutsOf(db, target)
    .where('amount_minor', '=', sum)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .where('p.business_id', '=', target.businessId)
            .whereRef('p.provider', '=', 'checkouts.provider')
            .whereRef('p.reference', '=', 'checkouts.reference')
            .where('p.status', 'in', ['completed', 'refunded']),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();

type Unused = Target & { provider: string; amount: Minor; surcharge: Minor };

const unusedFor = (db: Db, of: Unused) =>
  db
    .selectFrom('checkouts')
    .where('business_id', '=', of.businessId)
    .where(isFor(of))
    .where('charges_card', '=', false)
    .where('provider', '=', of.provider)
    .where('amount_minor', '=', of.amount)
    .where('surcharge_minor', '=', of.surcharge)
    .where('checkout_url', 'is', null);

/** A reference prepared for the same amount at the same provider that never became a checkout, to be used again. */
export const unusedReference = (db: Db, of: Unused): Promise<CheckoutRow | undefined> =>
  unusedFor(db, of).selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirst();

/** How many such references were opened since an instant. */
export async function unusedSince(db: Db, of: Unused, since: Date): Promise<number> {
  const { opened } = await unusedFor(db, of)
    .select(sql<number>`count(*)`.as('opened'))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return opened;
}

/** An invoice as far as its checkouts tell of it. */
export type CheckoutInvoice = Pick<
  Invoice,
  'id' | 'number' | 'customer_id' | 'customer_name' | 'balance_minor'
>;

/** The invoices a checkout is for, deleted ones too, in the order in which its money goes to them. */
export const invoicesOfCheckout = (
  db: Db | Tx,
  { business_id, reference, invoice_id }: Pick<CheckoutRow, 'business_id' | 'reference' | 'invoice_id'>,
): Promise<CheckoutInvoice[]> =>
  db
    .selectFrom('invoices')
    .select(['id', 'number', 'customer_id', 'customer_name', 'balance_minor'])
    .where('business_id', '=', business_id)
    .where((eb) =>
      invoice_id === null
        ? eb(
            'id',
            'in',
            eb
              .selectFrom('checkout_invoices')
              .select('checkout_invoices.invoice_id')
              .where('checkout_invoices.business_id', '=', business_id)
              .where('checkout_invoices.reference', '=', reference),
          )
        : eb('id', '=', invoice_id),
    )
    .orderBy('due_date')
    .orderBy('number')
    .orderBy('id')
    .execute();

/** The invoices of a checkout with what was asked for each (minor units), as `invoicesOfCheckout` has them. */
export async function sharesOfCheckout(
  db: Db | Tx,
  checkout: CheckoutRow,
): Promise<{ invoice: StoredInvoice; amount: Minor }[]> {
  const { business_id, reference, invoice_id, amount_minor } = checkout;
  const rows = await db
    .selectFrom('invoices as i')
    .leftJoin('checkout_invoices as c', (join) =>
      join
        .onRef('c.business_id', '=', 'i.business_id')
        .onRef('c.invoice_id', '=', 'i.id')
        .on('c.reference', '=', reference),
    )
    .selectAll('i')
    .select('c.amount_minor as asked_minor')
    .where('i.business_id', '=', business_id)
    .$if(invoice_id === null, (query) => query.where('c.reference', '=', reference))
    .$if(invoice_id !== null, (query) => query.where('i.id', '=', invoice_id ?? ''))
    .orderBy('i.due_date')
    .orderBy('i.number')
    .execute();
  return rows.map(({ asked_minor, ...invoice }) => ({ invoice, amount: asked_minor ?? amount_minor }));
}

/** The payments its provider told of under a checkout of a customer, newest first. */
export const paymentsOfCheckout = (
  db: Db,
  { business_id, reference, provider }: CheckoutRow,
  customerId: string | null,
) =>
  db
    .selectFrom('payments')
    .selectAll()
    .select([refundedBy('payments').as('refunded_by'), returningOf('payments').as('returning')])
    .where('business_id', '=', business_id)
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .orderBy('id', 'desc')
    .execute();

/** A checkout of a business by our reference; null for none. */
export async function checkoutByReference(
  db: Db | Tx,
  businessId: string,
  reference: string,
): Promise<CheckoutRow | null> {
  const row = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row ?? null;
}
