import { hasFigure } from '../amounts/amounts.ts';
import type { Word } from '../tokens/tokenize.ts';
import { hasOnly, type Utterance } from '../tokens/utterance.ts';
import type { ParseContext, Intent } from '../types.ts';
import { type Open, openOf } from '../understanding/features.ts';
import { readIntents, type Reading, readSlots } from '../understanding/model.ts';
import { SEND_WORDS, set } from '../vocabulary/lexicon.ts';
import { isForbidden } from './confirmation.ts';
import { isOfOneThere } from './references.ts';
import { asksComing, asksPayers, quoteNumberIn } from './requests.ts';

/** Less sure than this, nothing is known. */
const LEAST = 0.4;
/** Longer ones are papers, which nobody said. */
export const MOST_SPOKEN_WORDS = 60;

/** The intent of a message beside what is open; null where it is unknown. */
export function detectIntent(context: ParseContext): Intent | null {
  const {
    utterance,
    refs,
    memory: { pending },
  } = context;
  const { text, words } = utterance;
  if (hasOnly(text, GREETING) || HOW_TO.test(text)) return 'help';
  if (GIVES_BACK.test(text) || refunds(context) || paysOut(utterance)) return 'withdraw';
  const pastProvider = pastProviderIntent(context);
  if (pastProvider) return pastProvider;
  if (asksPayers(utterance)) return 'top_customers';
  if (asksComing(utterance) && !/\b(?:sales|revenue|profit)\b/.test(text)) return 'list_invoices';
  // Forbidden things change nothing that is open.
  const open = pending && !isForbidden(utterance) ? openOf(pending) : NOTHING_OPEN;
  const label = words.length > MOST_SPOKEN_WORDS ? null : likeliestOf(utterance, open);
  const read = label && !OF_REPLIES.has(label) ? intentOf(label) : null;
  // "Send all pending invoices" to those they are of, "send me the list" to nobody.
  if (
    read === 'list_invoices' &&
    SEND_WORDS.has(utterance.clauses[0]?.head ?? '') &&
    !/ (?:me|us) /.test(text)
  )
    return 'send_invoice';
  if (read && CHANGES.has(read) && isOfOneThere(utterance) && (refs.numbers.length > 0 || NOUN.test(text)))
    return 'show_invoice';
  if (read) return quoteNumberIn(text) || THE_QUOTE.test(text) ? (OF_QUOTES[read] ?? read) : read;
  return refs.numbers.length > 0 ? 'show_invoice' : null;
}

/** The movement of money, or the new invoice, that a message asks for beside what is open; null for anything else. */
export function firstRequest(context: ParseContext): Request | null {
  const intent = detectIntent(context);
  return REQUESTS.find((one) => one === intent) ?? null;
}
const REQUESTS = ['create_invoice', 'record_payment', 'withdraw', 'change_bank_details'] as const;
type Request = (typeof REQUESTS)[number];

/** Labels of the examples that have another name elsewhere. */
const LABELS: Readonly<Record<string, Intent>> = { undo_payment: 'record_payment', promise: 'note_promise' };
/** The intent of a label. */
export const intentOf = (label: string): Intent => LABELS[label] ?? (label as Intent);
/** Answers to what is open. */
const OF_REPLIES: ReadonlySet<string> = new Set(['confirm', 'edit_draft']);
/** Words of an invoice that is there, or of its copy, neither make another one nor delete it. */
const CHANGES: ReadonlySet<Intent> = new Set<Intent>(['create_invoice', 'delete_invoice', 'convert_quote']);
/** "Send QUO-0007", "delete that quote" read as if it were an invoice. */
const THE_QUOTE = /\b(?:that|this|the|my|his|her|their) (?:quote|quotation|estimate|pro-?forma)\b/;
const OF_QUOTES: Readonly<Record<string, Intent>> = {
  show_invoice: 'list_quotes',
  send_invoice: 'change_quote',
  delete_invoice: 'change_quote',
};
/** "Give Ada her 5k back" is no credit on an invoice. */
const GIVES_BACK =
  /\b(?:give|return|send)(?: \S+){1,3} [₦$#n]?\d[\d,.]*[km]?(?: naira)? back\b|\b(?:wants?|needs?|asks? for) (?:(?:a|her|his|their) )?refund\b/;

// On an invoice it is a credit note; a refund fee is charged, and "refund me, no" is a slip.
const refunds = ({ utterance: { clauses, text }, refs }: ParseContext): boolean =>
  clauses[0]?.head === 'refund' && refs.numbers.length === 0 && !/\brefund (?:fee|minus|me)\b/.test(text);

/** "Pay Chinedu 40k", "transfer 50k to Bola", "salary for Chinedu": it goes out, and nobody is to be billed for it. */
export function paysOut({ text, words, clauses }: Utterance): boolean {
  if (/\b(?:invoice|bill|quote|from|paid)\b/.test(text)) return false;
  const { head, at } = clauses[0] ?? { head: '', at: 0 };
  const isPaid =
    head === 'pay' &&
    readSlots(words, 'record_payment').some(({ slot, from }) => slot === 'customer' && from === at + 1);
  return (isPaid && hasFigure(words)) || WAGES.test(text) || TRANSFERS.test(text);
}
const LEAD = '^ (?:(?:please|abeg|oya|kindly|help|me|i|want|wan|to|let) )*';
const WAGES = new RegExp(
  `${LEAD}(?:(?:pay|send|transfer|process)(?! me) (?:\\S+ ){0,5})?(?:salary|salaries|wages?)\\b`,
);
const TRANSFERS = new RegExp(`${LEAD}transfer [₦$#n]?\\d\\S* (?:naira )?to `);

const NOTHING_OPEN: Open = { kind: '-', field: null };

/** Learned readings of a message beside what is open, the likeliest first, without those that its words rule out. */
export function readingsOf({ words, text, isQuestion }: Utterance, open: Open = NOTHING_OPEN): Reading[] {
  const isNew = open === NOTHING_OPEN;
  const isRuledOut = ({ intent }: Reading): boolean | undefined =>
    intent === 'confirm'
      ? isNew || NUMBERED.test(text)
      : RULED_OUT[intent]?.some((pattern) => pattern.test(text)) ||
        (isNew && isQuestion && TELLS.has(intent));
  const possible = readIntents(words, open).filter((one) => !isRuledOut(one));
  const all = possible.reduce((sum, { confidence }) => sum + confidence, 0);
  return possible.map(({ intent, confidence }) => ({ intent, confidence: confidence / all }));
}
/** "Send invoice 12" confirms nothing: it names another than the one that is open. */
const NUMBERED = /\b(?:invoice|inv|quote|receipt)s? (?:(?:no|number|#) )?#?\d/;
/** Told, never asked: "has Ada paid?" asks for what is open. */
const TELLS: ReadonlySet<string> = new Set(['record_payment', 'promise']);
/** "Ask Okoro when he will pay" tells no promise, and wages are no income. */
const RULED_OUT: Readonly<Record<string, readonly RegExp[]>> = {
  promise: [
    /\b(?:paid|gave|sent|dropped|brought|(?<!\b(?:go|will|wan|to|can|must) )(?:pay|drop|bring)) (?:me )?[₦$#n]?\d\S* (?:\S+ ){0,4}(?:rest|balance|remaining|remainder)\b/,
    /^ (?:(?:please|abeg) )*when\b/,
    // "Tracy say she don pay" is said of what came.
    /\b(?:she|he|they|e|dem) (?:don|has|have|already) (?:already )?(?:paid|pay|sent|send|transferred|dropped|drop|brought)\b/,
    /\b(?:ask|find|know|check)\b(?: \S+){0,4} when\b/,
  ],
  create_invoice: [/\b(?:write|wrote|writing)(?: (?:it|am|this|that))? ?-?off\b/, /\bcredit[ -]?note\b/],
  // "Okon go clear the 65k at month end": what is still to come.
  record_payment: [
    /\b(?:settle|pay) (?:all )?my (?:workers|staff|boys|people)\b/,
    /^(?!.*\b(?:paid|gave|sent|dropped|don|has|have|received|got)\b).*\b(?:go|will) (?:\S+ )?(?:clear|pay|settle|bring|balance|send|drop)\b/,
  ],
  // "Bola transfer 50k to my account" came from Bola.
  withdraw: [
    /^ (?!(?:please|abeg|oya|kindly|help|i|we|make|can) )\p{L}+ (?:\p{L}+ )?(?:transfer|send|sent|pay|paid) \S+ (?:naira )?(?:to|into|inside) my (?:account|acct|bank)\b/u,
  ],
  // "How much did Ada pay me" is what came; "what has she not paid me" is owed.
  outstanding_total: [/(?<!\b(?:not|never|don|yet)|n't) (?:pay|paid) me\b/],
  // "Remind me to call Bola" is no reminder of hers, nor is "tell me about Bola".
  send_reminder: [/\b(?:remind|tell) me\b/],
};

// Words as they were typed and, unless that is sure, as they were meant, and the first sentence of several: the surest reading of them.
function likeliestOf(utterance: Utterance, open: Open): string | null {
  const { words: typed } = utterance;
  const readings = (words: readonly Word[]): Reading[] =>
    readingsOf({ ...utterance, words }, open).slice(0, 1);
  const own = readings(typed);
  const [{ confidence: sure } = NONE] = own;
  const end = typed.findIndex(({ raw }, at) => at >= FEWEST_OF_A_SENTENCE && /^[.!\n]$/.test(raw));
  const [{ intent, confidence } = NONE] = [
    ...own,
    ...(sure >= SURELY ? [] : readings(typed.map((one) => ({ ...one, raw: one.word })))),
    ...(end > 0 && sure < VERY_SURELY ? readings(typed.slice(0, end)) : []),
  ].toSorted((one, other) => other.confidence - one.confidence);
  return confidence >= LEAST ? intent : null;
}
/** So sure that the words as they were meant are not tried, and that the first sentence is not. */
const [SURELY, VERY_SURELY] = [0.8, 0.95];
const NONE = { intent: '', confidence: 0 };
const FEWEST_OF_A_SENTENCE = 4;
const NOUN = /\b(?:invoice|bill|receipt)\b/;

const HOW_TO =
  /^ (?:\S+ ){0,2}how (?:do|can|to|should) (?:(?:i|we|you|one) )?(?:create|make|add|send|delete|remind|edit|use)\b/;
const GREETING = set(
  `hi hello hey hiya yo good morning afternoon evening day greetings how are you far now na una well done sup howdy
  ekaro sannu kedu bawo ni there dear assistant duewell o oo sir ma boss thanks thank so much very doing today bro
  guy my friend is it going wetin dey happen nice great job xup wassup welcome happy new week god bless you're
  awesome , . ! ? 👋 🙏 ❤️ 😊`,
);

/** Questions about money that came past the payment providers, each by its own word; with a noun of documents they are about those. */
const PATTERNS: readonly (readonly [Intent, RegExp])[] = [
  ['awaited_certificates', /\bcertificates?\b/],
  ['customer_credit', /\bcredits?\b(?! (?:notes?|cards?|alerts?))/],
  ['open_claims', /\b(?:claims?|alerts?|screenshots?)\b/],
  ['cash_received', /\b(?:in|by|with) cash\b|\bcash (?:payments?|sales?|today|yesterday|this|last)\b/],
  [
    'cash_received',
    /\b(?:how much|how-much|total|all|list|show)\b(?! (?:can|is)\b)(?: \S+){0,4} (?:(?:by|in|via) )?(?:bank )?(?:transfers?|pos|cheques?) (?!to |fee|charge)/,
  ],
  [
    'open_statement_lines',
    /\b(?:statement|bank) lines?\b|\b(?:open|left|remains?) in (?:my|the) (?:bank )?statements?\b/,
  ],
];

// "See alert! 41k from Ada" tells of money, and "give Ada 5k credit" gives it.
function pastProviderIntent({
  utterance: { text, isQuestion, clauses, words },
}: ParseContext): Intent | null {
  const asks = isQuestion || (!hasFigure(words) && clauses.some(({ head }) => VIEWS.test(head)));
  return (asks || TOTAL_CASH.test(text)) && !DOCUMENT.test(text)
    ? (PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? null)
    : null;
}
const VIEWS =
  /^(?:show|list|see|view|open|display|find|search|get|check|bring|pull|fetch|give|which|all|any|look|what)$/;
const TOTAL_CASH = /^ (?:\S+ )?total (?:cash|pos|transfers?) /;
const DOCUMENT = /\b(?:invoices?|inv|bills?|receipts?|drafts?)\b/;
