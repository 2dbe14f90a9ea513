import type { Filters } from '#contract/assistant.ts';
import type { ReceivedMoney } from '#server/modules/payments/tools/received-money.ts';
import { moneyUnderstanding, type ParseContext } from '../build-understanding.ts';
import { isConfirmation } from '../intents/confirmation.ts';
import { nonEmpty, parseFilters } from '../intents/filters.ts';
import { periodsIn } from '../dates/periods.ts';
import { firstRequest } from '../new-message.ts';
import { bareName } from '../parties/names.ts';
import type { Pending, Understanding } from '../types.ts';
import { ALERT, amountIn, DENIES, methodIn, tellsOfMoney } from './received.ts';

const MOST_WORDS = 14;

/** More about the payment that is to be recorded: the answer to its question, or a change of it. Null for anything else. */
export function answerPayment(context: ParseContext, pending: Pending): Understanding | null {
  const { utterance, refs } = context;
  const { payment } = pending;
  if (!payment || utterance.isQuestion || utterance.words.length > MOST_WORDS) return null;
  const request = firstRequest(utterance, refs);
  if (request === 'create_invoice' || (request && pending.asks !== 'seen' && request !== 'record_payment'))
    return null;
  const subject = subjectIn(context, pending);
  const changes = { ...changesIn(context), ...answerTo(context, pending) };
  // Another customer's money is another payment.
  if (request === 'record_payment' && subject && !tellsMore(pending)) return null;
  if (!subject && Object.keys(changes).length === 0) return null;
  return moneyUnderstanding(
    context,
    'edit_draft',
    nonEmpty({ ...pending.filters, ...subject }),
    withChanges(payment, changes),
  );
}

const tellsMore = ({ asks }: Pending): boolean => asks === 'seen' || asks === 'invoice';

// Another amount or another day is asked about anew.
function withChanges(payment: ReceivedMoney, changes: Partial<ReceivedMoney>): ReceivedMoney {
  const isOther = changes.amount !== undefined || changes.inFull || changes.day !== undefined;
  const isOtherWay = changes.method !== undefined && changes.method !== payment.method;
  return {
    ...payment,
    ...(isOther ? { keepRestAsCredit: false, confirmDuplicate: false } : {}),
    ...(isOtherWay ? { seen: null } : {}),
    ...changes,
  };
}

function subjectIn(context: ParseContext, { asks }: Pending): Filters | null {
  const { utterance, refs, business } = context;
  const named = parseFilters('record_payment', utterance, refs, business);
  if (named?.invoiceNumbers) return { invoiceNumbers: named.invoiceNumbers };
  if (asks !== 'invoice') return named;
  const digits = /^ #?(\d{1,8}) $/.exec(utterance.text)?.[1];
  if (digits) return { invoiceNumbers: [digits.replace(/^0+(?=\d)/, '')] };
  const customerName = bareName(utterance.words);
  return customerName ? { customerName } : named;
}

function changesIn({ utterance, refs, business }: ParseContext): Partial<ReceivedMoney> {
  const { words, text } = utterance;
  const amount = amountIn(words, refs, business.today);
  const [span] = periodsIn(words, business.today);
  const method = methodIn(text);
  return {
    ...(amount ? { amount: amount.value, inFull: false } : {}),
    ...(span && span.from === span.to ? { day: span.to } : {}),
    ...(method ? { method } : {}),
  };
}

const ALL = /\b(?:all|everything|full|fully|complete|the whole|balance|what (?:he|she|they|e) owes?)\b/;
const BANK =
  /\b(?:app|bank|account|acct|statement|balance|opay|palmpay|kuda|gtb|gtbank|zenith|uba|moniepoint|confirmed|entered|reflected)\b/;

// Where a transfer was seen is read on the safe side: any word of an alert makes it one, and a denied bank is no bank.
function seenIn(text: string): ReceivedMoney['seen'] {
  if (ALERT.test(text)) return 'alert';
  return BANK.test(text) && !DENIES.test(text) ? 'bank' : null;
}

function answerTo({ utterance }: ParseContext, { asks }: Pending): Partial<ReceivedMoney> {
  const { text, words } = utterance;
  if (asks === 'seen') return answerSeen(text);
  if (asks === 'amount' && ALL.test(text)) return { inFull: true, amount: null };
  if (asks === 'method' && /\b(?:other|another way|something else|in kind)\b/.test(text))
    return { method: 'other' };
  if (asks !== 'rest' && asks !== 'duplicate') return {};
  const agrees = isConfirmation(words, null) || AGREES[asks].test(text);
  if (!agrees || DENIES.test(text) || !tellsOfMoney(utterance)) return {};
  return asks === 'rest' ? { keepRestAsCredit: true } : { confirmDuplicate: true };
}

// "It was cash" answers as well.
function answerSeen(text: string): Partial<ReceivedMoney> {
  const method = methodIn(text);
  const seen = seenIn(text);
  if (method && method !== 'bank_transfer' && !seen) return { method };
  return seen ? { seen, method: 'bank_transfer' } : {};
}

const AGREES = {
  rest: /\b(?:keep|save|hold|credit|leave)\b/,
  duplicate: /\b(?:again|twice|another|second|two times|2 times|different|both)\b/,
};
