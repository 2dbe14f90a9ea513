import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import type { displayStatuses } from '#core/invoice/display-status.ts';
import type { Currency } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Invoice } from '../table.ts';

/** `isActive` of rules.ts as a condition. */
export const active = sql<boolean>`deleted_at is null and state = 'active'`;

export type BusinessCurrency = { businessId: string; currency: Currency };

/** The active invoices of a business in one currency. */
export const activeInvoices = (db: Db | Tx, { businessId, currency }: BusinessCurrency) =>
  db
    .selectFrom('invoices')
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where(active);

/** Sent and not paid. */
export const openCondition = sql`paid_at is null and sent_at is not null`;

type Settled = NonNullable<Invoice['settled_as']>;
type Status = 'pending' | 'sent' | 'due' | 'overdue' | 'dueOrOverdue' | 'unpaid' | Settled;

const isSettledAs = (status: Status): status is Settled =>
  status === 'paid' || status === 'credited' || status === 'written_off';

/** `statusOf` of rules.ts as a condition on active invoices; a property test holds the two together. */
export function hasStatus(status: Status, today: CalendarDate) {
  if (isSettledAs(status)) return sql<boolean>`settled_as = ${status}`;
  if (status === 'pending') return sql<boolean>`paid_at is null and sent_at is null`;
  if (status === 'unpaid') return sql<boolean>`${openCondition}`;
  if (status === 'sent') return sql<boolean>`${openCondition} and due_date > ${today}`;
  if (status === 'dueOrOverdue') return sql<boolean>`${openCondition} and due_date <= ${today}`;
  return status === 'due'
    ? sql<boolean>`${openCondition} and due_date = ${today}`
    : sql<boolean>`${openCondition} and due_date < ${today}`;
}

export type DisplayFilter = (typeof displayStatuses)[number] | 'unpaid';

const isPartPaid = sql`paid_minor > 0`;

/** `displayStatusOf` of the core as a condition on active invoices; `unpaid` is all that waits for payment. */
export function hasDisplayStatus(status: DisplayFilter, today: CalendarDate) {
  if (status === 'part_paid')
    return sql<boolean>`${openCondition} and ${isPartPaid} and due_date >= ${today}`;
  if (status !== 'sent' && status !== 'due') return hasStatus(status, today);
  return sql<boolean>`${hasStatus(status, today)} and not ${isPartPaid}`;
}
