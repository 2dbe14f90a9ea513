import { type CalendarDate, dateIn } from '#core/dates.ts';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import { type PriceList, priceOf } from '#server/adapters/shared/prices.ts';
import { workingDaysAfter } from '#server/adapters/shared/working-days.ts';

// Transfers to Nigerian bank accounts, by paystack.com/pricing as known in November 2026: ₦10 up to ₦5,000, ₦25 up to
// ₦50,000, ₦50 above. The samples of Paystack's transfer documents have the first of them as `fee_charged`.
const transfers: readonly [PriceList, ...PriceList[]] = [
  {
    from: '2020-01-01',
    bands: [
      { upTo: 500_000, fee: 1_000 },
      { upTo: 5_000_000, fee: 2_500 },
      { upTo: null, fee: 5_000 },
    ],
  },
];

export function payoutFee(amount: Minor, currency: Currency, on: CalendarDate): Minor {
  return currency === 'NGN' ? priceOf(transfers, amount, on) : ZERO;
}

/** Naira reach the merchant on the next working day; dollars are given a day more. */
const SETTLES_AFTER: Record<Currency, number> = { NGN: 1, USD: 2 };

export function settlesOn(paidAt: Date, currency: Currency): CalendarDate {
  return workingDaysAfter(dateIn(paidAt), SETTLES_AFTER[currency]);
}
