import { type CalendarDate, dateIn } from '#core/dates.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/durations.ts';
import { type Currency, least, type Minor, minor, percentOf, ZERO } from '#core/money.ts';
import { type PriceList, priceOf } from '#server/adapters/shared/prices.ts';
import { workingDaysAfter } from '#server/adapters/shared/working-days.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { PayoutPlan } from './table.ts';

const NGN_FEE_BASIS_POINTS = 150;
const NGN_FLAT_FEE = minor(10_000);
/** Below this the flat part is waived. */
const NGN_FLAT_FEE_FROM = minor(250_000);
const NGN_FEE_CAP = minor(200_000);
const USD_FEE_BASIS_POINTS = 390;

/** The provider's collection fee, in minor units of its currency. */
export function collectionFee(amount: Minor, currency: Currency): Minor {
  if (currency === 'USD') return percentOf(amount, USD_FEE_BASIS_POINTS);
  const flat = amount < NGN_FLAT_FEE_FROM ? ZERO : NGN_FLAT_FEE;
  return least(minor(percentOf(amount, NGN_FEE_BASIS_POINTS) + flat), NGN_FEE_CAP);
}

type Prices = readonly [PriceList, ...PriceList[]];

const payoutPrices: Record<Currency, Prices> = {
  NGN: [
    {
      from: '2026-01-01',
      bands: [
        { upTo: 500_000, fee: 1_000 },
        { upTo: 5_000_000, fee: 2_500 },
        { upTo: null, fee: 5_000 },
      ],
    },
  ],
  USD: [{ from: '2026-01-01', bands: [{ upTo: null, fee: 100 }] }],
};

/** The provider's fee for a payout begun on that day, in minor units of its currency. */
export function payoutFee(amount: Minor, currency: Currency, on: CalendarDate): Minor {
  return priceOf(payoutPrices[currency], amount, on);
}

const SETTLES_AFTER_WORKING_DAYS: Record<Currency, number> = { NGN: 1, USD: 2 };

/** The day a payment is passed on: counted from its day in Lagos. */
export function settlesOn(paidAt: Date, currency: Currency): CalendarDate {
  return workingDaysAfter(dateIn(paidAt), SETTLES_AFTER_WORKING_DAYS[currency]);
}

export const ACCOUNT_LIFETIME_MS = 30 * MINUTE_MS;
export const PAYOUT_DELAY_MS = 3 * SECOND_MS;
export const REVERSAL_AFTER_MS = 10 * SECOND_MS;
export const REFUND_DELAY_MS = 3 * SECOND_MS;
export const SLOW_CARD_MS = 8 * SECOND_MS;
export const REFUND_AFTER_MS = 15 * SECOND_MS;
export const LATE_TRANSFER_MS = 60 * SECOND_MS;
export const OTP_LIFETIME_MS = 10 * MINUTE_MS;
export const OTP_MAX_TRIES = 3;
export const TEST_OTP = '123456';

export const DELIVERY_TIMEOUT_MS = 10 * SECOND_MS;
/** Lease of a webhook delivery; after it the sending process is taken to have died. */
export const DELIVERY_LEASE_MS = 3 * DELIVERY_TIMEOUT_MS;
export const COPY_GAP_MS = 200;
/** Delay of every second webhook when webhooks are to arrive out of order. */
export const REORDER_MS = 4 * SECOND_MS;

const FIRST_RETRIES_MS = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  3 * MINUTE_MS,
  3 * MINUTE_MS,
  3 * MINUTE_MS,
  3 * MINUTE_MS,
];
const LATER_RETRIES_MS = HOUR_MS;
const RETRIES_END_MS = 72 * HOUR_MS;

/**
 * Wait after the nth failed delivery (from 1), or null when the webhook is past the provider's retry period.
 */
export function retryAfterMs(failures: number, ageMs: number): number | null {
  const wait = FIRST_RETRIES_MS[failures - 1] ?? LATER_RETRIES_MS;
  return ageMs + wait > RETRIES_END_MS ? null : wait;
}

/** The ways to pay offered for a currency, in the order they are shown. */
export function methodsFor(currency: Currency): readonly PaymentMethod[] {
  return currency === 'NGN'
    ? ['card', 'bank_transfer', 'ussd', 'qr_code', 'wallet']
    : ['card', 'qr_code', 'wallet'];
}

/** Payout accounts that decide what becomes of a payout. Every other account succeeds. */
export const payoutAccounts: Record<string, { plan: PayoutPlan; name: string; text: string }> = {
  '3000000001': { plan: 'failed', name: 'TEST PAYOUT FAILS', text: 'Fails after processing' },
  '3000000002': { plan: 'reversed', name: 'TEST PAYOUT REVERSES', text: 'Succeeds, then is reversed' },
  '3000000003': {
    plan: 'unknown',
    name: 'TEST ANSWER LOST',
    text: 'The answer is lost although the money moves',
  },
  '3000000004': {
    plan: 'processing',
    name: 'TEST STAYS PROCESSING',
    text: 'Stays processing until you settle it here',
  },
  '3000000005': {
    plan: 'lost',
    name: 'TEST REQUEST LOST',
    text: 'The request never arrives; asked later, nothing is found',
  },
  '3000000006': { plan: 'refused', name: 'TEST PAYOUT REFUSED', text: 'Refused at once' },
};

/** Amounts in minor units that do the same to any account, for forms that fix the account. */
export const payoutAmounts: ReadonlyMap<number, PayoutPlan> = new Map([
  [123_401, 'failed'],
  [123_402, 'reversed'],
  [123_403, 'unknown'],
  [123_404, 'processing'],
  [123_405, 'lost'],
  [123_406, 'refused'],
]);

/** The outcome of a payout when the settings leave it to its account and amount. */
export function payoutPlanFor(accountNumber: string, amount: Minor): PayoutPlan {
  return payoutAccounts[accountNumber]?.plan ?? payoutAmounts.get(amount) ?? 'completed';
}

/** An amount as people type it (`12,500.50`) in minor units; null when it is none or not above zero. */
export function parseAmount(text: string): Minor | null {
  const found = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(',', '').trim());
  if (!found) return null;
  const value = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return value > 0 ? minor(value) : null;
}
