import type { PlanTerms } from '#contract/assistant-tasks.ts';
import type { CalendarDate } from '#core/dates.ts';
import { type Duration, durationAt } from '../dates/calendar.ts';
import { blankSpans, isInside, skipBackward, type Span, type Word } from '../tokens/tokenize.ts';
import type { Aside, MissingField, Pending, Understanding } from '../types.ts';
import { NUMBER_WORDS, set, WEEKDAYS } from '../vocabulary/lexicon.ts';
import { endAfter, limitsIn } from './limits.ts';
import { type Rhythm, rhythmIn, rhythmOfGoods, spelledOut } from './rhythm.ts';

export const NO_TERMS: PlanTerms = {
  every: null,
  unit: null,
  on: null,
  starts: null,
  ends: null,
  times: null,
  mode: null,
};

/** The terms of a plan after a message, and the rest of the message: what it says of the invoice. `isTold`: it says something of the terms. */
type PlanTold = {
  terms: PlanTerms;
  isTold: boolean;
  rest: string;
  asks: 'every' | 'date' | null;
  asides: readonly Aside[];
};

const REPEATING = /^(?:repeating|recurring|recurrent|standing|automatic|auto)$/;
// "Dey bill Ada" is to bill her again and again.
const BILLS = /^(?:bill|invoice|charge|send|give|make|do)$/;
const PAPER = /^(?:invoices?|bills?|billing)$/;

/** Reads the terms of a message about a plan; those of an open one stay where it says nothing of them. */
export function planToldIn(
  message: string,
  typed: readonly Word[],
  today: CalendarDate,
  open: Pick<Pending, 'plan' | 'asks'> | null = null,
): PlanTold {
  const words = spelledOut(typed);
  const before = open?.plan ?? NO_TERMS;
  const bare = open ? answerTo(open.asks, words) : words;
  const rhythm =
    rhythmIn(bare, before.unit ?? (open?.asks === 'every' ? 'month' : null)) ??
    (open ? null : rhythmOfGoods(bare));
  const free = blankSpans(bare, rhythm?.spans ?? []);
  const limits = limitsIn(free, today);
  const said = withRhythm(before, rhythm);
  const { lasts, spans, asides, isStartUnknown, ...told } = limits;
  // A word put before an answer stands in none of the message.
  const shift = bare.length - words.length;
  const all = [...(rhythm?.spans ?? []), ...spans].map(({ from, to }) =>
    withLead(words, { from: Math.max(0, from - shift), to: to - shift }),
  );
  const terms = ended({ ...said, ...told }, lasts, today);
  const asks = terms.every === null ? 'every' : isStartUnknown ? 'date' : null;
  return { terms, isTold: all.length > 0, rest: restOf(message, words, all), asks, asides };
}

const ended = (terms: PlanTerms, lasts: Duration | undefined, today: CalendarDate): PlanTerms =>
  lasts ? { ...terms, ...endAfter(lasts, terms, today) } : terms;

// Days said without how often are of the rhythm that is known; the days of another one are dropped with it.
function withRhythm(before: PlanTerms, rhythm: Rhythm | null): PlanTerms {
  if (!rhythm) return before;
  const { every, unit, on } = rhythm;
  if (unit === null) return { ...before, every: null, unit: null, on: null };
  if (every === null) return { ...before, every: before.every ?? 1, unit, on };
  return { ...before, every, unit, on: on ?? (unit === before.unit ? before.on : null) };
}

// "The 5th", "2 weeks" and "5 December" answer the question as "on the 5th", "every 2 weeks" and "from 5 December" do.
function answerTo(asks: MissingField | null, words: readonly Word[]): readonly Word[] {
  const [first] = words;
  const lead = first && leadOf(asks, first.word, words.length);
  if (!first || !lead) return words;
  return [{ raw: lead, word: lead, start: first.start, end: first.start }, ...words];
}

function leadOf(asks: MissingField | null, first: string, length: number): string | null {
  const isDay = /^(?:the|day|\d{1,2}(?:st|nd|rd|th))$/.test(first);
  if (isDay && (asks === 'every' || (asks === null && length <= 2))) return 'on';
  if (asks === 'date' && /^(?:the|\d.*)$/.test(first)) return 'from';
  const isSpan = /^(?:\d{1,2}|weeks?|months?|quarter|year|month-end)$/.test(first);
  return asks === 'every' && (isSpan || NUMBER_WORDS.has(first) || WEEKDAYS.has(first)) ? 'every' : null;
}

// "… and repeat it every month"
function withLead(words: readonly Word[], { from, to }: Span): Span {
  const start = skipBackward(
    words,
    from,
    /^(?:and|then|to|should|repeat|repeats|repeated|repeating|it|am|this)$/,
    4,
  );
  return words.slice(start, from).some(({ word }) => word.startsWith('repeat'))
    ? { from: start, to }
    : { from, to };
}

/** A message without some of its words, and without the word that it repeats. */
function restOf(message: string, words: readonly Word[], spans: readonly Span[]): string {
  let rest = '';
  let from = 0;
  for (const [at, { word, start, end }] of words.entries()) {
    const next = words[at + 1]?.word ?? '';
    const isName = (REPEATING.test(word) && PAPER.test(next)) || (word === 'dey' && BILLS.test(next));
    const auto = /^auto-?(?=bill)/.exec(word)?.[0].length ?? 0;
    if (!isInside(spans, at) && !isName && auto === 0) continue;
    rest += `${message.slice(from, start)} `;
    from = auto > 0 ? start + auto : end;
  }
  return (rest + message.slice(from))
    .replace(LEFT_OVER, '')
    .replace(CARD_OWNER, ' ')
    .replace(NOUN, 'invoice');
}

// "Make it weekly and add VAT"; of the card only its owner is left.
const LEFT_OVER = /^ *(?:make|do|let|change) (?:it|am|this|that) +(?:and|,) /i;
const NOUN = /(?<!\b\w{2,9}ly )\bsubscription(?= (?:for|to)\b)/i;
const CARD_OWNER = /['’]s +(?=[\d₦#$])/;

/** An invoice as it was understood, said of one that repeats. */
export function asPlan(understood: Understanding, told: PlanTold): Understanding {
  const { intent, does, memory, asides } = understood;
  const isAnswered = understood.asks === null || understood.asks === 'every' || understood.asks === 'date';
  const asks = isAnswered ? told.asks : understood.asks;
  const isOfDraft = intent === 'create_invoice' || intent === 'edit_draft' || intent === 'confirm';
  return {
    ...understood,
    intent: intent === 'create_invoice' ? 'create_plan' : intent,
    does: does === 'create_invoice' ? 'create_plan' : does,
    ...(isOfDraft ? { plan: told.terms, filters: null, asks, asides: [...asides, ...told.asides] } : {}),
    memory: {
      pending:
        memory.pending && pendingPlan(memory.pending, told.terms, isOfDraft ? asks : memory.pending.asks),
      last:
        memory.last?.intent === 'create_invoice' ? { ...memory.last, intent: 'create_plan' } : memory.last,
    },
  };
}

/**
 * The due date of a message about a plan as days after each invoice is made. A day of the calendar fits one of them alone, so the
 * days are asked.
 */
export function withDueDays(
  understood: Understanding,
  words: readonly Word[],
  before: string | null,
): Understanding {
  const { draft, asks, memory } = understood;
  const says = words.some(({ word }, at) => SAYS_DAYS.test(word) || durationAt(words, at) !== null);
  if (!draft?.dueDate || draft.dueDate === before || says) return understood;
  const open = { draft: { ...draft, dueDate: null }, asks: asks ?? ('dueDate' as const) };
  const { pending } = memory;
  const other = pending?.other && { ...pending.other, dueDate: null };
  return {
    ...understood,
    ...open,
    memory: { ...memory, pending: pending && { ...pending, ...open, other } },
  };
}

const SAYS_DAYS = /^(?:net|receipt|today|immediately|now|asap)$/;

/** The same as an invoice that comes once; any other understanding as it is. */
export function asOnce(understood: Understanding): Understanding {
  if (!understood.plan || !understood.draft) return understood;
  const { asks, memory } = understood;
  const left = asks === 'every' || asks === 'date' ? null : asks;
  const { pending } = memory;
  const once = pending && { ...pending, action: 'create_invoice' as const, plan: undefined, asks: left };
  return {
    ...understood,
    intent: 'create_invoice',
    plan: undefined,
    asks: left,
    memory: { ...memory, pending: once },
  };
}

// It has no second step: its invoices are sent as they are made.
function pendingPlan(pending: Pending, plan: PlanTerms, asks: MissingField | null): Pending {
  if (pending.action !== 'create_invoice' || !pending.draft) return pending;
  return { ...pending, action: 'create_plan', filters: null, plan, asks };
}

const ONCE =
  /\b(?:only once|just once|once only|one[ -]time|(?:make|turn|change|do) (?:it|am|this|that) (?:(?:into|to|as) )?an? (?:normal |single |simple )?(?:invoice|bill)|(?:not|no) (?:repeat|recurring)\S*)\b/;

/** Whether an invoice that repeats is to be made once after all. */
export const isOnceOnly = (text: string): boolean => ONCE.test(text);

const FILLERS = set(
  `make do let have it am this that be repeat repeated repeats recur please abeg instead rather ok okay no actually
  now the invoice bill should to go dey come set up setup a an new i want wan need create start begin add one me for
  my help customer , . ; !`,
);

/** Whether nothing is left of a message but words that carry the rhythm. */
export const isBare = (words: readonly Word[]): boolean => words.every(({ word }) => FILLERS.has(word));
