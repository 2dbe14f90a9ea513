import type { Filters } from '#contract/assistant.ts';
import { addDays, monthStart } from '#core/dates.ts';
import { monthEnd } from '../dates/calendar.ts';
import type { Utterance } from '../tokens/utterance.ts';
import type { BusinessContext, Intent, Memory } from '../types.ts';
import { nonEmpty, filtersIn } from './filters.ts';
import type { References } from './references.ts';

type Last = NonNullable<Memory['last']>;

const ELLIPSIS =
  /^ (?:(?:and|ok|okay|so|please|abeg|oya|then|now|also|but|alright) )*(?:(?:what|how|wetin|what's) (?:about|of|abt)|and|then|also|for|only|just|same|instead|that of|those (?:of|for)|the same|now)\b/;
const REPEATABLE: ReadonlySet<Intent> = new Set([
  'list_invoices',
  'show_invoice',
  'send_reminder',
  'sales_report',
  'sales_projection',
  'outstanding_total',
  'top_customers',
  'list_customers',
  'delete_invoice',
  'send_invoice',
]);
const MANY = /\b(?:them|dem|they|those|these|all|everybody|everyone|both|each)\b/;
const ONE =
  /\b(?:it|am|that|this|one|the invoice|the bill|her|him|she|he|them|invoice|the customer|the client|the person|customer|client)\b/;
const PERSON =
  /\b(?:her|him|she|he|hin|his|their|they|them|e|im|dem|the customer|the client|that customer|same customer|same person)\b|^ (?:[oó] ti|ta|ya) /;
/** "What is left?" of the customer spoken of. */
const LEFT =
  /^(?!.*\b(?:who|all|total|every\w*|customers|i|my)\b).*(?: (?:remain\w*|left|balance|rage|fọdụrụ|foduru) | lo ku )/;
/** The tasks whose subject another one may be of. */
const OF_MADE: Partial<Record<Intent, readonly Intent[]>> = {
  convert_quote: ['create_quote'],
  change_plan: ['create_plan', 'change_plan'],
};
const SAME = /\b(?:ones|of them|among them|of those|them|those|dem)\b/;
const THEN =
  /\b(?:then|that (?:month|week|period|time|year|day|quarter)|same (?:period|month|week|time)|in that|during that|within that)\b/;

/** Whether a message asks the last question on, "and last month?", though it may be read as another one; never for what acts. */
export const goesOn = ({ text, words }: Utterance, asked: Intent, read: Intent): boolean =>
  words.length <= 7 && ELLIPSIS.test(text) && !ACTS.has(asked) && !ACTS.has(read);
const ACTS: ReadonlySet<Intent> = new Set<Intent>([
  'send_invoice',
  'send_reminder',
  'delete_invoice',
  'add_customer',
]);

/** "what about last month?", "and for Kano Textiles?": the same question with something changed. */
export function followUpQuestion(
  utterance: Utterance,
  refs: References,
  last: Last | null,
  business: BusinessContext,
): { intent: Intent; filters: Filters | null } | null {
  if (!last || !REPEATABLE.has(last.intent)) return null;
  const short = utterance.words.length <= 7;
  if (!ELLIPSIS.test(utterance.text) && !short) return null;
  const shifted = shiftPeriod(utterance.text, last.filters);
  const changes = shifted ?? filtersIn(last.intent, utterance, refs, business);
  if (!changes) return null;
  return { intent: last.intent, filters: mergeFilters(last.filters, changes) };
}

// "the month before" and "the week after" shift the last period.
function shiftPeriod(text: string, filters: Filters | null): Filters | null {
  const [, unit = ''] =
    /\b(day|week|month|quarter|year) (?:before|after|earlier|prior|following|preceding)\b/.exec(text) ?? [];
  const isEarlier = /\b(?:before|earlier|prior|preceding)\b/.test(text);
  if (!unit || !filters?.from || !filters.to) return null;
  const direction = isEarlier ? -1 : 1;
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  if (months) {
    const from = monthStart(filters.from, months * direction);
    return { from, to: monthEnd(from, months - 1) };
  }
  const days = (unit === 'day' ? 1 : 7) * direction;
  return { from: addDays(filters.from, days), to: addDays(filters.to, days) };
}

function mergeFilters(previous: Filters | null, changes: Filters): Filters {
  const result: Filters = { ...previous };
  if (changes.from) delete result.compareFrom;
  if (changes.from) delete result.compareTo;
  if (changes.until) delete result.horizonMonths;
  if (changes.horizonMonths) delete result.until;
  if (changes.invoiceNumbers || changes.customerName) delete result.which;
  if (changes.invoiceNumbers) delete result.customerName;
  if (changes.customerName) delete result.invoiceNumbers;
  return { ...result, ...changes };
}

// "only unpaid" and "which of them are overdue" narrow the last question.
function narrows(text: string, { intent }: Last): boolean {
  if (/^ (?:(?:and|ok|okay|so|please|now) )*(?:only|just)\b/.test(text)) return intent === 'list_invoices';
  return SAME.test(text) && /^(?:list_invoices|outstanding_total|send_reminder|show_invoice)$/.test(intent);
}

function lastSubject({ filters, customerName }: Last): Filters | null {
  const { channels: _, ...rest } = filters ?? {};
  return Object.keys(rest).length > 0 || !customerName ? rest : { customerName };
}

const POINTING: ReadonlySet<Intent> = new Set([
  'show_invoice',
  'send_invoice',
  'send_reminder',
  'delete_invoice',
  'record_payment',
]);

/** Resolves "it", "them", "her" and "then". */
export function resolveReferences(
  intent: Intent,
  filters: Filters | null,
  { text, words }: Utterance,
  last: Last | null,
): Filters | null {
  const resolved: Filters = { ...filters };
  if (!last) return filters;
  if (!resolved.from && THEN.test(text) && last.filters?.from && takesPeriod(intent))
    Object.assign(resolved, periodOf(last.filters));
  if (intent === 'list_invoices' && narrows(text, last))
    return nonEmpty(mergeFilters(lastSubject(last), resolved));
  const named =
    resolved.invoiceNumbers ||
    resolved.customerName ||
    resolved.status ||
    resolved.which ||
    resolved.minDaysOverdue;
  // "Send" alone is of the invoice that was just made.
  const isBare = intent === 'send_invoice' && last.intent === 'create_invoice' && words.length <= 3;
  if (!named && (POINTING.has(intent) || OF_MADE[intent]?.includes(last.intent)))
    Object.assign(resolved, referent(intent, isBare ? ' it ' : text, last));
  const person =
    !resolved.customerName &&
    !resolved.invoiceNumbers &&
    (PERSON.test(text) || (intent === 'outstanding_total' && LEFT.test(text))) &&
    !MANY.test(text.replace(/\b(?:them|they|dem)\b/g, ''));
  if (
    person &&
    last.customerName &&
    takesCustomer(intent) &&
    !(
      POINTING.has(intent) &&
      Object.keys(resolved).some((key) => key !== 'channels' && key !== 'status' && key !== 'which')
    )
  )
    resolved.customerName = last.customerName;
  return nonEmpty(resolved);
}

function referent(intent: Intent, text: string, last: Last): Filters {
  const { channels: _, then: __, limit: ___, currency: ____, ...rest } = last.filters ?? {};
  const { status, ...other } = rest;
  const isOfOne = status === 'overdue' && rest.customerName !== undefined && PERSON.test(text);
  const subject: Filters = intent === 'send_reminder' && (status === 'paid' || isOfOne) ? other : rest;
  if (!MANY.test(text) && !ONE.test(text)) return {};
  if (Object.keys(subject).length === 0) {
    if (last.customerName && !/\ball\b/.test(text)) return { customerName: last.customerName };
    return MANY.test(text) &&
      intent === 'send_reminder' &&
      /^(?:outstanding_total|list_invoices)$/.test(last.intent)
      ? { status: 'unpaid' }
      : {};
  }
  if (
    !/^(?:list_invoices|show_invoice|send_invoice|send_reminder|delete_invoice|outstanding_total|create_invoice|record_payment|edit_draft|confirm)$/.test(
      last.intent,
    )
  )
    return last.customerName ? { customerName: last.customerName } : {};
  return last.intent === 'outstanding_total' &&
    intent === 'send_reminder' &&
    !subject.status &&
    !subject.customerName
    ? { ...subject, status: 'unpaid' }
    : subject;
}

const periodOf = ({ from, to }: Filters): Filters => ({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
const takesPeriod = (intent: Intent): boolean =>
  /^(?:list_invoices|sales_report|top_customers|outstanding_total)$/.test(intent);
const takesCustomer = (intent: Intent): boolean =>
  /^(?:list_invoices|show_invoice|send_invoice|send_reminder|delete_invoice|outstanding_total|sales_report|record_payment|list_customers)$/.test(
    intent,
  );
