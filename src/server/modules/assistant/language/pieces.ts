import { amountAt } from './amounts.ts';
import { is } from './counts.ts';
import { billingAt } from './piece-billing.ts';
import {
  attachedUnit,
  countingAt,
  countOfLines,
  figureAt,
  isFour,
  LIST_MARK,
  listMarkAt,
} from './piece-figures.ts';
import { eachAt, wholeAt } from './piece-marks.ts';
import { beforeName, initialAt, namedPlaces, titleAt } from './piece-names.ts';
import { PHRASES } from './piece-phrases.ts';
import { ANYBODY, AT, DEALS, DESCRIBES, NOUNS, PRONOUN, SMALL } from './piece-words.ts';
import type { Kind, Piece } from './piece.ts';
import type { Span } from './spans.ts';
import { isGoods, isUnit } from './trade-words.ts';
import { separates, type Word } from './words.ts';

/** Splits the words between the understood spans into chunks. */
export function piecesOf(words: readonly Word[], taken: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  const named = namedPlaces(words);
  for (let at = 0; at < words.length; ) {
    const span = taken.find(({ from, to }) => from <= at && at < to);
    const piece = span ? lifted(at, span.to) : pieceAt(words, at, pieces, named);
    const last = pieces.at(-1);
    if (!(span && last?.kind === 'comma' && last.word === '')) pieces.push(piece);
    at = Math.max(at + 1, piece.to);
  }
  return withAsides(pieces);
}

function withAsides(pieces: readonly Piece[]): Piece[] {
  let sentence = 0;
  const numbered = pieces.map((piece) => ({
    piece,
    sentence: piece.kind === 'stop' ? sentence++ : sentence,
  }));
  const counted = new Set(
    numbered.filter(({ piece }) => piece.amount ?? piece.kind === 'count').map((one) => one.sentence),
  );
  return numbered.map((one) => ({
    ...one.piece,
    aside: counted.size > 0 && one.sentence > 0 && !counted.has(one.sentence),
  }));
}

const lifted = (from: number, to: number): Piece => ({
  kind: 'comma',
  word: '',
  said: '',
  amount: null,
  count: 0,
  unit: '',
  aside: false,
  from,
  to,
});

function pieceAt(
  words: readonly Word[],
  at: number,
  before: readonly Piece[],
  named: ReadonlySet<number>,
): Piece {
  const { said = '', word = '' } = words[at] ?? {};
  const make = (kind: Kind, to = at + 1, more: Partial<Piece> = {}): Piece => ({
    ...lifted(at, to),
    kind,
    word,
    said,
    ...more,
  });
  if (quoted(words, at) || named.has(at)) return make('text');
  const phrase = PHRASES.find(([said]) => is(words, at, ...said));
  if (phrase) return make(phrase[1], at + phrase[0].length);
  const arrow = arrowAt(words, at);
  if (arrow) return make(amountAt(words, arrow) ? 'at' : 'whom', arrow);
  const initial = initialAt(words, at);
  if (initial) return make('text', initial, { said: `${said}.` });
  const noise = countOfLines(words, at);
  if (noise) return make('small', noise);
  const bill = billingAt(words, at, before);
  if (bill) return make('bill', bill.to, { word: bill.whom ? 'whom' : 'bill' });
  if (word === 'on' && before.at(-1)?.kind === 'bill') return make('whom');
  const listed = listMarkAt(words, at, before);
  if (listed) return make('stop', listed, { said: LIST_MARK });
  const each = eachAt(words, at, before);
  if (each) return make('each', each);
  const count = countingAt(words, at);
  if (count) return make('count', count.to, { count: count.value });
  const attached = attachedUnit(words, at);
  if (attached) return make('figure', at + 1, attached);
  const whole = wholeAt(words, at);
  if (whole) return make('whole', whole);
  const amount = figureAt(words, at);
  if (amount) return make('figure', amount.to, { amount });
  return make(kindOf(words, at));
}

// "3 chairs 2k each → Ada" leads to the customer, "chairs → 2k" to the price.
function arrowAt(words: readonly Word[], at: number): number | null {
  const { said = '', end = 0 } = words[at] ?? {};
  if (/^[→➡➜⇒➔]/u.test(said)) return at + 1;
  const next = words[at + 1];
  return /^[-=–]$/.test(said) && next?.said === '>' && next.start === end ? at + 2 : null;
}

const QUOTE = /^["“”]$/;

// "second hand tyre", "new tyres"; but not "new customer" and "good morning".
function describes(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  const word = next?.word ?? '';
  if (at === 0 || !next || separates(next) || !/^\p{Ll}/u.test(next.said)) return false;
  return (
    !/^(?:invoice|bill|customer|client|one|item|items|line|receipt|account|contact|day|week|month)$/.test(
      word,
    ) &&
    !SMALL.test(word) &&
    !PRONOUN.test(word)
  );
}

const countedBefore = (words: readonly Word[], at: number): boolean =>
  amountAt(words, at - 1)?.to === at &&
  /^\p{Ll}/u.test(words[at + 1]?.said ?? '') &&
  !SMALL.test(words[at + 1]?.word ?? '') &&
  words[at + 1]?.word !== 'for';

// "payment gateway" and "home service" are things; "payment" alone is none.
function besideThing(words: readonly Word[], at: number): boolean {
  const [last, next] = [words[at - 1]?.word ?? '', words[at + 1]?.word ?? ''];
  if (isGoods(next) || (isUnit(next) && !/^(?:line|day|week|month|lines)$/.test(next)))
    return !/^(?:an?|the|new|my|this)$/.test(last) || !/^(?:invoice)$/.test(words[at]?.word ?? '');
  if (
    /^(?:service|services|delivery|supply|work|works|pickup|job|collection|order|balance|birthday|goods)$/.test(
      words[at]?.word ?? '',
    ) &&
    amountAt(words, at + 1)
  )
    return true;
  return isGoods(last) || (isGoods(words[at - 2]?.word ?? '') && NOUNS.test(last));
}

// Quoted text is the name of goods.
function quoted(words: readonly Word[], at: number): boolean {
  if (!/\p{L}/u.test(words[at]?.said ?? '') || amountAt(words, at)) return false;
  const marks = words.slice(0, at).filter(({ said }) => QUOTE.test(said)).length;
  return marks % 2 === 1 && words.slice(at).some(({ said }) => QUOTE.test(said));
}

function kindOf(words: readonly Word[], at: number): Kind {
  const { said = '', word = '' } = words[at] ?? {};
  if (titleAt(words, at)) return 'text';
  if (/^[.;\n!?•]$/.test(said)) return 'stop';
  if (/^["“”']$/.test(said)) return 'small';
  if (/^[,()|/]$/.test(said)) return 'comma';
  if (/^(?:and|nd|plus|&|\+|alongside|with)$/.test(word) && (word !== 'with' || amountAt(words, at + 1)))
    return 'and';
  if (/^[x×*]$/i.test(word)) return 'times';
  if (/^(?:for|per)$/.test(word) || isFour(words, at)) return 'for';
  if (AT.test(word)) return 'at';
  if (separates(words[at])) return 'comma';
  if (/^(?:to|give|customer|client|buyer)$/.test(word)) return 'whom';
  if (NOUNS.test(word) && (besideThing(words, at) || countedBefore(words, at))) return 'text';
  if (DESCRIBES.test(word) && describes(words, at)) return 'text';
  if (ANYBODY.test(word) && beforeName(words, at)) return 'small';
  return SMALL.test(word) || PRONOUN.test(word) || DEALS.test(word) ? 'small' : 'text';
}
