import { plusMs } from '#core/dates.ts';
import type { ProviderPayment } from '#server/kernel/ports/index.ts';
import { hasArrived } from '#server/modules/payments/rules.ts';
import { type Finding, type Kind, LAG_MS, meanings, money } from './findings.ts';

/** Our record of one transaction: a payment, or unmatched money in suspense. Amounts in minor units. */
export type OurPayment = {
  as: 'payment' | 'parked' | 'test_money';
  transactionId: string;
  businessId: string | null;
  status: 'pending' | 'completed' | 'failed' | 'cancelled' | 'refunded';
  currency: string;
  amount: number;
  /** Null where none is recorded: unmatched money in another currency has no fee. */
  fee: number | null;
  refunded: number;
  /** Amount of refunds that have not ended. */
  pendingRefund: number;
  /** When it, or a refund of it, last changed. */
  changedAt: Date;
};

type Now = { now: Date; testMode: boolean };
type MakeFinding = (kind: Kind, more: Pick<Finding, 'ours' | 'theirs'> & Partial<Finding>) => Finding;

/** Where the two sides of one transaction disagree; empty for what agrees, is play money or may still be on its way. */
export function comparePayment(
  transactionId: string,
  ours: OurPayment | null,
  theirs: ProviderPayment | null,
  at: Now,
): Finding[] {
  const makeFinding: MakeFinding = (kind, more) => ({
    kind,
    subject: transactionId,
    businessId: ours?.businessId ?? null,
    currency: ours?.currency ?? theirs?.currency ?? null,
    outcome: 'review',
    reason: meanings[kind],
    amount: null,
    ...more,
  });
  if (ours?.as === 'test_money') return [];
  if (!ours) return theirs ? unknownHere(theirs, at, makeFinding) : [];
  if (!theirs) return unknownThere(ours, at, makeFinding);
  const isOtherMode = theirs.testMode !== at.testMode;
  if (isOtherMode || !hasArrived(theirs.status))
    return notArrivedThere(ours, theirs, isOtherMode, at, makeFinding);
  if (!hasArrived(ours.status))
    return [
      makeFinding('payment_status_differs', {
        ours: ours.status,
        theirs: `${theirs.status}, ${money(theirs.amount, theirs.currency)}`,
        outcome: 'mend',
        reason: 'The payment came in and is booked',
        amount: theirs.amount,
      }),
    ];
  return bothArrived(ours, theirs, at, makeFinding);
}

function unknownHere(theirs: ProviderPayment, { now, testMode }: Now, makeFinding: MakeFinding): Finding[] {
  const onItsWay = theirs.paidAt && theirs.paidAt > plusMs(now, -LAG_MS);
  if (!hasArrived(theirs.status) || theirs.testMode !== testMode || onItsWay) return [];
  return [
    makeFinding('payment_missing_here', {
      ours: 'nothing',
      theirs: `${theirs.status}, ${money(theirs.amount, theirs.currency)}, reference ${theirs.reference}`,
      outcome: 'mend',
      reason: 'The payment came in and is booked',
      amount: theirs.amount,
    }),
  ];
}

function unknownThere(ours: OurPayment, at: Now, makeFinding: MakeFinding): Finding[] {
  if (!hasArrived(ours.status) || isFresh(ours, at)) return [];
  const text = `${ours.as === 'parked' ? 'in suspense' : ours.status}, ${money(ours.amount, ours.currency)}`;
  return [makeFinding('payment_unknown_there', { ours: text, theirs: 'nothing', amount: ours.amount })];
}

function notArrivedThere(
  ours: OurPayment,
  theirs: ProviderPayment,
  isOtherMode: boolean,
  at: Now,
  makeFinding: MakeFinding,
): Finding[] {
  const sides = { ours: ours.status, theirs: isOtherMode ? 'test money' : theirs.status };
  if (hasArrived(ours.status))
    return isFresh(ours, at)
      ? []
      : [makeFinding('payment_status_differs', { ...sides, amount: ours.amount })];
  const hasEnded = theirs.status === 'failed' || theirs.status === 'cancelled';
  return ours.status === 'pending' && hasEnded && !isOtherMode
    ? [
        makeFinding('payment_status_differs', {
          ...sides,
          outcome: 'mend',
          reason: 'The attempt ended without money',
        }),
      ]
    : [];
}

function bothArrived(
  ours: OurPayment,
  theirs: ProviderPayment,
  at: Now,
  makeFinding: MakeFinding,
): Finding[] {
  if (ours.currency !== theirs.currency)
    return [
      makeFinding('payment_currency_differs', {
        ours: money(ours.amount, ours.currency),
        theirs: money(theirs.amount, theirs.currency),
      }),
    ];
  const amounts = { ours: money(ours.amount, ours.currency), theirs: money(theirs.amount, theirs.currency) };
  if (ours.amount !== theirs.amount) {
    const amount = theirs.amount - ours.amount;
    // Some providers keep one transaction for an account number, and a second transfer makes it grow.
    const areOpen = ours.status === 'completed' && theirs.status === 'completed';
    const hasGrown = amount > 0 && ours.as === 'payment' && areOpen;
    const mended = { outcome: 'mend', reason: 'What came in besides is booked' } as const;
    return [makeFinding('payment_amount_differs', { ...amounts, amount, ...(hasGrown ? mended : {}) })];
  }
  return [...compareFee(ours, theirs, makeFinding), ...compareRefunds(ours, theirs, at, makeFinding)];
}

// A provider that reports no fee has not confirmed that it took none.
function compareFee(
  { fee, currency }: OurPayment,
  theirs: ProviderPayment,
  makeFinding: MakeFinding,
): Finding[] {
  if (fee === null || fee === theirs.fee || theirs.fee === 0) return [];
  return [
    makeFinding('payment_fee_differs', {
      ours: money(fee, currency),
      theirs: money(theirs.fee, theirs.currency),
      outcome: 'mend',
      reason: 'The fee follows what the provider took',
      amount: theirs.fee - fee,
    }),
  ];
}

function compareRefunds(
  ours: OurPayment,
  theirs: ProviderPayment,
  at: Now,
  makeFinding: MakeFinding,
): Finding[] {
  const theirRefund = theirs.status === 'refunded' ? theirs.amount : Math.min(theirs.refunded, theirs.amount);
  const sides = {
    ours: `${money(ours.refunded, ours.currency)} went back, ${money(ours.pendingRefund, ours.currency)} is on its way`,
    theirs: `${money(theirRefund, theirs.currency)} went back`,
  };
  if (theirRefund > ours.refunded + ours.pendingRefund) {
    // Part of unmatched money was refunded: the rest needs a person's decision.
    const isPartial = ours.as === 'parked' && theirRefund < ours.amount;
    const amount = theirRefund - ours.refunded - ours.pendingRefund;
    return isPartial
      ? [makeFinding('refund_missing_here', { ...sides, amount })]
      : [
          makeFinding('refund_missing_here', {
            ...sides,
            outcome: 'mend',
            reason: 'What went back is booked',
            amount,
          }),
        ];
  }
  if (theirRefund >= ours.refunded || isFresh(ours, at)) return [];
  return [makeFinding('refund_unknown_there', { ...sides, amount: ours.refunded - theirRefund })];
}

const isFresh = ({ changedAt }: OurPayment, { now }: Now) => changedAt > plusMs(now, -LAG_MS);
