import type { Draft } from '#contract/assistant.ts';
import type { Amount } from './amounts.ts';
import { tidyName } from './contact.ts';
import type { Piece } from './piece.ts';
import type { Taken } from './reading.ts';
import { isUnit, singular } from './trade-words.ts';
import { saidBetween, type Word } from './words.ts';

export type Item = Draft['items'][number];

/** A stated line; `each` and `priceOfAll` tell what the price refers to. */
export type SaidLine = {
  quantity: number | null;
  thing: string | null;
  price: Amount | null;
  each: boolean;
  whole: boolean;
  /** "altogether", "total": the price of everything named. */
  sum: boolean;
  /** The figure before the goods is a quantity. */
  counts: boolean;
  /** Link to the previous line. */
  joined: 'and' | 'mark' | 'none';
};

type Open = { taken: Taken[]; joined: SaidLine['joined'] };

/** The customer's name among labelled chunks. */
export function customerIn(reading: readonly Taken[], words: readonly Word[]): string | null {
  const named = reading.filter(({ role }) => role === 'C').map(({ piece }) => piece);
  const [first, last] = [named[0], named.at(-1)];
  return first && last
    ? tidyName(saidBetween(words, first.from, last.to).replace(/(?:'s|’s|['’])$/, ''))
    : null;
}

/** The lines of labelled chunks, in order. */
export function linesIn(reading: readonly Taken[], words: readonly Word[]): SaidLine[] {
  const lines: Open[] = [];
  let joined: SaidLine['joined'] = 'none';
  let open: Open | null = null;
  let billed = 0;
  for (const taken of reading) {
    if (taken.piece.kind === 'bill') billed = lines.length;
    if (taken.role === 'H') lines.pop();
    if (taken.role === 'S' || taken.role === 'H') {
      open = null;
      joined = taken.piece.kind === 'and' ? 'and' : 'mark';
    } else if (taken.role !== 'G' && taken.role !== 'C' && taken.role !== 'K') {
      if (!open || taken.fresh) lines.push((open = { taken: [], joined: taken.fresh ? 'none' : joined }));
      open.taken.push(taken);
    }
  }
  const all = lines.map((line) => lasting(said(line, words)));
  const told = withoutPreface(withoutStory(all, billed)).filter(
    (line) => line.thing ?? line.price ?? line.quantity,
  );
  return withoutCheck(shared(pricedLater(pricedAlone(told))));
}

// "I did hair for Ada, invoice her: braids 15k, wash 3k": the part before the request is only background.
function withoutStory(lines: readonly SaidLine[], billed: number): readonly SaidLine[] {
  const after = lines.slice(billed);
  const complete = after.length > 0 && after.every(({ price, thing }) => price && thing);
  return complete
    ? lines.filter(({ price, quantity }, at) => at >= billed || price || quantity !== null)
    : lines;
}

// "Our consultancy to Plan Sahel amounts to $3,200 for a survey": the kind of work is stated by the line
// itself.
function withoutPreface(lines: readonly SaidLine[]): readonly SaidLine[] {
  const [first, ...rest] = lines;
  const preface =
    first && !first.price && first.quantity === null && PREFACE.test((first.thing ?? '').toLowerCase());
  return preface && rest.length > 0 && rest.every(({ price, thing }) => price && thing) ? rest : lines;
}

const PREFACE =
  /^(?:our |my |the )?(?:consultancy|consulting|services?|fees?|work|job|contract|engagement|assignment|supply|supplies)$/;

// "…, so 72k in all": the sum of the lines stated again.
function withoutCheck(lines: readonly SaidLine[]): SaidLine[] {
  const [last, rest] = [lines.at(-1), lines.slice(0, -1)];
  if (!last?.price || last.thing !== null || !last.sum || rest.length === 0) return [...lines];
  const sum = rest
    .map(itemOf)
    .reduce((all, { quantity, rate }) => all + (quantity ?? 1) * (rate ?? Number.NaN), 0);
  return Math.abs(sum - last.price.value) < 0.01 ? rest : [...lines];
}

// "40 bags of cement. 8,900 per bag": a price by itself belongs to the goods named just before.
function pricedAlone(lines: readonly SaidLine[]): SaidLine[] {
  const [sum, thing, more] = lines;
  const before =
    sum?.price && sum.thing === null && sum.quantity === null && thing?.thing && !thing.price && !more;
  // "a 10k invoice for Ada (hair)".
  if (before) return [{ ...thing, price: sum.price, each: sum.each, whole: sum.whole || !sum.each }];
  const all: SaidLine[] = [];
  for (const line of lines) {
    const last = all.at(-1);
    const alone = line.price && (line.thing === null || /^unit$/i.test(line.thing)) && line.quantity === null;
    if (alone && last?.thing && !last.price)
      all[all.length - 1] = { ...last, price: line.price, each: line.each, whole: line.whole };
    else all.push(line);
  }
  return all;
}

function said({ taken, joined }: Open, words: readonly Word[]): SaidLine {
  const find = (role: Taken['role']): Taken | undefined => taken.find((one) => one.role === role);
  const [counted, paid] = [find('Q')?.piece, find('M')?.piece];
  const amount = paid?.amount ?? null;
  const quantity = counted
    ? counted.kind === 'count'
      ? counted.count
      : (counted.amount?.value ?? null)
    : null;
  const each = find('E') !== undefined || amount?.each === true;
  const sum = find('T') !== undefined;
  return {
    quantity,
    thing: thingOf(taken, words),
    price: amount,
    each,
    whole: !each && (sum || forAll(taken)),
    sum: sum && !each,
    counts: countsThings(taken),
    joined,
  };
}

// "45 mins consultation 30k", "2 hour photo session 50k": how long one service takes, unless the price is of each.
function lasting(line: SaidLine): SaidLine {
  const { quantity, thing, each } = line;
  const [unit = '', ...rest] = thing?.split(' ') ?? [];
  const service = rest[0] === 'of' ? rest.slice(1) : rest;
  const lasts =
    /^(?:minutes?|mins?)$/i.test(unit) || (/^(?:hour|hr|day|week|month)$/i.test(unit) && (quantity ?? 0) > 1);
  if (quantity === null || each || !lasts || service.length === 0) return line;
  return { ...line, quantity: null, counts: false, thing: `${quantity} ${unit} ${service.join(' ')}` };
}

function countsThings(taken: readonly Taken[]): boolean {
  const at = taken.findIndex(({ role }) => role === 'Q');
  const counted = taken[at]?.piece;
  if (!counted) return false;
  return (
    counted.kind === 'count' ||
    counted.unit !== '' ||
    taken.slice(at).some(({ role }) => role === 'D' || role === 'U')
  );
}

// "6 crates for 90k" and "90k for 6 crates" name the price of all.
function forAll(taken: readonly Taken[]): boolean {
  const roles = taken.map(({ role }) => role).join('');
  return /Q.*FA?M/.test(roles) || /MFA?Q/.test(roles);
}

function thingOf(taken: readonly Taken[], words: readonly Word[]): string | null {
  const things = trimmed(taken.filter(({ role }) => role === 'D').map(({ piece }) => piece));
  const units = taken.filter(({ role }) => role === 'U').map(({ piece }) => piece.said);
  const attached = taken.find(({ role, piece }) => role === 'Q' && piece.unit !== '')?.piece.unit;
  const text = joinedText(things, words);
  const measure = [...(attached ? [attached] : []), ...units].join(' ');
  if (!measure) return text || null;
  return text ? `${measure} of ${text}` : measure;
}

function joinedText(things: readonly Piece[], words: readonly Word[]): string {
  let text = '';
  for (const [i, piece] of things.entries()) {
    const last = things[i - 1];
    const next =
      last && last.to === piece.from
        ? saidBetween(words, last.to - 1, piece.to).slice(saidBetween(words, last.to - 1, last.to).length)
        : null;
    text += next ?? `${i > 0 ? ' ' : ''}${saidBetween(words, piece.from, piece.to)}`;
  }
  return text.replace(/\s+/g, ' ').trim();
}

const EDGE =
  /^(?:a|an|the|some|of|for|and|my|to|with|in|on|by|at|is|was|his|her|i|please|abeg|o|'|"|-|:|,|that|which|he|she|it|we|they|did|do|done|also|then|be|as|are|from|&|\+|plus|their|our)$/;

function trimmed(things: readonly Piece[]): Piece[] {
  let [from, to] = [0, things.length];
  while (from < to - 1 && EDGE.test(things[from]?.word ?? '')) from++;
  while (to > from + 1 && EDGE.test(things[to - 1]?.word ?? '')) to--;
  return things.slice(from, to);
}

/** "2 bags and 1 shoe, bags are 15k each, shoe is 20k": a price that comes after its thing. */
function pricedLater(lines: readonly SaidLine[]): SaidLine[] {
  const open = lines.filter(({ price, thing }) => !price && thing);
  const told = (line: SaidLine): SaidLine | undefined =>
    lines.find((other) => other.price && other.quantity === null && sameThing(other.thing, line.thing));
  const used = new Set(open.map(told));
  return lines
    .filter((line) => !used.has(line))
    .map((line) => {
      const price = open.includes(line) ? told(line) : undefined;
      return price ? { ...line, price: price.price, each: price.each, whole: price.whole } : line;
    });
}

const keyOf = (thing: string): string =>
  thing
    .toLowerCase()
    .split(' ')
    .map(singular)
    .filter((word) => word !== 'of')
    .join(' ');
const sameThing = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && keyOf(a) === keyOf(b);

/** One price for several lines: "3 mops and 2 buckets at 2,500 each", "braids and wash, 15k each". */
function shared(lines: readonly SaidLine[]): SaidLine[] {
  const all = lines.flatMap(parted);
  for (let at = all.length - 1; at > 0; at--) {
    const [line, before] = [all[at], all[at - 1]];
    const joins = line && before && line.joined !== 'none' && !before.price && before.thing;
    if (!joins || !line.price) continue;
    if (line.each) all[at - 1] = { ...before, price: line.price, each: true };
    else if (line.sum && line.joined !== 'none') all[at] = { ...line, price: null, sum: false };
  }
  return all;
}

function parted(line: SaidLine): SaidLine[] {
  const names = line.thing?.split(/ (?:and|&|plus|n) | ?, ?/) ?? [];
  if (!line.each || line.quantity !== null || names.length < 2 || names.some((name) => !name)) return [line];
  return names.map((thing) => ({ ...line, thing }));
}

/** Quantity, unit price and description of a line, in major units. An impossible price is none. */
export function itemOf(line: SaidLine): Item {
  const quantity = line.quantity ?? 1;
  const value = line.price && line.price.value > 0 ? line.price.value : null;
  const rate = value !== null && line.whole ? Math.round((value / quantity) * 100) / 100 : value;
  return {
    description: line.thing && describable(line.thing) ? line.thing.slice(0, 200) : null,
    quantity,
    rate: rate && rate > 0 ? rate : null,
  };
}

const describable = (thing: string): boolean =>
  /[\p{L}\d]/u.test(thing) && !/^(?:pieces?|pcs|units?|items?|things?|it|them|am)$/i.test(thing);

/** Whether a description is only a unit. */
export const onlyUnit = (thing: string): boolean =>
  thing.split(' ').every((word) => isUnit(word.toLowerCase()));
