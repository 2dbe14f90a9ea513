import type { PlanTerms } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Duration } from '../dates/durations.ts';
import { isInside, type Span } from '../tokens/spans.ts';
import type { Word } from '../tokens/tokenize.ts';
import type { Aside, MissingField, Pending, Understanding } from '../types.ts';
import { endAfter, limitsIn } from './limits.ts';
import { type Rhythm, rhythmIn, spelledOut } from './rhythm.ts';

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
export type PlanTold = {
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
  const rhythm = rhythmIn(bare, before.unit ?? (open?.asks === 'every' ? 'month' : null));
  const free = without(bare, rhythm?.spans ?? []);
  const limits = limitsIn(free, today);
  const said = withRhythm(before, rhythm);
  const { lasts, spans, asides, isStartUnknown, ...told } = limits;
  const all = [...(rhythm?.spans ?? []), ...spans];
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

// "The 5th" and "5 December" answer the question as "on the 5th" and "from 5 December" do.
function answerTo(asks: MissingField | null, words: readonly Word[]): readonly Word[] {
  const lead = asks === 'every' ? 'on' : asks === 'date' ? 'from' : null;
  const [first] = words;
  if (!lead || !first || !/^(?:the|\d.*)$/.test(first.word)) return words;
  return [{ raw: lead, word: lead, start: first.start, end: first.start }, ...words];
}

const without = (words: readonly Word[], spans: readonly Span[]): Word[] =>
  words.map((word, at) => (isInside(spans, at) ? { ...word, raw: ',', word: ',' } : word));

/** A message without some of its words, and without the word that it repeats. */
function restOf(message: string, words: readonly Word[], spans: readonly Span[]): string {
  let rest = '';
  let from = 0;
  for (const [at, { word, raw, start, end }] of words.entries()) {
    const next = words[at + 1]?.word ?? '';
    const isName = (REPEATING.test(word) && PAPER.test(next)) || (word === 'dey' && BILLS.test(next));
    const auto = /^auto-?(?=bill)/.exec(word)?.[0].length ?? 0;
    if (!isInside(spans, at) && !isName && auto === 0) continue;
    rest += `${message.slice(from, start)} `;
    from = auto > 0 ? start + auto : end;
    if (raw === '' || start === end) from = start;
  }
  return (rest + message.slice(from)).replace(LEFT_OVER, '').replace(CARD_OWNER, ' ');
}

// "Make it weekly and add VAT"; of the card only its owner is left.
const LEFT_OVER = /^ *(?:make|do|let|change) (?:it|am|this|that) +(?:and|,) /i;
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

const FILLERS =
  /^(?:make|do|let|have|it|am|this|that|be|repeat|repeated|repeats|recur|please|abeg|instead|rather|ok|okay|no|actually|now|the|invoice|bill|should|to|go|dey|come|set|up|setup|an?|new|i|want|wan|need|create|start|begin|add|one|me|for|my|help|customer|[,.;!])$/;

/** Whether nothing is left of a message but words that carry the rhythm. */
export const isBare = (words: readonly Word[]): boolean => words.every(({ word }) => FILLERS.test(word));
