import { MOST_DAYS_OVERDUE } from '#contract/assistant-tasks.ts';
import type { Filters } from '#contract/assistant.ts';
import { amountAt, currencyOf } from '../amounts/amounts.ts';
import { countAt } from '../amounts/number-words.ts';
import { comingWindow, dueWindow, horizonIn } from '../dates/windows.ts';
import { durationAt } from '../dates/calendar.ts';
import { customerIn, customersIn } from '../drafts/lines-from-slots.ts';
import { periodsIn } from '../dates/periods.ts';
import { methodIn } from '../payments/methods.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import type { Utterance } from '../tokens/utterance.ts';
import type { BusinessContext, Intent } from '../types.ts';
import { readSlots } from '../understanding/model.ts';
import { statusIn } from './statuses.ts';
import { asksComing, asksPayers, quoteNumberIn } from './requests.ts';
import { numbersIn, type References } from './references.ts';

type FilterParser = (
  utterance: Utterance,
  refs: References,
  business: BusinessContext,
  intent: Intent,
) => Filters;

/** Filters of a question or an action stated in the message itself; null for none. */
export function filtersIn(
  intent: Intent,
  utterance: Utterance,
  refs: References,
  business: BusinessContext,
): Filters | null {
  const filters: Filters = {};
  for (const parser of PARSERS[intent] ?? [])
    Object.assign(filters, parser(utterance, refs, business, intent));
  return nonEmpty(filters);
}

/** The filters, or null where there are none. */
export function nonEmpty(filters: Filters): Filters | null {
  const present = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  return Object.keys(present).length > 0 ? present : null;
}

const numbers: FilterParser = ({ words }, refs, _, intent) =>
  numbersIn(words, readSlots(words, intent), refs);

const quoteNumbers: FilterParser = ({ text }) => {
  const found = quoteNumberIn(text);
  return found ? { quoteNumbers: [found] } : {};
};

const QUOTE_STATES: readonly (readonly [RegExp, NonNullable<Filters['quoteStatus']>])[] = [
  [/\b(?:drafts?|unsent|(?:not|never) (?:yet )?(?:been )?sent?)\b/, 'draft'],
  [/\b(?:reject|decline|refuse|turn)(?:ed|d|s)?\b/, 'declined'],
  [/\b(?:expired?|lapsed?|out of date)\b/, 'expired'],
  [/\b(?:withdrawn|taken back|took back)\b/, 'withdrawn'],
  [
    /\b(?:waiting|pending|unanswered|(?:no|not|never|yet to|hasn't|haven't) (?:yet |been |be )*(?:answer|repl|respon|accept|approve)\w*)\b/,
    'waiting',
  ],
  [/\b(?:accept|approve|agree)(?:ed|d|s)?\b/, 'accepted'],
];

// "Has Ada accepted the quote" asks for Ada's, whatever became of them.
const quoteStatus: FilterParser = ({ words, text }) => {
  if (quoteNumberIn(text) || customerIn(words, readSlots(words, 'list_quotes'))) return {};
  const found = QUOTE_STATES.find(([pattern]) => pattern.test(text))?.[1];
  return found ? { quoteStatus: found } : {};
};

const customer: FilterParser = ({ words, text }, _, { knownNames }, intent) => {
  const slots = readSlots(words, intent);
  const together = TOGETHER.has(intent) ? customersIn(words, slots).join(' and ') : '';
  const [told, known] = [together || customerIn(words, slots), knownIn(text, knownNames)];
  const named = told && PEOPLE.test(told) ? null : told;
  // "Mama Put": a name that ends in a small word is known whole.
  const isPart = named !== null && known?.toLowerCase().includes(named.toLowerCase());
  const name = isPart ? known : (named ?? known ?? THE_ONE.exec(text)?.[1]);
  return name ? { customerName: name } : {};
};

/** Of questions one; several are sent to or reminded together: "remind Ada, Bola and Chike". */
const TOGETHER: ReadonlySet<Intent> = new Set<Intent>(['send_invoice', 'send_reminder']);

/** In Hausa, Yoruba and Igbo, too. */
const PEOPLE =
  /^(?:people|everyone|everybody|mutane|kowa|(?:awon |gbogbo )?eniyan|ndi mmadu|ndị mmadụ|onye)$/i;

/** "How much does the school owe?" */
const THE_ONE =
  /\b(?:does|do|did|has) the (?!(?:customer|client|buyer|people|person|business|company|shop|market|week|month|year)s? )(\p{L}{3,40}) (?:still |now |already )*(?:owe|pay|paid)\b/u;

// A customer of this business, wherever the name stands.
const knownIn = (text: string, names: readonly string[]): string | undefined =>
  names
    .filter((name) => text.replaceAll(/['’]s? /g, ' ').includes(` ${name.toLowerCase()} `))
    .toSorted((one, other) => other.length - one.length)[0];

const search: FilterParser = ({ words, message }) => {
  const quoted = QUOTED.exec(message)?.slice(1).find(Boolean)?.trim();
  if (quoted) return { search: quoted };
  const named = readSlots(words, 'list_customers').find(
    ({ slot }) => slot === 'search' || slot === 'customer',
  );
  return named ? { search: rawText(words, named.from, named.to).replace(/['’]s?$/, '') } : {};
};
const QUOTED = /["“‘]([^"”’]{1,60})["”’]|(?<!\p{L})'([^']{1,60})'/u;

const period: FilterParser = (utterance, _, { today }, intent) => {
  const { words, text } = utterance;
  if (/\bdue\b/.test(text) && !/\boverdue\b/.test(text)) return {};
  if (intent === 'list_invoices' && asksComing(utterance)) return {};
  const [first, second] = periodsIn(words, today);
  if (!first) return {};
  const compared =
    second &&
    /\b(?:compare|compared|comparing|comparison|vs|vs\.|versus|against|than|difference)\b/.test(text);
  if (!compared || !second) return { from: first.from, to: first.to };
  return { from: first.from, to: first.to, compareFrom: second.from, compareTo: second.to };
};

const due: FilterParser = (utterance, _, { today }, intent) => {
  const { words, text } = utterance;
  if (intent === 'list_invoices' && asksComing(utterance))
    return { status: 'unpaid', ...comingWindow(words, today) };
  return /\bdue\b/.test(text) && statusIn(text) !== 'overdue' ? dueWindow(words, today) : {};
};

const MANY =
  /\b(?:all|every|everyone|everybody|those|people|customers|clients|debtors|them|dem|anyone|anybody|invoices|who|wey|buyers|ones)\b/;

// "has Emeka paid?" asks about what may not be.
const ASKS_WHETHER =
  /^ (?:please |abeg )?(?:has|have|did|don|is) (?!i |we |any|anyone|anybody|all )\S+(?: \S+){0,3} (?:paid|pay|settled|settle)\b|\bif (?:\S+ ){1,3}(?:has |have |don )?(?:paid|pay)\b/;

const status: FilterParser = ({ text }, refs, _, intent) => {
  if (refs.numbers.length > 0) return {};
  const found = statusIn(text);
  if (!found) return {};
  if (intent === 'send_reminder' && (found === 'paid' || found === 'pending' || found === 'sent')) return {};
  if (intent === 'send_reminder' && found === 'unpaid' && !MANY.test(text)) return {};
  if (found === 'paid' && ASKS_WHETHER.test(text)) return {};
  return { status: found };
};

// All debtors, when everybody is to be reminded.
const everybody: FilterParser = ({ text }, refs) => {
  if (
    refs.numbers.length > 0 ||
    statusIn(text) ||
    !/\b(?:everyone|everybody|all (?:my |the |of my )?(?:customers|clients|people|invoices|buyers)|every (?:customer|client|person))\b/.test(
      text,
    )
  )
    return {};
  return { status: 'unpaid' };
};

/** Only an invoice's number or only a name, as answers a question: "90", "it's Ada". */
export function bareSubjectIn({ words, text }: Utterance): Filters {
  const digits = /^ (?:#|no|number|num|it's|na|the|invoice| )*#?(\d{1,8})(?: (?:please|abeg|o))? $/.exec(
    text,
  )?.[1];
  if (digits) return { invoiceNumbers: [digits.replace(/^0+(?=\d)/, '')] };
  const customerName = words.length <= 5 ? customerIn(words, readSlots(words, 'edit_draft')) : null;
  return customerName ? { customerName } : {};
}

const COMPARISON = /^(above|over|exceeding|exceed|exceeds|minimum|upward|upwards|>|beyond)$/;

const minTotal: FilterParser = ({ words }) => {
  for (let at = 0; at < words.length; at++) {
    const start = afterComparison(words, at);
    const amount = start === null ? null : amountAt(words, start);
    if (
      !amount ||
      (start !== null && durationAt(words, start)) ||
      /^(days?|weeks?|months?|invoices?|customers?|times|percent|%)$/.test(words[amount.to]?.word ?? '')
    )
      continue;
    return { minTotal: amount.value };
  }
  const upward = words.findIndex(({ word }) => /^(upward|upwards|above|plus|\+|more)$/.test(word));
  for (let at = Math.max(0, upward - 3); at < upward; at++) {
    const amount = amountAt(words, at);
    const joined = amount && words.slice(amount.to, upward).every(({ word }) => /^(and|or)$/.test(word));
    if (amount && joined && amount.kind !== 'plain') return { minTotal: amount.value };
  }
  return {};
};

function afterComparison(words: readonly Word[], at: number): number | null {
  const { word = '' } = words[at] ?? {};
  if (COMPARISON.test(word)) return words[at + 1]?.word === 'of' ? at + 2 : at + 1;
  if (/^(more|greater|bigger|higher|larger)$/.test(word) && words[at + 1]?.word === 'than') return at + 2;
  if (word === 'at' && words[at + 1]?.word === 'least') return at + 2;
  if ((word === 'reach' || word === 'pass') && amountAt(words, at + 1)) return at + 1;
  return null;
}

const daysOverdue: FilterParser = ({ words, text }) => {
  if (
    !/\b(?:overdue|late|past due|overdued|delayed|owing|owe|unpaid|hanging|unsettled|older than|pass(?:ed)? (?:their |the )?due)\b/.test(
      text,
    )
  )
    return {};
  for (let at = 0; at < words.length; at++) {
    const plus = /^(\d{1,4})\+$/.exec(words[at]?.word ?? '')?.[1];
    const duration =
      durationAt(words, at) ??
      (words[at + 1]?.word === '+'
        ? durationAt([...words.slice(at, at + 1), ...words.slice(at + 2, at + 4)], 0)
        : null);
    if (!duration && !plus) continue;
    const days = duration
      ? duration.count * { day: 1, week: 7, month: 30, year: 365 }[duration.unit]
      : Number(plus);
    return { status: 'overdue', minDaysOverdue: Math.min(days, MOST_DAYS_OVERDUE) };
  }
  return {};
};

/** The currency that is named, or of a sum that is. */
export const currency = ({ words, text }: Utterance, refs: References): Pick<Filters, 'currency'> => {
  for (let at = 0; at < words.length; at++) {
    if (refs.places.has(at)) continue;
    const amount = amountAt(words, at);
    const code = amount ? amount.currency : currencyOf(words[at]?.word ?? '');
    if (amount) at = amount.to - 1;
    if (code === 'USD') return { currency: 'USD' };
    if (code === 'NGN' && !amount && /\b(?:naira|ngn)\b/.test(text)) return { currency: 'NGN' };
  }
  return {};
};

const limit: FilterParser = (utterance, _, __, intent) => {
  const { words } = utterance;
  if (asksPayers(utterance)) return { limit: MOST_PAYERS };
  for (let at = 0; at < words.length; at++) {
    const lead = /^(top|best|first|biggest|highest|last|latest|recent|newest|largest|most)$/.test(
      words[at]?.word ?? '',
    );
    const counted = lead ? countAt(words, at + 1) : countAt(words, at);
    if (!counted || words[lead ? at + 1 : at]?.word === 'a') continue;
    const next = words[counted.to]?.word ?? '';
    if (/^(days?|weeks?|months?|years?|quarters?|k|thousand|naira)$/.test(next)) continue;
    const of =
      /^(invoices?|customers?|clients?|buyers?|bills|people|best|top|biggest|latest|recent|overdue|unpaid|paid|pending|paying|patrons?|spenders?|highest|last|most|newest|payers?|ones|drafts?|sent)$/.test(
        next,
      );
    if (lead && /^(last|first|latest|recent|newest)$/.test(words[at]?.word ?? '') && !of) continue;
    if (
      !lead &&
      (!of ||
        (intent !== 'top_customers' && !/^(latest|last|recent|biggest|highest|newest|top|most)$/.test(next)))
    )
      continue;
    if (counted.value > 0 && counted.value <= 1000) return { limit: counted.value };
  }
  return {};
};

/** As many as one answer shows. */
const MOST_PAYERS = 20;

const LATEST =
  /\b(?:last|latest|most recent|newest|recent)(?: (?:unpaid|overdue|paid|pending|sent|draft|\S+'s))? (?:invoice|bill|one|draft|inv)\b/;
const JUST_MADE = /\b(?:i|we) just (?:created|made|did|finished|create|make|do|raised|issued)\b/;

const latest: FilterParser = ({ text }, refs) =>
  refs.numbers.length === 0 && (LATEST.test(text) || JUST_MADE.test(text)) ? { which: 'latest' } : {};

/** Channels stated in a message. */
export const channels: FilterParser = ({ text }) => {
  const found: ('email' | 'whatsapp')[] = [];
  const cleaned = text.replace(
    /\b(?:her|his|their|the|my|hin|whose|customer's|client's) (?:email|whatsapp)(?: (?:address|number))? (?:is|na|:)/g,
    ' ',
  );
  if (/\b(?:email|e-mail|mail|gmail|by mail|inbox)\b/.test(cleaned)) found.push('email');
  if (/\b(?:whatsapp|whats app|wapp)\b/.test(cleaned)) found.push('whatsapp');
  return found.length > 0 ? { channels: found } : {};
};

const method: FilterParser = ({ text }) => {
  const told = /\bcash\b/.test(text) ? 'cash' : methodIn(text);
  return told ? { method: told } : {};
};

const horizon: FilterParser = ({ words }, _, { today }) => horizonIn(words, today);

const ACTION: FilterParser[] = [numbers, customer, latest, daysOverdue];
const overdueOnly: FilterParser = ({ text }) =>
  /\b(?:overdue|past due|late)\b/.test(text) ? { status: 'overdue' } : {};

const PARSERS: Partial<Record<Intent, readonly FilterParser[]>> = {
  list_invoices: [numbers, status, daysOverdue, period, due, customer, minTotal, currency, limit],
  show_invoice: [numbers, status, customer, latest],
  send_invoice: [...ACTION, status, channels],
  send_reminder: [...ACTION, status, everybody, daysOverdue, minTotal, due, channels],
  delete_invoice: [numbers, customer, latest, status, period],
  list_customers: [search],
  sales_report: [period, customer, currency],
  sales_projection: [horizon, currency],
  outstanding_total: [customer, daysOverdue, period, currency, overdueOnly],
  top_customers: [limit, period, currency],
  customer_statement: [customer, period, channels],
  customer_credit: [customer, currency],
  cash_received: [period, method, currency],
  awaited_certificates: [currency],
  open_claims: [currency],
  open_statement_lines: [currency],
  record_payment: [numbers, customer],
  list_plans: [customer, currency],
  change_plan: [customer],
  list_quotes: [quoteNumbers, quoteStatus, customer, currency],
  change_quote: [quoteNumbers, customer],
  convert_quote: [quoteNumbers, customer],
};
