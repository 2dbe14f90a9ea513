import { type CalendarDate, dateIn } from '#core/dates.ts';
import { type Minor, subtract } from '#core/money.ts';
import type { PaymentDetails, Refund } from '../api.ts';
import { eventTexts as texts, refundEvents } from './texts.ts';

export type TimelineEvent = {
  key: string;
  kind: 'start' | 'in' | 'settle' | 'back';
  title: string;
  /** An instant, or only its day. */
  at: Date | CalendarDate;
  amount: Minor | null;
  isGood?: boolean;
  isExpected?: boolean;
};

/** A payment's history, latest first, with the current state of each refund. */
export function timelineOf(
  { payment, refunds, record }: PaymentDetails,
  today: CalendarDate,
): TimelineEvent[] {
  const { createdAt, completedAt, settlesOn, provider, amount, fee, status } = payment;
  const back = refunds.map(eventOf).toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const received: TimelineEvent[] = completedAt
    ? [{ key: 'in', kind: 'in', title: texts.in, at: completedAt, amount, isGood: true }]
    : [];
  if (record) return recordEvents(payment, record.undoneAt);
  // We may hear of a payment only after it came.
  const startedAt = completedAt && completedAt < createdAt ? completedAt : createdAt;
  const started: TimelineEvent = {
    key: 'start',
    kind: 'start',
    title: texts.started,
    at: startedAt,
    amount: null,
  };
  const past = [...back, ...received, started];
  if (!settlesOn || !completedAt || status !== 'completed') return past;
  const isExpected = settlesOn >= today;
  const later = isExpected ? 0 : back.filter(({ at }) => dateIn(at) > settlesOn).length;
  const net = subtract(amount, fee);
  const settles: TimelineEvent = {
    key: 'settle',
    kind: 'settle',
    title: (isExpected ? texts.settles : texts.settled)(provider),
    at: settlesOn,
    amount: net,
    isExpected,
  };
  return past.toSpliced(later, 0, settles);
}

function recordEvents(
  { evidence, createdAt, amount }: PaymentDetails['payment'],
  undoneAt: Date | null,
): TimelineEvent[] {
  const title = evidence === 'statement' ? texts.seen : texts.recorded;
  return [
    ...(undoneAt
      ? [{ key: 'undone', kind: 'back' as const, title: texts.undone, at: undoneAt, amount }]
      : []),
    { key: 'start', kind: 'in', title, at: createdAt, amount },
  ];
}

function eventOf({ id, origin, status, createdAt, updatedAt, amount }: Refund): TimelineEvent & { at: Date } {
  return {
    key: id,
    kind: 'back',
    title: origin === 'owner' ? refundEvents[status] : texts.unasked,
    at: status === 'pending' ? createdAt : updatedAt,
    amount,
    isGood: status === 'completed',
  };
}
