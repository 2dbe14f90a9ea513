import type { Filters } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import { currencies, type Currency } from '#core/money.ts';
import { NOTHING_TOLD, type Told } from '#server/modules/invoices/tools/told.ts';
import type { ReceivedMoney } from '#server/modules/payments/tools/received-money.ts';
import { type Amount, amountAt, percentAt } from '../amounts/amounts.ts';
import { countAt } from '../amounts/number-words.ts';
import { shareAt } from '../deposits.ts';
import { periodsIn } from '../dates/periods.ts';
import { customerIn, linesFromSlots } from '../drafts/lines-from-slots.ts';
import { currency, nonEmpty } from '../intents/filters.ts';
import { numbersIn, type References } from '../intents/references.ts';
import { phoneOf } from '../parties/contact-details.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import { parseUtterance, textOf, type Utterance } from '../tokens/utterance.ts';
import type { BusinessContext, ParseContext } from '../types.ts';
import { readSlots, type Slot } from '../understanding/model.ts';
import { dayIn, promisedDay } from './days.ts';
import { methodIn } from './methods.ts';
import { isUnit } from '../vocabulary/goods.ts';

const TAKES_BACK =
  /\b(?:undo|undone|reverse|reversed|cancel|cancelled|unmark|revert|void|unpaid|not paid|bounced?|write[ -]?off|forgive|wipe|zero)\b/;
const CHANGES_PAYMENT = /\b(?:remove|delete|correct|edit|change|adjust|comot)(?: \S+){0,4} payments?\b/;
const CHANGES_DEBT =
  /\b(?:(?:clear|settle|cancel)(?: \S+){0,4} (?:debts?|balances?)|(?:reduce|deduct|subtract|remove|minus|take)(?: \S+){0,4} (?:debt|balance|what))\b/;

/** Whether a message about a payment tells of money that came; the rest is of the screens. */
export const tellsOfMoney = ({ text }: Utterance): boolean =>
  ![TAKES_BACK, CHANGES_PAYMENT, CHANGES_DEBT].some((pattern) => pattern.test(text));

/** Money that came as a message tells of it: how much, when and how. */
export function moneyReceived(
  utterance: Utterance,
  refs: References,
  { today, currency }: BusinessContext,
): ReceivedMoney {
  const { words, text } = utterance;
  const slots = readSlots(words, 'record_payment');
  const amount = amountMarked(words, slots, refs) ?? amountIn(words, refs, today);
  const percent = amount ? undefined : sharePaid(words);
  return {
    amount: amount?.value ?? null,
    inFull: !amount && !percent && IN_FULL.test(text) && !IN_PART.test(text),
    percent,
    currency: amount && moneyOf(amount, currency),
    day: dayIn(utterance, slots, today),
    method: methodIn(text),
    seen: SEEN_IN_BANK.test(text) && !ALERT.test(text) && !DENIES.test(text) ? 'bank' : null,
    keepRestAsCredit: false,
    confirmDuplicate: false,
  };
}

// "Nnamdi has paid half", "60%".
function sharePaid(words: readonly Word[]): number | undefined {
  const at = words.findIndex((_, from) => shareAt(words, from)?.type === 'percent');
  const { value = 0 } = (at < 0 ? null : shareAt(words, at)) ?? {};
  return value > 0 && value < 100 ? value : undefined;
}

const moneyOf = ({ currency: said }: Amount, usual: Currency): Currency | null =>
  said === null ? usual : (currencies.find((one) => one === said) ?? null);

/** All that is owed: "mark 21 as paid", "cleared everything". */
const IN_FULL =
  /\b(?:mark|set|tick|flag|turn|treat|close|settled|settle|cleared|clear|full|fully|complete|completely|everything|balanced|balance|all(?! of (?:them|us))|whole)\b/;

const IN_PART = /\bpart[ -]pay|\bpart of\b|\bpaid part\b/;

// The owner's own eyes, on the bank's own screen.
const SEEN_IN_BANK =
  /\b(?:seen?|saw|show(?:s|ed|ing)?|(?:reflect|appear)(?:s|ed)?|entered|inside|checked|confirmed|it is|it's|dey)\b(?: \S+){0,6} (?:bank app|app|internet banking|statement|(?:bank|account) balance)\b/;

/** Words of what can be forged, which no transfer is believed on. */
export const ALERT =
  /\b(?:alerts?|screen ?shots?|screenshort|sms|text|message|receipt|proof|teller|evidence|picture|photo|whatsapp|showed|shown|sent me|tell me|told|slip|forwarded|says?|said|claims?)\b/;
export const DENIES =
  /\b(?:no|not|never|haven't|havent|hasn't|hasnt|didn't|didnt|don't|dont|can't|cannot|yet|neither|nothing|has nothing)\b/;

/** The amount stated: money, thousands in short, or a plain number too large for a count. */
export function amountIn(words: readonly Word[], refs: References, today: string): Amount | null {
  const days = periodsIn(words, today);
  let plain: Amount | null = null;
  for (let at = 0; at < words.length; at++) {
    if (refs.places.has(at) || days.some(({ at: from, end }) => at >= from && at < end)) continue;
    const amount = percentAt(words, at) ? null : amountAt(words, at);
    if (!amount || phoneOf(words[at]?.word ?? '')) continue;
    if (amount.kind !== 'plain') return amount;
    // "She wan 100 pieces" counts.
    const isCount = isUnit(words[amount.to]?.word ?? '');
    if (amount.value >= LEAST_PLAIN && !isCount) plain ??= amount;
    at = amount.to - 1;
  }
  return plain;
}

const LEAST_PLAIN = 50;

/** Another payment told of in the same message, and the words of the first alone where those say how it came. */
type Second = { text: string; first: Utterance };

/** The money of a second customer, or a second sum that came in a way of its own; null for none. */
export function secondTold(utterance: Utterance): Second | null {
  const { message, words } = utterance;
  const slots = readSlots(words, 'record_payment');
  const [customers, amounts, ways] = ['customer', 'amount', 'method'].map((kind) =>
    slots.filter(({ slot }) => slot === kind),
  );
  const customer = customers?.[1];
  // "Tunde brought 30k and Halima everything".
  const amount =
    amounts?.[1] ??
    (customer && /\b(?:everything|all|complete|full)\b/.test(textOf(words, customer.to)) ? customer : null);
  if (!amount) return null;
  const from = Math.min(customer?.from ?? amount.from, amount.from);
  const hasOwnWay = ways?.some((way) => way.from < from) ?? false;
  const way = ways?.findLast((one) => one.from > from);
  // "10k cash this morning and 5k POS yesterday".
  if (!customer && !(hasOwnWay && way && !OFF.test(words[from - 1]?.word ?? ''))) return null;
  const to = Math.max(customer?.to ?? slots.at(-1)?.to ?? 0, amount.to);
  const text = message.slice(words[from]?.start, words[to - 1]?.end);
  return { text, first: hasOwnWay ? parseUtterance(message.slice(0, words[from]?.start)) : utterance };
}
const OFF = /^(?:less|minus|of|from)$/;

/** Changes of one invoice that was sent. */
const SETTLEMENTS = ['note_promise', 'credit_note', 'write_off', 'withholding'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

export const isSettlement = (action: string | null | undefined): action is Settlement =>
  SETTLEMENTS.some((one) => one === action);

/** As the examples that are learned from name them. */
export const LABELS: Record<Settlement, string> = {
  note_promise: 'promise',
  credit_note: 'credit_note',
  write_off: 'write_off',
  withholding: 'withholding',
};

/** Customer and invoice a message names, and its change; only what was said. */
export type Read = { about: Filters; told: Partial<Told> };

/** A change of an invoice as a message tells of it, by the trained reading and the readers of amounts and days. */
export function readSettlement({ utterance, refs, business }: ParseContext, task: Settlement): Read {
  const { words, text } = utterance;
  const slots = readSlots(words, LABELS[task]);
  const customerName = customerIn(words, slots);
  const note = noteIn(words, slots);
  return {
    about: {
      ...(customerName ? { customerName } : {}),
      ...numbersIn(words, slots, refs, 1),
      ...otherCurrency(utterance, refs, business),
    },
    told: {
      ...READERS[task]({ words, text, slots, refs, today: business.today }),
      ...(note ? { note } : {}),
    },
  };
}

type Message = {
  words: readonly Word[];
  text: string;
  slots: readonly Slot[];
  refs: ParseContext['refs'];
  today: CalendarDate;
};

const READERS: Record<Settlement, (message: Message) => Partial<Told>> = {
  note_promise: (message) => ({ ...readSum(message), ...readDay(message) }),
  credit_note: (message) => ({ ...readCredited(message), ...readReason(message) }),
  write_off: readSum,
  withholding: readWithheld,
};

function readSum({ words, slots, refs, today }: Message): Partial<Told> {
  const amount = sumIn(words, slots, refs, today);
  return amount === null ? {} : { amount };
}

function readDay({ words, slots, today }: Message): Partial<Told> {
  const day = promisedDay(words, slots, today);
  return day ? { day } : {};
}

function readReason({ text }: Message): Partial<Told> {
  const reason = reasonIn(text);
  return reason ? { reason } : {};
}

function readWithheld(message: Message): Partial<Told> {
  const percent = percentIn(message.words);
  return percent === null ? readSum(message) : { percent };
}

// A sum goes before the whole, and that before goods.
function readCredited(message: Message): Partial<Told> {
  const sum = readSum(message);
  if (sum.amount !== undefined) return sum;
  if (WHOLE.test(message.text)) return { isWhole: true };
  const items = itemsIn(message.words, message.slots, message.refs);
  return items ? { items } : {};
}

// "$50" off an invoice in dollars, said in an account in naira.
function otherCurrency(
  utterance: ParseContext['utterance'],
  refs: ParseContext['refs'],
  business: ParseContext['business'],
): Filters {
  const named = currency(utterance, refs);
  return named.currency === business.currency ? {} : named;
}

export const asTold = (read: Partial<Told>): Told => ({ ...NOTHING_TOLD, ...read });

const WHOLE = /\b(?:whole|entire|full|fully|complete|completely|everything|all of it|all)\b/;

function percentIn(words: readonly Word[]): number | null {
  for (let at = 0; at < words.length; at++) {
    const percent = percentAt(words, at);
    if (percent) return percent.value;
  }
  return null;
}

// The sum the reading marks, else one that can be nothing but money.
const sumIn = (
  words: readonly Word[],
  slots: readonly Slot[],
  refs: ParseContext['refs'],
  today: CalendarDate,
): number | null => (amountMarked(words, slots, refs) ?? amountIn(words, refs, today))?.value ?? null;

function amountMarked(
  words: readonly Word[],
  slots: readonly Slot[],
  refs: ParseContext['refs'],
): Amount | null {
  const marked = slots.find(({ slot, from }) => slot === 'amount' && !refs.places.has(from));
  for (let at = marked?.from ?? 0; at < (marked?.to ?? 0); at++) {
    const amount = amountAt(words, at);
    // "Half" is a share of what nobody told.
    if (amount && amount.value >= 1 && !percentAt(words, at)) return amount;
  }
  return null;
}

function itemsIn(words: readonly Word[], slots: readonly Slot[], refs: ParseContext['refs']): Told['items'] {
  const items = linesFromSlots(words, slots)
    .filter(({ goods }) => goods !== null && slots.some(({ slot }) => slot === 'item'))
    .map(({ goods, quantity, price }) => ({ description: goods, quantity, rate: price?.value ?? null }));
  return items.length > 0 ? items : countedGoods(words, refs);
}

// "2 of the office chairs came back": what is counted, up to what became of it.
function countedGoods(words: readonly Word[], refs: ParseContext['refs']): Told['items'] {
  for (const at of words.keys()) {
    const isCounted = !refs.places.has(at) && !/^an?$/.test(words[at]?.word ?? '');
    const count = isCounted ? countAt(words, at) : null;
    if (!count) continue;
    let from = count.to;
    while (/^(?:of|the|those|these|my|our)$/.test(words[from]?.word ?? '')) from++;
    let to = from;
    while (to < words.length && to - from < MOST_OF_GOODS && !ENDS_GOODS.test(words[to]?.word ?? '')) to++;
    if (to > from) return [{ description: rawText(words, from, to), quantity: count.value, rate: null }];
  }
  return null;
}
const MOST_OF_GOODS = 5;
const ENDS_GOODS =
  /^(?:came|come|comes|was|were|is|are|has|have|got|went|from|back|return|returned|broke|broken|damaged|spoilt|on|for|that|which|wey|don|to|[,.;:!?\n])$/;

const REASONS: readonly (readonly [RegExp, NonNullable<Told['reason']>])[] = [
  [
    /\b(?:return|returned|returns|came back|come back|brought back|bring back|sent back|damaged?|broken?|cracked|spoi(?:l|lt|led)|expired?|faulty|bad|leak(?:ed)?|torn|wrong size|rejected)\b/,
    'return',
  ],
  [/\b(?:overcharged?|over charged?|wrong price|price|too high|too much|mistake)\b/, 'price'],
  [/\b(?:discount|rebate|agreed to reduce)\b/, 'discount'],
  [/\b(?:cancel|cancelled|canceled|called off|call off|no longer)\b/, 'cancelled'],
];

const reasonIn = (text: string): Told['reason'] =>
  REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? null;

function noteIn(words: readonly Word[], slots: readonly Slot[]): string | null {
  const reason = slots.find(({ slot }) => slot === 'reason');
  return reason ? rawText(words, reason.from, reason.to) : null;
}

/** The subject as it stands after a message: another invoice or customer takes the place of the one before. */
export const mergedAbout = (
  before: Filters | null,
  { invoiceNumbers, customerName, currency: named }: Filters,
): Filters | null =>
  nonEmpty({
    ...before,
    ...(named ? { currency: named } : {}),
    ...(customerName ? { customerName } : {}),
    ...(invoiceNumbers ? { invoiceNumbers } : {}),
  });
