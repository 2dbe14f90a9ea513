import type { PlanChange } from '#contract/assistant-tasks.ts';
import { amountAt } from '../amounts/amounts.ts';
import { customerIn } from '../drafts/lines-from-slots.ts';
import type { Word } from '../tokens/tokenize.ts';
import type { Utterance } from '../tokens/utterance.ts';
import type { ParseContext } from '../types.ts';
import { readSlots } from '../understanding/model.ts';
import type { References } from './references.ts';

const QUOTE = '(?:quote|quotation|estimate|pro-?forma(?: invoice)?|pfi)';
const NUMBERED = new RegExp(
  `\\bquo-?0{0,6}([1-9]\\d{0,8})\\b|\\b${QUOTE} (?:(?:no|no\\.|number|num|#) )?#?0{0,6}([1-9]\\d{0,8})\\b`,
);
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
  [
    /\b(?:resume|unpause|restart|continue|start (?:(?:it|am|this|that) )?again|go on|begin again|back on)\b/,
    'resume',
  ],
  [/\b(?:pause|suspend|freeze|hold|for now|till (?:i|further)|until (?:i|further))\b/, 'pause'],
  [/\b(?:end|stop|stp|cancel|terminate|discontinue|delete|remove|halt|over|finish(?:ed)?)\b/, 'end'],
];

/** "What should come in this week?": asks for what is due then, and not for what came. */
export const asksComing = ({ text, isQuestion }: Utterance): boolean =>
  isQuestion && COMING.some((pattern) => pattern.test(text));
const COMING = [
  /\b(?:should|suppose(?:d)? to|meant to|expect(?:ed|ing)?) (?:(?:be|to) )?(?:come|coming|enter|pay me|land)\b|\b(?:go|will) pay me\b/,
  /\bcoming (?:in|on|this|next|today|tomorrow)\b|\bmoney (?:(?:is|wey|go|will) )?(?:dey come|coming)\b/,
];

/** "Who paid me last week?": asks for the payers, by the day they paid. */
export const asksPayers = ({ text }: Utterance): boolean => PAYERS.test(text);
const PAYERS =
  /^ (?:\S+ ){0,2}who(?: all)? (?:(?:has|have|don) )?(?:paid|pay|settled) (?:me )?(?:\S+ )?(?:today|yesterday|(?:this|last|past) (?:week|weekend|month|year))\b/;

/** The customer whose phone or email address is to be changed; null where that is no customer's, or of what is open. */
export function contactToChange({ utterance, refs, memory, business }: ParseContext): string | null {
  const { text, words } = utterance;
  const named = customerIn(words, readSlots(words, 'add_customer'));
  const { draft, customer } = memory.pending ?? {};
  const isOpen = draft || (customer && (!customer.name || !named || isSameName(customer.name, named)));
  if (!named || isOpen || refs.numbers.length > 0 || OTHER_CHANGE.test(text)) return null;
  const isKnown = business.knownNames.length > 0;
  return CHANGES_CONTACT.test(text) || (isKnown && NEW_CONTACT.test(text)) ? named : null;
}
const isSameName = (one: string, other: string): boolean => one.toLowerCase().includes(other.toLowerCase());
const CONTACT = '(?:e-?mail|mail|phone|number|line|whatsapp|contact)';
const CHANGES_CONTACT = new RegExp(
  `^ (?:\\S+ ){0,2}(?:change|update|correct|edit|replace)(?: \\S+){0,5} ${CONTACT}(?:'s)? `,
);
const NEW_CONTACT = new RegExp(`\\bnew ${CONTACT} |\\b(?:don|has|have) changed? (?:\\S+ ){0,2}${CONTACT} `);
/** "Add customer", "invoice number", "my account number". */
const OTHER_CHANGE =
  /\b(?:add|save|register|create|invoice|bill|quote|send|remind|paid|pay|my|account|bank|pin)\b/;

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
