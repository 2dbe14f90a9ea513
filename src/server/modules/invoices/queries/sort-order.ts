import { sql } from 'kysely';
import type { invoiceOrders } from '#contract/invoices.ts';
import { isCalendarDate } from '#core/dates.ts';
import { orderOf, type SortKey } from '#server/kernel/keyset-pages.ts';

type Field = (typeof invoiceOrders)[number];

const isInteger = (text: string) => /^\d{1,15}$/.test(text);
const isDay = (text: string) => isCalendarDate(text) && text > '0001';
const isText = (text: string) => text.isWellFormed() && !text.includes('\0') && text.length <= 400;

// Each is the expression of an index, see migration 0004. Ids are in the order of issue, so dates need none. Numbers
// are filled up from the left, so that INV-10000 follows INV-9999. A status is its place in an invoice's life; those
// waiting for money are put by due date, so that sent comes before due and due before overdue whatever day it is.
const keys: Record<Exclude<Field, 'date'>, SortKey> = {
  number: { of: sql`lpad(number, 16, '0') collate "C"`, type: sql`text`, isValid: isText },
  dueDate: { of: sql`due_date`, type: sql`date`, isValid: isDay },
  amount: { of: sql`total_minor`, type: sql`bigint`, isValid: isInteger },
  customer: { of: sql`lower(customer_name)`, type: sql`text`, isValid: isText },
  status: {
    of: sql`(case when paid_at is not null then 9000000 when sent_at is null then 0 else 5000000 - (due_date - date '2000-01-01') end)`,
    type: sql`integer`,
    isValid: isInteger,
  },
};

/** An order of invoices, and where a page of it begins. Throws 422 for a cursor of another order. */
export function invoiceOrder(sort: Field | `-${Field}` = '-date', cursor?: string) {
  const field = (['number', 'dueDate', 'amount', 'customer', 'status'] as const).find(
    (name) => sort === name || sort === `-${name}`,
  );
  return orderOf('inv', sort, field ? keys[field] : null, cursor);
}
