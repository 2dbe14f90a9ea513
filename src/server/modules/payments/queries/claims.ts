import type { CalendarDate } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import type { Currency, Minor } from '#core/money.ts';
import { cursorOf, LIST_CAP, pageFrom } from '#core/pagination.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { ClaimRow } from '../table.ts';

/** A claim with what is shown beside it. */
export type ListedClaim = ClaimRow & { number: string; customer_name: string; currency: Currency };

const claims = (db: Db | Tx, businessId: string, currency: Currency) =>
  db
    .selectFrom('payment_claims as c')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'c.business_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .where('c.business_id', '=', businessId)
    .where('i.currency', '=', currency);

const shown = ['i.number', 'i.customer_name', 'i.currency'] as const;

/** One claim. Throws 404 for one that is unknown, another's, or of another currency. */
export async function claimOf(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  id: string,
): Promise<ListedClaim> {
  const row = await claims(db, businessId, currency)
    .selectAll('c')
    .select(shown)
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('claim');
  return row;
}

type ClaimFilters = {
  invoiceId?: string | undefined;
  state?: ClaimRow['state'] | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

/** Claims, newest first, with the cursor of the next page. */
export async function listClaims(db: Db, businessId: string, currency: Currency, filters: ClaimFilters) {
  const { invoiceId = '', state = 'open', limit = LIST_CAP } = filters;
  const after = cursorOf('clm', filters.cursor);
  const matching = claims(db, businessId, currency)
    .$if(filters.invoiceId !== undefined, (query) => query.where('c.invoice_id', '=', invoiceId))
    .$if(filters.state !== undefined, (query) => query.where('c.state', '=', state));
  const rows = await matching
    .selectAll('c')
    .select(shown)
    .$if(after !== null, (query) => query.where('c.id', '<', after ?? ''))
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { ...pageFrom(rows, limit), total };
}

/** A payment of that day that brought the invoice the same amount, or was of it in whole. */
export const duplicateOf = (
  db: Db | Tx,
  businessId: string,
  { invoiceId, amount, day }: { invoiceId: string; amount: Minor; day: CalendarDate },
) =>
  db
    .selectFrom('payments')
    .select(['id', 'method'])
    .where('business_id', '=', businessId)
    .where((eb) =>
      eb.or([
        eb.and([eb('invoice_id', '=', invoiceId), eb('amount_minor', '=', amount)]),
        eb.exists(
          eb
            .selectFrom('allocations as a')
            .whereRef('a.business_id', '=', 'payments.business_id')
            .whereRef('a.payment_id', '=', 'payments.id')
            .where('a.invoice_id', '=', invoiceId)
            .where('a.amount_minor', '=', amount),
        ),
      ]),
    )
    .where('day', '=', day)
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
