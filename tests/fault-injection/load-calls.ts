import { addDays, dateIn } from '#core/dates.ts';
import { serviceTime } from '../clock-ahead.ts';
import type { Owner } from '../harness.ts';
import { PIN } from '../money.ts';
import { type Ask, type Invoice, kobo, type Line, settlementKinds, type Told } from './load-settlement.ts';

export const kinds = ['invoice', 'withdrawal', 'refund', ...settlementKinds] as const;
export type Kind = (typeof kinds)[number];

/** A request of any kind, before it has its key. */
export type Draft = Omit<Ask, 'kind'> & { kind: Kind };

/** An invoice whose customer pays it through the provider. */
export type Payable = { owner: Owner; payPath: string };

type Rng = () => number;

const PATIENCE_MS = 60_000;

export const invoice = (rng: Rng): Draft => ({
  kind: 'invoice',
  path: '/api/ngn/invoice/create',
  body: (key) => ({
    clientName: 'Mrs Bello',
    clientEmail: 'bello@example.test',
    dueDate: addDays(dateIn(serviceTime()), 7),
    title: key,
    taxRate: 0,
    items: [{ description: 'Work', quantity: 1, rate: 5_000 + Math.floor(rng() * 1_000_000) / 100 }],
  }),
  amount: null,
});

export const withdrawal = (rng: Rng): Draft => ({
  kind: 'withdrawal',
  path: '/api/ngn/withdrawal',
  body: (key) => ({
    type: 'self-withdraw',
    amount: 100 + Math.floor(rng() * 30_000) / 100,
    bankCode: '058',
    accountNumber: '0108024071',
    pin: PIN,
    description: key,
  }),
  amount: null,
});

/** Of a payment that came through the provider; null while there is none. */
export async function refund(url: string | null, owner: Owner, rng: Rng): Promise<Draft | null> {
  const { transactions = [] } = await read<{ transactions?: { id: string; evidence: string }[] }>(
    url,
    owner,
    '/api/ngn/transactions?limit=60&status=completed',
  );
  const payments = transactions.filter(({ evidence }) => evidence === 'provider');
  const payment = payments[Math.floor(rng() * payments.length)];
  if (!payment) return null;
  return {
    kind: 'refund',
    path: `/api/ngn/transactions/${payment.id}/refund`,
    body: (key) => ({ amount: 100 + Math.floor(rng() * 40_000) / 100, reason: key, pin: PIN }),
    amount: null,
  };
}

/** Lines of a statement that was just kept. */
export async function linesOf(url: string | null, owner: Owner, statementId: string): Promise<Line[]> {
  const path = `/api/ngn/bank-statements/${statementId}/lines?state=open`;
  const { lines = [] } = await read<{ lines?: { id: string; amount: number }[] }>(url, owner, path);
  return lines.map(({ id, amount }) => ({ id, statementId, amount: kobo(amount) }));
}

async function read<T>(url: string | null, { token }: Owner, path: string): Promise<Partial<T>> {
  const answer = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return ((await answer.json()) as { data?: Partial<T> }).data ?? {};
}

/** Sends the invoice an answer tells of, so that it can be paid. Asking twice is refused and does no harm. */
export async function sendInvoice(
  url: string | null,
  owner: Owner,
  { id = '', customerId = '', totalAmount }: Told,
): Promise<{ invoice: Invoice; payPath: string }> {
  const answer = await fetch(`${url}/api/ngn/invoice/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ invoiceId: id, channels: ['whatsapp'] }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await answer.arrayBuffer();
  const { checkoutUrl } = await read<{ checkoutUrl: string | null }>(url, owner, `/api/ngn/invoice/${id}`);
  if (!checkoutUrl) throw new Error(`${id} was not sent: ${answer.status}`);
  return {
    invoice: { id, customerId, total: kobo(totalAmount) },
    payPath: new URL(checkoutUrl).pathname,
  };
}

/** Acts as a customer: opens the pay page, follows it to the provider's checkout and pays there. */
export async function pay(url: string | null, { payPath }: Payable): Promise<boolean> {
  const page = await fetch(`${url}${payPath}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const checkout = /http:\/\/127\.0\.0\.1:\d+\/checkout\/\w+/.exec(await page.text())?.[0];
  if (!checkout) return false;
  const paid = await fetch(checkout, { method: 'POST', redirect: 'manual' });
  return paid.status < 400;
}
