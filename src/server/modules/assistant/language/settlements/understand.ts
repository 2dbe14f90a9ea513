import type { Filters } from '#contract/assistant.ts';
import type { Told } from '#server/modules/invoices/tools/told.ts';
import { emptyUnderstanding, lastTopic, type ParseContext } from '../build-understanding.ts';
import { channels } from '../intents/filters.ts';
import { resolveReferences } from '../intents/follow-up.ts';
import { firstRequest } from '../new-message.ts';
import { bareName } from '../parties/names.ts';
import type { MissingField, Pending, Understanding } from '../types.ts';
import { asTold, mergedAbout, readSettlement, type Settlement } from './told.ts';

const MOST_WORDS = 20;

/** A change of an invoice that is asked for; the records decide what is left to ask. */
export function settlementTold(context: ParseContext, task: Settlement): Understanding {
  const { about, told } = readSettlement(context, task);
  const filters = resolveReferences(
    'record_payment',
    mergedAbout(null, about),
    context.utterance,
    context.memory.last,
  );
  return settlementUnderstanding(context, { task, intent: task, filters, told: asTold(told) });
}

/** A change its own words name: "credit note", "write off", "WHT". Null for a question, and for another request beside them. */
export function settlementAsked(context: ParseContext): Settlement | null {
  const { utterance, refs, memory } = context;
  const { text, isQuestion, clauses } = utterance;
  if (isQuestion || memory.pending?.draft || clauses.some(({ head }) => VIEWS.test(head))) return null;
  const task = NAMED.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return task && (firstRequest(utterance, refs) !== 'create_invoice' || SAYS_SO.test(text)) ? task : null;
}

const VIEWS = /^(?:show|list|see|view|open|display|find|search|get|check|which|what|how|who|how-much)$/;
const NAMED: readonly (readonly [RegExp, Settlement])[] = [
  [/\b(?:credit ?note|credit-note)\b/, 'credit_note'],
  [/\b(?:write|wrote|writing)(?: (?:it|am|this|that))? ?-?off\b|\bwrite-off\b|\bbad debt\b/, 'write_off'],
  [
    /\b(?:removed?|kept|keeps?|deduct(?:ed|s)?|withheld|took|held)\b(?: \S+){0,8} (?:wht|withholding)\b/,
    'withholding',
  ],
];
const SAYS_SO =
  /\b(?:credit ?note|credit-note|write(?:[ -]?| (?:it|am|this|that) )off|written off|wht|withholding)\b/;

/** A statement that was shown is to be sent: "email it to her". */
export function statementToSend(context: ParseContext): Filters | null {
  const { utterance, refs, memory } = context;
  const { last, pending } = memory;
  if (last?.intent !== 'customer_statement' || pending || refs.numbers.length > 0) return null;
  if (utterance.words.length > MOST_OF_A_SENDING || /\b(?:invoice|bill|reminder)\b/.test(utterance.text))
    return null;
  const delivery = channels(utterance, refs, context.business, 'customer_statement');
  if (!delivery.channels) return null;
  const { customerName } = last;
  return { ...last.filters, ...(customerName ? { customerName } : {}), ...delivery };
}
const MOST_OF_A_SENDING = 8;

/** More about the open change: the answer to its question, or another value. Null for anything else. */
export function answerSettlement(
  context: ParseContext,
  pending: Pending & { action: Settlement },
): Understanding | null {
  const { utterance, refs } = context;
  if (utterance.isQuestion || utterance.words.length > MOST_WORDS) return null;
  const request = firstRequest(utterance, refs);
  if (request === 'create_invoice' || request === 'withdraw' || request === 'change_bank_details')
    return null;
  const { about, told } = readSettlement(context, pending.action);
  const filters = mergedAbout(pending.filters, { ...namedAlone(context, pending), ...about });
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

// "90", "Ada" after the question which invoice.
function namedAlone({ utterance }: ParseContext, { asks }: Pending): Filters {
  if (asks !== 'invoice') return {};
  const digits = /^ #?(\d{1,8}) $/.exec(utterance.text)?.[1];
  if (digits) return { invoiceNumbers: [digits.replace(/^0+(?=\d)/, '')] };
  const customerName = utterance.words.length <= 5 ? bareName(utterance.words) : null;
  return customerName ? { customerName } : {};
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
