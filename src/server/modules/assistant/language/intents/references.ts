import type { Filters } from '#contract/assistant.ts';
import { amountAt } from '../amounts/amounts.ts';
import { matchesAt } from '../amounts/number-words.ts';
import { phoneOf } from '../parties/contact-details.ts';
import { isStopWord } from '../vocabulary/stop-words.ts';
import type { Span, Word } from '../tokens/tokenize.ts';
import type { Utterance } from '../tokens/utterance.ts';
import { set } from '../vocabulary/lexicon.ts';

/** Invoice numbers of a message, as digits without leading zeros, with their positions. */
export type References = { numbers: string[]; places: ReadonlySet<number> };

const NOUN = /^(invoice|invoices|inv|bill|bills|receipt|receipts|nos?|numbers?|reference|ref|reminder)$/;
const LINK = /^(no|no\.|nos|number|numbers|num|#|:|-|ref|id|the|numba)$/;

/** "LPO number 00871" is the customer's own. */
const OF_ORDER = /^(?:lpo|po|order|purchase|account|phone|cheque)$/;

// Longer than any invoice number, so that it is not found.
const MAX_DIGITS = 20;

/** Finds the invoice numbers in a message: "INV-0042", "invoice 53", "#53", "invoices 12, 13 and 14", "number 8". */
export function referencesIn(words: readonly Word[]): References {
  const numbers: string[] = [];
  const places = new Set<number>();
  const add = (at: number, digits: string): void => {
    places.add(at);
    const bare = digits.replace(/^0+(?=\d)/, '').slice(0, MAX_DIGITS);
    if (!numbers.includes(bare)) numbers.push(bare);
  };
  for (let at = 0; at < words.length; at++) {
    const number = prefixedNumber(words[at]?.word ?? '');
    if (number) add(at, number);
    else if (NOUN.test(words[at]?.word ?? '') && !OF_ORDER.test(words[at - 1]?.word ?? ''))
      collectAfterNoun(words, at, add);
  }
  return { numbers, places };
}

/** The invoices that are named, at most so many: by their figures, else as one is dictated, "invoice thirty nine". */
export function numbersIn(
  words: readonly Word[],
  slots: readonly (Span & { slot: string })[],
  { numbers }: References,
  most = numbers.length,
): Filters {
  if (numbers.length > 0) return { invoiceNumbers: numbers.slice(0, most) };
  const marked = slots.find(({ slot }) => slot === 'number');
  for (let at = marked?.from ?? 0; at < (marked?.to ?? 0); at++) {
    const number = amountAt(words, at);
    if (number?.kind === 'plain' && !/\d/.test(words[at]?.raw ?? ''))
      return { invoiceNumbers: [String(number.value)] };
  }
  return {};
}

/** The invoices that bare small numbers after a verb of invoices name: "send 31", "remind 12 and 14", "has 64 been paid?". */
export function bareReferenceIn({ text, words }: Pick<Utterance, 'text' | 'words'>): References {
  const named = BARE_NUMBERS.exec(text)?.[1] ?? STATUS_QUESTION.exec(text)?.[1] ?? '';
  const numbers = named.match(/\d+/g) ?? [];
  const places = numbers.map((digits) =>
    words.findIndex(({ word }) => word === digits || word === `#${digits}`),
  );
  return { numbers: numbers.map((digits) => digits.replace(/^0+(?=\d)/, '')), places: new Set(places) };
}

/** Whether it is about what an invoice that is there says: "add 5k to Ada's invoice", "print the last invoice", "invoice 9 get mistake". */
export const isOfOneThere = ({ text, clauses }: Pick<Utterance, 'text' | 'clauses'>): boolean =>
  INTO.test(text) || CHANGES.test(clauses[0]?.head ?? '') || WRONG.test(text);

const INTO =
  /\b(?:to|into|from|on|in|inside|off) (?:(?:(?:the|his|her|their|last|latest|\S{1,40}['’]s?) )+(?:invoice|bill|receipt)\b|(?:invoice|bill) #?\d|inv-?\d)/;
const WRONG =
  /\b(?:get|got|has|is|dey) (?:an? )?(?:mistakes?|errors?|wrong|incorrect)\b|\bmistakes? (?:on|in) /;
const CHANGES =
  /^(?:copy|duplicate|clone|reuse|print|reprint|download|export|restore|change|edit|update|correct|fix|increase|extend|split|merge)$/;

const POLITE = '(?:please|abeg|kindly|oya|ok|okay|now|o|sha|again|sir|ma|jare|biko|!|\\.|\\?)';
const ACTS =
  '(?:send|resend|forward|share|email|whatsapp|remind|chase|nudge|delete|void|scrap|trash|erase|show|open|view)';
const HOW = '(?:by|via|on|through) (?:email|mail|whatsapp)|to (?:him|her|them|the (?:customer|client))';
const BARE_NUMBERS = new RegExp(
  `^ (?:(?:can|could|you|i|we|want|wan|to|${POLITE}) )*${ACTS}(?: me)? (#?\\d{1,3}(?: (?:(?:,|and|&) )+#?\\d{1,3}){0,9})(?: (?:${POLITE}|${HOW}))* $`,
);
const STATUS_QUESTION =
  /^ (?:(?:please|abeg) )*(?:has|have|is|was|did|don) #?(\d{1,4}) (?:been |be |is |don |yet |already )*(?:paid|pay|settled|cleared|overdue|due|sent|unpaid)\b/;

function prefixedNumber(word: string): string | null {
  if (!/^(?:inv|invoice|bill|dw|ref)[-#/]?/.test(word)) return null;
  return /(\d{1,40})$/.exec(word)?.[1] ?? null;
}

function collectAfterNoun(
  words: readonly Word[],
  noun: number,
  add: (at: number, digits: string) => void,
): void {
  let at = noun + 1;
  const bare = /^(nos?|numbers?|reference|ref|reminder)$/.test(words[noun]?.word ?? '');
  if (bare && /^(phone|whatsapp|account|her|his|my|their|mobile|acct)$/.test(words[noun - 1]?.word ?? ''))
    return;
  while (LINK.test(words[at]?.word ?? '') && at - noun < 4) at++;
  let digits = numberAt(words, at);
  if (bare && words[noun]?.word === 'reminder') return;
  if (!digits || isCounted(words, at, noun)) return;
  while (digits) {
    add(at, digits);
    at++;
    while (/^(,|and|&|or|\+|plus|then|#)$/.test(words[at]?.word ?? '') && numberAt(words, at + 1)) at++;
    digits = numberAt(words, at);
    if (digits && isCounted(words, at, noun)) return;
  }
}

function numberAt(words: readonly Word[], at: number): string | null {
  const digits = /^#?(\d{1,40})$/.exec(words[at]?.word ?? '')?.[1] ?? null;
  return digits && phoneOf(digits) ? null : digits;
}

// "invoice 3 bags of rice" counts things; "invoice 53 to the client" names one.
function isCounted(words: readonly Word[], at: number, noun: number): boolean {
  const word = words[at]?.word ?? '';
  if (word.startsWith('#') && word.length <= 6) return false;
  if (at > noun + 1 && words[noun + 1]?.word !== 'the' && words[noun + 1]?.word !== ':') return false;
  const next = words[at + 1]?.word ?? '';
  if (/^(x|k|thousand|naira|dollars|million|hundred|each|grand|percent|per|%|@)$/.test(next)) return true;
  if (next === '' || /^[^\p{L}\p{N}]+$/u.test(next)) return false;
  return !AFTER_NUMBER.has(next) && !isStopWord(next) && !matchesAt(words, at + 1, 'as');
}

const AFTER_NUMBER = set(
  `to for give as via by on through please abeg now and or status has is was don get got gets wrong wey o again today
  sha of from be been details paid with na also too then overdue immediately asap quick quickly in at because don't
  dey i he she they it we abi client customer yet whatsapp email will go never not that this am didn't didnt have
  balance but so after she's he's thanks payment reminder invoice sef jare biko comot anymore over across tomorrow
  emailed mailed sent forwarded shared delivered settled cleared deleted removed cancelled voided off into before
  without reach out should must can right later first`,
);
