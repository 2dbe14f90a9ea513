import { isDeepStrictEqual } from 'node:util';
import type { Draft } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import { amountIn, apartText, quantityText, shareText } from './drafts.ts';
import { escapeMarkdown } from './escape.ts';
import { list, paragraphs, percentText, weekdayText } from './format.ts';

type Line = Draft['items'][number];
type Pair = { before: Line | undefined; after: Line | undefined };

const MOST_TOLD = 8;

/** The change a message made to an invoice that stood complete before it, for its owner to see that nothing else was changed. */
export function changesText(before: Draft, after: Draft, currency: Currency): string {
  const amount = amountIn(currency);
  const told = [
    before.customerName !== after.customerName && `For **${escapeMarkdown(after.customerName ?? '')}**`,
    before.customerEmail !== after.customerEmail && `Email: ${escapeMarkdown(after.customerEmail ?? 'none')}`,
    before.customerPhone !== after.customerPhone && `Phone: ${escapeMarkdown(after.customerPhone ?? 'none')}`,
    ...pairsOf(before.items, after.items).map((pair) => lineText(pair, amount)),
    !same(before.discount, after.discount) &&
      (after.discount ? `Discount: ${shareText(after.discount, amount)}` : 'No discount'),
    taxChanged(before, after),
    before.dueDate !== after.dueDate && after.dueDate && `Due ${weekdayText(after.dueDate)}`,
    !same(before.earlyPayment, after.earlyPayment) &&
      (after.earlyPayment
        ? `${percentText(after.earlyPayment.percent)} off if paid by ${weekdayText(after.earlyPayment.until)}`
        : 'Nothing off for paying early'),
    !same(before.deposit, after.deposit) &&
      (after.deposit ? `Deposit: ${shareText(after.deposit, amount)}` : 'No deposit'),
  ].filter((one) => typeof one === 'string');
  if (told.length === 0) return '';
  const more = told.length - MOST_TOLD;
  return paragraphs('I changed this:', list(...told.slice(0, MOST_TOLD), more > 0 && `and ${more} more`));
}

function taxChanged(before: Draft, after: Draft): string | false {
  const [was, is] = [before, after].map(({ taxRate, pricesIncludeTax }) => {
    const held = pricesIncludeTax ? ', in the prices' : '';
    return taxRate > 0 ? `Tax: ${percentText(taxRate)}${held}` : 'No tax';
  });
  return was !== is && (is ?? false);
}

const same = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one ?? null, other ?? null);

const nameOf = ({ description }: Line): string => (description ?? '').toLowerCase().trim();

/** Lines of the same name belong together; of those left, the first to the first where as many were there as are. */
function pairsOf(before: readonly Line[], after: readonly Line[]): Pair[] {
  const left = [...before];
  const pairs = after.map((line): Pair => {
    const at = left.findIndex((one) => nameOf(one) === nameOf(line));
    return { before: at === -1 ? undefined : left.splice(at, 1)[0], after: line };
  });
  const added = pairs.filter((pair) => !pair.before);
  if (added.length === left.length) for (const pair of added) pair.before = left.shift();
  return [...pairs, ...left.map((line): Pair => ({ before: line, after: undefined }))];
}

function lineText({ before, after }: Pair, amount: (major: number) => string): string | null {
  const name = (line: Line): string => `**${escapeMarkdown(line.description ?? '')}**`;
  const sums = ({ quantity, rate, ...rest }: Line): string =>
    `${quantityText(quantity ?? 1)} at ${amount(rate ?? 0)}${apartText(rest, amount)}`;
  if (!after) return before ? `Taken off: ${name(before)}` : null;
  if (!before) return `Added: ${name(after)}, ${sums(after)}`;
  const renamed = nameOf(before) === nameOf(after) ? '' : ` in place of ${name(before)}`;
  if (sums(before) !== sums(after)) return `${name(after)}${renamed}: ${sums(after)}, was ${sums(before)}`;
  return renamed ? `${name(after)}${renamed}` : null;
}
