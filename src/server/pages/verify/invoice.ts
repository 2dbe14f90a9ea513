import { html } from 'hono/html';
import { formatAccountNumber } from '#core/banks.ts';
import { formatDate, UNDATED } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { earlySentence } from '#core/invoice/document.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import { partLabels } from '#core/invoice/payment-parts.ts';
import { type Minor, ZERO } from '#core/money.ts';
import { recordedText, taxLabel } from '#core/receipt/texts.ts';
import type { VerifiedInvoice } from '#server/modules/invoices/queries/verify.ts';
import type { PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, isolated, money, when } from '../pay/components.ts';
import { dueText } from '../pay/format.ts';
import { compare, issuerOf, type Row, rowsOf, verdict } from './components.ts';

/** The verification result of an invoice. */
export function checkedInvoice(invoice: VerifiedInvoice, locale: PageLocale): Html {
  const { different } = locale.verify;
  return html`${issuerOf(invoice.issuer, locale)}
${verdict(verdictOn(invoice, locale))}
${rowsOf(rowsFor(invoice, locale))}
${offer(invoice, locale)}
${replacement(invoice, locale)}
${when(invoice.payTo, () => account(invoice, locale))}
${when(invoice.state === 'open', () => compare(pointsFor(invoice, locale), different, locale))}`;
}

// The pay page asks for less than what is still to pay, and only for so long.
function offer({ state, offer: earlyPayment, currency }: VerifiedInvoice, { language }: PageLocale): Html {
  const said = state === 'open' ? earlySentence({ earlyPayment, currency }, language) : '';
  return when(said, () => html`<p class="known">${said}</p>`);
}

// A paper of before the change has another sum, and was genuine.
const replacement = ({ replacedOn }: VerifiedInvoice, { pay, language }: PageLocale): Html =>
  replacedOn
    ? html`<p class="known">${fill(pay.replaced, { date: formatDate(replacedOn, language) })}</p>`
    : html``;

const signs = {
  open: { sign: 'shield', tone: 'ok' },
  paid: { sign: 'tick', tone: 'ok' },
  settled: { sign: 'tick', tone: 'ok' },
  cancelled: { sign: 'closed', tone: 'warn' },
  asked: { sign: 'cloud', tone: 'warn' },
  draft: { sign: 'cloud', tone: 'warn' },
} as const;

function verdictOn(
  { state, number, issuer, paidOn, evidence }: VerifiedInvoice,
  locale: PageLocale,
): Parameters<typeof verdict>[0] {
  const { verify, language } = locale;
  const { title, text } = verify.verdicts[state];
  const isDated = state === 'paid' && paidOn !== null;
  const date = isDated ? formatDate(paidOn, language) : '';
  const values = { number, business: issuer.name, date };
  const said = fillHtml(isDated ? verify.verdicts.paidOn : text, values);
  if (state !== 'paid' || evidence === 'provider') return { ...signs[state], title, text: said };
  return {
    sign: 'shield',
    tone: 'warn',
    title,
    text: html`${said} ${recordedText(evidence, issuer.name, locale.language)}`,
  };
}

function rowsFor(invoice: VerifiedInvoice, locale: PageLocale): Row[] {
  const { state, number, currency, total, toPay, issued, due } = invoice;
  const { labels, language } = locale;
  return [
    { label: labels.invoice, value: number },
    { label: labels.total, value: money(total, currency) },
    ...settledRows(invoice, locale),
    ...(state === 'open' ? [{ label: labels.stillToPay, value: money(toPay, currency) }] : []),
    { label: labels.status, value: statusText(invoice, locale) },
    { label: labels.issued, value: formatDate(issued, language) },
    {
      label: labels.due,
      value: due === UNDATED ? partLabels[language].whenAsked : formatDate(due, language),
    },
  ];
}

// Of less than the total was paid in money, so the rows say where the rest of it is.
function settledRows(invoice: VerifiedInvoice, locale: PageLocale): Row[] {
  const { state, total, paid, credited, writtenOff, tax, currency } = invoice;
  const { labels, language } = locale;
  const printed = invoiceLabels[language];
  if (state !== 'open' && state !== 'paid' && state !== 'settled') return [];
  const parts: { label: string; amount: Minor }[] = [
    { label: state === 'open' ? labels.paidSoFar : labels.paid, amount: paid === total ? ZERO : paid },
    { label: printed.credited, amount: credited },
    { label: taxLabel(tax, language), amount: tax?.amount ?? ZERO },
    { label: printed.writtenOff, amount: writtenOff },
  ];
  return parts
    .filter(({ amount }) => amount > 0)
    .map(({ label, amount }) => ({ label, value: money(amount, currency) }));
}

const isPartPaid = ({ state, paid }: VerifiedInvoice) => state === 'open' && paid > 0;

function statusText(invoice: VerifiedInvoice, locale: PageLocale): string {
  const { states } = locale;
  if (invoice.state !== 'open') return states[invoice.state];
  return `${isPartPaid(invoice) ? states.partPaid : states.open}. ${dueText(invoice, locale).text}`;
}

function account({ payTo }: VerifiedInvoice, { verify }: PageLocale): Html {
  if (!payTo) return html``;
  return html`<div class="account"><h2>${verify.account}</h2>
<p class="bank">${payTo.bankName}</p>
<p class="n">${formatAccountNumber(payTo.accountNumber)}</p>
<p class="holder">${isolated(payTo.accountName)}</p></div>`;
}

function pointsFor({ payTo, issuer, number }: VerifiedInvoice, { verify }: PageLocale): (string | Html)[] {
  const { points } = verify;
  return [
    ...(payTo ? [points.account] : []),
    fill(points.invoice, { number }),
    fillHtml(points.business, { business: issuer.name }),
  ];
}
