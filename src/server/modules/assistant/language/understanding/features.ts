import type { Action } from '#contract/assistant.ts';
import { rowOf } from '#core/linear-model.ts';
import { amountAt, percentAt } from '../amounts/amounts.ts';
import { dayAt } from '../dates/days.ts';
import { durationAt } from '../dates/calendar.ts';
import { isCompanySuffix, isTitle } from '../parties/contact-details.ts';
import { isStopWord } from '../vocabulary/stop-words.ts';
import type { Word } from '../tokens/tokenize.ts';
import type { MissingField, Pending } from '../types.ts';
import { isGoods, isUnit } from '../vocabulary/goods.ts';
import { NAMES } from '../vocabulary/names.ts';

/** Rows of a weight table; a feature is a row by its hash, and two may share one. */
export const ROWS = 1 << 17;

/** Waiting for an answer: the kind of the open card, and the field that was asked for. */
export type Open = { kind: string; field: string | null };

const KINDS: Record<Action, string> = {
  create_invoice: 'invoice',
  create_quote: 'quote',
  create_plan: 'plan',
  record_payment: 'payment',
  send_invoice: 'send',
  send_reminder: 'reminder',
  delete_invoice: 'delete',
  add_customer: 'customer',
  note_claim: 'payment',
  note_promise: 'payment',
  credit_note: 'payment',
  write_off: 'payment',
  withholding: 'payment',
  customer_statement: 'send',
  change_plan: 'plan',
  convert_quote: 'quote',
};
const FIELDS: Partial<Record<MissingField, string>> = {
  customerName: 'customer',
  customerEmail: 'email',
  items: 'item',
  description: 'item',
  rate: 'rate',
  dueDate: 'due',
  invoice: 'number',
};

/** An open task as the examples name it. */
export const openOf = ({ action, asks }: Pick<Pending, 'action' | 'asks'>): Open => ({
  kind: KINDS[action],
  field: asks && (FIELDS[asks] ?? null),
});

/** Most words looked at: what a message is about stands before. */
export const MOST_WORDS = 200;

const ANY_DAY = '2026-01-01';

/** Rows of the network's table. */
export const NETWORK_ROWS = 1 << 14;

const row = (feature: string): number => rowOf(feature, ROWS);

// Tone marks and dots are mostly left out; figures count by their shape alone.
const folded = (raw: string): string =>
  raw.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");

function shapeOf(words: readonly Word[], at: number): string {
  const { raw = '' } = words[at] ?? {};
  if (raw.includes('@') && raw.length > 1) return '<mail>';
  if (!/\d/.test(raw)) return folded(raw);
  if (/^\+?\d[\d -]{9,}$/.test(raw)) return '<phone>';
  if (/^\p{L}+[-#/]/u.test(raw)) return '<ref>';
  if (raw.endsWith('%')) return '<percent>';
  const amount = amountAt(words, at);
  if (amount && amount.kind !== 'plain') return `<${amount.kind}>`;
  const figures = raw.replace(/\D/g, '').length;
  return /^\d/.test(raw) && /\p{L}/u.test(raw)
    ? `<${folded(raw).replace(/\d+/g, '0')}>`
    : `<${figures > 4 ? 'many' : figures}>`;
}

/** The shapes of a message's words, made once for all features. */
export const shapesOf = (words: readonly Word[]): string[] =>
  words.slice(0, MOST_WORDS).map((_, at) => shapeOf(words, at));

/** Words by their shapes, and what dictionaries and readers know of each. */
export type KnownWords = { shapes: readonly string[]; classes: readonly (readonly string[])[] };

/** The same of a message, made once for both taggers. */
export function knownWords(words: readonly Word[]): KnownWords {
  const shapes = shapesOf(words);
  return { shapes, classes: shapes.map((shape, at) => classesOf(words, shape, at)) };
}

/** Features of a whole message, for its intent. */
export function messageFeatures(shapes: readonly string[], open: Open): number[] {
  const found = new Set<number>();
  const isReply = open.kind !== '-';
  const add = (feature: string, also = false): void => {
    found.add(row(feature));
    if (isReply && also) found.add(row(`~${feature}`));
  };
  add('always');
  add(`open:${open.kind}`);
  if (open.field) add(`asked:${open.field}`);
  add(`length:${Math.min(6, Math.floor(Math.log2(shapes.length + 1)))}`, true);
  const around = ['^', ...shapes.slice(0, MOST_WORDS), '$'];
  around.forEach((shape, at) => {
    const [before = '', second = ''] = [around[at - 1], around[at - 2]];
    add(`1:${shape}`, true);
    if (at < 4) add(`first:${shape}`);
    if (before) add(`2:${before} ${shape}`, true);
    if (second) add(`3:${second} ${before} ${shape}`);
    if (second) add(`skip:${second} ${shape}`);
    for (const part of partsOf(shape)) add(`part:${part}`);
  });
  return [...found];
}

// Pieces of three to five letters stand for a word that is mistyped or was never seen.
function partsOf(shape: string): string[] {
  if (shape.length < 3 || !/^\p{L}/u.test(shape)) return [];
  const whole = `<${shape.slice(0, 24)}>`;
  const parts: string[] = [];
  for (const size of [3, 4, 5])
    for (let at = 0; at + size <= whole.length; at++) parts.push(whole.slice(at, at + size));
  return parts;
}

/** Features of each word of a message, for the tags. */
export function wordFeatures({ shapes, classes }: KnownWords, intent: string): number[][] {
  const kinds = classes.map((one) => one.join(''));
  return shapes.map((shape, at) => {
    const found: string[] = ['always', `intent:${intent}`, `w:${shape}`, `wi:${intent} ${shape}`];
    const near = (by: number): string => shapes[at + by] ?? (at + by < 0 ? '^' : '$');
    const kind = (by: number): string => kinds[at + by] ?? (at + by < 0 ? '^' : '$');
    for (const by of [-3, -2, -1, 1, 2, 3]) found.push(`w${by}:${near(by)}`, `k${by}:${kind(by)}`);
    found.push(
      `k:${kind(0)}`,
      `ki:${intent} ${kind(0)}`,
      `b:${near(-1)} ${shape}`,
      `n:${shape} ${near(1)}`,
      `bn:${near(-1)} ${near(1)}`,
      `bb:${near(-2)} ${near(-1)}`,
      `nn:${near(1)} ${near(2)}`,
      `kb:${kind(-1)} ${kind(0)}`,
      `kn:${kind(0)} ${kind(1)}`,
      `kbn:${kind(-1)} ${kind(0)} ${kind(1)}`,
      `kbb:${kind(-2)} ${kind(-1)} ${kind(0)}`,
      `knn:${kind(0)} ${kind(1)} ${kind(2)}`,
      `wk:${near(-1)} ${kind(0)}`,
      `wkn:${kind(0)} ${near(1)}`,
    );
    for (const one of classes[at] ?? []) found.push(`c:${one}`);
    for (const size of [2, 3, 4])
      if (shape.length > size) found.push(`pre:${shape.slice(0, size)}`, `suf:${shape.slice(-size)}`);
    if (at < 3) found.push(`at:${at}`);
    return [...new Set(found.map(row))];
  });
}

/** Features of each word by itself, for the network, which sees those around it; the first is the word. */
export const networkFeatures = ({ shapes, classes }: KnownWords): number[][] =>
  shapes.map((shape, at) => {
    const own = classes[at] ?? [];
    const found = [`w:${shape}`, `k:${own.join('')}`, ...own.map((one) => `c:${one}`)];
    for (const size of [1, 2, 3, 4])
      if (shape.length > size) found.push(`pre:${shape.slice(0, size)}`, `suf:${shape.slice(-size)}`);
    for (const part of partsOf(shape)) if (part.length < 5) found.push(`part:${part}`);
    return [...new Set(found.map((feature) => rowOf(feature, NETWORK_ROWS)))];
  });

// Knowledge of a word: dictionaries, and the readers of amounts and dates.
function classesOf(words: readonly Word[], shape: string, at: number): string[] {
  const { raw = '', word = '' } = words[at] ?? {};
  const found: string[] = [];
  if (/^\p{Lu}/u.test(raw)) found.push(raw === raw.toUpperCase() && raw.length > 1 ? 'A' : 'a');
  if (/^[^\p{L}\p{N}]+$/u.test(raw)) return [raw.slice(0, 1)];
  if (isTitle(word)) found.push('T');
  if (NAMES.has(word)) found.push('N');
  if (isCompanySuffix(word)) found.push('F');
  if (isUnit(word)) found.push('U');
  if (isGoods(word)) found.push('G');
  if (isStopWord(word)) found.push('s');
  if (dayAt(words, at, ANY_DAY)) found.push('D');
  if (durationAt(words, at)) found.push('L');
  if (percentAt(words, at)) found.push('%');
  const amount = amountAt(words, at);
  if (amount) found.push(/\d/.test(shape) || shape.startsWith('<') ? amount.kind.slice(0, 2) : 'wo');
  return found;
}
