import type { Filters } from '#contract/assistant.ts';
import type { Told } from '#server/modules/invoices/tools/told.ts';
import type { ReceivedMoney } from '#server/modules/payments/tools/received-money.ts';
import { emptyUnderstanding, lastTopic, moneyUnderstanding } from '../build-understanding.ts';
import { periodsIn } from '../dates/periods.ts';
import { customerIn } from '../drafts/lines-from-slots.ts';
import { isConfirmation } from '../intents/confirmation.ts';
import { bareSubjectIn, channels, nonEmpty, filtersIn } from '../intents/filters.ts';
import { resolveReferences } from '../intents/follow-up.ts';
import { detectIntent, firstRequest, paysOut } from '../intents/detect-intent.ts';
import {
  ALERT,
  amountIn,
  asTold,
  DENIES,
  isSettlement,
  mergedAbout,
  readSettlement,
  secondTold,
  type Settlement,
  tellsOfMoney,
} from './told.ts';
import { restTold } from './days.ts';
import { methodIn } from './methods.ts';
import { readSlots } from '../understanding/model.ts';
import type { MissingField, Pending, Understanding, ParseContext } from '../types.ts';

const MOST_WORDS = 14;

/** More about the payment that is to be recorded: the answer to its question, or a change of it. Null for anything else. */
export function answerPayment(context: ParseContext, pending: Pending): Understanding | null {
  const { utterance } = context;
  const { payment } = pending;
  if (!payment || utterance.isQuestion || utterance.words.length > MOST_WORDS) return null;
  const request = firstRequest(context);
  if (request === 'create_invoice' || (request && pending.asks !== 'seen' && request !== 'record_payment'))
    return null;
  if (paysOut(utterance) || asksElse(context, pending)) return null;
  // "She also do wheel alignment 12k and balancing 8k" tells of goods.
  if (
    pending.asks !== 'invoice' &&
    readSlots(utterance.words, 'create_invoice').some(({ slot }) => slot === 'item')
  )
    return null;
  const subject = subjectIn(context, pending);
  const rest = restTold(utterance) ?? secondTold(utterance)?.text ?? null;
  const { day, ...others } = changesIn(context, pending);
  const changes = { ...others, ...(day && rest === null && { day }), ...answerTo(context, pending) };
  // Another customer's money is another payment, and so is another sum of one who is named first now.
  const isOther = !pending.filters && payment.amount !== (changes.amount ?? payment.amount);
  if (request === 'record_payment' && subject && (isOther || !tellsMore(pending))) return null;
  if (!subject && Object.keys(changes).length === 0 && rest === null) return null;
  const filters = nonEmpty({ ...pending.filters, ...subject });
  const told = moneyUnderstanding(context, 'edit_draft', filters, withChanges(payment, changes));
  return rest === null ? told : { ...told, asides: [{ kind: 'rest', text: rest }] };
}

// "Give Mrs Bello 10% off on INV-0001", "delete invoice 4": a request of its own, or another's invoice, answers no question of money.
function asksElse({ utterance, refs }: ParseContext, { action, filters, asks }: Pending): boolean {
  const { text, words, clauses } = utterance;
  const isAsked = clauses.some(({ head }) => VIEWS.test(head) || ASKS_ELSE.test(head));
  const isSeen = asks === 'seen' && seenIn(text) !== null;
  if (isAsked || (action === 'record_payment' && !isSeen && CHANGES_INVOICE.test(text))) return true;
  const one = filters?.customerName?.toLowerCase();
  const slots = readSlots(words, 'record_payment');
  const other = customerIn(words, slots)?.toLowerCase();
  if (!one || !other || other.split(' ').some((word) => one.includes(word))) return false;
  const before = words[(slots.find(({ slot }) => slot === 'customer')?.from ?? 0) - 1]?.word ?? '';
  return refs.numbers.length > 0 || !(CORRECTS.test(text) || /^(?:from|by)$/.test(before));
}
/** "No, na Bola pay", "Bola Ade"; not "stop Bola". */
const CORRECTS =
  /\b(?:no|not|na|sorry|mean|meant|wait|actually|instead|it's|its|it|was)\b|^ (?!(?:stop|end|pause|resume|skip|call|bill|invoice) )(?:\S+ ){1,2}$/;
const ASKS_ELSE =
  /^(?:send|resend|share|forward|email|whatsapp|remind|chase|nudge|tell|ask|call|message|delete|void|scrap|print|download|extend|quote)$/;
const CHANGES_INVOICE =
  /\b(?:discount|vat|tax|due|deadline|price|promised?|reduce|extend|statement|percent|delivery|transport|off|dey owe|is owing)\b|%|^ (?:\S+ ){0,2}(?:add|give|remove|deduct|cancel)\b(?!.* credit\b)/;

const tellsMore = ({ asks }: Pending): boolean => asks === 'seen' || asks === 'invoice';

// Another amount or another day is asked about anew.
function withChanges(payment: ReceivedMoney, changes: Partial<ReceivedMoney>): ReceivedMoney {
  const isOther = changes.amount !== undefined || changes.inFull || changes.day !== undefined;
  const isOtherWay = changes.method !== undefined && changes.method !== payment.method;
  return {
    ...payment,
    ...(isOther ? { keepRestAsCredit: false, confirmDuplicate: false } : {}),
    ...(changes.amount === undefined ? {} : { percent: undefined }),
    ...(isOtherWay ? { seen: null } : {}),
    ...changes,
  };
}

function subjectIn(context: ParseContext, { asks }: Pending): Filters | null {
  const { utterance, refs, business } = context;
  const named = filtersIn('record_payment', utterance, refs, business);
  if (named?.invoiceNumbers) return { invoiceNumbers: named.invoiceNumbers };
  if (asks !== 'invoice') return named;
  return nonEmpty(bareSubjectIn(utterance)) ?? named;
}

function changesIn({ utterance, refs, business }: ParseContext, { asks }: Pending): Partial<ReceivedMoney> {
  const { words, text } = utterance;
  // "The 30k one" is an invoice.
  const isOfInvoice = asks === 'invoice' && / (?:one|invoice|bill)(?: (?:please|abeg|o))* $/.test(text);
  const amount = isOfInvoice ? null : amountIn(words, refs, business.today);
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
  if (asks === 'amount' && (ALL.test(text) || isConfirmation(words, null)))
    return { inFull: true, amount: null };
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

const MOST_ANSWER_WORDS = 20;

const OF_GOODS =
  /\bthe (?!(?:last|latest|newest|first|same|new|old|whole|entire|other|unpaid|overdue|remaining|sent|part|dollar|naira)\b)(\p{L}{3,}) (?:invoice|bill)\b/u;

/** A change of an invoice that is asked for; the records decide what is left to ask. */
export function settlementTold(context: ParseContext, task: Settlement): Understanding {
  const { about, told } = readSettlement(context, task);
  const { utterance, memory } = context;
  // "The beans invoice" is the last one only where that is of beans.
  const goods = OF_GOODS.exec(utterance.text)?.[1];
  const made = (memory.made?.draft?.items ?? []).map(({ description }) => description?.toLowerCase() ?? '');
  const last = !goods || made.some((one) => one.includes(goods)) ? memory.last : null;
  const filters = resolveReferences('record_payment', mergedAbout(null, about), utterance, last);
  return settlementUnderstanding(context, { task, intent: task, filters, told: asTold(told) });
}

const VIEWS = /^(?:show|list|see|view|open|display|find|search|get|check|which|what|how|who|how-much)$/;

/** A statement that was shown is to be sent: "email it to her". */
export function statementToSend(context: ParseContext): Filters | null {
  const { utterance, refs, memory } = context;
  const { last, pending } = memory;
  if (last?.intent !== 'customer_statement' || pending || refs.numbers.length > 0) return null;
  if (utterance.words.length > MOST_OF_A_SENDING || /\b(?:invoice|bill|reminder)\b/.test(utterance.text))
    return null;
  const told = channels(utterance, refs, context.business, 'customer_statement').channels;
  const delivery = told ?? (SENDS_IT.test(utterance.text) ? (['email'] as const) : null);
  if (!delivery) return null;
  const { customerName } = last;
  return { ...last.filters, ...(customerName ? { customerName } : {}), channels: [...delivery] };
}
const MOST_OF_A_SENDING = 8;
const SENDS_IT = /^ (?:\S+ ){0,2}(?:send|forward|share) (?:it|am|this|that|the statement) /;

/** More about the open change: the answer to its question, or another value. Null for anything else. */
export function answerSettlement(
  context: ParseContext,
  pending: Pending & { action: Settlement },
): Understanding | null {
  const { utterance } = context;
  if (utterance.isQuestion || utterance.words.length > MOST_ANSWER_WORDS) return null;
  const request = firstRequest(context);
  const intent = detectIntent(context);
  // "Write off 900 on invoice 4" while another change is open.
  if (isSettlement(intent) && intent !== pending.action) return null;
  const isOwn = request === null || (request === 'record_payment' && pending.action === 'withholding');
  if (!isOwn || asksElse(context, pending)) return null;
  const { about, told } = readSettlement(context, pending.action);
  const filters = mergedAbout(pending.filters, {
    ...(pending.asks === 'invoice' && bareSubjectIn(utterance)),
    ...about,
  });
  const isSame = JSON.stringify(filters) === JSON.stringify(pending.filters);
  if (isSame && Object.keys(told).length === 0) return null;
  const before = { ...asTold({}), ...pending.told };
  return settlementUnderstanding(context, {
    task: pending.action,
    intent: 'edit_draft',
    filters,
    told: { ...before, ...withoutOthers(told), ...told },
  });
}

// So much off takes the place of the goods, and the goods that of the sum.
function withoutOthers({ amount, items, percent }: Partial<Told>): Partial<Told> {
  if (amount !== undefined) return { items: null, isWhole: false, percent: null };
  if (items) return { amount: null, isWhole: false };
  return percent === undefined ? {} : { amount: null };
}

type Stated = { task: Settlement; intent: Settlement | 'edit_draft'; filters: Filters | null; told: Told };

function settlementUnderstanding(
  context: ParseContext,
  { task, intent, filters, told }: Stated,
): Understanding {
  const asks = askedOf(task, told);
  const pending = { action: task, draft: null, filters, customer: null, told, asks };
  return {
    ...emptyUnderstanding(context, intent),
    filters,
    told,
    asks,
    memory: { pending, last: lastTopic(context, task, filters, null) },
  };
}

function askedOf(task: Settlement, told: Told): MissingField | null {
  if (task === 'note_promise' && told.day === null) return 'date';
  return task === 'withholding' && told.amount === null && told.percent === null ? 'amount' : null;
}
