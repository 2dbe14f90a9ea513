import { type Currency, formatMoney, type Minor } from './money.ts';

/** The part of a sum (minor units) that its owner typed in and nobody confirmed, in words; null where there is none. */
export const typedInText = (typedIn: Minor, currency: Currency): string | null =>
  typedIn > 0 ? `${formatMoney(typedIn, currency)} of it typed in` : null;
