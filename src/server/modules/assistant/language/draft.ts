import type { Draft, Filters } from '#contract/assistant.ts';
import { amountAt, currencyOf } from './amounts.ts';
import { emailIn, phoneIn } from './contact.ts';
import { type DueDate, dueDateIn } from './dates.ts';
import { missingIn, withTotal } from './draft-sums.ts';
import { foreignClausesIn, storiesIn } from './foreign-clauses.ts';
import { customerIn, itemOf, linesIn, type SaidLine } from './lines.ts';
import { piecesOf } from './pieces.ts';
import { readingOf } from './reading.ts';
import { repaired } from './repairs.ts';
import { secondStepIn } from './second-step.ts';
import { after, type Span, within } from './spans.ts';
import { discountIn, taxIn } from './terms.ts';
import type { Aside, Asked, Surroundings } from './understanding.ts';
import type { Known } from './weights.ts';
import { saidBetween, separates, type Word } from './words.ts';

/** An invoice parsed from one message. `asks` is the first missing field, or null. */
export type ReadDraft = {
  draft: Draft;
  asks: Asked | null;
  asides: Aside[];
  then: Filters['then'] | null;
  channels: ('email' | 'whatsapp')[];
};

/** Maximum number of words parsed of one message; of a longer one the lines are asked for. */
export const MOST_WORDS = 1000;

/** Reads a new invoice from a message: "bill Blessing braids 15k plus delivery 2k, due Friday". */
export function readDraft(message: readonly Word[], surroundings: Surroundings): ReadDraft {
  const words = repaired(message.slice(0, MOST_WORDS), surroundings.today);
  const terms = termsIn(words, surroundings);
  const pieces = piecesOf(words, terms.spans);
  const reading = readingOf(pieces, knownFrom(words, surroundings));
  const lines = linesIn(reading, words);
  const money = currencyIn(lines, terms.currencies, surroundings);
  const draft = withTotal({
    customerName: customerIn(reading, words),
    customerEmail: terms.email,
    customerPhone: terms.phone,
    currency: money.currency,
    items: lines.map(itemOf),
    taxRate: terms.taxRate ?? surroundings.taxRate,
    discount: terms.discount ?? null,
    dueDate: terms.due?.date ?? null,
    total: null,
  });
  const cut = message.length > MOST_WORDS ? 'items' : null;
  const asks = missingIn(draft) ?? cut ?? (terms.due && !terms.due.date ? 'dueDate' : null);
  const asides = [...money.asides, ...(terms.due ? asideOf(terms.due, words) : [])];
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field on the wire
  return { draft, asks, asides, then: terms.second?.then ?? null, channels: terms.second?.channels ?? [] };
}

/** Parts of a message beside the customer and the lines, and their positions. */
export type Terms = {
  email: string | null;
  phone: string | null;
  due: DueDate | null;
  taxRate: number | null;
  /** Undefined where not mentioned; null where removed. */
  discount: Draft['discount'] | undefined;
  second: ReturnType<typeof secondStepIn>;
  /** Currencies named without an amount ("in dollars"), and those of the discount. */
  currencies: string[];
  spans: Span[];
};

/** Finds the terms of an invoice in a message. */
export function termsIn(words: readonly Word[], surroundings: Surroundings): Terms {
  const [email, phone] = [emailIn(words), phoneIn(words)];
  const foreign = foreignClausesIn(words);
  const second = secondStepIn(withoutSpans(words, foreign));
  const due = notPerDay(words, dueDateIn(words, surroundings.today));
  const free = withoutSpans(words, [email, phone, due, second]);
  const tax = taxIn(free);
  const again = taxIn(withoutSpans(free, [tax]));
  const left = withoutSpans(free, [tax, again]);
  const discount = discountIn(left);
  const stated = statedCurrency(left);
  const spans = [
    email,
    phone,
    second,
    due,
    tax,
    again,
    discount,
    stated,
    ...foreign,
    ...storiesIn(words),
  ].filter((span) => span !== null);
  const cut = discount ? currenciesOf(words, discount) : [];
  return {
    email: email?.value ?? null,
    phone: phone?.value ?? null,
    due,
    taxRate: (again ?? tax)?.rate ?? null,
    discount: discount ? discount.discount : undefined,
    second,
    currencies: [...(stated ? [stated.code] : []), ...cut],
    spans,
  };
}

// An understood span becomes a separator, so that nothing is parsed across it; positions stay the same.
function withoutSpans(words: readonly Word[], found: readonly (Span | null)[]): Word[] {
  const spans = found.filter((span) => span !== null);
  return words.map((word, at) => (within(spans, at) ? { ...word, said: ',', word: ',' } : word));
}

// "10k a day" is a price, not a date.
function notPerDay(words: readonly Word[], due: DueDate | null): DueDate | null {
  const [first, last] = due ? [words[due.from]?.word ?? '', words[due.from - 1]?.said ?? ''] : ['', ''];
  return /^(?:a|an|per|each|every)$/.test(first) && /\d/.test(last) ? null : due;
}

function currenciesOf(words: readonly Word[], { from, to }: Span): string[] {
  return Array.from({ length: to - from }, (_, i) => amountAt(words, from + i)?.currency).filter(
    (code) => typeof code === 'string',
  );
}

// "in dollars", "currency: USD".
function statedCurrency(words: readonly Word[]): (Span & { code: string }) | null {
  for (let at = 0; at < words.length - 1; at++) {
    if (!/^(?:in|currency|use|using)$/.test(words[at]?.word ?? '')) continue;
    const to = after(words, at + 1, /^(?:is|:|us|the|american|as|to|=)$/, 3);
    const code = currencyOf(words[to]?.word ?? '');
    if (
      code &&
      !amountAt(words, to) &&
      (separates(words[to + 1]) || to + 1 >= words.length || /\p{L}/u.test(words[to + 1]?.word ?? ''))
    )
      return { from: at, to: to + 1, code };
  }
  return null;
}

/** Hints that help to tell a name from goods. */
export function knownFrom(words: readonly Word[], { knownNames }: Surroundings): Known {
  const names = new Set(
    knownNames
      .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}'&-]+/u))
      .filter((word) => word.length > 1),
  );
  const letters = words.filter(({ said }) => /^\p{L}{2}/u.test(said));
  const raised = letters.filter(({ said }) => /^\p{Lu}/u.test(said)).length;
  return { names, capitals: raised > 0 && (raised < 3 || raised <= letters.length * 0.7) };
}

/** The one currency of an invoice; none where there are two, or another than naira and dollars. */
export function currencyIn(
  lines: readonly SaidLine[],
  stated: readonly string[],
  { currency }: Pick<Surroundings, 'currency'>,
): { currency: Draft['currency']; asides: Aside[] } {
  const said = [
    ...new Set([...lines.flatMap(({ price }) => (price?.currency ? [price.currency] : [])), ...stated]),
  ];
  const [only] = said;
  const bare = lines.some(
    ({ price }) => price && !price.currency && (price.kind === 'short' || price.value >= 1000),
  );
  if (only === 'USD' && stated.length === 0 && bare)
    return { currency: null, asides: [{ kind: 'currency', said: 'NGN, USD' }] };
  if (!only) return { currency, asides: [] };
  if (said.length === 1 && (only === 'NGN' || only === 'USD')) return { currency: only, asides: [] };
  return { currency: null, asides: [{ kind: 'currency', said: said.join(', ') }] };
}

/** Remark about a due date that was not accepted. */
export function asideOf(due: DueDate, words: readonly Word[]): Aside[] {
  const said = saidBetween(words, due.from, due.to);
  if (due.past) return [{ kind: 'past_date', said }];
  return due.impossible ? [{ kind: 'no_such_date', said }] : [];
}
