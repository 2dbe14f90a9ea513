import { addDays, type CalendarDate, daysBetween, monthStart } from '#core/dates.ts';
import type { Outcome } from '#contract/assistant.ts';

/** What a message asks for, as far as the built-in understanding goes. */
export type Understood = {
  intent: Outcome['intent'];
  /** Both ends included. */
  period?: { from: CalendarDate; to: CalendarDate };
  horizonMonths?: number;
};

// Tried from the top: what moves money is recognised before anything that merely mentions it.
const INTENTS: [RegExp, Outcome['intent']][] = [
  [
    /\b(withdraw|cash ?out|disburse|payout)|\b(pay|send money to) (my |the )?(staff|driver|worker)/,
    'withdraw',
  ],
  [/\b(change|update|edit|new)\b.*\b(bank|account (number|details))|\bpin\b/, 'change_bank_details'],
  [/\b(mark|record|set)\b.*\b(paid|payment|settled)\b/, 'record_payment'],
  [/\b(project|projection|projections|forecast|predict)/, 'sales_projection'],
  [/\b(top|best|biggest|highest)\b.*\b(customer|client|payer|buyer)/, 'top_customers'],
  [/\b(remind|chase)/, 'send_reminder'],
  [/\b(delete|cancel|remove)\b.*\binvoice/, 'delete_invoice'],
  [/\b(owe|owes|owing|outstanding|unpaid|overdue|debtors?|pending payments?)\b/, 'outstanding_total'],
  [/\bsend\b.*\binvoice (no |number )?#?\d/, 'send_invoice'],
  [
    /\b(create|make|raise|generate|draft|prepare|new|send)\b.*\binvoice\b|^(invoice|bill)\b/,
    'create_invoice',
  ],
  [/\b(show|list|see|view|open|find)\b.*\binvoices?\b/, 'list_invoices'],
  [/\b(add|new|create|save)\b.*\b(customer|client)\b/, 'add_customer'],
  [/\b(show|list|see|view|my)\b.*\b(customers|clients)\b/, 'list_customers'],
  [/\b(sales?|revenue|report|turnover|income|earn(ed|ings)?|ma[dk]e|receive[d]?|sold)\b/, 'sales_report'],
  [/\bhelp\b|\bwhat can you do\b|^(hi|hello|hey|good (morning|afternoon|evening)|how far)\b/, 'help'],
];
const NUMBERS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  six: 6,
  nine: 9,
  twelve: 12,
};
const MONTHS_IN: Record<string, number> = { month: 1, quarter: 3, year: 12 };
const LONGEST_HORIZON = 60;
const USUAL_HORIZON = 12;

/** Reads a message. `today` is the business's date; what is not understood is `ambiguous`. */
export function understand(prompt: string, today: CalendarDate): Understood {
  const words = prompt.toLowerCase().replace(/\s+/g, ' ').trim();
  const intent = INTENTS.find(([pattern]) => pattern.test(words))?.[1] ?? 'ambiguous';
  if (intent === 'sales_report' || intent === 'top_customers')
    return { intent, period: periodIn(words, today) };
  if (intent === 'sales_projection') return { intent, horizonMonths: horizonIn(words) };
  return { intent };
}

/** The period a message names; the last seven days where it names none. */
export function periodIn(words: string, today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  const days = /\b(?:last|past) (\d{1,3}) days\b/.exec(words)?.[1];
  if (days && Number(days) > 0) return { from: addDays(today, 1 - Number(days)), to: today };
  const monday = addDays(today, -((daysBetween('2024-01-01', today) % 7) + 7) % 7);
  const year = `${today.slice(0, 4)}-01-01`;
  const lastYear = `${Number(today.slice(0, 4)) - 1}`;
  const named: [RegExp, CalendarDate, CalendarDate][] = [
    [/\byesterday\b/, addDays(today, -1), addDays(today, -1)],
    [/\btoday\b|\bdaily\b/, today, today],
    [/\blast week\b/, addDays(monday, -7), addDays(monday, -1)],
    [/\bthis week\b/, monday, today],
    [/\blast month\b/, monthStart(today, -1), addDays(monthStart(today), -1)],
    [/\bthis month\b/, monthStart(today), today],
    [/\bmonth(ly)?\b/, addDays(today, -29), today],
    [/\blast year\b/, `${lastYear}-01-01`, `${lastYear}-12-31`],
    [/\b(this year|yearly|annual)\b/, year, today],
  ];
  const found = named.find(([pattern]) => pattern.test(words));
  return found ? { from: found[1], to: found[2] } : { from: addDays(today, -6), to: today };
}

/** How many months ahead a message looks; a year where it does not say. */
export function horizonIn(words: string): number {
  const found = /\b(\d{1,3}|an?|one|two|three|four|six|nine|twelve|next) (month|quarter|year)s?\b/.exec(
    words,
  );
  if (!found) return USUAL_HORIZON;
  const [, said = '', unit = 'year'] = found;
  const count = NUMBERS[said] ?? (said === 'next' ? 1 : Number(said));
  return Math.min(LONGEST_HORIZON, Math.max(1, count * (MONTHS_IN[unit] ?? 1)));
}
