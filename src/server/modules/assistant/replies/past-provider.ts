import { counted } from '#core/english.ts';
import type { Filters } from '#contract/assistant.ts';
import { dateIn } from '#core/dates.ts';
import type { OpenLines } from '#server/modules/bank-statements/tools/open-lines.ts';
import type {
  Found,
  FoundCash,
  FoundCredit,
  OpenClaim,
} from '#server/modules/payments/tools/past-provider.ts';
import type { AwaitedCertificates } from '#server/modules/withholding/tools/awaited.ts';
import { escapeMarkdown } from './escape.ts';
import { link, moneyIn, paragraphs, shortDay, spanText, table } from './format.ts';
import { noSuchCustomer, severalCustomersNote } from './invoice-text.ts';

type Cells = readonly string[];

/** A sentence, a table of what was found, and the way to all of it. */
const listed = (said: string, headings: Cells, rows: readonly Cells[], count: number, all: string): string =>
  paragraphs(
    said,
    table(headings, rows),
    count > rows.length && `These are ${rows.length} of ${count}.`,
    all,
  );

/** Credit of customers. */
export function customerCredit(found: FoundCredit, { customerName }: Filters): string {
  const { rows, count, sum, currency, customers } = found;
  if (customerName && customers?.length === 0) return noSuchCustomer(customerName);
  const money = moneyIn(currency);
  const all = link('Open Customers', '/customers');
  if (count === 0)
    return customerName
      ? `${escapeMarkdown(customers?.[0]?.name ?? customerName)} has no credit with you. ${all}.`
      : `No customer has credit with you. ${all}.`;
  return paragraphs(
    listed(
      `**${counted(count, 'customer')}** ${count === 1 ? 'has' : 'have'} ${money(sum)} of credit with you.`,
      ['Customer', '>Credit'],
      rows.map(({ id, name, left }) => [link(escapeMarkdown(name), `/customers/${id}`), money(left)]),
      count,
      all,
    ),
    severalCustomersNote(customerName, customers),
  );
}

/** Alerts and screenshots nobody has seen the money of. */
export function openClaims({ rows, count, sum, currency }: Found<OpenClaim>): string {
  const money = moneyIn(currency);
  const all = link('Open Payments', '/payments');
  if (count === 0) return `No alert or screenshot waits to be checked. ${all}.`;
  return listed(
    `**${counted(count, 'alert')}** of ${money(sum)} ${count === 1 ? 'waits' : 'wait'} to be checked. Look in your bank before you count on it.`,
    ['Invoice', 'Customer', 'Day', '>Amount'],
    rows.map(({ number, customer, day, amount }) => [
      number,
      escapeMarkdown(customer),
      shortDay(day),
      money(amount),
    ]),
    count,
    all,
  );
}

const ways: Record<FoundCash['method'], string> = {
  cash: 'in cash',
  pos: 'by POS',
  bank_transfer: 'by bank transfer',
  cheque: 'by cheque',
  other: 'in another way',
};

/** Money that came in one way. */
export function cashReceived({ rows, count, sum, currency, method, ...span }: FoundCash): string {
  const money = moneyIn(currency);
  const all = link('Open Payments', '/payments');
  const way = ways[method];
  if (count === 0) return `Nothing came ${way}, ${spanText(span)}. ${all}.`;
  return listed(
    `**${money(sum)}** ${way}, ${spanText(span)}, in ${counted(count, 'payment')}.`,
    ['Customer', 'Invoice', 'Day', '>Amount'],
    rows.map(({ number, customer, day, amount }) => [
      escapeMarkdown(customer),
      number,
      shortDay(day),
      money(amount),
    ]),
    count,
    all,
  );
}

/** Certificates of tax that customers kept and have not proved. */
export function awaitedCertificates({ rows, count, sum, currency }: AwaitedCertificates): string {
  const money = moneyIn(currency);
  const all = link('Open Certificates', '/payments/certificates');
  if (count === 0) return `You wait for no tax certificate. ${all}.`;
  return listed(
    `You wait for **${counted(count, 'tax certificate')}** over ${money(sum)}.`,
    ['Customer', 'Invoice', 'Kept on', '>Tax'],
    rows.map(({ number, customer, keptAt, amount }) => [
      escapeMarkdown(customer),
      number,
      keptAt ? shortDay(dateIn(keptAt)) : '–',
      money(amount),
    ]),
    count,
    all,
  );
}

/** Money in bank statements of which nobody has said what it is. */
export function openStatementLines({ rows, count, sum, currency }: OpenLines): string {
  const money = moneyIn(currency);
  const all = link('Open Bank statements', '/payments/statements');
  if (count === 0) return `Nothing in your bank statements is left to sort out. ${all}.`;
  return listed(
    `**${counted(count, 'line')}** of ${money(sum)} in your bank statements ${count === 1 ? 'is' : 'are'} left to sort out.`,
    ['Day', 'Words', '>Amount'],
    rows.map(({ day, words, amount }) => [shortDay(day), escapeMarkdown(words) || '–', money(amount)]),
    count,
    all,
  );
}
