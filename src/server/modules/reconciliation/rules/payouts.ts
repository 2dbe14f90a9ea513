import { plusMs } from '#core/dates.ts';
import type { PayoutState, ProviderPayout } from '#server/kernel/ports/index.ts';
import { type Finding, type Kind, LAG_MS, meanings, money, PAYOUT_LAG_MS } from './findings.ts';

/** A withdrawal as recorded here. Amounts in minor units. */
export type OurPayout = {
  reference: string;
  businessId: string;
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'reversed';
  currency: string;
  amount: number;
  fee: number;
  bankCode: string;
  /** Only the last four digits, after dots, once the account was erased. */
  accountNumber: string;
  sentAt: Date | null;
  /** Time of the next poll; null once it has ended. */
  nextPollAt: Date | null;
  changedAt: Date;
};

type State = PayoutState['state'];
type MakeFinding = (kind: Kind, more: Pick<Finding, 'ours' | 'theirs'> & Partial<Finding>) => Finding;

const findingMaker =
  (reference: string, ours: OurPayout | null, currency: string): MakeFinding =>
  (kind, more) => ({
    kind,
    subject: reference,
    businessId: ours?.businessId ?? null,
    currency: ours?.currency ?? currency,
    outcome: 'review',
    reason: meanings[kind],
    amount: null,
    ...more,
  });

/** Whether money left, or may have, and did not come back. */
const mayBeOut = (state: State) => state === 'completed' || state === 'processing' || state === 'unknown';

/** Of several payouts under one reference the one that matters most: money that is out before money that is not. */
const leading = (listed: readonly ProviderPayout[]): ProviderPayout | undefined =>
  listed.find(({ state }) => state === 'completed') ??
  listed.find(({ state }) => mayBeOut(state)) ??
  listed[0];

/** Where the two sides of one payout disagree. `listed` is all a provider's list has under the reference. */
export function comparePayout(
  reference: string,
  ours: OurPayout | null,
  listed: readonly [ProviderPayout, ...ProviderPayout[]],
  now: Date,
): Finding[] {
  const theirs = leading(listed) ?? listed[0];
  const makeFinding = findingMaker(reference, ours, theirs.currency);
  const theirText = textOf(theirs);
  if (!ours)
    return [
      makeFinding('payout_unknown_here', {
        ours: 'nothing',
        theirs: theirText,
        outcome: mayBeOut(theirs.state) ? 'stop' : 'review',
        amount: theirs.amount,
      }),
    ];
  const sent = listed.filter(({ state }) => mayBeOut(state));
  const twice =
    sent.length > 1
      ? [
          makeFinding('payout_twice_there', {
            ours: `once, ${money(ours.amount, ours.currency)}`,
            theirs: `${sent.length} times: ${sent.map(textOf).join('; ')}`,
            outcome: 'stop',
            amount: ours.amount * (sent.length - 1),
          }),
        ]
      : [];
  return [
    ...twice,
    ...compareAmount(ours, theirs, makeFinding),
    ...compareAccount(ours, theirs, makeFinding),
    ...compareState(ours, theirs.state, now, makeFinding),
    ...compareFee(ours, theirs, makeFinding),
  ];
}

/** The same for a payout of ours that no list contained, by its polled state. */
export function compareUnlisted(ours: OurPayout, state: State, now: Date): Finding[] {
  const makeFinding = findingMaker(ours.reference, ours, ours.currency);
  if (state !== 'not_found') return compareState(ours, state, now, makeFinding);
  if (!isExpectedThere(ours, now)) return [];
  return [
    makeFinding('payout_unknown_there', {
      ours: `${ours.status}, ${money(ours.amount, ours.currency)}`,
      theirs: 'nothing',
      amount: ours.amount,
    }),
  ];
}

/** Whether a withdrawal must be in the provider's records by now; one whose poll is due may be sent again. */
function isExpectedThere({ status, sentAt, nextPollAt }: OurPayout, now: Date): boolean {
  if (sentAt === null || sentAt > plusMs(now, -PAYOUT_LAG_MS)) return false;
  return status === 'completed' || (status === 'processing' && nextPollAt !== null && nextPollAt > now);
}

const textOf = ({ state, amount, currency, accountNumber }: ProviderPayout) =>
  `${state}, ${money(amount, currency)}${accountNumber ? ` to an account ending ${accountNumber.slice(-4)}` : ''}`;

function compareAmount(ours: OurPayout, theirs: ProviderPayout, makeFinding: MakeFinding): Finding[] {
  if (ours.amount === theirs.amount && ours.currency === theirs.currency) return [];
  return [
    makeFinding('payout_amount_differs', {
      ours: money(ours.amount, ours.currency),
      theirs: money(theirs.amount, theirs.currency),
      outcome: 'stop',
      amount: ours.currency === theirs.currency ? theirs.amount - ours.amount : null,
    }),
  ];
}

function compareAccount(ours: OurPayout, theirs: ProviderPayout, makeFinding: MakeFinding): Finding[] {
  const { accountNumber, bankCode } = theirs;
  const isOtherAccount = accountNumber !== null && !sameAccount(ours.accountNumber, accountNumber);
  // Codes of one bank differ between code lists; within one list they have one length.
  const isOtherBank =
    bankCode !== null && bankCode.length === ours.bankCode.length && bankCode !== ours.bankCode;
  if (!isOtherAccount && !isOtherBank) return [];
  return [
    makeFinding('payout_account_differs', {
      ours: `bank ${ours.bankCode}, account ending ${ours.accountNumber.slice(-4)}`,
      theirs: `bank ${bankCode ?? 'not told'}, account ending ${accountNumber?.slice(-4) ?? 'not told'}`,
      outcome: 'stop',
    }),
  ];
}

// Either side may show only the last digits.
function sameAccount(a: string, b: string): boolean {
  const [left, right] = [digitsAtEnd(a), digitsAtEnd(b)];
  const length = Math.min(left.length, right.length);
  return length > 0 && left.slice(-length) === right.slice(-length);
}
const digitsAtEnd = (text: string) => /(?<!\d)\d*$/.exec(text.trim())?.[0] ?? '';

function compareState(ours: OurPayout, theirs: State, now: Date, makeFinding: MakeFinding): Finding[] {
  const sides = { ours: ours.status, theirs };
  const isOpen = ours.status === 'pending' || ours.status === 'processing';
  const conclusive = theirs === 'completed' || theirs === 'failed' || theirs === 'reversed';
  if (isOpen)
    return conclusive
      ? [
          makeFinding('payout_state_differs', {
            ...sides,
            outcome: 'mend',
            reason: 'The payout ends as the provider says',
          }),
        ]
      : [];
  if (ours.status === 'completed' && theirs === 'reversed')
    return [
      makeFinding('payout_state_differs', {
        ...sides,
        outcome: 'mend',
        reason: 'The bank returned the payout',
      }),
    ];
  if (ours.status === 'completed') {
    const isFresh = ours.changedAt > plusMs(now, -PAYOUT_LAG_MS);
    return theirs === 'completed' || theirs === 'unknown' || isFresh
      ? []
      : [makeFinding('payout_state_differs', { ...sides, amount: ours.amount })];
  }
  const isFresh = ours.changedAt > plusMs(now, -LAG_MS);
  if (isFresh || (theirs !== 'completed' && theirs !== 'processing')) return [];
  // We gave the money back to the business: if it also left, it can leave twice.
  const outcome = theirs === 'completed' ? 'stop' : 'review';
  return [makeFinding('payout_state_differs', { ...sides, outcome, amount: ours.amount })];
}

// A fee beyond the quoted one is not the business's: it is recorded as operator loss.
function compareFee(ours: OurPayout, theirs: ProviderPayout, makeFinding: MakeFinding): Finding[] {
  const bothSent = ours.status === 'completed' && theirs.state === 'completed';
  if (!bothSent || theirs.fee === 0 || theirs.fee === ours.fee || theirs.currency !== ours.currency)
    return [];
  return [
    makeFinding('payout_fee_differs', {
      ours: money(ours.fee, ours.currency),
      theirs: money(theirs.fee, theirs.currency),
      outcome: 'mend',
      reason: 'The difference is booked as a fee of ours',
      amount: theirs.fee - ours.fee,
    }),
  ];
}
