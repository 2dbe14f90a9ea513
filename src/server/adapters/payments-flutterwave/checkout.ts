import { z } from 'zod';
import { decimalFromMinor } from '#server/adapters/shared/decimals.ts';
import type { Checkout, CheckoutRequest, Outcome, TransferAccount } from '#server/kernel/ports/index.ts';
import { type Client, failureOf } from './client.ts';
import { money, readInstant } from './wire.ts';

const hosted = z.object({ link: z.url({ protocol: /^https?$/ }) });

/**
 * A hosted page, and in naira an account number for this one payment. Both stand under our reference, so whichever is
 * paid is found by it. The page alone is enough.
 */
export async function startCheckout(
  client: Client,
  request: CheckoutRequest,
): Promise<Outcome<{ checkout: Checkout }>> {
  // Uncertain: whether a reference that was used is refused here or given another page; both are within the promise,
  // because every page pays the same reference.
  const reply = await client.post('/payments', {
    tx_ref: request.reference,
    amount: decimalFromMinor(request.amount),
    currency: request.currency,
    redirect_url: request.returnUrl,
    customer: { email: request.customerEmail, name: request.customerName },
    customizations: { title: request.businessName, description: request.description },
  });
  if (reply.kind !== 'data') return { ...failureOf(reply), retry: reply.kind === 'nothing' };
  const parsed = hosted.safeParse(reply.data);
  if (!parsed.success) return { ok: false, reason: 'Flutterwave gave no page to pay on', retry: true };
  const account = request.currency === 'NGN' ? await requestTransferAccount(client, request) : null;
  return { ok: true, checkout: { checkoutUrl: parsed.data.link, account, ussdCode: null } };
}

const virtualAccount = z.object({
  account_number: z.string().regex(/^\d{10}$/),
  bank_name: z.string().trim().min(1),
  expiry_date: z.string().nullish(),
  note: z.string().nullish(),
  amount: money.nullish(),
});

async function requestTransferAccount(
  client: Client,
  request: CheckoutRequest,
): Promise<TransferAccount | null> {
  const [firstname = '', ...rest] = request.customerName.trim().split(/\s+/);
  const reply = await client.post('/virtual-account-numbers', {
    email: request.customerEmail,
    amount: decimalFromMinor(request.amount),
    currency: request.currency,
    tx_ref: request.reference,
    is_permanent: false,
    firstname,
    lastname: rest.join(' ') || firstname,
    narration: request.businessName,
  });
  const parsed = virtualAccount.safeParse(reply.kind === 'data' ? reply.data : null);
  return parsed.success ? accountOf(parsed.data, request) : null;
}

function accountOf(
  details: z.output<typeof virtualAccount>,
  { amount, businessName }: CheckoutRequest,
): TransferAccount | null {
  // Where the customer bears the fee the account wants more than the invoice says; then only the page can explain it.
  if ((details.amount ?? amount) !== amount) return null;
  return {
    bankName: details.bank_name,
    accountNumber: details.account_number,
    accountName: /make a bank transfer to (.+)$/i.exec(details.note ?? '')?.[1]?.trim() || businessName,
    expiresAt: readInstant(details.expiry_date ?? ''),
  };
}
