import { sql } from 'kysely';
import type { OpenInvoice } from '#core/bank-statement/matching/model.ts';
import type { Settlement } from '#core/bank-statement/matching/settlements.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { type Currency, minor } from '#core/money.ts';
import { taxesOn } from '#core/withholding.ts';
import type { Db } from '#server/kernel/db.ts';
import { activeInvoices, openCondition } from '#server/modules/invoices/queries/status-filter.ts';
import { declaredRates, hasTaxId, usualKinds } from '#server/modules/invoices/queries/withholding.ts';
import { settlingSums } from '#server/modules/invoices/rules/early-payment.ts';
import { withheldOf } from '#server/modules/invoices/rules/withholding.ts';
import { listClaims } from '#server/modules/payments/queries/claims.ts';
import { PAYOUT_NARRATION } from '#server/modules/withdrawals/rules.ts';

const MOST_INVOICES = 5_000;
const EARLIEST_DAYS = 10;

/** Invoices that were sent and are not paid, the oldest first; of very many the newest. */
export async function openInvoices(db: Db, businessId: string, currency: Currency): Promise<OpenInvoice[]> {
  const rows = await activeInvoices(db, { businessId, currency })
    .where(sql<boolean>`${openCondition}`)
    .select(['id', 'number', 'verification_code', 'po_number', 'customer_id', 'customer_name', 'issue_date'])
    .select([
      'balance_minor',
      'total_minor',
      'tax_minor',
      'credited_minor',
      'written_off_minor',
      'deleted_at',
    ])
    .select(['early_bps', 'early_until', 'early_discount_minor'])
    .orderBy('id', 'desc')
    .limit(MOST_INVOICES)
    .execute();
  const isKnown = await hasTaxId(db, businessId);
  const kinds = await usualKinds(db, businessId);
  const declared = await declaredRates(db, businessId);
  const { rows: open } = await listClaims(db, businessId, currency, { state: 'open' });
  const claims = Map.groupBy(open, ({ invoice_id }) => invoice_id);
  return rows.toReversed().map((row) => {
    const terms = { hasTaxId: isKnown, usualKind: kinds.get(row.customer_id) ?? null };
    return {
      id: row.id,
      number: row.number,
      issuedOn: row.issue_date,
      code: row.verification_code,
      references: row.po_number === '' ? [] : [row.po_number],
      customerId: row.customer_id,
      customerName: row.customer_name,
      ...settlingSums(row, declared.get(row.id) ?? 0),
      taxes: taxesOn(withheldOf(row, 0).base, row.issue_date, terms),
      claims: (claims.get(row.id) ?? []).map(({ amount_minor: amount, day }) => ({ amount, day })),
    };
  });
}

/** Payments that providers send to the owner's account between two days, by the provider's name: each one, each day's sum, each withdrawal. */
export async function settlementsOf(
  db: Db,
  businessId: string,
  currency: Currency,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<Settlement[]> {
  const since = addDays(from, -EARLIEST_DAYS);
  type Row = { provider: string; day: CalendarDate; amount: string; words: string | null; reference: string };
  const { rows } = await sql<Row>`
    with came as (
      select provider, day, settles_on, amount_minor - fee_minor as amount from payments
      where business_id = ${businessId} and currency = ${currency} and evidence = 'provider' and status in ('completed', 'refunded')
        and day >= ${since} and day <= ${to}
    )
    select provider, day, amount::text, null::text as words, '' as reference from came
    union select provider, day, sum(amount)::text, null, '' from came group by provider, day
    union select provider, min(day), sum(amount)::text, null, '' from came group by provider, settles_on
    union select provider, created_at::date, amount_minor::text, coalesce(description, ${PAYOUT_NARRATION}), reference from withdrawals
      where business_id = ${businessId} and currency = ${currency} and type = 'self-withdraw' and status = 'completed'
        and created_at >= ${since}::date and created_at < ${to}::date + 1`.execute(db);
  return rows.map(({ provider, day, amount, words, reference }) => ({
    senders: words === null ? [provider] : [provider, PAYOUT_NARRATION],
    marks: words === null ? [] : [words, reference],
    day,
    amount: minor(Number(amount)),
  }));
}
