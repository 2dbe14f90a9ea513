import type { Currency } from '#core/money.ts';
import { type Finding, money } from '../rules.ts';

/** What a provider's balance may be by our books, all in minor units. */
export type Expected = {
  /** What is with the provider once everything on its way has ended. */
  books: number;
  /** What may have left already although we have no word yet: payouts and refunds on their way, with their fees. */
  leaving: number;
  /** What came in and is passed on to the balance only later. */
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
