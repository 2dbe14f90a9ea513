import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { offlineMethods } from '#core/payment-methods.ts';

/** Money that came without a provider, as told so far; the amount in major units, null where not given. */
export type ReceivedMoney = {
  amount: number | null;
  /** All that is owed. */
  inFull: boolean;
  /** So much of what is owed, where no amount was given. */
  percent?: number | undefined;
  currency: Currency | null;
  day: CalendarDate | null;
  method: (typeof offlineMethods)[number] | null;
  /** Where a bank transfer was seen; of an alert or a screenshot only a claim is noted. */
  seen: 'bank' | 'alert' | null;
  keepRestAsCredit: boolean;
  confirmDuplicate: boolean;
};
