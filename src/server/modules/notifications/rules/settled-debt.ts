import { type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';

/** The part of returned money (minor units) that settled a debt at once, in a sentence without its stop; none where none did. */
export const settledDebt = (debt: Minor = ZERO, currency: Currency): string[] =>
  debt > 0 ? [`${formatMoney(debt, currency)} of it settled what was owed from an earlier reversal`] : [];
