import type { Draft, Extraction, Outcome } from '#contract/assistant.ts';
import { definedMessages, type FieldMessages } from '#contract/invoice-form.ts';
import { isCalendarDate } from '#core/dates.ts';
import { currencies, formatMoney } from '#core/money.ts';
import { cardTexts } from './texts.ts';
import { amountOf, type CardItem, type CardValues, totalsOfCard, toValues } from './rules.ts';

/** Below this a reading is shown as doubtful. */
const CONFIDENCE_THRESHOLD = 0.8;

const labels = cardTexts.doubts;

type DoubtInput = { outcome: Outcome; draft: Draft; extraction: Extraction | null };

/**
 * Fields the assistant did not find or was unsure of, with a message beside each. A whole line's key is
 * `items.0`.
 */
export function doubtsOf({ outcome, draft, extraction }: DoubtInput): FieldMessages {
  const all: FieldMessages = {
    name: draft.customerName === null ? labels.missing : undefined,
    email: draft.customerEmail === null && draft.customerPhone === null ? labels.noEmail : undefined,
    dueDate: draft.dueDate === null ? labels.missing : undefined,
    currency: draft.currency === null ? labels.missing : undefined,
    total: totalDoubt(draft, extraction),
  };
  if (draft.items.length === 0) all['items.0.description'] = labels.missing;
  for (const [at, item] of draft.items.entries()) {
    if (item.description === null) all[`items.${at}.description`] = labels.missing;
    if (item.rate === null) all[`items.${at}.rate`] = labels.missing;
    if (item.quantity === null) all[`items.${at}.quantity`] = labels.check;
  }
  for (const [field, text] of Object.entries(extraction ? unsure(draft, extraction) : {}))
    all[field] ??= text;
  const askedField = outcome.asks && fieldByQuestion[outcome.asks];
  if (askedField) all[askedField] ??= labels.check;
  return definedMessages(all);
}

const fieldByQuestion: Partial<Record<NonNullable<Outcome['asks']>, string>> = {
  customerName: 'name',
  customerEmail: 'email',
  currency: 'currency',
  dueDate: 'dueDate',
  description: 'items.0.description',
  items: 'items.0.description',
  rate: 'items.0.rate',
};

/** Fields extracted with low confidence and unchanged in the draft. */
function unsure(draft: Draft, read: Extraction): FieldMessages {
  const isUnsure = (field: string) => (read.confidence[field] ?? 1) < CONFIDENCE_THRESHOLD;
  const same = (field: 'customerName' | 'customerEmail' | 'dueDate' | 'currency') =>
    draft[field] !== null && draft[field] === read[field] && isUnsure(field);
  const all: FieldMessages = {
    name: same('customerName') ? labels.check : undefined,
    email: same('customerEmail') ? labels.check : undefined,
    dueDate: same('dueDate') ? labels.check : undefined,
    currency: same('currency') ? labels.check : undefined,
    taxRate: draft.taxRate > 0 && isUnsure('tax') ? labels.check : undefined,
    discount: draft.discount && isUnsure('discount') ? labels.check : undefined,
    total: isUnsure('total') ? labels.check : undefined,
  };
  if (draft.dueDate !== null && draft.dueDate !== read.dueDate)
    all.dueDate = read.dueDate === null ? labels.usualDue : labels.otherDue;
  for (const [at, item] of draft.items.entries()) {
    const line = read.items[at];
    const asRead = line?.description === item.description && line.rate === item.rate;
    if (asRead && isUnsure(`items.${at}`)) all[`items.${at}`] = labels.line;
  }
  return all;
}

function totalDoubt(draft: Draft, read: Extraction | null): string | undefined {
  const { currency } = draft;
  const total = amountOf(read ? read.total : draft.total);
  const hasAllRates = draft.items.every(({ rate }) => rate !== null);
  const computed = totalsOfCard(toValues(draft)).total;
  if (!currency || total === null || !hasAllRates || total === computed) return undefined;
  return labels.total(formatMoney(total, currency), formatMoney(computed, currency));
}

/**
 * Doubts still open: one is dropped when its field changes, and follows its line. `before` holds the original
 * values.
 */
export function openDoubts(doubts: FieldMessages, before: CardValues, now: CardValues): FieldMessages {
  const open: FieldMessages = {};
  for (const [field, said] of Object.entries(doubts)) {
    const [, place, part] = /^items\.(\d+)(?:\.(\w+))?$/.exec(field) ?? [];
    if (place !== undefined) {
      const first = before.items[Number(place)];
      const at = now.items.findIndex(({ key }) => key === first?.key);
      const item = now.items[at];
      if (first && item && isSame(first, item, part)) open[`items.${at}${part ? `.${part}` : ''}`] = said;
    } else if (isUntouched(field, before, now)) open[field] = said;
  }
  return open;
}

function isSame(first: CardItem, item: CardItem, part: string | undefined): boolean {
  if (part === 'description' || part === 'quantity' || part === 'rate') return first[part] === item[part];
  return first === item;
}

function isUntouched(field: string, before: CardValues, now: CardValues): boolean {
  if (field === 'total') return totalsOfCard(before).total === totalsOfCard(now).total;
  if (field === 'discount') return before.discount === now.discount && before.discountBps === now.discountBps;
  if (
    field === 'name' ||
    field === 'email' ||
    field === 'phone' ||
    field === 'dueDate' ||
    field === 'taxRate' ||
    field === 'currency'
  )
    return before[field] === now[field];
  return true;
}

type Fact = { name: string; value: string };

/** Facts on the source document that have no field on the invoice. */
export function factsOf(read: Extraction, draft: Draft, date: (day: string) => string): Fact[] {
  const { paper: sourceTexts } = cardTexts;
  const money = (amount: number) => moneyOf(amount, read.currency);
  const day = (value: string) => (isCalendarDate(value) ? date(value) : value);
  const isOurs = read.currency === null || currencies.some((one) => one === read.currency);
  const facts: (Fact | null)[] = [
    fact(sourceTexts.vendor, read.vendorName),
    fact(sourceTexts.number, read.invoiceNumber),
    fact(sourceTexts.date, read.date && day(read.date)),
    read.dueDate === draft.dueDate ? null : fact(sourceTexts.due, read.dueDate && day(read.dueDate)),
    isOurs ? null : fact(sourceTexts.currency, read.currency && sourceTexts.notInvoiced(read.currency)),
    read.total === null || isOurs ? null : fact(sourceTexts.total, money(read.total)),
    fact(sourceTexts.withholding, read.withholding && money(read.withholding)),
    fact(sourceTexts.paid, read.amountPaid && money(read.amountPaid)),
  ];
  return facts.filter((one) => one !== null);
}

const fact = (name: string, value: string | 0 | null): Fact | null => (value ? { name, value } : null);

function moneyOf(major: number, currency: string | null): string {
  const amount = amountOf(major);
  const own = currencies.find((one) => one === currency);
  if (amount !== null && own) return formatMoney(amount, own);
  const figure = major.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${currency ?? ''} ${figure}`.trim();
}
