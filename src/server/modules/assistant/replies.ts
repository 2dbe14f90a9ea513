import { addDays, type CalendarDate, daysBetween, formatDate, formatMonth, monthStart } from '#core/dates.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import type { Period, Sales } from '../analytics/tools.ts';
import type { ExpectedMonth, Projection } from './projection.ts';

// Light Markdown: bold, lists, tables and links to pages of the app.
type Money = (amount: Minor) => string;
export const moneyIn =
  (currency: Currency): Money =>
  (amount) =>
    formatMoney(amount, currency);

const span = ({ from, to }: Period) =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const paragraphs = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join('\n\n');

/** The sales of a period beside those of the period before. */
export function salesReport(
  money: Money,
  period: Period,
  sales: Sales,
  before: { received: Minor; payments: number },
  lastSale: CalendarDate | null,
): string {
  const title = `**Sales, ${span(period)}**`;
  if (sales.payments === 0 && sales.issued === 0)
    return paragraphs(
      title,
      `Nothing was received and no invoice was issued in this period: **${money(sales.received)}**.`,
      lastSale && `The last day money came in was ${formatDate(lastSale)}.`,
      '[Create an invoice](/dashboard/invoices?create=1)',
    );
  const lines = [
    `- **Received:** ${money(sales.received)} in [${counted(sales.payments, 'payment')}](/dashboard/payments)`,
    `- **Invoiced:** ${money(sales.invoiced)} on [${counted(sales.issued, 'invoice')}](/dashboard/invoices)`,
    `- **Still open of those:** ${money(sales.open)}${sales.overdue > 0 ? `, of which ${money(sales.overdue)} is overdue` : ''}`,
    `- **Compared with the ${daysBetween(period.from, period.to) + 1} days before:** ${comparison(money, sales.received, before.received)}`,
  ];
  const { bestDay, bestCustomers } = sales;
  if (bestDay && period.from !== period.to)
    lines.push(`- **Best day:** ${formatDate(bestDay.day)}, ${money(bestDay.amount)}`);
  if (bestCustomers.length > 0)
    lines.push(
      `- **Best customers:** ${bestCustomers.map(({ name, amount }) => `${plain(name)} (${money(amount)})`).join(', ')}`,
    );
  return paragraphs(
    title,
    lines.join('\n'),
    sales.overdueCount > 0
      ? `Next: [remind the ${counted(sales.overdueCount, 'overdue one')}](/dashboard/invoices?status=due).`
      : 'Next: [export a report](/dashboard/analytics).',
  );
}

function comparison(money: Money, now: Minor, before: Minor): string {
  if (before <= 0) return 'nothing was received then, so there is nothing to compare with';
  const percent = Math.round(((now - before) / before) * 1000) / 10;
  const more = now >= before;
  const difference = moneyOf(money, more ? now - before : before - now);
  return `${difference} ${more ? 'more' : 'less'} (${Math.abs(percent)}% ${more ? 'up' : 'down'} from ${money(before)})`;
}

// A difference of two amounts is an amount.
const moneyOf = (money: Money, value: number) => money(value as Minor);

/** What the months to come may bring. */
export function salesProjection(
  money: Money,
  today: CalendarDate,
  projection: Projection | null,
  owed: Minor,
): string {
  if (!projection)
    return paragraphs(
      'There are no sales in a whole month yet, so there is nothing a projection could stand on.',
      'Send invoices and get paid for a month or two, then ask again. [Create an invoice](/dashboard/invoices?create=1)',
    );
  const { months, total, history, average, trend, rough } = projection;
  const last = monthStart(today, months.length - 1);
  return paragraphs(
    `**Projection to ${formatMonth(last)}: about ${money(total.likely)}**, between ${money(total.low)} and ${money(total.high)}.`,
    rough
      ? `**This is rough:** there ${history === 1 ? 'is only one whole month' : `are only ${history} whole months`} of sales, so this is simply their average, ${money(average)} a month, carried forward.`
      : `It stands on the last ${history} whole months: ${money(average)} a month on average, ${trendWords(money, trend)}. Method: the straight line that fits those months best, its slope fading by a tenth each month; the range is how far months lay from the line, widening with time.`,
    table(money, today, months),
    `It leaves out seasons such as December, new or lost customers and changed prices, and this month so far. It is an estimate, not a promise.${owed > 0 ? ` Not counted: ${money(owed)} that customers [still owe](/dashboard/invoices?status=due).` : ''}`,
  );
}

const trendWords = (money: Money, trend: number) =>
  trend === 0
    ? 'neither rising nor falling'
    : `${trend > 0 ? 'rising' : 'falling'} by about ${moneyOf(money, Math.abs(trend))} a month`;

const QUARTERS_PAST_MONTHS = 12;

function table(money: Money, today: CalendarDate, months: readonly ExpectedMonth[]): string {
  const size = months.length > QUARTERS_PAST_MONTHS ? 3 : 1;
  const rows = Array.from({ length: Math.ceil(months.length / size) }, (_, at) => {
    const group = months.slice(at * size, at * size + size);
    const first = formatMonth(monthStart(today, at * size));
    const end = formatMonth(monthStart(today, at * size + group.length - 1));
    const sum = (pick: (month: ExpectedMonth) => number) =>
      moneyOf(
        money,
        group.reduce((all, month) => all + pick(month), 0),
      );
    return `| ${group.length > 1 ? `${first} to ${end}` : first} | ${sum((m) => m.low)} | ${sum((m) => m.likely)} | ${sum((m) => m.high)} |`;
  });
  return ['| Month | Low | Likely | High |', '| --- | ---: | ---: | ---: |', ...rows].join('\n');
}

/** What customers owe. */
export function whatIsOwed(
  money: Money,
  {
    owed,
    invoices,
    overdue,
    overdueInvoices,
  }: { owed: Minor; invoices: number; overdue: Minor; overdueInvoices: number },
): string {
  if (invoices === 0) return 'Nobody owes you anything on invoices that were sent.';
  return paragraphs(
    `Customers owe you **${money(owed)}** on [${counted(invoices, 'sent invoice')}](/dashboard/invoices?status=sent).`,
    overdueInvoices > 0
      ? `Of that, **${money(overdue)}** on [${counted(overdueInvoices, 'invoice')}](/dashboard/invoices?status=due) is overdue.`
      : 'None of it is overdue.',
  );
}

/** Who paid most. */
export function topCustomers(
  money: Money,
  period: Period,
  best: readonly { name: string; amount: Minor }[],
): string {
  if (best.length === 0) return `Nobody paid anything in the period ${span(period)}.`;
  return paragraphs(
    `**Top customers, ${span(period)}**`,
    best.map(({ name, amount }, at) => `${at + 1}. ${plain(name)}: ${money(amount)}`).join('\n'),
    '[All customers](/dashboard/customers)',
  );
}

// A customer's name is text, whatever signs stand in it.
const plain = (name: string) => name.replace(/[\\`*_{}[\]()<>#+|~!-]/g, '\\$&');

/** The period just before, of the same length. */
export const periodBefore = ({ from, to }: Period): Period => ({
  from: addDays(from, -(daysBetween(from, to) + 1)),
  to: addDays(from, -1),
});

const places: Record<string, string> = {
  create_invoice:
    'I cannot draft invoices from chat yet. [Create the invoice](/dashboard/invoices?create=1) in the form; it takes a minute.',
  edit_draft: 'I cannot change invoices from chat yet. Open it under [Invoices](/dashboard/invoices).',
  list_invoices: 'Your invoices are under [Invoices](/dashboard/invoices), with search and filters.',
  show_invoice: 'Open the invoice under [Invoices](/dashboard/invoices).',
  send_invoice:
    'I cannot send from chat yet. Open the invoice under [Invoices](/dashboard/invoices) and press Send to Client.',
  send_reminder:
    'I cannot send reminders from chat yet. [The unpaid invoices are here](/dashboard/invoices?status=due); each has Send Reminder.',
  delete_invoice: 'I cannot delete from chat. Open the invoice under [Invoices](/dashboard/invoices).',
  add_customer:
    'I cannot add customers from chat yet. [Add the customer](/dashboard/customers?create=1) in the form.',
  list_customers: 'Your customers are under [Customers](/dashboard/customers).',
  withdraw:
    'Money never leaves from chat. Go to [Withdrawals](/dashboard/withdrawal), where your PIN is asked for.',
  change_bank_details:
    'Bank details and the PIN are never changed in chat. Go to [Settings](/dashboard/settings).',
  record_payment:
    'Payments are recorded by the payment provider alone. You can follow them under [Payments](/dashboard/payments).',
};

const HELP = paragraphs(
  'Ask me about your business. I answer from your own records:',
  [
    '- "Generate my weekly sales report", or for today, last month, the last 90 days',
    '- "Generate a projection of sales after 1 year"',
    '- "Who owes me money?"',
    '- "Who are my top customers this year?"',
  ].join('\n'),
);

/** What is said where no figure is asked for. */
export const guidance = (intent: string): string =>
  places[intent] ?? (intent === 'help' ? HELP : paragraphs('I did not understand that.', HELP));

export const PICTURE_KEPT =
  'I have kept the picture in this conversation, but I cannot read invoices from pictures yet. [Create the invoice](/dashboard/invoices?create=1) in the form.';
