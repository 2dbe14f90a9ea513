import { z } from 'zod';
import { type Minor, ZERO } from '#core/money.ts';
import type {
  ListPage,
  Outcome,
  PayoutRequest,
  PayoutState,
  ProviderPayout,
  Span,
} from '#server/kernel/ports/index.ts';
import {
  amountField,
  type Client,
  currencyField,
  feeField,
  goesOn,
  hear,
  type Heard,
  instantField,
  unsaid,
} from './client.ts';
import { isWithin, pageOf, spanQuery } from './payments.ts';

/** A transfer's reference as Paystack wants it. */
const REFERENCE = /^[a-z0-9_-]{16,50}$/;

const recipient = z.object({
  recipient_code: z.string().min(1),
  currency: z.literal('NGN'),
  details: z.object({ account_number: z.string(), bank_code: z.string() }),
});

const transfer = z
  .object({
    reference: z.string().min(1).nullish(),
    transfer_code: z.string().min(1),
    status: z.string().min(1),
    amount: amountField,
    currency: currencyField,
    fee_charged: feeField.optional(),
    gateway_response: z.string().nullish(),
    createdAt: instantField,
    created_at: instantField,
    recipient: z
      .object({
        details: z.object({ account_number: z.string().nullish(), bank_code: z.string().nullish() }),
      })
      .nullish()
      .catch(null),
  })
  .transform(({ createdAt, created_at, fee_charged, recipient: to, ...rest }) => ({
    ...rest,
    fee: fee_charged ?? ZERO,
    createdAt: createdAt ?? created_at,
    bankCode: to?.details.bank_code ?? null,
    accountNumber: to?.details.account_number ?? null,
  }));
type Transfer = z.infer<typeof transfer>;

// An `abandoned` one was never given its one-time password, a `blocked` or `rejected` one was not approved: none of
// them moved money, and none will.
const states: Record<string, ProviderPayout['state']> = {
  pending: 'processing',
  otp: 'processing',
  received: 'processing',
  success: 'completed',
  failed: 'failed',
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
  reversed: 'reversed',
};

const reasons: Record<string, string> = {
  otp: 'It waits for a one-time password at Paystack, which is to be switched off for transfers',
  abandoned: 'No one-time password was given at Paystack in time',
  blocked: 'The transfer was not approved in time',
  rejected: 'The transfer was not approved',
  failed: 'The bank did not take the transfer',
  reversed: 'The bank sent the money back',
};

/** Sends once: Paystack refuses a second transfer of the same reference, and every refusal is looked into. */
export async function sendPayout(client: Client, request: PayoutRequest): Promise<PayoutState> {
  const unfit = whyUnfit(request);
  if (unfit) return { state: 'failed', reason: unfit, fee: ZERO };
  const to = await openRecipient(client, request);
  if (to.kind !== 'said') return unsent(client, request.reference, to);
  const json = {
    source: 'balance',
    amount: request.amount,
    currency: request.currency,
    recipient: to.data.recipient_code,
    reference: request.reference,
    reason: request.narration,
  };
  const sent = await hear(client, { method: 'POST', path: '/transfer', json }, transfer);
  if (sent.kind !== 'said') return unsent(client, request.reference, sent);
  const { reference, amount, currency } = sent.data;
  return reference === request.reference && amount === request.amount && currency === request.currency
    ? presentState(sent.data)
    : unknown('it answered about another transfer');
}

function whyUnfit({ reference, currency, amount }: PayoutRequest): string | null {
  if (currency !== 'NGN') return 'Paystack sends payouts in naira only';
  if (amount <= 0) return 'There is nothing to send';
  return REFERENCE.test(reference) ? null : 'Paystack cannot take this reference';
}

async function openRecipient(
  client: Client,
  { accountName, accountNumber, bankCode, currency }: PayoutRequest,
): Promise<Heard<z.infer<typeof recipient>>> {
  const json = {
    type: 'nuban',
    name: accountName,
    account_number: accountNumber,
    bank_code: bankCode,
    currency,
  };
  const heard = await hear(client, { method: 'POST', path: '/transferrecipient', json }, recipient);
  if (heard.kind !== 'said') return heard;
  const { account_number, bank_code } = heard.data.details;
  return account_number === accountNumber && bank_code === bankCode
    ? heard
    : { kind: 'unclear', reason: 'it took another account for the recipient' };
}

// A refusal is about this request only. An earlier one of the same reference may have gone through without
// our knowing, so the refusal counts once Paystack reports that it has no such transfer.
async function unsent(
  client: Client,
  reference: string,
  heard: Exclude<Heard<unknown>, { kind: 'said' }>,
): Promise<PayoutState> {
  if (heard.kind === 'unclear') return unknown(heard.reason);
  const now = await payoutState(client, reference);
  if (now.state !== 'not_found') return now;
  const inconclusive = heard.type === 'processor_error' || /reference/i.test(heard.message);
  return inconclusive ? unknown(heard.message) : { state: 'failed', reason: heard.message, fee: ZERO };
}

export async function payoutState(client: Client, reference: string): Promise<PayoutState> {
  if (!REFERENCE.test(reference)) return { state: 'not_found', reason: null, fee: ZERO };
  const heard = await hear(client, { method: 'GET', path: `/transfer/verify/${reference}` }, transfer);
  if (heard.kind === 'unclear') return unknown(heard.reason);
  if (heard.kind === 'refused') {
    return heard.code === 'transfer_not_found' || /transfer not found/i.test(heard.message)
      ? { state: 'not_found', reason: heard.message, fee: ZERO }
      : unknown(heard.message);
  }
  return heard.data.reference === reference
    ? presentState(heard.data)
    : unknown('it answered about another transfer');
}

function presentState({ status, fee, gateway_response: told }: Transfer): PayoutState {
  const state = states[status];
  if (!state) return unknown(`Paystack told a state we do not know: ${status}`);
  return { state, reason: state === 'completed' ? null : told || reasons[status] || null, fee };
}

const unknown = (reason: string): PayoutState => ({ state: 'unknown', reason, fee: ZERO });

const listed = z.array(transfer.refine(({ createdAt }) => createdAt !== null));

/** One page of all transfers begun within a span. The cursor is the page's number. */
export async function payoutsWithin(
  client: Client,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayout>>> {
  const page = pageOf(cursor);
  const path = `/transfer?${spanQuery(span, page)}`;
  const heard = await hear(client, { method: 'GET', path }, listed);
  if (heard.kind !== 'said') return unsaid(heard);
  const items = heard.data.flatMap((told) => presentTransfer(told, span));
  return { ok: true, items, next: goesOn(page, heard.data.length, heard.meta) ? String(page + 1) : null };
}

function presentTransfer(told: Transfer, span: Span): ProviderPayout[] {
  const { createdAt, amount, fee, currency, bankCode, accountNumber } = told;
  if (!createdAt || !isWithin(createdAt, span)) return [];
  // Transfers made by hand in Paystack's dashboard may have no reference.
  const reference = told.reference ?? told.transfer_code;
  const state = states[told.status] ?? 'unknown';
  return [{ reference, state, amount, fee, currency, bankCode, accountNumber, createdAt }];
}

const balances = z.array(z.object({ currency: z.string(), balance: z.number().int() }));

/** Balance available for payouts; null when Paystack keeps none in the currency. */
export async function balance(
  client: Client,
  currency: string,
): Promise<Outcome<{ available: Minor | null }>> {
  const heard = await hear(client, { method: 'GET', path: '/balance' }, balances);
  if (heard.kind !== 'said') return unsaid(heard);
  const found = heard.data.find((told) => told.currency === currency);
  return { ok: true, available: found ? amountField.parse(Math.max(0, found.balance)) : null };
}
