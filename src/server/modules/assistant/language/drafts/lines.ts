import type { Draft } from '#contract/assistant.ts';
import type { Amount } from '../amounts/amounts.ts';
import type { Chunk } from '../grammar/chunk.ts';
import type { LabelledChunk } from '../grammar/label-chunks.ts';
import { formatName } from '../parties/contact-details.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import { isUnit, singular } from '../vocabulary/goods.ts';

export type Item = Draft['items'][number];

/** A stated line; `each` and `priceOfAll` tell what the price refers to. */
export type DraftLine = {
  quantity: number | null;
  goods: string | null;
  price: Amount | null;
  each: boolean;
  priceOfAll: boolean;
  /** "altogether", "total": the price of everything named. */
  sum: boolean;
  /** The figure before the goods is a quantity. */
  counts: boolean;
  /** Link to the previous line. */
  joined: 'and' | 'mark' | 'none';
  /** The word behind it. */
  end: number;
};

/** The currency of a line's price, where it was told with one. */
export const currenciesIn = ({ price }: Pick<DraftLine, 'price'>): string[] =>
  price?.currency ? [price.currency] : [];

type LineParts = { entries: LabelledChunk[]; joined: DraftLine['joined'] };

/** The customer's name among labelled chunks. */
export function customerNameIn(labelled: readonly LabelledChunk[], words: readonly Word[]): string | null {
  const named = labelled.filter(({ role }) => role === 'C').map(({ chunk }) => chunk);
  const [first, last] = [named[0], named.at(-1)];
  return first && last
    ? formatName(rawText(words, first.from, last.to).replace(/(?:'s|’s|['’])$/, ''))
    : null;
}

/** The lines of labelled chunks, in order. */
export function linesIn(labelled: readonly LabelledChunk[], words: readonly Word[]): DraftLine[] {
  const lines: LineParts[] = [];
  let joined: DraftLine['joined'] = 'none';
  let open: LineParts | null = null;
  let billed = 0;
  for (const entry of labelled) {
    if (entry.chunk.kind === 'bill') billed = lines.length;
    if (entry.role === 'H') lines.pop();
    if (entry.role === 'S' || entry.role === 'H') {
      open = null;
      joined = entry.chunk.kind === 'and' ? 'and' : 'mark';
    } else if (entry.role !== 'G' && entry.role !== 'C' && entry.role !== 'K') {
      if (!open || entry.newLine)
        lines.push((open = { entries: [], joined: entry.newLine ? 'none' : joined }));
      open.entries.push(entry);
    }
  }
  const all = lines.map((line) => asService(toLine(line, words)));
  const withContent = withoutPreface(withoutStory(all, billed)).filter(
    (line) => line.goods ?? line.price ?? line.quantity,
  );
  return withoutRepeatedTotal(shareJoinedPrices(attachLaterPrices(attachBarePrices(withContent))));
}

// "I did hair for Ada, invoice her: braids 15k, wash 3k": the part before the request is only background.
function withoutStory(lines: readonly DraftLine[], billed: number): readonly DraftLine[] {
  const after = lines.slice(billed);
  const complete = after.length > 0 && after.every(({ price, goods }) => price && goods);
  return complete
    ? lines.filter(({ price, quantity }, at) => at >= billed || price || quantity !== null)
    : lines;
}

// "Our consultancy to Plan Sahel amounts to $3,200 for a survey": the kind of work is stated by the line
// itself.
function withoutPreface(lines: readonly DraftLine[]): readonly DraftLine[] {
  const [first, ...rest] = lines;
  const preface =
    first && !first.price && first.quantity === null && PREFACE.test((first.goods ?? '').toLowerCase());
  return preface && rest.length > 0 && rest.every(({ price, goods }) => price && goods) ? rest : lines;
}

const PREFACE =
  /^(?:our |my |the )?(?:consultancy|consulting|services?|fees?|work|job|contract|engagement|assignment|supply|supplies)$/;

// "…, so 72k in all": the sum of the lines stated again.
function withoutRepeatedTotal(lines: readonly DraftLine[]): DraftLine[] {
  const [last, rest] = [lines.at(-1), lines.slice(0, -1)];
  if (!last?.price || last.goods !== null || !last.sum || rest.length === 0) return [...lines];
  return comeTo(rest.map(toItem), last.price.value) ? rest : [...lines];
}

/** Whether priced items come to a sum, in major units; never where one has no price. */
export const comeTo = (items: readonly Item[], value: number): boolean =>
  Math.abs(
    items.reduce((all, { quantity, rate }) => all + (quantity ?? 1) * (rate ?? Number.NaN), 0) - value,
  ) < 0.01;

// "40 bags of cement. 8,900 per bag": a price by itself belongs to the goods named just before.
function attachBarePrices(lines: readonly DraftLine[]): DraftLine[] {
  const [sum, goods, more] = lines;
  const before =
    sum?.price && sum.goods === null && sum.quantity === null && goods?.goods && !goods.price && !more;
  // "a 10k invoice for Ada (hair)".
  if (before)
    return [{ ...goods, price: sum.price, each: sum.each, priceOfAll: sum.priceOfAll || !sum.each }];
  const all: DraftLine[] = [];
  for (const line of lines) {
    const last = all.at(-1);
    const alone = line.price && (line.goods === null || /^unit$/i.test(line.goods)) && line.quantity === null;
    if (alone && last?.goods && !last.price)
      all[all.length - 1] = {
        ...last,
        price: line.price,
        each: line.each,
        priceOfAll: line.priceOfAll,
        end: line.end,
      };
    else all.push(line);
  }
  return all;
}

function toLine({ entries, joined }: LineParts, words: readonly Word[]): DraftLine {
  const find = (role: LabelledChunk['role']): LabelledChunk | undefined =>
    entries.find((one) => one.role === role);
  const [quantityChunk, priceChunk] = [find('Q')?.chunk, find('M')?.chunk];
  const amount = priceChunk?.amount ?? null;
  const quantity = quantityChunk
    ? quantityChunk.kind === 'count'
      ? quantityChunk.count
      : (quantityChunk.amount?.value ?? null)
    : null;
  const each = find('E') !== undefined || amount?.each === true;
  const sum = find('T') !== undefined;
  return {
    quantity,
    goods: goodsOf(entries, words),
    price: amount,
    each,
    priceOfAll: !each && (sum || isForAll(entries)),
    sum: sum && !each,
    counts: countsGoods(entries),
    joined,
    end: entries.at(-1)?.chunk.to ?? 0,
  };
}

// "45 mins consultation 30k", "2 hour photo session 50k": how long one service takes, unless the price is of each.
function asService(line: DraftLine): DraftLine {
  const { quantity, goods, each } = line;
  const [unit = '', ...rest] = goods?.split(' ') ?? [];
  const service = rest[0] === 'of' ? rest.slice(1) : rest;
  const isDuration =
    /^(?:minutes?|mins?)$/i.test(unit) || (/^(?:hour|hr|day|week|month)$/i.test(unit) && (quantity ?? 0) > 1);
  if (quantity === null || each || !isDuration || service.length === 0) return line;
  return { ...line, quantity: null, counts: false, goods: `${quantity} ${unit} ${service.join(' ')}` };
}

function countsGoods(entries: readonly LabelledChunk[]): boolean {
  const at = entries.findIndex(({ role }) => role === 'Q');
  const quantityChunk = entries[at]?.chunk;
  if (!quantityChunk) return false;
  return (
    quantityChunk.kind === 'count' ||
    quantityChunk.unit !== '' ||
    entries.slice(at).some(({ role }) => role === 'D' || role === 'U')
  );
}

// "6 crates for 90k" and "90k for 6 crates" name the price of all.
function isForAll(entries: readonly LabelledChunk[]): boolean {
  const roles = entries.map(({ role }) => role).join('');
  return /Q.*FA?M/.test(roles) || /MFA?Q/.test(roles);
}

function goodsOf(entries: readonly LabelledChunk[], words: readonly Word[]): string | null {
  const goodsChunks = trimEdges(entries.filter(({ role }) => role === 'D').map(({ chunk }) => chunk));
  const units = entries.filter(({ role }) => role === 'U').map(({ chunk }) => chunk.raw);
  const attached = entries.find(({ role, chunk }) => role === 'Q' && chunk.unit !== '')?.chunk.unit;
  const text = joinedText(goodsChunks, words);
  const measure = [...(attached ? [attached] : []), ...units].join(' ');
  if (!measure) return text || null;
  return text ? `${measure} of ${text}` : measure;
}

function joinedText(goodsChunks: readonly Chunk[], words: readonly Word[]): string {
  let text = '';
  for (const [i, chunk] of goodsChunks.entries()) {
    const last = goodsChunks[i - 1];
    const next =
      last && last.to === chunk.from
        ? rawText(words, last.to - 1, chunk.to).slice(rawText(words, last.to - 1, last.to).length)
        : null;
    text += next ?? `${i > 0 ? ' ' : ''}${rawText(words, chunk.from, chunk.to)}`;
  }
  return text.replace(/\s+/g, ' ').trim();
}

const EDGE =
  /^(?:a|an|the|some|of|for|and|my|to|with|in|on|by|at|is|was|his|her|i|please|abeg|o|'|"|-|:|,|that|which|he|she|it|we|they|did|do|done|also|then|be|as|are|from|&|\+|plus|their|our)$/;

function trimEdges(goodsChunks: readonly Chunk[]): Chunk[] {
  let [from, to] = [0, goodsChunks.length];
  while (from < to - 1 && EDGE.test(goodsChunks[from]?.word ?? '')) from++;
  while (to > from + 1 && EDGE.test(goodsChunks[to - 1]?.word ?? '')) to--;
  return goodsChunks.slice(from, to);
}

/** "2 bags and 1 shoe, bags are 15k each, shoe is 20k": a price that comes after its thing. */
function attachLaterPrices(lines: readonly DraftLine[]): DraftLine[] {
  const open = lines.filter(({ price, goods }) => !price && goods);
  const laterPrice = (line: DraftLine): DraftLine | undefined =>
    lines.find((other) => other.price && other.quantity === null && isSameGoods(other.goods, line.goods));
  const usedLines = new Set(open.map(laterPrice));
  return lines
    .filter((line) => !usedLines.has(line))
    .map((line) => {
      const price = open.includes(line) ? laterPrice(line) : undefined;
      return price ? { ...line, price: price.price, each: price.each, priceOfAll: price.priceOfAll } : line;
    });
}

const goodsKey = (goods: string): string =>
  goods
    .toLowerCase()
    .split(' ')
    .map(singular)
    .filter((word) => word !== 'of')
    .join(' ');
const isSameGoods = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && goodsKey(a) === goodsKey(b);

/** One price for several lines: "3 mops and 2 buckets at 2,500 each", "braids and wash, 15k each". */
export function shareJoinedPrices(lines: readonly DraftLine[]): DraftLine[] {
  const all = lines.flatMap(splitNames);
  for (let at = all.length - 1; at > 0; at--) {
    const [line, before] = [all[at], all[at - 1]];
    const joins = line && before && line.joined !== 'none' && !before.price && before.goods;
    if (!joins || !line.price) continue;
    if (line.each) all[at - 1] = { ...before, price: line.price, each: true };
    else if (line.sum && line.joined !== 'none') all[at] = { ...line, price: null, sum: false };
  }
  return all;
}

function splitNames(line: DraftLine): DraftLine[] {
  const names = line.goods?.split(/ (?:and|&|plus|n) | ?, ?/) ?? [];
  if (!line.each || line.quantity !== null || names.length < 2 || names.some((name) => !name)) return [line];
  return names.map((goods) => ({ ...line, goods }));
}

/** Quantity, unit price and description of a line, in major units. An impossible price is none. */
export function toItem(line: DraftLine): Item {
  const quantity = line.quantity ?? 1;
  const value = line.price && line.price.value > 0 ? line.price.value : null;
  const rate = value !== null && line.priceOfAll ? Math.round((value / quantity) * 100) / 100 : value;
  return {
    description: line.goods && isDescription(line.goods) ? line.goods.slice(0, 200) : null,
    quantity,
    rate: rate && rate > 0 ? rate : null,
  };
}

const isDescription = (goods: string): boolean =>
  /[\p{L}\d]/u.test(goods) && !/^(?:pieces?|pcs|units?|items?|things?|it|them|am)$/i.test(goods);

/** Whether a description is only a unit. */
export const isOnlyUnit = (goods: string): boolean =>
  goods.split(' ').every((word) => isUnit(word.toLowerCase()));
