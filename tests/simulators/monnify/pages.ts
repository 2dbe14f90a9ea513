import type { Call, Reply } from '../serve.ts';
import { statusOf } from './collections.ts';
import { type Invoice, type Ledger, payInvoice } from './ledger.ts';
import { nairaText, secondsTime } from './wire.ts';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const safe = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);

export const isPage = ({ path }: Call): boolean => path.startsWith('/checkout/');

/** The hosted page of an invoice: shows what is asked for, and pays all of it. */
export function checkoutPage(books: Ledger, call: Call): Reply {
  const id = call.path.slice('/checkout/'.length);
  const invoice = [...books.invoices.values()].find(({ transaction }) => transaction === id);
  if (!invoice) return { status: 404, body: page('<p>There is no such checkout.</p>') };
  const status = statusOf(books, invoice);
  if (call.method === 'GET') return { status: 200, body: page(view(invoice, status)) };
  if (call.method !== 'POST') return { status: 405, body: page('<p>Not here.</p>') };
  if (status !== 'PENDING') return { status: 409, body: page(view(invoice, status)) };
  payInvoice(books, invoice.reference, {});
  const location = returnTo(invoice);
  return location
    ? { status: 303, body: '', headers: { location } }
    : { status: 200, body: page('<p>Paid.</p>') };
}

function returnTo({ redirectUrl, reference }: Invoice): string | null {
  if (!redirectUrl) return null;
  const url = new URL(redirectUrl);
  url.searchParams.set('paymentReference', reference);
  return url.href;
}

function view(invoice: Invoice, status: string): string {
  const amount = `NGN ${nairaText(invoice.amount)}`;
  const cancel = returnTo(invoice);
  const deed =
    status === 'PENDING'
      ? `<form method="post"><button type="submit">Pay ${amount}</button></form>`
      : `<p>This invoice is ${status.toLowerCase()}.</p>`;
  return [
    `<dl><dt>Merchant</dt><dd>${safe(invoice.description)}</dd>`,
    `<dt>Amount</dt><dd>${amount}</dd>`,
    `<dt>Reference</dt><dd>${safe(invoice.reference)}</dd>`,
    `<dt>Account</dt><dd>${invoice.accountNumber}, Moniepoint Microfinance Bank</dd>`,
    `<dt>Open until</dt><dd>${secondsTime(invoice.expires)}</dd></dl>`,
    deed,
    cancel ? `<p><a href="${safe(cancel)}">Cancel</a></p>` : '',
  ].join('\n');
}

const page = (content: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Monnify</title></head>\n<body><h1>Monnify</h1>\n${content}\n</body></html>\n`;
