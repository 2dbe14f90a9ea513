import type { Draft, Filters } from '#contract/assistant.ts';
import { amountAt, currencyOf, percentAt } from '../amounts/amounts.ts';
import { withoutProducts } from '../amounts/products.ts';
import { dayFromNowAt, type DueDate, dueDateIn } from '../dates/due-date.ts';
import { emailIn, phoneIn } from '../parties/contact-details.ts';
import {
  blankSpans,
  isInside,
  isSeparator,
  rawText,
  skipForward,
  type Span,
  type Word,
} from '../tokens/tokenize.ts';
import type { Aside, BusinessContext, MissingField } from '../types.ts';
import type { Slot, SlotReading } from '../understanding/model.ts';
import type { Chosen, Contents } from './choice.ts';
import { currenciesIn, type DraftLine } from './lines.ts';
import { earlyAside, type EarlyPayment, earlyPaymentIn } from './early-payment.ts';
import { invoiceReadings, readContents } from './contents.ts';
import { type Fee, feesIn, withFees } from './fees.ts';
import { findForeignCommands, secondStepIn } from './other-requests.ts';
import { type Discount, discountIn, taxIn } from './terms.ts';
import { firstMissingField, heldAgainst, statedSumIn, withTotal } from './totals.ts';

/** An invoice parsed from one message. `asks` is the first missing field, or null. */
export type ParsedDraft = {
  draft: Draft;
  /** By another reading that is nearly as likely: which one is meant is asked. */
  other?: Draft | undefined;
  /** As `Pending` has it. */
  unclear?: string | undefined;
  asks: MissingField | null;
  asides: Aside[];
  then: Filters['then'] | null;
  channels: ('email' | 'whatsapp')[];
};

/** Maximum number of words parsed of one message; of a longer one the lines are asked for. */
export const MAX_WORDS = 1000;

/** Reads a new invoice from a message: "bill Blessing braids 15k plus delivery 2k, due Friday". */
export function parseDraft(message: readonly Word[], business: BusinessContext): ParsedDraft {
  const whole = withoutProducts(message.slice(0, MAX_WORDS));
  const fees = feesIn(whole);
  const words = blankSpans(whole, fees);
  const byWords = findTerms(words, business);
  const readings = invoiceReadings(blankSpans(words, [byWords.early]));
  const terms = { ...withSlots(words, byWords, readings[0]?.slots ?? [], business.today), fees };
  const { due } = terms;
  const { best, close, asides: ofSum } = contentsOf(words, terms, readings, business);
  const { draft, asides: ofMoney } = draftOf(best, terms, business);
  const tooLong = message.length > MAX_WORDS ? 'items' : null;
  const missing = firstMissingField(draft) ?? tooLong ?? (due && !due.date ? 'dueDate' : null);
  const other = missing === null && close ? draftOf(close, terms, business).draft : null;
  const isOffered = other !== null && firstMissingField(other) === null;
  return {
    draft,
    ...(isOffered && { other }),
    asks: isOffered ? 'choice' : missing,
    asides: [
      ...ofMoney,
      ...ofSum,
      ...earlyAside(terms.early, words),
      ...(due ? dueDateAside(due, words) : []),
      // A share of lines without prices.
      ...(best.items.some(({ rate }) => rate === null)
        ? fees.map((fee) => ({ kind: 'unclear' as const, text: rawText(whole, fee.from, fee.to) }))
        : []),
    ],
    // oxlint-disable-next-line unicorn/no-thenable -- the name of the field on the wire
    then: terms.secondStep?.then ?? null,
    channels: terms.secondStep?.channels ?? [],
  };
}

function draftOf(
  { customerName, lines, items, discount }: Contents,
  { email, phone, due, taxRate, isTaxHeld, currencies, early, fees }: WithFees,
  business: BusinessContext,
): { draft: Draft; asides: Aside[] } {
  const { currency, asides } = currencyIn(lines, currencies, business);
  const draft = withTotal({
    customerName: customerName?.replace(/ (?:suppose|supposed|gats|o|\d+%)$/i, '') ?? null,
    customerEmail: email,
    customerPhone: phone,
    currency,
    items: withFees(items, fees),
    taxRate: taxRate ?? business.taxRate,
    ...(isTaxHeld && { pricesIncludeTax: true }),
    discount,
    ...(early?.earlyPayment && { earlyPayment: early.earlyPayment }),
    dueDate: due?.date ?? null,
    total: null,
  });
  return { draft, asides };
}

// A discount, a tax or a fee would be part of a stated sum, so that it is held against nothing then.
function contentsOf(
  words: readonly Word[],
  terms: WithFees,
  readings: readonly SlotReading[],
  business: BusinessContext,
): Chosen & { asides: Aside[] } {
  const read = (known: Terms): Chosen => readContents(words, business, known, readings);
  const stated =
    terms.fees.length > 0 || terms.discount || terms.taxRate || business.taxRate ? null : statedSumIn(words);
  const held = stated && heldAgainst(read({ ...terms, spans: [...terms.spans, stated] }).best, stated);
  return held ? { best: held, close: null, asides: held.asides } : { ...read(terms), asides: [] };
}

/** Parts of a message beside the customer and the lines, and their positions. */
export type Terms = {
  email: string | null;
  phone: string | null;
  due: DueDate | null;
  taxRate: number | null;
  /** Whether the prices hold the tax already. */
  isTaxHeld: boolean;
  /** Undefined where not mentioned; null where removed. */
  discount: Draft['discount'] | undefined;
  /** Where it stands. */
  discountSpan: Span | null;
  early: EarlyPayment | null;
  secondStep: ReturnType<typeof secondStepIn>;
  /** Currencies named without an amount ("in dollars"), and those of the discount. */
  currencies: string[];
  spans: Span[];
};

type WithFees = Terms & { fees: readonly Fee[] };

/** Finds the terms of an invoice in a message. */
export function findTerms(words: readonly Word[], business: BusinessContext): Terms {
  const [email, phone] = [emailIn(words), phoneIn(words)];
  const foreign = findForeignCommands(words);
  const secondStep = secondStepIn(blankSpans(words, foreign));
  // Until when a discount is offered is not when all of it is due.
  const early = earlyPaymentIn(words, business.today);
  const due = dueDateIn(blankSpans(words, [early]), business.today);
  const free = blankSpans(words, [email, phone, due, secondStep, early]);
  const tax = taxIn(free, business.today);
  const secondTax = taxIn(blankSpans(free, [tax]), business.today);
  // "No VAT abeg, dem no dey pay VAT": the second says why.
  const isReason = tax?.rate === 0 && secondTax !== null && secondTax.to - secondTax.from === 1;
  const told = isReason ? tax : (secondTax ?? tax);
  const remaining = blankSpans(free, [tax, secondTax]);
  const discount = discountIn(remaining);
  const stated = statedCurrency(remaining);
  const spans = [email, phone, secondStep, due, tax, secondTax, discount, early, stated, ...foreign].filter(
    (span) => span !== null,
  );
  const discountCurrencies = discount ? currenciesOf(words, discount) : [];
  return {
    email: email?.value ?? null,
    phone: phone?.value ?? null,
    due,
    taxRate: told?.rate ?? null,
    isTaxHeld: told?.isHeld === true,
    discount: discount ? discount.discount : undefined,
    discountSpan: discount,
    early,
    secondStep,
    currencies: [...(stated ? [stated.code] : []), ...discountCurrencies],
    spans,
  };
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

/** The one currency of an invoice; none where there are two, or another than naira and dollars. */
function currencyIn(
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

type Known = {
  due: DueDate | null;
  /** Undefined where not mentioned. */
  discount: Discount['discount'] | undefined;
  discountSpan: Span | null;
  spans: Span[];
};

/** Terms with the due day and the discount that no word leads to: "I told her Friday is fine". */
export function withSlots<T extends Known>(
  words: readonly Word[],
  terms: T,
  slots: readonly Slot[],
  today: string,
): T {
  const free = slots.filter(({ from }) => !isInside(terms.spans, from));
  // "Due last Friday": its word is surer than how much of it was marked.
  const due = terms.due?.past || terms.due?.impossible ? null : dueIn(words, slots, today);
  const discount = terms.discount === undefined ? discountOfSlots(words, free) : null;
  return {
    ...terms,
    ...(due && { due }),
    ...(discount && { discount: discount.discount, discountSpan: discount }),
    spans: [...terms.spans, ...[due, discount].filter((span) => span !== null)],
  };
}

/** The day a slot tells, the last one where a first was taken back; without a date where it moves, "after Sallah", or cannot be; null for none. */
function dueIn(words: readonly Word[], slots: readonly Slot[], today: string): DueDate | null {
  let unusable: DueDate | null = null;
  for (const { slot, from, to } of slots.toReversed()) {
    if (slot !== 'due') continue;
    for (let at = from; at < to; at++) {
      const day = dayFromNowAt(words, at, today);
      if (day?.date) return { ...day, from, to: Math.max(to, day.to) };
      if (day) unusable ??= { ...day, from, to };
    }
  }
  return unusable;
}

/** "50% deposit" is asked for first, not taken off. */
const PART_BEFORE: ReadonlySet<string> = new Set(['deposit', 'advance', 'upfront', 'commitment']);

function discountOfSlots(words: readonly Word[], slots: readonly Slot[]): Discount | null {
  // "Increase the price by 10%" tells how much, not off what; "= 30k" a sum, "instead of 9k" what was.
  const slot = slots.find(
    ({ slot: kind, from, to }) =>
      kind === 'discount' &&
      !/^(?:by|=|of)$/.test(words[from - 1]?.word ?? '') &&
      !PART_BEFORE.has(words[to]?.word ?? ''),
  );
  if (!slot) return null;
  const percent = percentAt(words, slot.from);
  const amount = percent ? null : amountAt(words, slot.from);
  const value = percent?.value ?? amount?.value ?? 0;
  if (value <= 0 || (percent && value > 100)) return null;
  return { ...slot, discount: { type: percent ? 'percent' : 'amount', value } };
}
