import type { Reply } from '../serve.ts';
import type { Ledger, Row } from './ledger.ts';

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 32};`);

const amountOf = ({ amount, currency }: Row): string =>
  `${currency === 'NGN' ? '₦' : '$'}${(amount / 100).toLocaleString('en-NG', { minimumFractionDigits: 2 })}`;

const merchantOf = ({ metadata }: Row): string =>
  typeof metadata?.business === 'string' ? metadata.business : 'Duewell test';

export const rowOfPage = (books: Ledger, accessCode: string): Row | undefined =>
  books.transactions.find((row) => row.accessCode === accessCode);

const frame = (content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Paystack</title>
<meta name="viewport" content="width=device-width"></head><body><main><h1>Paystack</h1>${content}</main></body></html>`;

/** The hosted page as a customer sees it. */
export function checkoutPage(row: Row): Reply {
  if (row.status === 'success' || row.status === 'reversed')
    return { status: 200, body: frame('<p>This has been paid.</p>') };
  const amount = amountOf(row);
  const cancel = row.metadata?.cancel_action ?? row.callbackUrl ?? '#';
  return {
    status: 200,
    body: frame(`<dl><dt>Merchant</dt><dd>${escaped(merchantOf(row))}</dd>
<dt>Amount</dt><dd>${escaped(amount)}</dd><dt>Reference</dt><dd>${escaped(row.reference)}</dd></dl>
<form method="post"><button type="submit">Pay ${escaped(amount)}</button></form>
<p><a href="${escaped(String(cancel))}">Cancel</a></p>`),
  };
}

/** Where a customer who has paid is sent, with what Paystack adds. */
export function afterPaying({ callbackUrl, reference }: Row): Reply {
  if (!callbackUrl) return { status: 200, body: frame('<p>Payment successful.</p>') };
  const url = new URL(callbackUrl);
  url.searchParams.set('trxref', reference);
  url.searchParams.set('reference', reference);
  return { status: 303, body: '', headers: { location: url.href } };
}

export const noPage: Reply = { status: 404, body: frame('<p>There is no such checkout.</p>') };
