import { counted } from '#core/english.ts';
import type { Filters } from '#contract/assistant.ts';
import type { FoundPlan, FoundPlans } from '#server/modules/plans/tools/find.ts';
import type { FoundQuotes } from '#server/modules/quotes/tools/find.ts';
import { escapeMarkdown } from './escape.ts';
import { link, moneyIn, paragraphs, shortDay, table } from './format.ts';

const modes: Record<FoundPlan['mode'], string> = {
  send: 'sent by itself',
  draft: 'waits for you',
  charge: 'sent, card charged',
};

/** Repeating invoices, each a way to its page; where one `isToChange`, with what can be done there. */
export const plansText =
  (isToChange: boolean) =>
  ({ rows, count, currency }: FoundPlans, { customerName }: Filters): string => {
    const money = moneyIn(currency);
    const all = link('Open Repeating invoices', '/invoices/repeating');
    const name = customerName ? ` for “${escapeMarkdown(customerName)}”` : '';
    if (count === 0)
      return `No invoice repeats${name}${isToChange ? ', so nothing was changed' : ''}. ${all}.`;
    return paragraphs(
      `**${counted(count, 'repeating invoice')}**${name}.`,
      table(
        ['Customer', '>Amount', 'How often', 'Next'],
        rows.map(({ id, customer, amount, rhythm, next, state, mode }) => [
          link(escapeMarkdown(customer), '/invoices/repeating', { plan: id }),
          money(amount),
          `${rhythm}, ${modes[mode]}`,
          state === 'paused' || !next ? 'paused' : shortDay(next),
        ]),
      ),
      count > rows.length && `These are ${rows.length} of ${count}.`,
      isToChange
        ? 'Nothing was changed. Open it to pause it, let it run again, leave one out, or end it.'
        : `${all}.`,
    );
  };

const takesAnswer = new Set(['sent', 'viewed']);

/** Quotes, each a way to its page; where one `isToChange`, with what can be done there. */
const inState: Record<NonNullable<Filters['quoteStatus']>, string> = {
  draft: 'not sent yet',
  waiting: 'waiting for an answer',
  expired: 'whose time is over',
  accepted: 'accepted',
  declined: 'turned down',
  withdrawn: 'taken back',
};

export const quotesText =
  (isToChange: boolean) =>
  ({ rows, count, currency }: FoundQuotes, { customerName, quoteNumbers, quoteStatus }: Filters): string => {
    const money = moneyIn(currency);
    const all = link('Open Quotes', '/quotes');
    const meant = quoteNumbers?.[0] ?? customerName;
    const state = quoteStatus ? ` ${inState[quoteStatus]}` : '';
    const which = `${meant ? ` for “${escapeMarkdown(meant)}”` : ''}${state}`;
    if (count === 0)
      return `I found no quote${which}${isToChange ? ', so nothing was changed' : ''}. ${all}.`;
    return paragraphs(
      `**${counted(count, 'quote')}**${which}${count > 1 ? ', the newest first' : ''}.`,
      table(
        ['Quote', 'Customer', '>Amount', 'Status'],
        rows.map(({ id, number, customer, amount, status, until }) => [
          link(number || 'Not sent', '/quotes', { quote: id }),
          escapeMarkdown(customer),
          money(amount),
          `${status === 'viewed' ? 'seen' : status}${until && takesAnswer.has(status) ? `, until ${shortDay(until)}` : ''}`,
        ]),
      ),
      count > rows.length && `These are ${rows.length} of ${count}.`,
      isToChange
        ? 'Nothing was changed. Open it to send it, take it back, let it stand longer, or make its invoice.'
        : `${all}.`,
    );
  };
