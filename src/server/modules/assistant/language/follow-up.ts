import type { Filters } from '#contract/assistant.ts';
import { addDays, type CalendarDate, daysBetween, monthStart } from '#core/dates.ts';
import { monthEnd } from './calendar.ts';
import type { Speech } from './clauses.ts';
import { filtersFor, someOf } from './filters.ts';
import type { References } from './references.ts';
import type { Intent, Memory, Surroundings } from './understanding.ts';

type Last = NonNullable<Memory['last']>;

const ELLIPSIS =
  /^ (?:(?:and|ok|okay|so|please|abeg|oya|then|now|also|but|alright) )*(?:(?:what|how|wetin|what's) (?:about|of|abt)|and|then|also|for|only|just|make it|show|same|do|give me|check|compare|instead|that of|those (?:of|for)|the same|let me see|see|try|now)\b/;
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
  /\b(?:her|him|she|he|hin|his|their|they|them|e|im|dem|the customer|the client|that customer|same customer|same person)\b/;
const SAME = /\b(?:ones|of them|among them|of those|them|those|dem)\b/;
const THEN =
  /\b(?:then|that (?:month|week|period|time|year|day|quarter)|same (?:period|month|week|time)|in that|during that|within that)\b/;

/** "what about last month?", "and for Kano Textiles?": the same question with something changed. */
export function again(
  speech: Speech,
  refs: References,
  last: Last | null,
  surroundings: Surroundings,
): { intent: Intent; filters: Filters | null } | null {
  if (!last || !REPEATABLE.has(last.intent)) return null;
  const short = speech.words.length <= 7;
  if (!ELLIPSIS.test(speech.text) && !short) return null;
  const moved = neighbour(speech.text, last.filters);
  const said = moved ?? filtersFor(last.intent, speech, refs, surroundings);
  if (!said) return summed(speech.text, last);
  return { intent: last.intent, filters: merged(last.filters, said) };
}

// "how much is that in all?" about invoices that were listed.
function summed(text: string, last: Last): { intent: Intent; filters: Filters | null } | null {
  if (!/^(?:list_invoices|send_reminder|show_invoice)$/.test(last.intent)) return null;
  if (!/\b(?:how[ -]?much|total|altogether|in all|sum|worth|add up|add am up)\b/.test(text)) return null;
  return { intent: 'outstanding_total', filters: last.filters };
}

// "the month before" and "the week after" shift the last period.
function neighbour(text: string, filters: Filters | null): Filters | null {
  const [, unit = ''] =
    /\b(day|week|month|quarter|year|one|period) (?:before|after|earlier|prior|following|preceding)\b/.exec(
      text,
    ) ?? [];
  const before = /\b(?:before|earlier|prior|preceding)\b/.test(text);
  if (!unit || !filters?.from || !filters.to) return null;
  const moved = before ? -1 : 1;
  const months = { month: 1, quarter: 3, year: 12 }[
    unit === 'one' || unit === 'period' ? lengthOf(filters.from, filters.to) : unit
  ];
  if (months) {
    const from = monthStart(filters.from, months * moved);
    return { from, to: monthEnd(from, months - 1) };
  }
  const days = (unit === 'day' ? 1 : unit === 'week' ? 7 : daysBetween(filters.from, filters.to) + 1) * moved;
  return { from: addDays(filters.from, days), to: addDays(filters.to, days) };
}

function lengthOf(from: CalendarDate, to: CalendarDate): string {
  const whole = from.endsWith('-01') && (to === monthEnd(from) || daysBetween(from, to) > 7);
  if (!whole) return 'days';
  return daysBetween(from, to) > 100 ? 'year' : daysBetween(from, to) > 31 ? 'quarter' : 'month';
}

function merged(before: Filters | null, said: Filters): Filters {
  const kept: Filters = { ...before };
  if (said.from) delete kept.compareFrom;
  if (said.from) delete kept.compareTo;
  if (said.until) delete kept.horizonMonths;
  if (said.horizonMonths) delete kept.until;
  if (said.invoiceNumbers || said.customerName) delete kept.which;
  if (said.invoiceNumbers) delete kept.customerName;
  if (said.customerName) delete kept.invoiceNumbers;
  return { ...kept, ...said };
}

// "only unpaid" and "which of them are overdue" narrow the last question.
function narrows(text: string, { intent }: Last): boolean {
  if (/^ (?:(?:and|ok|okay|so|please|now) )*(?:only|just)\b/.test(text)) return intent === 'list_invoices';
  return SAME.test(text) && /^(?:list_invoices|outstanding_total|send_reminder|show_invoice)$/.test(intent);
}

function withName({ filters, customerName }: Last): Filters | null {
  const { channels: _, ...told } = filters ?? {};
  return Object.keys(told).length > 0 || !customerName ? told : { customerName };
}

const POINTING: ReadonlySet<Intent> = new Set([
  'show_invoice',
  'send_invoice',
  'send_reminder',
  'delete_invoice',
  'record_payment',
]);

/** Resolves "it", "them", "her" and "then". */
export function withMemory(
  intent: Intent,
  filters: Filters | null,
  { text }: Speech,
  last: Last | null,
): Filters | null {
  const own: Filters = { ...filters };
  if (!last) return filters;
  if (!own.from && THEN.test(text) && last.filters?.from && takesPeriod(intent))
    Object.assign(own, period(last.filters));
  if (intent === 'list_invoices' && narrows(text, last)) return someOf(merged(withName(last), own));
  const named = own.invoiceNumbers || own.customerName || own.status || own.which || own.minDaysOverdue;
  if (!named && POINTING.has(intent)) Object.assign(own, pointed(intent, text, last));
  const person =
    !own.customerName &&
    !own.invoiceNumbers &&
    PERSON.test(text) &&
    !MANY.test(text.replace(/\b(?:them|they|dem)\b/g, ''));
  if (
    person &&
    last.customerName &&
    takesCustomer(intent) &&
    !(
      POINTING.has(intent) &&
      Object.keys(own).some((key) => key !== 'channels' && key !== 'status' && key !== 'which')
    )
  )
    own.customerName = last.customerName;
  return someOf(own);
}

function pointed(intent: Intent, text: string, last: Last): Filters {
  const { channels: _, then: __, limit: ___, currency: ____, ...told } = last.filters ?? {};
  const { status, ...other } = told;
  const about: Filters = intent === 'send_reminder' && status === 'paid' ? other : told;
  if (!MANY.test(text) && !ONE.test(text)) return {};
  if (Object.keys(about).length === 0) {
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
    !about.status &&
    !about.customerName
    ? { ...about, status: 'unpaid' }
    : about;
}

const period = ({ from, to }: Filters): Filters => ({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
const takesPeriod = (intent: Intent): boolean =>
  /^(?:list_invoices|sales_report|top_customers|outstanding_total)$/.test(intent);
const takesCustomer = (intent: Intent): boolean =>
  /^(?:list_invoices|show_invoice|send_invoice|send_reminder|delete_invoice|outstanding_total|sales_report|record_payment)$/.test(
    intent,
  );
