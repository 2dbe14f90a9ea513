import { z } from 'zod';
import { type Clock, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { decimalFromMinor } from '#server/adapters/shared/decimals.ts';
import type { Checkout, CheckoutRequest, Outcome, TransferAccount } from '#server/kernel/ports/index.ts';
import type { Client } from './client.ts';
import { formatLagosTime } from './dates.ts';
import { instant, isNotFound, naira, refuse, shortString, tryLater, UNREADABLE } from './wire.ts';

// The transfer account lives as long as its invoice, and Monnify refuses days that are too far away.
const OPEN_DAYS = 7;
const LONGEST_NAME = 50;

type CheckoutSettings = { contractCode: string; clock: Clock };

const invoice = z.object({
  invoiceReference: shortString,
  amount: naira,
  currencyCode: z.string().nullish(),
  invoiceStatus: z.string().nullish(),
  checkoutUrl: z.url({ protocol: /^https?$/ }),
  expiryDate: instant,
  accountNumber: z.string().nullish(),
  accountName: z.string().nullish(),
  bankName: z.string().nullish(),
});
type Invoice = z.infer<typeof invoice>;

/** Opens an invoice at Monnify, which is a checkout page and a bank account of its own. */
export async function startCheckout(
  client: Client,
  settings: CheckoutSettings,
  request: CheckoutRequest,
): Promise<Outcome<{ checkout: Checkout }>> {
  if (request.currency !== 'NGN') return refuse('Monnify collects naira only');
  const answer = await client.call({
    method: 'POST',
    path: '/api/v1/invoice/create',
    json: invoiceOf(settings, request),
  });
  if (answer.kind === 'silence') return tryLater(answer.reason);
  if (answer.kind === 'done') return readInvoice(answer.body, request);
  // A refusal may mean that an earlier call created it and its response was lost.
  return findInvoice(client, request, answer.message);
}

function invoiceOf({ contractCode, clock }: CheckoutSettings, request: CheckoutRequest) {
  return {
    amount: decimalFromMinor(request.amount),
    currencyCode: 'NGN',
    invoiceReference: request.reference,
    customerName: request.customerName,
    customerEmail: request.customerEmail,
    contractCode,
    // Becomes the name of the account, by which payers recognise the business.
    description: request.businessName.slice(0, LONGEST_NAME),
    expiryDate: formatLagosTime(plusMs(clock(), OPEN_DAYS * DAY_MS)),
    redirectUrl: request.returnUrl,
  };
}

async function findInvoice(
  client: Client,
  request: CheckoutRequest,
  refusal: string,
): Promise<Outcome<{ checkout: Checkout }>> {
  const answer = await client.call({
    method: 'GET',
    path: `/api/v1/invoice/${encodeURIComponent(request.reference)}/details`,
  });
  if (answer.kind === 'done') return readInvoice(answer.body, request);
  return isNotFound(answer) ? refuse(refusal) : tryLater(refusal);
}

function readInvoice(body: unknown, request: CheckoutRequest): Outcome<{ checkout: Checkout }> {
  const data = invoice.safeParse(body).data;
  if (!data || data.invoiceReference !== request.reference) return tryLater(UNREADABLE);
  if (data.amount !== request.amount || (data.currencyCode ?? 'NGN') !== 'NGN')
    return refuse('This reference belongs to an invoice of another amount at Monnify');
  if (['CANCELLED', 'EXPIRED'].includes(data.invoiceStatus ?? ''))
    return refuse('The invoice at Monnify is no longer open');
  return {
    ok: true,
    checkout: { checkoutUrl: data.checkoutUrl, account: accountOf(data), ussdCode: null },
  };
}

function accountOf({ accountNumber, accountName, bankName, expiryDate }: Invoice): TransferAccount | null {
  if (!accountNumber || !bankName) return null;
  return { bankName, accountNumber, accountName: accountName ?? '', expiresAt: expiryDate };
}

/** Monnify's name for the transaction an invoice began with; null when it knows no such invoice. */
export async function transactionOfInvoice(
  client: Client,
  reference: string,
): Promise<Outcome<{ transactionId: string | null }>> {
  const answer = await client.call({
    method: 'GET',
    path: `/api/v1/invoice/${encodeURIComponent(reference)}/details`,
  });
  if (answer.kind === 'silence') return tryLater(answer.reason);
  if (answer.kind === 'refused')
    return isNotFound(answer) ? { ok: true, transactionId: null } : tryLater(answer.message);
  const data = z.object({ transactionReference: shortString.nullish() }).safeParse(answer.body).data;
  return data ? { ok: true, transactionId: data.transactionReference ?? null } : tryLater(UNREADABLE);
}
