import { type Currency, formatMoney, type Minor, ZERO } from './money.ts';

/** The part of returned money (minor units) that settled a debt at once, in a sentence without its stop; none where none did. */
export const settledDebt = (debt: Minor = ZERO, currency: Currency): string[] =>
  debt > 0 ? [`${formatMoney(debt, currency)} of it settled what was owed from an earlier reversal`] : [];

/** Where the money of payouts is that did not go through, less what of it settled a debt (minor units), as sentences. */
export const backIn = (debt: Minor = ZERO, currency: Currency, whose: 'The' | 'Their' = 'The'): string =>
  debt > 0
    ? `${whose} money and its fee came back. ${settledDebt(debt, currency).join()}.`
    : `${whose} money and its fee went back to your balance.`;
