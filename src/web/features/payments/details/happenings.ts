import type { CalendarDate } from '#core/dates.ts';
import { type Minor, subtract } from '#core/money.ts';
import type { PaymentDetails, Refund } from '../api.ts';
import { eventTexts as texts, refundEvents } from './texts.ts';

export type Happening = {
  key: string;
  kind: 'start' | 'in' | 'settle' | 'back';
  what: string;
  /** An instant, or only its day. */
  at: Date | CalendarDate;
  amount: Minor | null;
  isGood?: boolean;
  isExpected?: boolean;
};

/** What happened to a payment, the latest first. */
export function happeningsOf({ payment, refunds }: PaymentDetails, today: CalendarDate): Happening[] {
  const { createdAt, completedAt, settlesOn, provider, amount, fee, status } = payment;
  const past: (Happening & { at: Date })[] = refunds.flatMap(eventsOf);
  if (completedAt)
    past.push({ key: 'in', kind: 'in', what: texts.in, at: completedAt, amount, isGood: true });
  past.push({ key: 'start', kind: 'start', what: texts.started, at: createdAt, amount: null });
  const sorted: Happening[] = past.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (!settlesOn || !completedAt || status !== 'completed') return sorted;
  const settles: Happening = {
    key: 'settle',
    kind: 'settle',
    what: texts.settles(provider),
    at: settlesOn,
    amount: subtract(amount, fee),
  };
  if (settlesOn >= today) return [{ ...settles, isExpected: true }, ...sorted];
  const later = sorted.filter(({ at }) => at instanceof Date && at.toISOString().slice(0, 10) > settlesOn);
  return [...later, settles, ...sorted.slice(later.length)];
}

function eventsOf(refund: Refund): (Happening & { at: Date })[] {
  const { id, origin, status, createdAt, updatedAt, amount } = refund;
  const asked = {
    key: `${id} asked`,
    kind: 'back' as const,
    what: origin === 'owner' ? texts.asked : texts.unasked,
    at: createdAt,
    amount,
  };
  if (origin === 'provider' || status === 'pending') return [asked];
  const ended = { key: id, kind: 'back' as const, what: refundEvents[status], at: updatedAt, amount: null };
  return [{ ...ended, isGood: status === 'completed' }, asked];
}
