import type { Filters } from '#contract/assistant.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { escapeMarkdown } from './escape.ts';
import { link, list, paragraphs } from './format.ts';
import { stillOpen } from './questions.ts';

const EXAMPLES = {
  create: '“Invoice Ada Obi for 2 logo designs at 50k, due next Friday”',
  unpaid: '“Show unpaid invoices”',
  sales: '“How were sales this month?”',
};

/** Capabilities of the assistant, with example messages. */
export const help = (): string =>
  paragraphs(
    'I look after invoices, customers and sales with you. Say it in your own words, for example:',
    list(
      `**Invoices:** ${EXAMPLES.create}, “send invoice 42”, “show overdue invoices”`,
      '**Getting paid:** “Who owes me money?”, “Remind everybody who is overdue”, “How much was paid in cash this week?”',
      '**Quotes:** “Quote Chief Okafor 3 roofs at 200k each”, “Show my quotes”',
      '**Repeating:** “Bill Adaeze 50k for cleaning every month end”, “List my repeating invoices”',
      '**Customers:** “Add customer Bisi, bisi@example.com”, “Who are my top 5 customers this year?”'.replace(
        '@',
        '\\@',
      ),
      '**Sales:** “Generate my weekly sales report”, “Project my sales for the next 12 months”',
      '**Paper:** attach a photo or PDF of an invoice, and I fill in a draft for you to check',
    ),
    'Nothing is made, changed or sent before you confirm it. Withdrawals, bank details and payments stay on their own pages.',
  );

/** Answer to an off-topic message. */
export const offTopic = (): string =>
  paragraphs(
    'That is outside what I know. I only help with the invoices, customers and sales of your business.',
    `Try ${EXAMPLES.sales} or ${EXAMPLES.unpaid}.`,
  );

/** One question back, with what could be meant. */
export function ambiguous(filters: Filters | null, isOpen: boolean): string {
  const name = filters?.customerName && escapeMarkdown(filters.customerName);
  const number = filters?.invoiceNumbers?.[0] && escapeMarkdown(filters.invoiceNumbers[0]);
  const choices = number
    ? [`“Show invoice ${number}”`, `“Send invoice ${number}”`, `“Remind about invoice ${number}”`]
    : name
      ? [`“Invoice ${name} for …”`, `“How much does ${name} owe me?”`, `“Show ${name}’s invoices”`]
      : [EXAMPLES.create, EXAMPLES.unpaid, EXAMPLES.sales];
  const isAboutOpen = isOpen && !number && !name;
  return paragraphs(
    isAboutOpen ? 'I changed nothing.' : 'What would you like me to do? You could say:',
    !isAboutOpen && list(...choices),
    isOpen && stillOpen,
  );
}

/** The sum that can be withdrawn, and the page to do it on; the chat never moves money. */
export const withdraw = (ready: Minor, currency: Currency): string =>
  paragraphs(
    ready > 0
      ? `**${formatMoney(ready, currency)}** is ready to withdraw.`
      : 'Nothing is ready to withdraw now.',
    `I never move money from chat. You withdraw, or pay staff and others, on ${link('Withdrawals', '/withdrawal')}, where your balance is shown and your PIN is asked for; a customer is refunded on the page of the payment, under ${link('Payments', '/payments')}. Never type your PIN here.`,
  );

export const changeBankDetails = (): string =>
  `I cannot change bank details or your PIN from chat; that keeps your money safe. Your payout account is in ${link('Settings', '/settings')}, your PIN under ${link('Security', '/settings/security')}.`;

/** Points to the payments page, where a payment is changed or taken back. */
export function recordPayment(filters: Filters | null): string {
  const number = filters?.invoiceNumbers?.[0];
  const about = number
    ? `“Show invoice ${escapeMarkdown(number)}” tells what has been paid on it.`
    : filters?.customerName
      ? `“How much does ${escapeMarkdown(filters.customerName)} owe me?” tells where things stand.`
      : null;
  return paragraphs(
    `I cannot change or undo payments here. Open the payment under ${link('Payments', '/payments')} to undo one that you recorded.`,
    about,
  );
}

/** Answer to a prompt injection: nothing happens and nothing about it is discussed. */
export const injection = (): string =>
  paragraphs(
    'I have done nothing. I work only on what you ask for in your own words, only for your business, and nothing is made or sent before you confirm it.',
    `If there is something you need, say it simply, such as ${EXAMPLES.unpaid}.`,
  );
