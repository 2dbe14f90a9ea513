import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Language } from '#core/languages.ts';
import type { Currency } from '#core/money.ts';
import { LIST_CAP } from '#core/pagination.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { type ListedInvoice, listedColumns } from '#server/modules/invoices/rules/facts.ts';
import { activeCard, type SavedCard } from '#server/modules/saved-cards/queries/cards.ts';
import { latestCharge } from '#server/modules/saved-cards/queries/charges.ts';
import type { Occurrence, Plan } from '../table.ts';

const SHOWN_OCCURRENCES = 60;

/** A plan as it is listed. */
export type ListedPlan = Omit<Plan, 'contents'> & {
  title: string;
  customer_name: string;
  /** Of its invoices. */
  language: Language;
  missed: number;
  last_id: string | null;
  last_number: string | null;
  last_day: CalendarDate | null;
  past_due: boolean;
};

export type PlanDetails = {
  plan: ListedPlan & Pick<Plan, 'contents'>;
  occurrences: (Occurrence & { invoice: ListedInvoice | null })[];
  card: SavedCard | null;
  charge: Awaited<ReturnType<typeof latestCharge>>;
};

const listed = (db: Db | Tx, businessId: string, currency: Currency) =>
  db
    .selectFrom('plans as p')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.business_id', '=', 'p.business_id').onRef('c.id', '=', 'p.customer_id'),
    )
    .leftJoin('reminder_settings as s', 's.business_id', 'p.business_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('plan_occurrences as o')
          .innerJoin('invoices as i', (join) =>
            join.onRef('i.business_id', '=', 'o.business_id').onRef('i.id', '=', 'o.invoice_id'),
          )
          .select(['i.id as last_id', 'i.number as last_number', 'i.issue_date as last_day'])
          .whereRef('o.business_id', '=', 'p.business_id')
          .whereRef('o.plan_id', '=', 'p.id')
          .orderBy('o.number', 'desc')
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .select([
      'p.business_id',
      'p.id',
      'p.currency',
      'p.customer_id',
      'p.total_minor',
      'p.starts',
      'p.rhythm',
      'p.first_number',
      'p.ends_after',
      'p.ends_on',
      'p.due_days',
      'p.mode',
      'p.cap_minor',
      'p.state',
      'p.next_number',
      'p.next_on',
      'p.problem',
      'p.created_at',
      'p.updated_at',
      'c.name as customer_name',
      sql<Language>`coalesce(c.language, s.language, 'en')`.as('language'),
      'l.last_id',
      'l.last_number',
      'l.last_day',
      sql<string>`coalesce(p.contents->>'title', '')`.as('title'),
      sql<number>`(select count(*)::int from plan_occurrences m where m.business_id = p.business_id and m.plan_id = p.id
        and m.state = 'missed')`.as('missed'),
      sql<boolean>`exists (select 1 from card_charges f join invoices d on d.business_id = f.business_id and d.id = f.invoice_id
        where f.business_id = p.business_id and f.plan_id = p.id and f.status = 'failed' and d.paid_at is null and d.state = 'active'
          and d.deleted_at is null and not exists (select 1 from card_charges g where g.business_id = f.business_id
            and g.invoice_id = f.invoice_id and g.attempt > f.attempt))`.as('past_due'),
    ])
    .where('p.business_id', '=', businessId)
    .where('p.currency', '=', currency);

/** Plans of a business in one currency: running ones first, by their next day. */
export const listPlans = (db: Db | Tx, businessId: string, currency: Currency): Promise<ListedPlan[]> =>
  listed(db, businessId, currency)
    .orderBy(sql`array_position(array['active', 'paused', 'ended'], p.state)`)
    .orderBy('p.next_on')
    .orderBy('p.id', 'desc')
    .limit(LIST_CAP)
    .execute();

/** A plan with its days that have come: missed ones first, then the newest. Throws 404. */
export async function planDetails(
  db: Db | Tx,
  businessId: string,
  { currency, id }: { currency: Currency; id: string },
  now: Date,
): Promise<PlanDetails> {
  const plan = isId('pln', id)
    ? await listed(db, businessId, currency).select('p.contents').where('p.id', '=', id).executeTakeFirst()
    : undefined;
  if (!plan) throw notFound('repeating invoice');
  const occurrences = await db
    .selectFrom('plan_occurrences')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('plan_id', '=', id)
    .orderBy(sql`state = 'missed'`, 'desc')
    .orderBy('number', 'desc')
    .limit(SHOWN_OCCURRENCES)
    .execute();
  const ids = occurrences.flatMap((one) => (one.invoice_id === null ? [] : [one.invoice_id]));
  const rows = await db
    .selectFrom('invoices')
    .select(listedColumns)
    .where('business_id', '=', businessId)
    .where(sql<boolean>`id = any(${ids})`)
    .execute();
  const invoices = new Map(rows.map((row) => [row.id, row]));
  return {
    plan,
    card: await activeCard(db, businessId, id),
    charge: await latestCharge(db, { businessId, planId: id }, now),
    occurrences: occurrences.map((one) => ({ ...one, invoice: invoices.get(one.invoice_id ?? '') ?? null })),
  };
}
