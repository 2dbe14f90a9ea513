import {
  confirmation,
  emptyUnderstanding,
  fromFilters,
  moneyUnderstanding,
  newCustomer,
  newInvoice,
  repeatQuestion,
} from './build-understanding.ts';
import { isReminderOfOwn, newReadings } from './intents/detect-intent.ts';
import { filtersRead } from './intents/filters.ts';
import { resolveReferences } from './intents/follow-up.ts';
import { isOfOneThere } from './intents/references.ts';
import { asksIfAccepted } from './intents/requests.ts';
import { moneyReceived } from './payments/told.ts';
import { settlementTold } from './payments/tasks.ts';
import { newQuote } from './quotes.ts';
import type { Intent, Understanding, ParseContext } from './types.ts';
import { openOf } from './understanding/features.ts';
import { readIntents, readSlots, type Reading } from './understanding/model.ts';

/** Sure enough to be believed where the rules read something else. */
const SURE = 0.5;
/** So many times as likely as what the rules read; more where an earlier message may be meant, of which the words alone say nothing. */
const LIKELIER = 3;
/** So sure that the rules are not asked. */
const VERY_SURE_OF_NEW = 0.8;
const LIKELIER_BEHIND_ANOTHER = 40;
const FEWEST_BEHIND_ANOTHER = 6;

/** Longer ones are papers, which nobody said. */
const MOST_SPOKEN_WORDS = 60;

/** Decided by rules alone: forged commands, and questions there are no examples of. */
const BY_RULES: ReadonlySet<string> = new Set<Intent>([
  'prompt_injection',
  'customer_credit',
  'awaited_certificates',
  'open_claims',
  'cash_received',
  'open_statement_lines',
  'help',
]);
/** Believed where the examples are very sure of another: money that leaves, what repeats, and quotes. */
const FIRST_BY_RULES: ReadonlySet<string> = new Set<Intent>([
  'withdraw',
  'change_bank_details',
  'create_plan',
  'list_plans',
  'change_plan',
  'list_quotes',
  'change_quote',
]);
/** Pairs that only rules tell apart: what repeats, what is there already, and what is still to come. */
const TOLD_APART_BY_RULES: readonly (readonly string[])[] = [
  ['sales_report', 'sales_projection'],
  ['create_invoice', 'create_plan'],
  ['create_quote', 'change_quote'],
  ['create_quote', 'convert_quote'],
];
/** Answers to what is open, and refusals: one that nobody asked for is a wall. */
const NEVER_TRAINED: ReadonlySet<string> = new Set([
  'confirm',
  'edit_draft',
  'prompt_injection',
  'withdraw',
  'change_bank_details',
]);
/** Told where to do, and nothing done. */
const DONE_ELSEWHERE: ReadonlySet<string> = new Set(['promise', 'credit_note', 'write_off', 'withholding']);
/** Read where the rules know nothing else. */
const UNKNOWN: ReadonlySet<string> = new Set(['ambiguous', 'off_topic']);

/**
 * The intent of a new request by what was learned from examples, where that is sure of another one than the rules,
 * or knows better who is named; null leaves the message to the rules.
 */
export function trainedIntent(context: ParseContext, byRules: Understanding): string | null {
  const { memory, utterance, refs } = context;
  const { words, isQuestion } = utterance;
  if (memory.pending) return intentBeside(context, byRules);
  if (BY_RULES.has(byRules.intent)) return null;
  // "And last month?" goes on from what was said before.
  if (words.length < (memory.last ? FEWEST_BEHIND_ANOTHER : 2) || words.length > MOST_SPOKEN_WORDS)
    return null;
  const readings = newReadings(words, utterance.text);
  const [likeliest] = readings;
  if (!likeliest || likeliest.confidence < SURE) return null;
  const { intent, confidence } = likeliest;
  if (intent === byRules.intent) return namesNobody(byRules) ? intent : null;
  // "Has Ada accepted the quote" changes none, and the examples know best whose it is.
  if (intent === 'change_quote' && asksIfAccepted(utterance)) return 'list_quotes';
  const isPair = TOLD_APART_BY_RULES.some((pair) => pair.includes(intent) && pair.includes(byRules.intent));
  if (isPair || NEVER_TRAINED.has(intent)) return null;
  if (isThere(context, byRules, intent)) return null;
  // "Refund Ada 5k" is no sale, and "give Ada her 5k back" no credit.
  if (byRules.intent === 'withdraw' && utterance.clauses.length === 1 && OWN_MONEY.test(utterance.text))
    return null;
  // A question, and money that did not come, tell of none that came.
  if (intent === 'record_payment' && (isQuestion || NOT_COME.test(utterance.text))) return null;
  if (intent === 'promise' && isQuestion) return null;
  // "Ada says she has sent it" tells of money, if it came.
  if (intent === 'promise' && HAS_PAID.test(utterance.text)) return 'record_payment';
  if (isReminderOfOwn(intent, utterance.text)) return null;
  // "Bola has paid for invoice 4" asks for no list.
  if (intent === 'list_invoices' && byRules.intent === 'record_payment' && refs.numbers.length > 0)
    return null;
  if (confidence >= VERY_SURE_OF_NEW && !memory.last) return intent;
  if (FIRST_BY_RULES.has(byRules.intent) || intent === 'ambiguous') return null;
  if (isPlain(context, byRules) && !DONE_ELSEWHERE.has(intent)) return null;
  const other = readings.find((reading) => reading.intent === byRules.intent)?.confidence ?? 0;
  const needed = memory.last ? LIKELIER_BEHIND_ANOTHER : LIKELIER;
  return UNKNOWN.has(byRules.intent) || confidence >= needed * other ? intent : null;
}

const OWN_MONEY = /\b(?:refund|back|balance|my (?:account|acct|wallet))\b/;
const NOT_COME =
  /\b(?:not|never|haven't|havent|hasn't|hasnt|didn't|didnt) (?:(?:yet|been|even) )*(?:receive|see|saw|seen|got|get|collect|pay|paid|send|sent|enter|come|came|drop)/;
const HAS_PAID =
  /^(?!.* promis).*\b(?:has|have|don|already) (?:already |don )?(?:sent|send|paid|pay|transferred|transfer)\b/;

// An invoice looked at by its number, and a payment: one that is not recorded here, or that of a number.
const isPlain = ({ refs }: ParseContext, { intent, payment }: Understanding): boolean =>
  refs.numbers.length > 0
    ? intent === 'show_invoice' || intent === 'record_payment'
    : intent === 'record_payment' && !payment;

// Words of an invoice that is there, or of its copy, neither make another one nor delete it.
function isThere({ refs, utterance }: ParseContext, byRules: Understanding, intent: string): boolean {
  const isMade = intent === 'create_invoice';
  if (!isMade && intent !== 'delete_invoice') return false;
  if (byRules.intent === 'show_invoice' && isOfOneThere(utterance)) return true;
  return isMade && IS_THERE.has(byRules.intent) && refs.numbers.length > 0 && NOUN.test(utterance.text);
}
const IS_THERE: ReadonlySet<string> = new Set<Intent>(['show_invoice', 'send_invoice', 'delete_invoice']);
const NOUN = /\b(?:invoices?|bills?)\b/;

const namesNobody = ({ intent, filters }: Understanding): boolean =>
  intent !== 'create_invoice' &&
  intent !== 'create_quote' &&
  !filters?.customerName &&
  !filters?.invoiceNumbers;

/** Another request while a card is open: where the rules make nothing of it, or a change that it surely is not. */
function intentBeside(context: ParseContext, byRules: Understanding): string | null {
  const { pending } = context.memory;
  const { words } = context.utterance;
  if (!pending || words.length > MOST_SPOKEN_WORDS) return null;
  const isUnknown = UNKNOWN.has(byRules.intent);
  const isChange = byRules.intent === 'edit_draft' && byRules.draft !== pending.draft;
  const [likeliest] = isUnknown || isChange ? readIntents(words, openOf(pending)) : [];
  if (!likeliest || likeliest.confidence < (isUnknown ? SURE : VERY_SURE)) return null;
  const { intent } = likeliest;
  return intent === 'cancel' || NEVER_TRAINED.has(intent) || BY_RULES.has(intent) ? null : intent;
}

function likeliestReply(
  { memory: { pending }, utterance: { words } }: ParseContext,
  byRules: Understanding,
): Reading | null {
  if (!pending || !UNKNOWN.has(byRules.intent) || words.length > MOST_SPOKEN_WORDS) return null;
  const [likeliest] = readIntents(words, openOf(pending));
  return likeliest && likeliest.confidence >= SURE ? likeliest : null;
}

/**
 * A reply to an open card that the rules make nothing of, by what was learned from examples. A yes needs to be very sure, because it acts,
 * and names nothing: a value in it would be a change.
 */
export function trainedReply(context: ParseContext, byRules: Understanding): Understanding | null {
  const { memory, utterance } = context;
  const { pending } = memory;
  const { intent, confidence = 0 } = likeliestReply(context, byRules) ?? {};
  if (!pending) return null;
  if (intent === 'cancel') return emptyUnderstanding(context, 'cancel');
  if (intent === 'edit_draft')
    return pending.asks === null || pending.payment
      ? emptyUnderstanding(context, 'ambiguous')
      : repeatQuestion(context, pending);
  const isPlainYes =
    intent === 'confirm' &&
    confidence >= VERY_SURE &&
    pending.asks === null &&
    !utterance.isQuestion &&
    !/\d/.test(utterance.text) &&
    utterance.words.length >= FEWEST_OF_A_YES;
  return isPlainYes && readSlots(utterance.words, 'edit_draft').length === 0
    ? confirmation(context, pending)
    : null;
}
const VERY_SURE = 0.95;
/** Shorter ones are all known to the rules: "please correct" is none. */
const FEWEST_OF_A_YES = 4;

/** A message as one of an intent that was learned. */
export function understandAs(context: ParseContext, intent: string): Understanding {
  const { utterance, refs, business } = context;
  switch (intent) {
    case 'create_invoice':
      return newInvoice(context);
    case 'create_quote':
      return newQuote(context);
    case 'add_customer':
      return newCustomer(context);
    case 'record_payment':
      return moneyUnderstanding(
        context,
        'record_payment',
        read(context, intent),
        moneyReceived(utterance, refs, business),
      );
    case 'undo_payment':
      return { ...emptyUnderstanding(context, 'record_payment'), filters: read(context, 'record_payment') };
    case 'promise':
      return settlementTold(context, 'note_promise');
    case 'credit_note':
    case 'write_off':
    case 'withholding':
      return settlementTold(context, intent);
    case 'help':
    case 'off_topic':
    case 'ambiguous':
    case 'cancel':
      return emptyUnderstanding(context, intent);
    default:
      return fromFilters(context, intent as Intent, read(context, intent as Intent));
  }
}

const read = ({ utterance, refs, business, memory }: ParseContext, intent: Intent) =>
  resolveReferences(intent, filtersRead(intent, utterance, refs, business), utterance, memory.last);
