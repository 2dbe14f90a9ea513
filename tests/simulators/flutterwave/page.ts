import { type Currency, formatMoney } from '#core/money.ts';
import type { Reply } from '../serve.ts';
import type { Checkout } from './ledger.ts';

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, main: string): Reply => ({
  status: 200,
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flutterwave</title>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${main}
</main>
</body>
</html>`,
});

const sumOf = ({ amount, currency }: Checkout): string => formatMoney(amount, currency as Currency);

/** Where the redirect goes, with what Flutterwave adds to it. */
export function redirectTo(checkout: Checkout, status: string, transactionId: number | null): Reply {
  if (checkout.redirectUrl === null) return page('Flutterwave', `<p>Payment ${escape(status)}.</p>`);
  const url = new URL(checkout.redirectUrl);
  url.searchParams.set('status', status);
  url.searchParams.set('tx_ref', checkout.txRef);
  if (transactionId !== null) url.searchParams.set('transaction_id', String(transactionId));
  return { status: 303, body: '', headers: { location: url.toString() } };
}

/** The hosted page, for people: one button pays all, one link gives up. */
export const hostedPage = (checkout: Checkout): Reply =>
  page(
    'Flutterwave',
    `<dl>
<dt>Merchant</dt><dd>${escape(checkout.title)}</dd>
<dt>Amount</dt><dd>${escape(sumOf(checkout))}</dd>
<dt>Reference</dt><dd>${escape(checkout.txRef)}</dd>
</dl>
<form method="post"><button type="submit">Pay ${escape(sumOf(checkout))}</button></form>
<p><a href="?cancel=1">Cancel</a></p>`,
  );

export const paidPage = (checkout: Checkout): Reply =>
  page('Flutterwave', `<p>${escape(checkout.txRef)} has been paid already.</p>`);

export const noPage = (): Reply => ({ ...page('Flutterwave', '<p>There is no such page.</p>'), status: 404 });
