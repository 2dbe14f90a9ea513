import { html } from 'hono/html';
import { formatDate } from '#core/dates.ts';
import type { VerifiedInvoice } from '#server/modules/invoices/queries/verify.ts';
import { type Html, money, when } from '../pay/components.ts';
import { dueText, formatAccountNumber } from '../pay/format.ts';
import { compare, issuerOf, type Row, rowsOf, verdict } from './components.ts';

/** The verification result of an invoice. */
export function checkedInvoice(invoice: VerifiedInvoice): Html {
  return html`${issuerOf(invoice.issuer)}
${verdict(verdictOn(invoice))}
${rowsOf(rowsFor(invoice))}
${when(invoice.payTo, () => account(invoice))}
${when(invoice.state === 'open', () => compare(pointsFor(invoice), 'do not pay'))}`;
}

function verdictOn({ state, number, issuer, paidOn }: VerifiedInvoice): Parameters<typeof verdict>[0] {
  if (state === 'paid')
    return {
      sign: 'tick',
      tone: 'ok',
      title: 'Genuine, and already paid',
      text: `Invoice ${number} was paid${paidOn ? ` on ${formatDate(paidOn)}` : ''}. Nothing is owed on it: do not pay it again.`,
    };
  if (state === 'cancelled')
    return {
      sign: 'closed',
      tone: 'warn',
      title: 'This invoice was cancelled',
      text: `${issuer.name} made invoice ${number} and took it back. Do not pay it.`,
    };
  if (state === 'asked')
    return {
      sign: 'cloud',
      tone: 'warn',
      title: 'Nothing was paid for this',
      text: `Somebody asked to pay ${issuer.name} at its counter, where anybody can type a name and what it is for. It is no invoice that ${issuer.name} wrote: do not rely on it.`,
    };
  if (state === 'draft')
    return {
      sign: 'cloud',
      tone: 'warn',
      title: 'This invoice was not sent yet',
      text: `${issuer.name} made invoice ${number} but has not sent it. Ask them to send it before you pay.`,
    };
  return {
    sign: 'shield',
    tone: 'ok',
    title: 'This invoice is genuine',
    text: `${issuer.name} made it with Duewell. Pay it only if all of this is on your paper too.`,
  };
}

function rowsFor({
  state,
  number,
  currency,
  total,
  paid,
  balance,
  issued,
  due,
  today,
}: VerifiedInvoice): Row[] {
  const part = state === 'open' && paid > 0;
  return [
    { label: 'Invoice', value: number },
    { label: 'Total', value: money(total, currency) },
    ...(part ? [{ label: 'Paid so far', value: money(paid, currency) }] : []),
    ...(state === 'open' ? [{ label: 'Still to pay', value: money(balance, currency) }] : []),
    { label: 'Status', value: statusText({ state, due, today, part }) },
    { label: 'Issued', value: formatDate(issued) },
    { label: 'Due', value: formatDate(due) },
  ];
}

function statusText({
  state,
  due,
  today,
  part,
}: Pick<VerifiedInvoice, 'state' | 'due' | 'today'> & { part: boolean }) {
  const fixed = { draft: 'Not sent yet', asked: 'Not paid', paid: 'Paid', cancelled: 'Cancelled' };
  if (state !== 'open') return fixed[state];
  return `${part ? 'Part paid' : 'Open'}. ${dueText({ due, today }).text}`;
}

function account({ payTo }: VerifiedInvoice): Html {
  if (!payTo) return html``;
  return html`<div class="account"><h2>The account on the genuine paper</h2>
<p class="bank">${payTo.bankName}</p>
<p class="n">${formatAccountNumber(payTo.accountNumber)}</p>
<p class="holder">${payTo.accountName}</p></div>`;
}

const pointsFor = ({ payTo, issuer, number }: VerifiedInvoice): string[] => [
  ...(payTo ? ['The bank, the account number and the name of the account, digit by digit'] : []),
  `The number ${number}, the total and the due date`,
  `The name ${issuer.name} and its cloth, as at the top of this page`,
];
