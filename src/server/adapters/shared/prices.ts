import type { CalendarDate } from '#core/dates.ts';
import { type Minor, minor } from '#core/money.ts';

/** A flat price by amount, from a day on. Bands ascend; the last one's `upTo` is null. Amounts in minor units. */
export type PriceList = {
  from: CalendarDate;
  bands: readonly { upTo: number | null; fee: number }[];
};

/** The price of an amount by the list in force on a day. Lists are in order of their first day; the first covers all before. */
export function priceOf(lists: readonly [PriceList, ...PriceList[]], amount: Minor, on: CalendarDate): Minor {
  const list = lists.findLast(({ from }) => from <= on) ?? lists[0];
  const band = list.bands.find(({ upTo }) => upTo === null || amount <= upTo);
  return minor(band?.fee ?? 0);
}
