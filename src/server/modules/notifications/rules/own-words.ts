import { fieldError } from '#core/errors.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { AMOUNT_PLACE, multiLine, withoutLinks } from '../locales/text.ts';

const MARK = '(?:₦|\\$|NGN|USD|(?<!\\p{L})N(?=\\d))';
const FIGURE = '\\d{1,12}(?:,\\d{3})*(?:\\.\\d{1,2})?';
const UNIT = '(?:k|\\s?(?:thousand|million))(?!\\p{L})';
const NAME = '(?:naira|dollars?|NGN|USD)';
/** Figures that read as money: marked, named, in thousands, or grouped by commas. */
const MONEY = new RegExp(
  `${MARK}\\s?${FIGURE}(?:${UNIT}|m\\b)?|${FIGURE}(?:${UNIT}(?:\\s?${NAME})?|\\s?${NAME})|\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?`,
  'giu',
);
const LINK = /:\/\/|\bwww\./i;

type Owed = { balance_minor: Minor; currency: Currency; promised?: Minor | null };

/**
 * An owner's words for one reminder as they are kept: `{amount}` wherever they say what is owed, so that it is still true when
 * they go. `promised` is the part they may say was promised. Throws 422 on `words` for another amount, or for a link beside ours.
 */
export function checkedWords(text: string, { balance_minor: owed, currency, promised = null }: Owed): string {
  if (LINK.test(text))
    throw fieldError('words', 'We add the pay link for you. Take other links out of your words');
  const words = withoutLinks(multiLine(text)).replaceAll(MONEY, (figure) => {
    const sum = minorIn(figure, currency);
    if (sum === owed) return AMOUNT_PLACE;
    if (sum !== null && sum === promised) return figure;
    const money = formatMoney(owed, currency);
    throw fieldError('words', `${figure.trim()} is not what is owed. Write ${money}, or leave amounts out`);
  });
  return words.trim();
}

const foreign: Record<Currency, RegExp> = { NGN: /\$|USD|dollar/i, USD: /₦|NGN|naira|^N\d/i };

/** A figure as minor units; null in another currency. */
function minorIn(figure: string, currency: Currency): number | null {
  if (foreign[currency].test(figure)) return null;
  const [, digits = '', unit] = /(\d[\d,]*(?:\.\d+)?)\s?(k|thousand|m|million)?/iu.exec(figure) ?? [];
  const times = !unit ? 1 : /^[kt]/i.test(unit) ? 1000 : 1_000_000;
  return Math.round(Number(digits.replaceAll(',', '')) * times * 100);
}
