import type { Draft } from '#contract/assistant.ts';
import { amountAt, currencyOf, hasFigure } from '../amounts/amounts.ts';
import { laterDateIn } from '../dates/due-date.ts';
import { lineDiscountIn } from '../drafts/line-discount.ts';
import { earlyAside } from '../drafts/early-payment.ts';
import { dueDateAside, findTerms, type ParsedDraft, type Terms, withSlots } from '../drafts/parse-draft.ts';
import { firstMissingField, withTotal } from '../drafts/totals.ts';
import { paperTextsIn, withTexts } from '../paper-texts.ts';
import { blankSpans, isInside, rawText, type Span, tokenize, type Word } from '../tokens/tokenize.ts';
import type { Aside, BusinessContext, Pending } from '../types.ts';
import { isUnit } from '../vocabulary/goods.ts';
import { set } from '../vocabulary/lexicon.ts';
import { readSlots, type Slot } from '../understanding/model.ts';
import { applyAnswer } from './answer.ts';
import { withCustomer } from './slot-edits.ts';
import { applyClause } from './apply-clause.ts';
import { type Change, linesTold, withItems, withLineDiscount } from './change.ts';
import { splitEdits } from './clauses.ts';
import { withoutProducts } from '../amounts/products.ts';
import { feesIn, withFees } from '../drafts/fees.ts';
import { sumOf } from '../drafts/lines.ts';
import { saidTwice, toldBeside } from './told-beside.ts';

const MAX_CHANGE_WORDS = 400;
const EMPTY: Omit<Draft, 'taxRate'> = {
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  currency: null,
  items: [],
  discount: null,
  dueDate: null,
  total: null,
};

/**
 * Changes an invoice that is under way, or takes the answer to its one question: "make it 4 bags, add VAT and due Friday".
 * Of two readings that are offered both are changed, and one is still to be chosen where they differ. Null where the message is not
 * about it.
 */
export function editDraft(
  whole: readonly Word[],
  pending: Pending,
  business: BusinessContext,
): ParsedDraft | null {
  const message = withoutProducts(whole);
  const read = editReading(message, pending, business) ?? editNamed(message, pending, business);
  const parsed = withUnclear(message, pending, read);
  if (!parsed || !pending.other) return parsed;
  const other = editReading(message, { ...pending, draft: pending.other }, business)?.draft ?? pending.other;
  if (parsed.asks !== null) return { ...parsed, other };
  const isSame = other.total === parsed.draft.total && other.customerName === parsed.draft.customerName;
  return isSame || firstMissingField(other) ? parsed : { ...parsed, other, asks: 'choice' };
}

// "The rice" answers which line 35k is for.
function editNamed(
  message: readonly Word[],
  pending: Pending,
  business: BusinessContext,
): ParsedDraft | null {
  const { unclear, draft } = pending;
  if (unclear === undefined || hasFigure(message) || linesTold(message, draft?.items ?? []).length === 0)
    return null;
  return editReading(tokenize(`${rawText(message, 0, message.length)} ${unclear}`), pending, business);
}

// A figure of no known line is kept until the next message, which names one, or leaves it out.
function withUnclear(
  message: readonly Word[],
  { draft: before, unclear }: Pending,
  parsed: ParsedDraft | null,
): ParsedDraft | null {
  if (!parsed) return null;
  const isUnclear = parsed.asks === 'items' && parsed.draft.items.length > 0;
  if (isUnclear) return { ...parsed, unclear: rawText(message, 0, message.length) };
  const figure = unclear === undefined ? null : figureIn(unclear);
  const isUsed =
    figure === null ||
    parsed.draft.items.some(
      ({ rate, quantity }, at) =>
        [rate, quantity].includes(figure) &&
        JSON.stringify(before?.items[at]) !== JSON.stringify(parsed.draft.items[at]),
    );
  return isUsed || !unclear
    ? parsed
    : { ...parsed, asides: [...parsed.asides, { kind: 'unclear', text: unclear }] };
}

function figureIn(text: string): number | null {
  const words = tokenize(text);
  return words.map((_, at) => amountAt(words, at)?.value ?? null).find((value) => value !== null) ?? null;
}

function editReading(
  message: readonly Word[],
  pending: Pending,
  business: BusinessContext,
): ParsedDraft | null {
  if (message.length > MAX_CHANGE_WORDS) return null;
  const draft = pending.draft ?? { ...EMPTY, taxRate: business.taxRate, currency: business.currency };
  const paper = paperTextsIn(message, true);
  const read = readSlots(message, 'edit_draft').filter(({ from }) => !isInside(paper.spans, from));
  const told = blankSpans(message, paper.spans);
  const beside = toldBeside(told, read, business);
  const fees = sumOf(draft.items) > 0 ? feesIn(told) : [];
  const words = blankSpans(told, [beside, ...fees, ...saidTwice(told, pending.asks, draft.items)]);
  const found = findTerms(words, business);
  // "He wants to pay in naira at 1500" prices nothing anew.
  const isOfPaying = words.some(({ word }) => /^(?:pay|pays|paying|convert)$/.test(word));
  const byWords = isOfPaying ? { ...found, currencies: [] } : found;
  const ofEarly = byWords.early ? readSlots(blankSpans(words, [byWords.early]), 'edit_draft') : read;
  const slots = ofEarly.map((one) => asCounted(words, asReduced(words, one), draft.items));
  // "Add a generator 2 days": what is read as a count is no day.
  const isCount = (span: Span | null): boolean =>
    slots.some(({ slot, from, to }) => COUNTS.has(slot) && span !== null && from < span.to && span.from < to);
  const terms = withSlots(words, isCount(byWords.due) ? withoutDue(byWords) : byWords, slots, business.today);
  const moved = laterDateIn(words, draft.dueDate, business.today);
  const later = moved && isCount(moved) && !LATER.test(words[moved.to - 1]?.word ?? '') ? null : moved;
  const ofLine = lineDiscountIn(words, terms, draft.items);
  const withTerms = applyTerms(
    {
      draft: withTexts(draft, paper),
      changed: paper.spans.length > 0,
      currencies: [],
      unclear: null,
      line: null,
    },
    ofLine ? { ...terms, discount: undefined } : terms,
    later,
    removesDueDate(words),
  );
  const discounted = ofLine ? withLineDiscount(withTerms, ofLine) : withTerms;
  const initial = fees.length > 0 ? withItems(discounted, withFees(draft.items, fees), null) : discounted;
  const free = blankSpans(words, [
    ...terms.spans,
    ...[later, ofLine, percentOfTax(words, terms)].filter((span) => span !== null),
  ]);
  const isOfCount = slots.some(({ slot }, at) => slot === 'quantity' && ofEarly[at]?.slot !== slot);
  const answer = isOfCount
    ? null
    : applyAnswer(free, pending.asks, initial, { ...business, lastPrice: pending.lastPrice });
  const marked = withLineNames(
    free,
    slots.filter(({ from }) => free[from] === words[from]),
    draft.items,
  );
  const change = answer ?? applyEdits(free, marked, initial, isOfPaying);
  if (!change.changed && !terms.secondStep && !terms.due && !beside) return null;
  const parsed = finish(change, terms, later !== null, words);
  return beside ? { ...parsed, asides: [...parsed.asides, beside.aside] } : parsed;
}

// "Net 12 pcs 7500 each".
const withoutDue = ({ due, spans, ...terms }: Terms): Terms => ({
  ...terms,
  due: null,
  spans: spans.filter(({ from }) => from !== due?.from),
});

// "Reduce to 35k" tells what is left, "reduce by 5k" what goes off.
const asReduced = (words: readonly Word[], one: Slot): Slot =>
  one.slot === 'discount' &&
  words[one.from - 1]?.word === 'to' &&
  !words.slice(one.from, one.to).some(({ word }) => /^(?:%|percent|off|discount)$/.test(word))
    ? { ...one, slot: 'rate' }
    : one;

/** An invoice has one day: when it is due. */
const DAYS = set('due valid day start end');

const COUNTS = set('quantity unit');

// "They want 5 days" of what is counted in days tells how many.
function asCounted(words: readonly Word[], one: Slot, items: Draft['items']): Slot {
  if (!DAYS.has(one.slot)) return one;
  const unit = words[one.to - 1]?.word ?? '';
  const isLed = LEADS.test(words[one.from - 1]?.word ?? '') || LATER.test(words[one.to]?.word ?? '');
  const counted = items.some(({ description }) => description?.toLowerCase().startsWith(`${unit} `));
  return counted && !isLed && one.to - one.from === 2 && isUnit(unit)
    ? { ...one, slot: 'quantity', to: one.to - 1 }
    : { ...one, slot: 'due' };
}
const LEADS = /^(?:in|within|due|by|after|for|pay)$/;
const LATER = /^(?:later|more|extra|again|time)$/;

/** The slots with the names of lines that the reading overlooked. */
function withLineNames(words: readonly Word[], slots: readonly Slot[], items: Draft['items']): Slot[] {
  const overlooked = items.flatMap(({ description }) => {
    const name = (description ?? '').toLowerCase().split(' ');
    const from = words.findIndex((_, at) => name.every((part, by) => words[at + by]?.word === part));
    const to = from + name.length;
    return from === -1 || slots.some((slot) => slot.from < to && slot.to > from)
      ? []
      : [{ slot: 'target', from, to }];
  });
  return [...slots, ...overlooked].toSorted((one, other) => one.from - other.from);
}

// "Dem say make I remove 42" of an invoice of 692,000 is 42,000.
const inThousands = (discount: Draft['discount'], { total }: Pick<Draft, 'total'>): Draft['discount'] =>
  discount?.type === 'amount' && discount.value < 1000 && total !== null && discount.value * FAR < total
    ? { ...discount, value: discount.value * 1000 }
    : discount;
const FAR = 1000;

function applyTerms(
  change: Change,
  terms: Terms,
  later: { date: string } | null,
  removesDueDate: boolean,
): Change {
  const { earlyPayment: offered, pricesIncludeTax, ...draft } = change.draft;
  const isHeld = terms.taxRate === null ? pricesIncludeTax : terms.isTaxHeld;
  // "No discount" takes that one away as well.
  const earlyPayment = terms.early?.earlyPayment ?? (terms.discount === null ? null : offered);
  const due = later ? later.date : terms.due ? terms.due.date : removesDueDate ? null : draft.dueDate;
  const next: Draft = {
    ...draft,
    customerEmail: terms.email ?? draft.customerEmail,
    customerPhone: terms.phone ?? draft.customerPhone,
    taxRate: terms.taxRate ?? draft.taxRate,
    ...((isHeld || pricesIncludeTax !== undefined) && { pricesIncludeTax: isHeld === true }),
    discount: terms.discount === undefined ? draft.discount : inThousands(terms.discount, draft),
    ...(earlyPayment && { earlyPayment }),
    dueDate: due,
  };
  const changed =
    change.changed ||
    removesDueDate ||
    later !== null ||
    terms.due !== null ||
    terms.early !== null ||
    terms.taxRate !== null ||
    terms.discount !== undefined;
  return {
    ...change,
    draft: next,
    changed: changed || terms.email !== null || terms.phone !== null || terms.currencies.length > 0,
    currencies: [...terms.currencies],
  };
}

// "Add 7.5 VAT": the figure counts nothing.
function percentOfTax(words: readonly Word[], { taxRate, spans }: Terms): Span | null {
  const at = spans.find(({ from }) => amountAt(words, from - 1)?.value === taxRate)?.from ?? 0;
  return at > 0 ? { from: at - 1, to: at } : null;
}

// "no due date", "remove the deadline".
const removesDueDate = (words: readonly Word[]): boolean =>
  words.some(
    ({ word }, at) =>
      /^(?:no|remove|without|clear|cancel|comot)$/.test(word) &&
      /^(?:due|deadline)$/.test(words[words[at + 1]?.word === 'the' ? at + 2 : at + 1]?.word ?? ''),
  );

// The trained reading says what is told of what, the rules by how much a figure changes.
function applyEdits(
  told: readonly Word[],
  slots: readonly Slot[],
  initial: Change,
  isOfPaying: boolean,
): Change {
  const names = slots.filter(({ slot }) => slot === 'customer');
  const unnamed = blankSpans(told, names);
  const currency = isOfPaying ? null : currencyAlone(unnamed);
  const words = currency ? blankSpans(unnamed, [currency]) : unnamed;
  const named = withCustomer(told, slots, initial);
  const clauses = splitEdits(words);
  let change = currency
    ? { ...named, changed: true, currencies: [...named.currencies, currency.code] }
    : named;
  while (clauses.length > 0) change = applyClause(words, clauses, slots, change);
  return change;
}

// "sorry, dollars", "make it naira", "change the currency to USD".
function currencyAlone(words: readonly Word[]): (Span & { code: string }) | null {
  const at = words.findIndex(
    ({ word, raw }, i) =>
      currencyOf(word) !== null &&
      raw !== 'n' &&
      !/\d/.test(words[i - 1]?.raw ?? '') &&
      !/^(?:thousand|k|million|hundred|grand)$/.test(words[i - 1]?.word ?? ''),
  );
  const code = currencyOf(words[at]?.word ?? '');
  if (at === -1 || !code || /\d/.test(words[at + 1]?.raw ?? '') || /^[#₦$£€]$/.test(words[at]?.raw ?? ''))
    return null;
  const noFigures = !words.some(({ raw }) => /\d/.test(raw));
  const leads = /^(?:in|to|mean|meant|sorry|use|as|currency|be|is|na|it|am|,|dollar|us|actually|not)$/.test(
    words[at - 1]?.word ?? '',
  );
  return noFigures || leads || at === 0 ? { from: at, to: at + 1, code } : null;
}

function finish(change: Change, terms: Terms, hasMovedDate: boolean, words: readonly Word[]): ParsedDraft {
  const currencies = [...new Set(change.currencies)];
  const [only] = currencies;
  const current = change.draft.currency;
  const stated = terms.currencies.length > 0 || change.draft.items.length <= 1 || !current;
  const single = currencies.length === 1 && (only === 'NGN' || only === 'USD') ? only : null;
  const clash =
    currencies.length > 0 &&
    (!single || (single !== current && !stated && !change.unclear && change.line !== null));
  const currency = currencies.length === 0 ? current : clash ? null : single;
  const draft = withTotal({ ...change.draft, currency });
  const asides: Aside[] = clash ? [{ kind: 'currency', text: currencies.join(', ') }] : [];
  const due = hasMovedDate ? null : terms.due;
  const asks = firstMissingField(draft) ?? change.unclear ?? (due && !due.date ? 'dueDate' : null);
  return {
    draft,
    asks,
    asides: [...asides, ...earlyAside(terms.early, words), ...(due ? dueDateAside(due, words) : [])],
    // oxlint-disable-next-line unicorn/no-thenable -- the name of the field on the wire
    then: terms.secondStep?.then ?? null,
    channels: terms.secondStep?.channels ?? [],
  };
}
