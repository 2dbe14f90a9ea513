import { amountAt } from '../amounts/amounts.ts';
import { matchesAt } from '../amounts/counts.ts';
import type { Span } from '../tokens/spans.ts';
import { isSeparator, type Word } from '../tokens/tokenize.ts';
import { isGoods, isUnit } from '../vocabulary/goods.ts';
import {
  ADJECTIVES,
  DEAL_VERBS,
  EACH,
  INVOICE_NOUNS,
  PRICE_LEADS,
  PRONOUN,
  SMALL_WORDS,
  TOTAL,
  UNNAMED_PERSON,
} from '../vocabulary/invoice-words.ts';
import { billingAt } from './billing.ts';
import type { Chunk, ChunkKind } from './chunk.ts';
import {
  attachedUnit,
  countOfLines,
  figureAt,
  isFourMeaningFor,
  LIST_MARK,
  listMarkAt,
  multiplierAt,
} from './figures.ts';
import { beforeName, initialAt, namePositions, titleAt } from './name-chunks.ts';
import { PHRASES } from './phrases.ts';

/** Splits the words between the understood spans into chunks. */
export function chunkWords(words: readonly Word[], consumed: readonly Span[]): Chunk[] {
  const chunks: Chunk[] = [];
  const nameWords = namePositions(words);
  for (let at = 0; at < words.length; ) {
    const span = consumed.find(({ from, to }) => from <= at && at < to);
    const chunk = span ? placeholder(at, span.to) : chunkAt(words, at, chunks, nameWords);
    const last = chunks.at(-1);
    if (!(span && last?.kind === 'comma' && last.word === '')) chunks.push(chunk);
    at = Math.max(at + 1, chunk.to);
  }
  return markAsides(chunks);
}

function markAsides(chunks: readonly Chunk[]): Chunk[] {
  let sentence = 0;
  const numbered = chunks.map((chunk) => ({
    chunk,
    sentence: chunk.kind === 'stop' ? sentence++ : sentence,
  }));
  const counted = new Set(
    numbered.filter(({ chunk }) => chunk.amount ?? chunk.kind === 'count').map((one) => one.sentence),
  );
  return numbered.map((one) => ({
    ...one.chunk,
    isAside: counted.size > 0 && one.sentence > 0 && !counted.has(one.sentence),
  }));
}

const placeholder = (from: number, to: number): Chunk => ({
  kind: 'comma',
  word: '',
  raw: '',
  amount: null,
  count: 0,
  unit: '',
  isAside: false,
  from,
  to,
});

function eachMarkerAt(words: readonly Word[], at: number, previous: readonly Chunk[]): number | null {
  const { word = '' } = words[at] ?? {};
  const next = words[at + 1]?.word ?? '';
  const hasPrice = previous.some(({ kind }) => kind === 'figure');
  if (EACH.test(word) && next === 'one' && (amountAt(words, at + 1)?.to ?? 0) > at + 2) return at + 1;
  if (EACH.test(word))
    return next === 'one' || next === 'of'
      ? matchesAt(words, at + 1, 'of', 'them')
        ? at + 3
        : at + 2
      : at + 1;
  if ((word === 'per' || word === '/') && /^\p{L}/u.test(next)) return at + 2;
  if (word === 'one' && next === 'one') return at + 2;
  const last = previous.at(-1);
  const afterFigure = last?.kind === 'figure' && hasPrice;
  if (
    afterFigure &&
    (word === 'a' || word === 'an' || word === 'one') &&
    isUnit(next) &&
    !matchesAt(words, at + 2, 'of')
  )
    return at + 2;
  if (afterFigure && matchesAt(words, at, 'for', 'one')) return at + 2;
  if (word === 'one' && /^(?:na|is|be|for|at)$/.test(next) && amountAt(words, at + 2)) return at + 1;
  return null;
}

function totalMarkerAt(words: readonly Word[], at: number): number | null {
  const { word = '' } = words[at] ?? {};
  if (
    matchesAt(words, at, 'in', 'total') ||
    matchesAt(words, at, 'in', 'all') ||
    matchesAt(words, at, 'lump', 'sum')
  )
    return at + 2;
  if (matchesAt(words, at, 'all', 'in', 'all')) return at + 3;
  if (
    matchesAt(words, at, 'all', 'together') ||
    matchesAt(words, at, 'for', 'everything') ||
    matchesAt(words, at, 'for', 'all')
  )
    return at + 2;
  if (matchesAt(words, at, 'for', 'the', 'lot')) return at + 3;
  if (word === 'total')
    return /^(?:of|is|na|:|=|price|amount|cost|sum)$/.test(words[at + 1]?.word ?? '') ? at + 2 : at + 1;
  if (
    word === 'all' &&
    (amountAt(words, at + 1) ||
      (/^(?:na|is|for|at)$/.test(words[at + 1]?.word ?? '') && amountAt(words, at + 2)))
  )
    return at + 1;
  return TOTAL.test(word) && word !== 'together' ? at + 1 : null;
}

function chunkAt(
  words: readonly Word[],
  at: number,
  previous: readonly Chunk[],
  nameWords: ReadonlySet<number>,
): Chunk {
  const { raw = '', word = '' } = words[at] ?? {};
  const make = (kind: ChunkKind, to = at + 1, more: Partial<Chunk> = {}): Chunk => ({
    ...placeholder(at, to),
    kind,
    word,
    raw,
    ...more,
  });
  if (isQuoted(words, at) || nameWords.has(at)) return make('text');
  const phrase = PHRASES.find(([phraseWords]) => matchesAt(words, at, ...phraseWords));
  if (phrase) return make(phrase[1], at + phrase[0].length);
  const arrow = arrowAt(words, at);
  if (arrow) return make(amountAt(words, arrow) ? 'at' : 'whom', arrow);
  const initial = initialAt(words, at);
  if (initial) return make('text', initial, { raw: `${raw}.` });
  const lineCount = countOfLines(words, at);
  if (lineCount) return make('small', lineCount);
  const bill = billingAt(words, at, previous);
  if (bill) return make('bill', bill.to, { word: bill.whom ? 'whom' : 'bill' });
  if (word === 'on' && previous.at(-1)?.kind === 'bill') return make('whom');
  const listed = listMarkAt(words, at, previous);
  if (listed) return make('stop', listed, { raw: LIST_MARK });
  const each = eachMarkerAt(words, at, previous);
  if (each) return make('each', each);
  const count = multiplierAt(words, at);
  if (count) return make('count', count.to, { count: count.value });
  const attached = attachedUnit(words, at);
  if (attached) return make('figure', at + 1, attached);
  const total = totalMarkerAt(words, at);
  if (total) return make('whole', total);
  const amount = figureAt(words, at);
  if (amount) return make('figure', amount.to, { amount });
  return make(chunkKindOf(words, at));
}

// "3 chairs 2k each → Ada" leads to the customer, "chairs → 2k" to the price.
function arrowAt(words: readonly Word[], at: number): number | null {
  const { raw = '', end = 0 } = words[at] ?? {};
  if (/^[→➡➜⇒➔]/u.test(raw)) return at + 1;
  const next = words[at + 1];
  return /^[-=–]$/.test(raw) && next?.raw === '>' && next.start === end ? at + 2 : null;
}

const QUOTE = /^["“”]$/;

// "second hand tyre", "new tyres"; but not "new customer" and "good morning".
function isAdjective(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  const word = next?.word ?? '';
  if (at === 0 || !next || isSeparator(next) || !/^\p{Ll}/u.test(next.raw)) return false;
  return (
    !/^(?:invoice|bill|customer|client|one|item|items|line|receipt|account|contact|day|week|month)$/.test(
      word,
    ) &&
    !SMALL_WORDS.test(word) &&
    !PRONOUN.test(word)
  );
}

const countedBefore = (words: readonly Word[], at: number): boolean =>
  amountAt(words, at - 1)?.to === at &&
  /^\p{Ll}/u.test(words[at + 1]?.raw ?? '') &&
  !SMALL_WORDS.test(words[at + 1]?.word ?? '') &&
  words[at + 1]?.word !== 'for';

// "payment gateway" and "home service" are things; "payment" alone is none.
function isBesideGoods(words: readonly Word[], at: number): boolean {
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
  return isGoods(last) || (isGoods(words[at - 2]?.word ?? '') && INVOICE_NOUNS.test(last));
}

// Quoted text is the name of goods.
function isQuoted(words: readonly Word[], at: number): boolean {
  if (!/\p{L}/u.test(words[at]?.raw ?? '') || amountAt(words, at)) return false;
  const marks = words.slice(0, at).filter(({ raw }) => QUOTE.test(raw)).length;
  return marks % 2 === 1 && words.slice(at).some(({ raw }) => QUOTE.test(raw));
}

function chunkKindOf(words: readonly Word[], at: number): ChunkKind {
  const { raw = '', word = '' } = words[at] ?? {};
  if (titleAt(words, at)) return 'text';
  if (/^[.;\n!?•]$/.test(raw)) return 'stop';
  if (/^["“”']$/.test(raw)) return 'small';
  if (/^[,()|/]$/.test(raw)) return 'comma';
  if (/^(?:and|nd|plus|&|\+|alongside|with)$/.test(word) && (word !== 'with' || amountAt(words, at + 1)))
    return 'and';
  if (/^[x×*]$/i.test(word)) return 'times';
  if (/^(?:for|per)$/.test(word) || isFourMeaningFor(words, at)) return 'for';
  if (PRICE_LEADS.test(word)) return 'at';
  if (isSeparator(words[at])) return 'comma';
  if (/^(?:to|give|customer|client|buyer)$/.test(word)) return 'whom';
  if (INVOICE_NOUNS.test(word) && (isBesideGoods(words, at) || countedBefore(words, at))) return 'text';
  if (ADJECTIVES.test(word) && isAdjective(words, at)) return 'text';
  if (UNNAMED_PERSON.test(word) && beforeName(words, at)) return 'small';
  return SMALL_WORDS.test(word) || PRONOUN.test(word) || DEAL_VERBS.test(word) ? 'small' : 'text';
}
