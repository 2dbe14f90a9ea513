import type { PlanChange } from '#contract/assistant-tasks.ts';
import { amountAt } from '../amounts/amounts.ts';
import type { Word } from '../tokens/tokenize.ts';
import type { Clause, Utterance } from '../tokens/utterance.ts';
import type { Intent } from '../types.ts';
import type { References } from './references.ts';

const VIEWS =
  /^(?:show|list|see|view|open|display|find|search|get|check|bring|give|which|what|all|any|my|who|how|how-much)$/;

const QUOTE = '(?:quote|quotation|estimate|pro-?forma(?: invoice)?|pfi)';
const NUMBERED = new RegExp(
  `\\bquo-?0{0,6}([1-9]\\d{0,8})\\b|\\b${QUOTE} (?:(?:no|no\\.|number|num|#) )?#?0{0,6}([1-9]\\d{0,8})\\b`,
);
// "The quote for Ada" is there already; "a quote for Ada" is yet to be made.
const KNOWN_QUOTE = new RegExp(
  `\\b(?:the|that|this|my|our|his|her|their|last|latest|\\S{1,40}'s) (?:\\S+ )?${QUOTE}\\b`,
);
const SENDS = /^(?:send|resend|forward|share|email|whatsapp|deliver)$/;
const TAKES_BACK = /^(?:withdraw|retract|recall|revoke|cancel|pull|take)$/;
const LONGER = /^(?:extend|prolong|lengthen|renew)$/;
const STAYS_VALID = /\b(?:valid|open|stand|run|last)\b(?: \S+){0,3} (?:for|till|until|to|longer|more)\b/;
const INTO_INVOICE =
  /\b(?:turn|convert|change|make|move)\b(?: \S+){1,8} (?:into|to|as|an|the) (?:an? )?(?:invoice|bill)\b/;
const QUOTES = /\b(?:quotes|quotations|pro-?formas|pfis)\b/;
/** "Has Ada accepted the quote": asked also without a question mark. */
export const asksIfAccepted = ({ text }: Pick<Utterance, 'text'>): boolean =>
  /^ (?:has|have|did|don)\b.* (?:accept|approve|agree|decline|reject)|\bdon (?:accept|approve|agree|reject)\b.*\?/.test(
    text,
  );
// A price that is asked for, or sales that are reckoned.
const GUESSES = /\bhow[ -]?much\b|\bestimate (?:for|of) (?:next|this|the|my|our) (?!customer)/;

/** The number of a quote in a text: digits without leading zeros. */
export function quoteNumberIn(text: string): string | null {
  const found = NUMBERED.exec(text);
  return found?.[1] ?? found?.[2] ?? null;
}

/** The change of a repeating invoice that is asked for; null where none is said. */
export const changeIn = (text: string): PlanChange | null =>
  PLAN_CHANGES.find(([pattern]) => pattern.test(text))?.[1] ?? null;

const PLAN_CHANGES: readonly (readonly [RegExp, PlanChange])[] = [
  [/\b(?:skip|leave out|omit|jump|miss)\b/, 'skip'],
  [/\b(?:resume|unpause|restart|continue|start again|go on|begin again|back on)\b/, 'resume'],
  [/\b(?:pause|suspend|freeze|hold|for now|till (?:i|further)|until (?:i|further))\b/, 'pause'],
  [/\b(?:end|stop|stp|cancel|terminate|discontinue|delete|remove|halt|over|finish(?:ed)?)\b/, 'end'],
];

/** The intent of a message about quotes that are there; null for any other. */
export function quoteIntent(
  { text, words, clauses, isQuestion }: Utterance,
  refs: References,
): Intent | null {
  const number = quoteNumberIn(text);
  const isKnown = number !== null || KNOWN_QUOTE.test(text);
  const has = (pattern: RegExp): boolean => clauses.some(({ head }) => pattern.test(head));
  if (isQuestion || has(VIEWS) || asksIfAccepted({ text }))
    return (isKnown || QUOTES.test(text)) && !GUESSES.test(text) ? 'list_quotes' : null;
  if (!isKnown || (number === null && hasPrice(words, refs))) return null;
  if (INTO_INVOICE.test(text)) return 'convert_quote';
  const changes = has(SENDS) || has(TAKES_BACK) || has(LONGER) || STAYS_VALID.test(text);
  return changes ? 'change_quote' : null;
}

const VERBS = /^(invoice|bill|charge|debit)$/;

/** Whether a part of a message asks for a new invoice: "bill Ada …", "make invoice for …", "send her an invoice for 5k". */
export function asksForInvoice(utterance: Utterance, clause: Clause, refs: References): boolean {
  const { head } = clause;
  if (VERBS.test(head) && billsCustomer(utterance.words, clause, refs)) return true;
  return INSIDE.test(clause.text) && refs.numbers.length === 0 && !ELSEWHERE.test(head);
}

const ELSEWHERE =
  /^(delete|remove|comot|erase|trash|show|list|see|view|find|send|share|remind|how|what|which|who|cancel|discard|bring|check)$/;

// "… make you do invoice for am", "… so invoice her".
const INSIDE =
  /\b(?:let|make)(?: \S+){1,3} (?:have|get) (?:an?|one) (?:new )?(?:invoice|bill)\b|\b(?:make|do|run|create|write|raise|prepare|generate|issue|draft|cut) (?:(?:a|an|one|the|new|me|him|her|am|dem|you|u|them|out|up|proper|fresh|quick|small|sharp|give|for|please) ){0,3}(?:invoice|bill)\b(?! (?:number|no|list|history))|\b(?:do|make|create|write|raise|run) (?:another|one|a new one|new one|another one|a separate one|same|this one|am) (?:for|give|to) |\b(?:invoice|bill|charge) (?:her|him|them|am|dem)\b|\b(?:needs?|wants?|wan|like|get|requires?|requested|asked for|ask for) (?:to )?(?:(?:a|an|one|new|create|raise|make|issue|send|do) ){1,3}(?:new )?invoice\b|\b(?:want|wan|need|like|can you|could you|go|please|to) (?:to )?(?:invoice|bill|charge) (?!number|no\b|list|history|\d)/;

function billsCustomer(words: readonly Word[], { at, to }: Clause, refs: References): boolean {
  if (at + 1 >= to && words[at + 1]?.word !== ':' && words[at + 1]?.word !== '-') return false;
  if (NOT_A_BILL.test(words[at + 1]?.word ?? '')) return false;
  return ![1, 2, 3].some((ahead) => refs.places.has(at + ahead));
}

const NOT_A_BILL = /^(?:status|lists?|history|numbers?|no|reports?|details|settings|summary)$/;

/** Whether the words state a price or a quantity, apart from invoice numbers. */
export function hasPrice(words: readonly Word[], refs: References): boolean {
  return words.some((_, at) => {
    if (refs.places.has(at)) return false;
    const amount = amountAt(words, at);
    return (
      amount !== null &&
      (amount.kind !== 'plain' ||
        amount.value >= 100 ||
        /^(each|per|@|at)$/.test(words[amount.to]?.word ?? ''))
    );
  });
}

const SALE =
  '(?:buy|bought|purchased|ordered|order|collect|collected|took|take|carry|carried|booked|hired|rented|picked|supplied|supply|sold|sell|delivered|did|fixed|repaired|sewed|sew|made|braided|plaited|cooked|baked|printed|designed|painted|installed|serviced|washed|cleaned|owes? me|is to pay|to pay|should pay|go pay|will pay|suppose(?:d to)? pay|need|needs|want|wants)';
const SALE_PHRASES = new RegExp(`\\b${SALE}\\b`);
/** Words behind the name of somebody who bought: "(Bola) don take 2 bags". */
export const BUYS = new RegExp(`^ (?:(?:don|just|also|too|still|has|have|dey) )*${SALE}\\b`);

/** Whether a sale is reported: "Efe buy 2 carton indomie 9,200 each". */
export function reportsSale({ text, words, isQuestion }: Utterance, refs: References): boolean {
  return !isQuestion && SALE_PHRASES.test(text) && hasPrice(words, refs);
}
