import type * as z from 'zod/mini';
import { type planDetail, type plans, SHOWN_DATES } from '#contract/plans.ts';
import type { CalendarDate } from '#core/dates.ts';
import { displayStatusOf } from '#core/invoice/display-status.ts';
import { statusOf } from '#server/modules/invoices/rules/invoice.ts';
import type { ListedPlan, PlanDetails } from './queries/plans.ts';
import { daysFrom } from './rules/dates.ts';
import { withWords, wordsOf } from './rules/words.ts';

type Summary = z.output<typeof plans.list.response>['data'][number];

/** A plan as lists show it. */
export const presentPlan = (plan: ListedPlan): Summary => ({
  id: plan.id,
  _id: plan.id,
  customerId: plan.customer_id,
  customerName: plan.customer_name,
  currency: plan.currency,
  title: plan.title,
  nextTitle: withWords(plan.title, wordsOf(plan, titled(plan), plan.language)),
  totalAmount: plan.total_minor,
  starts: plan.starts,
  rhythm: plan.rhythm,
  endsAfter: plan.ends_after,
  endsOn: plan.ends_on,
  dueDays: plan.due_days,
  mode: plan.mode,
  state: plan.state,
  next: plan.next_on === null ? null : { number: plan.next_number, day: plan.next_on },
  last:
    plan.last_id === null
      ? null
      : { invoiceId: plan.last_id, invoiceNumber: plan.last_number ?? '', day: plan.last_day ?? '' },
  missed: plan.missed,
  problem: plan.problem,
  cap: plan.cap_minor,
  pastDue: plan.past_due,
});

// No invoice of a day that never comes is named.
const titled = ({ next_on: next, next_number: number, first_number: first }: ListedPlan): number =>
  next === null ? Math.max(first, number - 1) : number;

/** A plan as its owner reads it. */
export const presentPlanDetails = (
  { plan, occurrences, card, charge }: PlanDetails,
  today: CalendarDate,
): z.output<typeof planDetail> => ({
  ...plan.contents,
  ...presentPlan(plan),
  card: card && {
    id: card.id,
    _id: card.id,
    brand: card.brand ?? '',
    last4: card.last4 ?? '',
    expires: card.expires,
    cap: card.cap_minor,
  },
  charge: charge && {
    status: charge.status,
    invoiceNumber: charge.number,
    amount: charge.amount_minor,
    attempt: charge.attempt,
    reason: charge.reason,
    at: charge.next_try_at,
  },
  dates: plan.state === 'ended' ? [] : daysFrom(plan, plan.next_number, SHOWN_DATES).map(({ day }) => day),
  occurrences: occurrences.map(({ number, day, state, invoice }) => ({
    number,
    day,
    state,
    invoice: invoice && {
      id: invoice.id,
      _id: invoice.id,
      invoiceNumber: invoice.number,
      totalAmount: invoice.total_minor,
      displayStatus: displayStatusOf(statusOf(invoice, today), invoice.paid_minor),
    },
  })),
});
