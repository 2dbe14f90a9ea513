import type { Session } from './ledger.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (found) => entities[found] ?? '');

const page = (body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stripe Checkout</title>
<main>${body}</main>
</html>`;

const dollars = ({ amount, currency }: Session): string =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;

/** The hosted page on which a customer pays everything or goes back. */
export function checkoutPage(session: Session): string {
  const { merchant, productName, reference, cancelUrl } = session;
  return page(`
<h1>Stripe</h1>
<p>${escape(merchant)}</p>
<p>${escape(productName)}: <strong>${dollars(session)}</strong></p>
<p>Reference ${escape(reference ?? '')}</p>
<form method="post"><button>Pay ${dollars(session)}</button></form>
${cancelUrl ? `<p><a href="${escape(cancelUrl)}">Cancel</a></p>` : ''}`);
}

export const closedPage = (text: string): string => page(`<h1>Stripe</h1><p>${escape(text)}</p>`);
