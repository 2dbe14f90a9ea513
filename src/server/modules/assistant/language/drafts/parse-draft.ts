import type { Draft, Filters } from '#contract/assistant.ts';
import { amountAt, currencyOf } from '../amounts/amounts.ts';
import { type DueDate, dueDateIn } from '../dates/due-date.ts';
import { chunkWords } from '../grammar/chunker.ts';
import type { NameHints } from '../grammar/costs.ts';
import { labelChunks } from '../grammar/label-chunks.ts';
import { emailIn, phoneIn } from '../parties/contact-details.ts';
import { isInside, skipForward, type Span } from '../tokens/spans.ts';
import { isSeparator, rawText, type Word } from '../tokens/tokenize.ts';
import type { Aside, BusinessContext, MissingField } from '../types.ts';
import { BILL_WORDS } from '../vocabulary/lexicon.ts';
import type { Slot } from '../understanding/model.ts';
import { applyCorrections } from './corrections.ts';
import { type InvoiceSlots, invoiceSlots } from './invoice-slots.ts';
import { customerIn, linesFromSlots } from './lines-from-slots.ts';
import { readWithDiscounts } from './line-discount.ts';
import { currenciesIn, customerNameIn, type DraftLine, linesIn } from './lines.ts';
import { secondStepIn } from './second-step.ts';
import { findForeignCommands, findSideRemarks } from './side-remarks.ts';
import { heldAgainst, statedSumIn } from './stated-sum.ts';
import { discountIn, taxIn } from './terms.ts';
import { withSlots } from './terms-from-slots.ts';
import { firstMissingField, withTotal } from './totals.ts';

/** An invoice parsed from one message. `asks` is the first missing field, or null. */
export type ParsedDraft = {
  draft: Draft;
  asks: MissingField | null;
  asides: Aside[];
  then: Filters['then'] | null;
  channels: ('email' | 'whatsapp')[];
};

/** Maximum number of words parsed of one message; of a longer one the lines are asked for. */
export const MAX_WORDS = 1000;

/** Reads a new invoice from a message: "bill Blessing braids 15k plus delivery 2k, due Friday". */
export function parseDraft(message: readonly Word[], business: BusinessContext): ParsedDraft {
  const words = applyCorrections(message.slice(0, MAX_WORDS), business.today);
  const byWords = findTerms(words, business);
  const slots = invoiceSlots(words, byWords.spans);
  const terms = withSlots(words, byWords, slots.likeliest, business.today);
  const { due } = terms;
  const fuller = contentsOf(words, terms, slots, business);
  const { lines, items, discount } = fuller;
  const named = customerIn(words, slots.fullest);
  const customerName = ordersABill(words)
    ? (fuller.customerName ?? named)
    : longerName(named, fuller.customerName);
  const money = currencyIn(lines, terms.currencies, business);
  const draft = withTotal({
    customerName,
    customerEmail: terms.email,
    customerPhone: terms.phone,
    currency: money.currency,
    items,
    taxRate: terms.taxRate ?? business.taxRate,
    discount,
    dueDate: due?.date ?? null,
    total: null,
  });
  const tooLong = message.length > MAX_WORDS ? 'items' : null;
  const asks = firstMissingField(draft) ?? tooLong ?? (due && !due.date ? 'dueDate' : null);
  const asides = [...money.asides, ...fuller.asides, ...(due ? dueDateAside(due, words) : [])];
  return {
    draft,
    asks,
    asides,
    // oxlint-disable-next-line unicorn/no-thenable -- the name of the field on the wire
    then: terms.secondStep?.then ?? null,
    channels: terms.secondStep?.channels ?? [],
  };
}

/** Customer and lines of a message, and the discount that is left for the whole. */
type Contents = {
  customerName: string | null;
  lines: DraftLine[];
  items: Draft['items'];
  discount: Draft['discount'];
};

// A discount or a tax would be part of a stated sum, so that it is held against nothing then.
function contentsOf(
  words: readonly Word[],
  terms: Terms,
  { likeliest, fullest }: InvoiceSlots,
  business: BusinessContext,
): Contents & { asides: Aside[] } {
  const read = (known: Terms): Contents => {
    const first = fullerOf(linesByRules(words, known, business), linesRead(words, known, likeliest));
    const whole = linesRead(words, known, fullest);
    return missingIn(whole) < missingIn(first) ? whole : first;
  };
  const stated = terms.discount || terms.taxRate || business.taxRate ? null : statedSumIn(words);
  const held = stated && heldAgainst(read({ ...terms, spans: [...terms.spans, stated] }), stated);
  return held ?? { ...read(terms), asides: [] };
}

function linesByRules(words: readonly Word[], terms: Terms, business: BusinessContext): Contents {
  const hints = nameHints(words, business);
  const { labelled, ...read } = readWithDiscounts(words, terms, (spans) => {
    const chunks = labelChunks(chunkWords(words, spans), hints);
    return { labelled: chunks, lines: linesIn(chunks, words) };
  });
  return { ...read, customerName: customerNameIn(labelled, words) };
}

function linesRead(words: readonly Word[], terms: Terms, slots: readonly Slot[]): Contents {
  const read = readWithDiscounts(words, terms, (spans) => ({
    lines: linesFromSlots(
      words,
      slots.filter(({ from }) => !isInside(spans, from)),
    ),
  }));
  return { ...read, customerName: customerIn(words, slots) };
}

// "Bill Ada …": the name stands behind the verb, as the rules expect; told in any other way it is learned from examples.
const ordersABill = (words: readonly Word[]): boolean =>
  words.slice(0, MOST_BEFORE_VERB).some(({ word }) => BILL_WORDS.has(word));
const MOST_BEFORE_VERB = 4;

// "Adeola" of "Adeola, Pratt & Associates": both may have found the same, one of them more of it.
const longerName = (name: string | null, other: string | null): string | null =>
  name && !(other?.startsWith(name) && /^(?:,| &| and) /.test(other.slice(name.length))) ? name : other;

// The reading that leaves less to be asked; of two alike the one with fewer lines: what the rules have more of is mostly an aside.
function fullerOf(byRules: Contents, read: Contents): Contents {
  const more = missingIn(read) - missingIn(byRules);
  const isShorter = read.items.length < byRules.items.length;
  return more < 0 || (more === 0 && isShorter) ? read : byRules;
}

const missingIn = ({ customerName, items }: Contents): number =>
  items.reduce(
    (sum, { description, rate }) =>
      sum +
      (description === null ? 1 : 0) +
      (rate === null ? 1 : 0) +
      (TWO_THINGS.test(description ?? '') ? 2 : 0),
    (customerName === null ? 1 : 0) + (items.length === 0 ? 2 : 0),
  );

const TWO_THINGS = /\S (?:and|&|plus) \d/;

/** Parts of a message beside the customer and the lines, and their positions. */
export type Terms = {
  email: string | null;
  phone: string | null;
  due: DueDate | null;
  taxRate: number | null;
  /** Undefined where not mentioned; null where removed. */
  discount: Draft['discount'] | undefined;
  /** Where it stands. */
  discountSpan: Span | null;
  secondStep: ReturnType<typeof secondStepIn>;
  /** Currencies named without an amount ("in dollars"), and those of the discount. */
  currencies: string[];
  spans: Span[];
};

/** Finds the terms of an invoice in a message. */
export function findTerms(words: readonly Word[], business: BusinessContext): Terms {
  const [email, phone] = [emailIn(words), phoneIn(words)];
  const foreign = findForeignCommands(words);
  const secondStep = secondStepIn(withoutSpans(words, foreign));
  const due = unlessPerDay(words, dueDateIn(words, business.today));
  const free = withoutSpans(words, [email, phone, due, secondStep]);
  const tax = taxIn(free, business.today);
  const secondTax = taxIn(withoutSpans(free, [tax]), business.today);
  const remaining = withoutSpans(free, [tax, secondTax]);
  const discount = discountIn(remaining);
  const stated = statedCurrency(remaining);
  const spans = [
    email,
    phone,
    secondStep,
    due,
    tax,
    secondTax,
    discount,
    stated,
    ...foreign,
    ...findSideRemarks(words),
  ].filter((span) => span !== null);
  const discountCurrencies = discount ? currenciesOf(words, discount) : [];
  return {
    email: email?.value ?? null,
    phone: phone?.value ?? null,
    due,
    taxRate: (secondTax ?? tax)?.rate ?? null,
    discount: discount ? discount.discount : undefined,
    discountSpan: discount,
    secondStep,
    currencies: [...(stated ? [stated.code] : []), ...discountCurrencies],
    spans,
  };
}

// An understood span becomes a separator, so that nothing is parsed across it; positions stay the same.
function withoutSpans(words: readonly Word[], found: readonly (Span | null)[]): Word[] {
  const spans = found.filter((span) => span !== null);
  return words.map((word, at) => (isInside(spans, at) ? { ...word, raw: ',', word: ',' } : word));
}

// "10k a day" is a price, not a date.
function unlessPerDay(words: readonly Word[], due: DueDate | null): DueDate | null {
  const [first, last] = due ? [words[due.from]?.word ?? '', words[due.from - 1]?.raw ?? ''] : ['', ''];
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
    const to = skipForward(words, at + 1, /^(?:is|:|us|the|american|as|to|=)$/, 3);
    const code = currencyOf(words[to]?.word ?? '');
    if (
      code &&
      !amountAt(words, to) &&
      (isSeparator(words[to + 1]) || to + 1 >= words.length || /\p{L}/u.test(words[to + 1]?.word ?? ''))
    )
      return { from: at, to: to + 1, code };
  }
  return null;
}

/** Hints that help to tell a name from goods. */
export function nameHints(words: readonly Word[], { knownNames }: BusinessContext): NameHints {
  const names = new Set(
    knownNames
      .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}'&-]+/u))
      .filter((word) => word.length > 1),
  );
  const letters = words.filter(({ raw }) => /^\p{L}{2}/u.test(raw));
  const capitalized = letters.filter(({ raw }) => /^\p{Lu}/u.test(raw)).length;
  return { names, capitals: capitalized > 0 && (capitalized < 3 || capitalized <= letters.length * 0.7) };
}

/** The one currency of an invoice; none where there are two, or another than naira and dollars. */
export function currencyIn(
  lines: readonly DraftLine[],
  stated: readonly string[],
  { currency }: Pick<BusinessContext, 'currency'>,
): { currency: Draft['currency']; asides: Aside[] } {
  const currencies = [...new Set([...lines.flatMap(currenciesIn), ...stated])];
  const [only] = currencies;
  const bare = lines.some(
    ({ price }) => price && !price.currency && (price.kind === 'short' || price.value >= 1000),
  );
  if (only === 'USD' && stated.length === 0 && bare)
    return { currency: null, asides: [{ kind: 'currency', text: 'NGN, USD' }] };
  if (!only) return { currency, asides: [] };
  if (currencies.length === 1 && (only === 'NGN' || only === 'USD')) return { currency: only, asides: [] };
  return { currency: null, asides: [{ kind: 'currency', text: currencies.join(', ') }] };
}

/** Remark about a due date that was not accepted. */
export function dueDateAside(due: DueDate, words: readonly Word[]): Aside[] {
  const text = rawText(words, due.from, due.to);
  if (due.past) return [{ kind: 'past_date', text }];
  return due.impossible ? [{ kind: 'no_such_date', text }] : [];
}
