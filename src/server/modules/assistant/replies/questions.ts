import type { Action, Draft, Filters } from '#contract/assistant.ts';
import { formatMoney, majorToMinor } from '#core/money.ts';
import type { ReceivedMoney } from '#server/modules/payments/tools/received-money.ts';
import type { Aside, MissingField, Pending } from '../language/types.ts';
import { escapeMarkdown } from './escape.ts';
import { link, list } from './format.ts';

/** Answer to a document without anything to invoice. */
export const nothingInDocument = 'I found nothing to invoice in that text. Nothing else was done with it.';

/** The last price of the goods of a question, in words. */
export type LastPrice = { description: string; price: string };

/** The one question about an invoice that is not complete. */
export function draftQuestion(
  asks: MissingField,
  draft: Draft | null,
  repeats = false,
  last: LastPrice | null = null,
): string {
  if (repeats && asks === 'dueDate') return 'How many days after it is made is each one due?';
  const item = draft?.items.find(({ description, rate }) =>
    asks === 'rate' ? rate === null : description === null,
  );
  const [first, second] = draft?.items ?? [];
  if (asks === 'items' && first && second)
    return `Which of these is that for? Say it with its name, such as “${escapeMarkdown(first.description ?? 'the first one')}”.`;
  if (asks === 'items' && first?.description && first.quantity === 0)
    return `I could not read how many it is. Tell me again, such as “2 ${escapeMarkdown(first.description)} at 5,000 each”.`;
  if (asks === 'rate' && item?.description)
    return `What is the price of ${escapeMarkdown(item.description)}?${last ? lastPriceText(last) : ''}`;
  return draftQuestions[asks];
}

// A price that was not said is never filled in.
const lastPriceText = ({ description, price }: LastPrice): string =>
  ` Your last price for ${escapeMarkdown(description)} was ${price}: if it is the same, say “${price}”.`;

const draftQuestions: Record<MissingField, string> = {
  customerName: 'Who is the invoice for?',
  customerEmail: 'What is the customer’s email address?',
  choice: 'Which one do you mean?',
  items: 'What is it for, and how much is each?',
  description: 'What is the amount for?',
  rate: 'What is the price?',
  currency: 'Is the whole invoice in naira or in dollars?',
  dueDate: 'When is it due?',
  every: 'How often shall it be made: every week, every 2 weeks, every month, or on which days of the month?',
  date: 'Which day shall it start?',
  invoice: 'Which invoice do you mean?',
  intent: 'What shall I do?',
  amount: 'How much came?',
  day: 'Which day did it come?',
  method: 'How was it paid: cash, POS, bank transfer or cheque?',
  seen: 'Where did you see it?',
  rest: 'Shall I keep the rest as credit?',
  duplicate: 'Shall I record it again?',
};

const asideTexts: Record<Aside['kind'], (text: string) => string> = {
  currency: (text) =>
    `I can invoice in naira or in dollars, one of them for the whole invoice, not in ${text}.`,
  sum: (text) => `You wrote ${text} for all of it, but the prices come to another sum.`,
  past_date: (text) => `“${text}” has passed.`,
  no_such_date: (text) => `I know no date “${text}”.`,
  early_payment: (text) =>
    `“${text}” is not on it. Tell me so many percent and the last day, such as “2% off if paid by Friday”.`,
  early_on_invoice: () =>
    'Only an invoice can have a discount for paying early. A quote or a repeating invoice has none, so it is not on it.',
  deposit: (text) =>
    `“${text}” is not on it. A deposit is more than nothing and less than the total: tell me how much, such as “60% deposit”.`,
  came: (text) =>
    `“${text}” is not recorded yet: a payment is recorded once its invoice is made. Tell me again if I do not ask then.`,
  unclear: (text) => `“${text}” is not on it: I could not tell which line it is for.`,
  later: (text) => `A reminder goes at once, not “${text}”: say “no” now, and ask me again that day.`,
  unchanged: (text) => `“${text}” changed nothing. If it should, say it in other words.`,
  left: (text) => `${text} of it is left to pay after the money you told me of.`,
  rest: (text) => `“${text}” is not noted with it. Once the payment is recorded, tell me that again.`,
  contact: () =>
    'I cannot change a customer from here. Open them under Customers to change their phone or email.',
  made: () => 'I cannot change an invoice that is made already. Open it to change it.',
  unrecorded: (text) => `The ${text} you told me of is not recorded yet. I come to it once this one is done.`,
  second: (text) => `“${text}” is another invoice. I come to it once this one is done.`,
  others: (text) => `Still to do: ${text}. Once these are done, say “the same for …” with each name.`,
  parts: (text) => `“${text}” is not on it. Once it is made, open it to set the parts it is paid in.`,
  deposit_on_invoice: (text) =>
    `The ${text} is not on the invoice. Once the invoice is made, open it to set the parts it is paid in.`,
  valid: (text) => `“${text}” is not on it: a quote can be accepted for 1 to 365 days.`,
  learned: (text) => `I wrote “${text}”, as you corrected it before.`,
  said: (text) => text,
  card: () =>
    'I do not charge cards from here: each invoice is sent to be paid. You can let a saved card be charged on its page afterwards.',
};

/** Remarks about values that were not accepted, shown beside the answer. */
export const asidesText = (asides: readonly Aside[]): string | null =>
  asides.length > 0 ? asides.map(({ kind, text }) => asideTexts[kind](escapeMarkdown(text))).join(' ') : null;

/** Beside an answer that left the open proposal alone. */
export const stillOpen = 'What I proposed before is still open: say “yes”, “cancel”, or what to change.';

const drafts: Partial<Record<Action, string>> = { create_quote: 'quote', create_plan: 'repeating invoice' };

/** Told of a draft, or of money, once what came in between is done. */
export const keptWaits = ({ action, draft, payment, filters }: Pending): string =>
  payment && !draft
    ? paymentWaits(payment, filters?.customerName)
    : `The ${drafts[action] ?? 'invoice'} for **${escapeMarkdown(draft?.customerName ?? '')}** is not made yet. Say “yes” to see it.`;

/** Told of money that came before its invoice was made. */
export function paymentWaits(
  { amount, inFull, currency, method }: ReceivedMoney,
  customerName?: string | null,
): string {
  const from = customerName ? ` from **${escapeMarkdown(customerName)}**` : '';
  const sum = amount === null ? null : `**${formatMoney(majorToMinor(amount), currency ?? 'NGN')}**`;
  const what = sum ?? (inFull ? 'all of it' : 'money');
  return `You told me that ${what} came${from}. ${method ? 'Shall I record it? Say “yes” to see it first.' : draftQuestions.method}`;
}

const droppedTexts: Record<Action, string> = {
  create_invoice: 'Fine, I have dropped that invoice. Nothing was made.',
  create_quote: 'Fine, I have dropped that quote. Nothing was made.',
  create_plan: 'Fine, I have dropped that repeating invoice. Nothing was started.',
  send_invoice: 'Fine, nothing was sent.',
  send_reminder: 'Fine, no reminder was sent.',
  delete_invoice: 'Fine, nothing was deleted.',
  add_customer: 'Fine, nobody was saved.',
  record_payment: 'Fine, nothing was recorded.',
  note_claim: 'Fine, nothing was noted.',
  note_promise: 'Fine, nothing was noted.',
  credit_note: 'Fine, nothing was taken off.',
  write_off: 'Fine, nothing was written off.',
  withholding: 'Fine, nothing was noted.',
  customer_statement: 'Fine, nothing was sent.',
  change_plan: 'Fine, nothing was changed.',
  convert_quote: 'Fine, no invoice was made.',
};

/** Answer to a withdrawn proposal, or to what is not to be done: whom not to remind is named. */
export function cancelled(action: Action | null, named: Filters | null = null): string {
  if (action) return droppedTexts[action];
  const name = named?.customerName;
  return name
    ? `Fine, I remind nobody. Reminders that go by themselves are switched off for **${escapeMarkdown(name)}** under ${link('Customers', '/customers')}.`
    : 'Fine. Nothing was waiting.';
}

const nothingPending: Record<Action, string> = {
  create_invoice: 'There is no invoice waiting to be made. Tell me what it is for and I will show it to you.',
  create_quote: 'There is no quote waiting to be made. Tell me who it is for, and for what.',
  create_plan:
    'There is no repeating invoice waiting to be started. Tell me who it is for, for what, and how often.',
  send_invoice: 'There was no invoice to send, so nothing was sent. Tell me which one.',
  send_reminder: 'There was no invoice to remind anybody of, so nothing was sent. Tell me which one.',
  delete_invoice: 'There was no invoice to delete, so nothing was deleted. Tell me which one.',
  add_customer: 'There is no customer waiting to be saved. Tell me the name.',
  record_payment: 'There was no payment to record, so nothing was recorded. Tell me who paid, and how much.',
  note_claim: 'There was nothing to note, so nothing was noted. Tell me who sent the alert.',
  note_promise: 'There was no promise to note, so nothing was noted. Tell me who promised, and by which day.',
  credit_note: 'There was nothing to take off, so nothing was changed. Tell me which invoice, and how much.',
  write_off: 'There was nothing to write off, so nothing was changed. Tell me which invoice.',
  withholding: 'There was no tax to note, so nothing was noted. Tell me which invoice, and the percent.',
  customer_statement: 'There was no statement to send, so nothing was sent. Tell me whose.',
  change_plan: 'There was no repeating invoice to change, so nothing was changed. Tell me whose.',
  convert_quote: 'There was no quote to turn into an invoice, so nothing was made. Tell me which one.',
};

/** Answer to a confirmation without an open proposal. */
export const nothingToConfirm = (does: Action | null): string =>
  does ? nothingPending[does] : `There is nothing to confirm. You could say:\n\n${list(...ideas)}`;

const ideas = [
  '“Invoice Ada for 3 bags of rice at 80k each, due Friday”',
  '“Who owes me money?”',
  '“Generate my weekly sales report”',
];

/** Answer to a confirmation that came too late, or after the records changed. */
export const notDone = (why: string): string => `${why}. Nothing was done.`;

/** Answer to a confirmation of a proposal that was already executed. */
export const alreadyDone = (why: string): string => `${why}, so nothing was done again.`;
