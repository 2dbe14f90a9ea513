import { plusMs } from '#core/dates.ts';
import type { ProviderPayment } from '#server/kernel/ports/index.ts';
import { type Finding, type Kind, LAG_MS, meanings, money } from '../rules.ts';

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
  goingBack: number;
  /** When it, or a refund of it, last changed. */
  changedAt: Date;
};

type Now = { now: Date; testMode: boolean };
type Found = (kind: Kind, more: Pick<Finding, 'ours' | 'theirs'> & Partial<Finding>) => Finding;

const hasArrived = (status: OurPayment['status']) => status === 'completed' || status === 'refunded';

/** Where the two sides of one transaction disagree; empty for what agrees, is play money or may still be on its way. */
export function comparePayment(
  transactionId: string,
  ours: OurPayment | null,
  theirs: ProviderPayment | null,
  at: Now,
): Finding[] {
  const found: Found = (kind, more) => ({
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
  if (!ours) return theirs ? unknownHere(theirs, at, found) : [];
  if (!theirs) return unknownThere(ours, at, found);
  const other = theirs.testMode !== at.testMode;
  if (other || !hasArrived(theirs.status)) return notArrivedThere(ours, theirs, other, at, found);
  if (!hasArrived(ours.status))
    return [
      found('payment_status_differs', {
        ours: ours.status,
        theirs: `${theirs.status}, ${money(theirs.amount, theirs.currency)}`,
        outcome: 'mend',
        reason: 'The payment came in and is booked',
        amount: theirs.amount,
      }),
    ];
  return bothArrived(ours, theirs, at, found);
}

function unknownHere(theirs: ProviderPayment, { now, testMode }: Now, found: Found): Finding[] {
  const onItsWay = theirs.paidAt && theirs.paidAt > plusMs(now, -LAG_MS);
  if (!hasArrived(theirs.status) || theirs.testMode !== testMode || onItsWay) return [];
  return [
    found('payment_missing_here', {
      ours: 'nothing',
      theirs: `${theirs.status}, ${money(theirs.amount, theirs.currency)}, reference ${theirs.reference}`,
      outcome: 'mend',
      reason: 'The payment came in and is booked',
      amount: theirs.amount,
    }),
  ];
}

function unknownThere(ours: OurPayment, at: Now, found: Found): Finding[] {
  if (!hasArrived(ours.status) || isFresh(ours, at)) return [];
  const text = `${ours.as === 'parked' ? 'in suspense' : ours.status}, ${money(ours.amount, ours.currency)}`;
  return [found('payment_unknown_there', { ours: text, theirs: 'nothing', amount: ours.amount })];
}

function notArrivedThere(
  ours: OurPayment,
  theirs: ProviderPayment,
  isOtherMoney: boolean,
  at: Now,
  found: Found,
): Finding[] {
  const told = { ours: ours.status, theirs: isOtherMoney ? 'test money' : theirs.status };
  if (hasArrived(ours.status))
    return isFresh(ours, at) ? [] : [found('payment_status_differs', { ...told, amount: ours.amount })];
  const hasEnded = theirs.status === 'failed' || theirs.status === 'cancelled';
  return ours.status === 'pending' && hasEnded && !isOtherMoney
    ? [
        found('payment_status_differs', {
          ...told,
          outcome: 'mend',
          reason: 'The attempt ended without money',
        }),
      ]
    : [];
}

function bothArrived(ours: OurPayment, theirs: ProviderPayment, at: Now, found: Found): Finding[] {
  if (ours.currency !== theirs.currency)
    return [
      found('payment_currency_differs', {
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
    return [found('payment_amount_differs', { ...amounts, amount, ...(hasGrown ? mended : {}) })];
  }
  return [...compareFee(ours, theirs, found), ...compareRefunds(ours, theirs, at, found)];
}

// A provider that reports no fee has not confirmed that it took none.
function compareFee({ fee, currency }: OurPayment, theirs: ProviderPayment, found: Found): Finding[] {
  if (fee === null || fee === theirs.fee || theirs.fee === 0) return [];
  return [
    found('payment_fee_differs', {
      ours: money(fee, currency),
      theirs: money(theirs.fee, theirs.currency),
      outcome: 'mend',
      reason: 'The fee follows what the provider took',
      amount: theirs.fee - fee,
    }),
  ];
}

function compareRefunds(ours: OurPayment, theirs: ProviderPayment, at: Now, found: Found): Finding[] {
  const back = theirs.status === 'refunded' ? theirs.amount : Math.min(theirs.refunded, theirs.amount);
  const told = {
    ours: `${money(ours.refunded, ours.currency)} went back, ${money(ours.goingBack, ours.currency)} is on its way`,
    theirs: `${money(back, theirs.currency)} went back`,
  };
  if (back > ours.refunded + ours.goingBack) {
    // Part of unmatched money was refunded: the rest needs a person's decision.
    const cannotMend = ours.as === 'parked' && back < ours.amount;
    const amount = back - ours.refunded - ours.goingBack;
    return cannotMend
      ? [found('refund_missing_here', { ...told, amount })]
      : [
          found('refund_missing_here', {
            ...told,
            outcome: 'mend',
            reason: 'What went back is booked',
            amount,
          }),
        ];
  }
  if (back >= ours.refunded || isFresh(ours, at)) return [];
  return [found('refund_unknown_there', { ...told, amount: ours.refunded - back })];
}

const isFresh = ({ changedAt }: OurPayment, { now }: Now) => changedAt > plusMs(now, -LAG_MS);
