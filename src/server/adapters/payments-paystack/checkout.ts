import { z } from 'zod';
import { plusMs } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { Checkout, CheckoutRequest, Outcome, TransferAccount } from '#server/kernel/ports/index.ts';
import { callApi, type Client, failureOf, instantField } from './client.ts';
import { accountWireOf, wireOf } from './references.ts';

/** Smallest amounts Paystack takes: ₦50 and $2. */
const SMALLEST: Record<Currency, number> = { NGN: 5_000, USD: 200 };

const ACCOUNT_LIFE_MS = 30 * 60_000;

const opened = z.object({ authorization_url: z.url({ protocol: /^https?$/ }), reference: z.string() });

/** The hosted page for an amount, and for naira an account to transfer it to. */
export async function startCheckout(
  client: Client,
  request: CheckoutRequest,
): Promise<Outcome<{ checkout: Checkout }>> {
  const wire = wireOf(request.reference);
  const problem = validationError(request);
  if (!wire || problem)
    return { ok: false, reason: problem ?? 'Paystack cannot take this reference', retry: false };
  const json = { ...transactionFields(request, wire), callback_url: request.returnUrl };
  const result = await callApi(client, { method: 'POST', path: '/transaction/initialize', json }, opened);
  if (result.kind === 'refused' && isDuplicate(result)) {
    // Opened before and the response was lost; no call returns the old URL again.
    return { ok: false, reason: 'Paystack has a checkout of this reference already', retry: false };
  }
  if (result.kind !== 'said') return failureOf(result);
  if (result.data.reference !== wire)
    return { ok: false, reason: 'it answered about another checkout', retry: true };
  const account =
    request.currency === 'NGN' ? await requestTransferAccount(client, request, accountWireOf(wire)) : null;
  return { ok: true, checkout: { checkoutUrl: result.data.authorization_url, account, ussdCode: null } };
}

const isDuplicate = ({ code, message }: { code: string; message: string }): boolean =>
  code === 'duplicate_reference' || /duplicate transaction reference/i.test(message);

function validationError({ amount, currency, customerEmail }: CheckoutRequest): string | null {
  if (amount < SMALLEST[currency]) return 'Paystack takes no amount below ₦50 or $2';
  return customerEmail.includes('@') ? null : 'Paystack needs an email address of the customer';
}

const transactionFields = (request: CheckoutRequest, wire: string) => ({
  email: request.customerEmail,
  amount: request.amount,
  currency: request.currency,
  reference: wire,
  metadata: {
    reference: request.reference,
    description: request.description,
    business: request.businessName,
    cancel_action: request.returnUrl,
  },
});

const account = z.object({
  status: z.literal('pending_bank_transfer'),
  reference: z.string(),
  account_name: z.string().min(1),
  account_number: z.string().regex(/^\d{10}$/),
  bank: z.object({ name: z.string().min(1) }),
  account_expires_at: instantField,
});

/**
 * "Pay with transfer": an account at Paystack-Titan or Wema for this one payment. Paystack gives it for 15 minutes to
 * 8 hours and sends back by itself what comes late or is another amount. Half an hour, as on its own page: what is
 * owed may change, and the account would still take the old amount. The checkout does without where there is none.
 */
async function requestTransferAccount(
  client: Client,
  request: CheckoutRequest,
  wire: string,
): Promise<TransferAccount | null> {
  const expiresAt = plusMs(client.clock(), ACCOUNT_LIFE_MS);
  const json = {
    ...transactionFields(request, wire),
    bank_transfer: { account_expires_at: expiresAt.toISOString() },
  };
  const result = await callApi(client, { method: 'POST', path: '/charge', json }, account);
  if (result.kind !== 'said' || result.data.reference !== wire) return null;
  return {
    bankName: result.data.bank.name,
    accountNumber: result.data.account_number,
    accountName: result.data.account_name,
    expiresAt: result.data.account_expires_at ?? expiresAt,
  };
}
