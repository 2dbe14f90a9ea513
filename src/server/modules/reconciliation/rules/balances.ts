import type { Currency } from '#core/money.ts';
import { type Finding, money } from './findings.ts';

/** Expected balance at a provider by our ledger, all in minor units. */
export type Expected = {
  /** Balance once everything under way has ended. */
  books: number;
  /**
   * Money that may have left already without a final state: payouts and refunds under way, with their fees.
   */
  leaving: number;
  /** Received money that is settled to the balance only later. */
  unsettled: number;
  /** By how much the balance is known to differ: what an operator accepted. */
  accepted: number;
};

/**
 * Whether a provider's balance lies between the least and the most the books can explain. Less than the least may mean
 * that money is leaving unseen: payouts stop.
 */
export function judgeBalance(
  currency: Currency,
  books: Expected & { arriving: number },
  theirs: number,
): Finding[] {
  const most = books.books + books.accepted + books.arriving;
  const least = books.books + books.accepted - books.leaving - books.unsettled;
  const isLess = theirs < least;
  if (!isLess && theirs <= most) return [];
  return [
    {
      kind: 'balance_differs',
      subject: `${currency}:${isLess ? 'less' : 'more'}`,
      businessId: null,
      currency,
      ours: `between ${money(least, currency)} and ${money(most, currency)}`,
      theirs: money(theirs, currency),
      outcome: isLess ? 'stop' : 'review',
      reason: isLess ? 'They hold less than the books can explain' : 'They hold more than the books know of',
      amount: isLess ? theirs - least : theirs - most,
    },
  ];
}
