import type { DraftLine, Item } from '../drafts/lines.ts';
import type { LineSlots } from '../drafts/lines-from-slots.ts';
import { QUANTITY } from './change.ts';
import type { EditClause } from './clauses.ts';

const isBare = ({ words }: EditClause, edit: LineSlots): boolean =>
  edit.quantity !== undefined &&
  Object.keys(edit).every((slot) => slot === 'quantity' || slot === 'target') &&
  !words.some(({ word }) => QUANTITY.test(word));

/** "The meatpie na 600" of ten at 500 each: what is near the price, and far from how many there are. */
export function asPrice(
  clause: EditClause,
  edit: LineSlots,
  told: DraftLine,
  { quantity: count, rate }: Item,
): DraftLine {
  const { quantity: value } = told;
  // "3 perfume", "15".
  const isAlone = clause.verb === null && clause.words.length === 1 && (count ?? 1) > 1;
  if (isAlone && rate === null && value !== null) return asMoney(told, value, edit);
  if (!isBare(clause, edit) || value === null || !rate || value > rate * 2 || value < rate / 2) return told;
  return value > (count ?? 1) * FAR ? asMoney(told, value, edit) : told;
}
const asMoney = (told: DraftLine, value: number, { quantity }: LineSlots): DraftLine => ({
  ...told,
  quantity: null,
  price: { value, currency: null, kind: 'plain', each: true, to: quantity?.to ?? 0 },
});
const FAR = 10;

/** "65" about one thing at 60k is 65k. */
export function mayBeThousands(
  clause: EditClause,
  edit: LineSlots,
  { quantity: count, price, priceOfAll }: DraftLine,
  { quantity, rate }: Item,
): boolean {
  const isCount = isBare(clause, edit);
  const value = isCount ? count : price?.kind === 'plain' ? price.value : null;
  if (value === null || value < LEAST || !rate || (isCount && quantity !== 1)) return false;
  const now = priceOfAll ? rate * (quantity ?? 1) : rate;
  return value * 1000 >= now / 2 && value * 1000 <= now * 2;
}
const LEAST = 5;
