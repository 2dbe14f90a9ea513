import type { Draft } from '#contract/assistant.ts';
import { nameWords } from '#server/modules/customers/rules/names.ts';

/** The words an owner first used, as they are compared; `corrected` once the owner made something else of them. */
export type Saying = { said: string; corrected: boolean };

/** The words for the customer of a draft, and for the goods of each of its lines; null where nothing was said. */
export type Heard = { customer: Saying | null; goods: (Saying | null)[] };

type Names = Pick<Draft, 'customerName' | 'items'>;
type Line = Draft['items'][number];

/** Most letters of words that are kept. */
const MOST_LETTERS = 120;

/** Words as they are compared; null for none, and for more than anybody says of one customer or one thing. */
export function sayingOf(text: string | null): string | null {
  const said = nameWords((text ?? '').slice(0, MOST_LETTERS * 4)).join(' ');
  return said === '' || said.length > MOST_LETTERS ? null : said;
}

/** The words of a draft that nobody corrected yet. */
export const firstHeard = ({ customerName, items }: Names): Heard => ({
  customer: firstSaid(customerName),
  goods: items.map(({ description }) => firstSaid(description)),
});

const firstSaid = (text: string | null): Saying | null => {
  const said = sayingOf(text);
  return said === null ? null : { said, corrected: false };
};

/** The words of a draft after a change of it: what took the place of a name is its correction. */
export const heardAfter = (heard: Heard, before: Names, after: Names): Heard => ({
  customer: afterChange(heard.customer, before.customerName, after.customerName),
  goods:
    before.items.length === after.items.length
      ? after.items.map((line, at) => lineAfter(heard.goods[at] ?? null, before.items[at], line, after))
      : after.items.map(({ description }) => sameGoods(heard, before, description)),
});

function afterChange(saying: Saying | null, before: string | null, after: string | null): Saying | null {
  if (before === after) return saying;
  const said = saying?.said ?? sayingOf(before);
  return before === null || after === null || said === null ? firstSaid(after) : { said, corrected: true };
}

// A line with another price and another number of other goods is another line.
function lineAfter(
  saying: Saying | null,
  before: Line | undefined,
  line: Line,
  { items }: Names,
): Saying | null {
  const isSameLine = items.length === 1 || before?.rate === line.rate || before?.quantity === line.quantity;
  return isSameLine
    ? afterChange(saying, before?.description ?? null, line.description)
    : firstSaid(line.description);
}

function sameGoods({ goods }: Heard, before: Names, description: string | null): Saying | null {
  const at = before.items.findIndex((line) => line.description === description);
  return at < 0 ? firstSaid(description) : (goods[at] ?? null);
}

/** Whether two drafts name the same customer and the same goods. */
export const namesAlike = (one: Names, other: Names): boolean =>
  one.customerName === other.customerName &&
  one.items.length === other.items.length &&
  one.items.every(({ description }, at) => description === other.items[at]?.description);
