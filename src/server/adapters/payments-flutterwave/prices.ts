import { type CalendarDate, dateIn } from '#core/dates.ts';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import { type PriceList, priceOf } from '#server/adapters/shared/prices.ts';
import { workingDaysAfter } from '#server/adapters/shared/working-days.ts';

/**
 * Transfers to Nigerian banks: 10, 25 and 50 naira by amount, with VAT of 7.5 % (26.875 is rounded up to a whole
 * kobo, as their fee is when we read it). Read from the answers in the transfers page of their Node library, as of
 * 2026-06-17; the first day is that of the VAT rate. Without the stamp duty on transfers, which their answers do not
 * put into `fee`.
 */
const transfersInNaira: readonly [PriceList, ...PriceList[]] = [
  {
    from: '2020-02-01',
    bands: [
      { upTo: 500_000, fee: 1_075 },
      { upTo: 5_000_000, fee: 2_688 },
      { upTo: null, fee: 5_375 },
    ],
  },
];

export const payoutFee = (amount: Minor, currency: Currency, on: CalendarDate): Minor =>
  currency === 'NGN' ? priceOf(transfersInNaira, amount, on) : ZERO;

/** Usual terms: local payments the next working day, international ones after five (their support pages, read on 2026-11-21). */
export const settlesOn = (paidAt: Date, currency: Currency): CalendarDate =>
  workingDaysAfter(dateIn(paidAt), currency === 'NGN' ? 1 : 5);
