import { type CalendarDate, dateIn } from '#core/dates.ts';
import { type Currency, least, type Minor, minor, percentOf, ZERO } from '#core/money.ts';
import { type PriceList, priceOf } from '#server/adapters/shared/prices.ts';
import { surchargeFor } from '#server/adapters/shared/surcharge.ts';
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

const FEE_BASIS_POINTS = 150;
const FLAT_FEE = minor(10_000);
/** Below this the flat part is waived. */
const FLAT_FEE_FROM = minor(250_000);
const FEE_CAP = minor(200_000);

/** Fee of a naira payment with a Nigerian card or by transfer, by paystack.com/pricing as known in November 2026. */
export function collectionFee(amount: Minor): Minor {
  const flat = amount < FLAT_FEE_FROM ? ZERO : FLAT_FEE;
  return least(minor(percentOf(amount, FEE_BASIS_POINTS) + flat), FEE_CAP);
}

/** Paystack lets a merchant pass its naira fee on; which card pays in dollars, and its fee, are not known before. */
export const surcharge = (amount: Minor, currency: Currency): Minor | null =>
  currency === 'NGN' ? surchargeFor(amount, collectionFee) : null;

/** Naira reach the merchant on the next working day; dollars are given a day more. */
const SETTLES_AFTER: Record<Currency, number> = { NGN: 1, USD: 2 };

export function settlesOn(paidAt: Date, currency: Currency): CalendarDate {
  return workingDaysAfter(dateIn(paidAt), SETTLES_AFTER[currency]);
}
