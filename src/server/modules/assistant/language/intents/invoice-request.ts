import { amountAt } from '../amounts/amounts.ts';
import type { Word } from '../tokens/tokenize.ts';
import type { Clause, Utterance } from '../tokens/utterance.ts';
import type { References } from './references.ts';

const VERBS = /^(invoice|bill|charge|debit)$/;
const NOT_A_BILL =
  /^(status|statuses|list|lists|history|number|numbers|no|report|reports|details|balance|due|overdue|total|totals|settings|template|for|reminder|summary)$/;
/** Whether a part of a message asks for a new invoice: "bill Ada …", "make invoice for …", "send her an invoice for 5k". */
export function asksForInvoice({ words, text }: Utterance, clause: Clause, refs: References): boolean {
  const { head } = clause;
  if (IS_SENT.test(text) && !hasPrice(words, refs)) return false;
  if (VERBS.test(head) && billsCustomer(words, clause, refs)) return true;
  return INSIDE.test(clause.text) && refs.numbers.length === 0 && !ELSEWHERE.test(head);
}

// "the invoice for Uche should be emailed to him" refers to an existing one.
const IS_SENT =
  /^ (?:(?:please|abeg|hello|hi) )*(?:the|his|her|their|my) (?:invoice|bill)(?: \S+){0,5} (?:should|must|needs to|need to|has to|can|to|go) (?:be |get )?(?:emailed|mailed|sent|forwarded|dispatched|whatsapped|delivered)\b/;

const ELSEWHERE =
  /^(delete|remove|comot|erase|trash|show|list|see|view|find|send|share|remind|how|what|which|who|cancel|discard|bring|check)$/;

// "… make you do invoice for am", "… so invoice her".
const INSIDE =
  /\b(?:let|make)(?: \S+){1,3} (?:have|get) (?:an?|one) (?:new )?(?:invoice|bill)\b|\b(?:make|do|run|create|write|raise|prepare|generate|issue|draft|cut) (?:(?:a|an|one|the|new|me|him|her|am|dem|you|u|them|out|up|proper|fresh|quick|small|sharp|give|for|please) ){0,3}(?:invoice|bill)\b(?! (?:number|no|list|history))|\b(?:do|make|create|write|raise|run) (?:another|one|a new one|new one|another one|a separate one|same|this one|am) (?:for|give|to) |\b(?:invoice|bill|charge) (?:her|him|them|am|dem)\b|\b(?:needs?|wants?|wan|like|get|requires?|requested|asked for|ask for) (?:to )?(?:(?:a|an|one|new|create|raise|make|issue|send|do) ){1,3}(?:new )?invoice\b|\b(?:want|wan|need|like|can you|could you|go|please|to) (?:to )?(?:invoice|bill|charge) (?!number|no\b|list|history|\d)/;

function billsCustomer(words: readonly Word[], { at, to }: Clause, refs: References): boolean {
  const next = words[at + 1]?.word ?? '';
  if (at + 1 >= to && words[at + 1]?.word !== ':' && words[at + 1]?.word !== '-') return false;
  if (refs.places.has(at + 1) || refs.places.has(at + 2) || refs.places.has(at + 3)) return false;
  if (/^(please|abeg|o|sha|now|na)$/.test(next) && at + 2 >= to) return false;
  if (/^(that|those|which|wey|overdue|paid|unpaid|is|has|don|from|this|last|due)$/.test(next))
    return /^(?:this|that)$/.test(next) || /^\p{Lu}/u.test(words[at + 1]?.raw ?? '')
      ? hasPrice(words, refs)
      : false;
  return (
    next === 'for' ||
    !NOT_A_BILL.test(next) ||
    !NOT_A_BILL.test(words[at + 1]?.raw ?? '') ||
    hasPrice(words, refs)
  );
}

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
