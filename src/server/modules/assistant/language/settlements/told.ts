import type { Action, Filters } from '#contract/assistant.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { NOTHING_TOLD, type Told } from '#server/modules/invoices/tools/told.ts';
import { amountAt, percentAt } from '../amounts/amounts.ts';
import { countAt } from '../amounts/counts.ts';
import type { ParseContext } from '../build-understanding.ts';
import { dayAt } from '../dates/days.ts';
import { customerIn, linesFromSlots } from '../drafts/lines-from-slots.ts';
import { currency, nonEmpty } from '../intents/filters.ts';
import { amountIn } from '../payments/received.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import { readSlots, type Slot } from '../understanding/model.ts';

/** Changes of one invoice that was sent. */
const SETTLEMENTS = ['note_promise', 'credit_note', 'write_off', 'withholding'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

export const isSettlement = (action: Action | null | undefined): action is Settlement =>
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
  const about: Filters = {
    ...(customerName ? { customerName } : {}),
    ...numbersIn(words, slots, refs),
    ...otherCurrency(utterance, refs, business),
  };
  const percent = task === 'withholding' ? percentIn(words) : null;
  const amount =
    percent === null || task !== 'withholding' ? sumIn(words, slots, refs, business.today) : null;
  const day = task === 'note_promise' ? promisedDay(words, slots, business.today) : null;
  const isWhole = task === 'credit_note' && amount === null && WHOLE.test(text);
  const items = task === 'credit_note' && amount === null && !isWhole ? itemsIn(words, slots, refs) : null;
  const reason = task === 'credit_note' ? reasonIn(text) : null;
  const note = noteIn(words, slots);
  return {
    about,
    told: {
      ...(amount === null ? {} : { amount }),
      ...(percent === null ? {} : { percent }),
      ...(day ? { day } : {}),
      ...(items ? { items } : {}),
      ...(reason ? { reason } : {}),
      ...(note ? { note } : {}),
      ...(isWhole ? { isWhole } : {}),
    },
  };
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

// "Invoice thirty nine", as it is dictated.
function numbersIn(words: readonly Word[], slots: readonly Slot[], refs: ParseContext['refs']): Filters {
  if (refs.numbers.length > 0) return { invoiceNumbers: refs.numbers.slice(0, 1) };
  const marked = slots.find(({ slot }) => slot === 'number');
  for (let at = marked?.from ?? 0; at < (marked?.to ?? 0); at++) {
    const number = amountAt(words, at);
    if (number?.kind === 'plain') return { invoiceNumbers: [String(number.value)] };
  }
  return {};
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
function sumIn(
  words: readonly Word[],
  slots: readonly Slot[],
  refs: ParseContext['refs'],
  today: CalendarDate,
): number | null {
  const marked = slots.find(({ slot, from }) => slot === 'amount' && !refs.places.has(from));
  for (let at = marked?.from ?? 0; at < (marked?.to ?? 0); at++) {
    const amount = amountAt(words, at);
    if (amount && !percentAt(words, at)) return amount.value;
  }
  return amountIn(words, refs, today)?.value ?? null;
}

// A day that has come is none to promise: "on the 2nd" said on the 20th is next month's already.
function promisedDay(
  words: readonly Word[],
  slots: readonly Slot[],
  today: CalendarDate,
): CalendarDate | null {
  const marked = slots.find(({ slot }) => slot === 'day' || slot === 'due');
  const places = [
    ...Array.from({ length: (marked?.to ?? 0) - (marked?.from ?? 0) }, (_, by) => (marked?.from ?? 0) + by),
    ...words.keys(),
  ];
  for (const at of places) {
    const day = dayAt(words, at, today);
    if (day?.date && !day.past && !day.impossible && day.date <= addDays(today, MOST_DAYS)) return day.date;
  }
  return null;
}
const MOST_DAYS = 3660;

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
