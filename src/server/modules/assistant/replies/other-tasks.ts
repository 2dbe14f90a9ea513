import { type Currency, formatMoney, minor } from '#core/money.ts';
import type { PlanChange } from '#contract/assistant-tasks.ts';
import type { StatementArguments } from '#server/modules/customer-statements/tools/send.ts';
import type { PlanChangeArguments } from '#server/modules/plans/tools/change.ts';
import type { ConvertArguments } from '#server/modules/quotes/tools/convert.ts';
import { escapeMarkdown } from './escape.ts';
import { link, spanText, weekdayText } from './format.ts';
import { onCard, type Reply, reply } from './reply.ts';

const NOTHING_YET = onCard('Nothing is done yet. Say **yes** to go ahead, or tell me what to change.');
const proposal = (what: string, effect: string): Reply => reply(onCard(what, what), effect, NOTHING_YET);

const nameLink = ({ id, name }: { id: string; name: string }): string =>
  link(escapeMarkdown(name), '/customers', { customer: id });

/** A statement to send. */
export const statementProposed = ({ customer, from, to, currency }: StatementArguments): Reply =>
  proposal(
    `Email ${nameLink(customer)} the statement of their ${currencyWords[currency]} account, ${spanText({ from, to })}?`,
    `It goes to **${escapeMarkdown(customer.email)}**.`,
  );

const currencyWords: Record<Currency, string> = { NGN: 'naira', USD: 'dollar' };

export const statementSent = ({ customer, isFresh }: StatementArguments & { isFresh: boolean }): string =>
  isFresh
    ? `The statement is on its way to ${nameLink(customer)}, ${escapeMarkdown(customer.email)}.`
    : `${nameLink(customer)} got this statement today already, so it was not sent again.`;

type Plan = PlanChangeArguments['plan'];
const planLink = ({ id, customerName }: Plan): string =>
  `the ${link('repeating invoice', '/invoices/repeating', { plan: id })} of **${escapeMarkdown(customerName)}**`;

const changeQuestions: Record<PlanChange, (plan: Plan) => string> = {
  pause: (plan) => `Pause ${planLink(plan)}?`,
  resume: (plan) => `Let ${planLink(plan)} run again?`,
  skip: (plan) =>
    `Leave out the next one of ${planLink(plan)}${plan.nextOn ? `, **${weekdayText(plan.nextOn)}**` : ''}?`,
  end: (plan) => `End ${planLink(plan)} for good?`,
};
const changeEffects: Record<PlanChange, string> = {
  pause: 'No invoice is made and no card is charged until you let it run again.',
  resume: 'It goes on with its next day. What fell into the pause is left out.',
  skip: 'The one after it is made as usual.',
  end: 'No more invoices are made. Those that were made stay as they are.',
};

/** A change of a repeating invoice. */
export const changeProposed = ({ plan, change }: PlanChangeArguments): Reply =>
  proposal(
    changeQuestions[change](plan),
    `It is “${escapeMarkdown(plan.title)}”, ${plan.rhythm}. ${changeEffects[change]}`,
  );

const changesDone: Record<PlanChange, string> = {
  pause: 'is paused',
  resume: 'runs again',
  skip: 'leaves out its next one',
  end: 'has ended',
};

export const changeDone = ({ plan, change }: PlanChangeArguments): string => {
  const named = planLink(plan);
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} ${changesDone[change]}.`;
};

const quoteLink = ({ id, number }: ConvertArguments['quote']): string =>
  link(escapeMarkdown(number), '/quotes', { quote: id });

/** A quote that is to become an invoice. */
export const convertProposed = ({ quote }: ConvertArguments): Reply =>
  proposal(
    `Make the invoice of ${quoteLink(quote)} for **${escapeMarkdown(quote.customer)}**, **${formatMoney(minor(quote.amount), quote.currency)}**?`,
    'It counts as agreed by that. The invoice is made, and is not sent yet.',
  );

export const convertDone = ({ quote, invoiceId }: ConvertArguments & { invoiceId: string }): string =>
  `Done: ${link('the invoice', '/invoices', { invoice: invoiceId })} of ${quoteLink(quote)} is made. It has not been sent yet.`;
