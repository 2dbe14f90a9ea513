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
  type ApiResult,
  callApi,
  type Client,
  currencyField,
  failureOf,
  feeField,
  hasNextPage,
  instantField,
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
  const problem = validationError(request);
  if (problem) return { state: 'failed', reason: problem, fee: ZERO };
  const to = await createRecipient(client, request);
  if (to.kind !== 'said') return stateAfterFailure(client, request.reference, to);
  const json = {
    source: 'balance',
    amount: request.amount,
    currency: request.currency,
    recipient: to.data.recipient_code,
    reference: request.reference,
    reason: request.narration,
  };
  const sent = await callApi(client, { method: 'POST', path: '/transfer', json }, transfer);
  if (sent.kind !== 'said') return stateAfterFailure(client, request.reference, sent);
  const { reference, amount, currency } = sent.data;
  return reference === request.reference && amount === request.amount && currency === request.currency
    ? payoutStateOf(sent.data)
    : unknown('it answered about another transfer');
}

function validationError({ reference, currency, amount }: PayoutRequest): string | null {
  if (currency !== 'NGN') return 'Paystack sends payouts in naira only';
  if (amount <= 0) return 'There is nothing to send';
  return REFERENCE.test(reference) ? null : 'Paystack cannot take this reference';
}

async function createRecipient(
  client: Client,
  { accountName, accountNumber, bankCode, currency }: PayoutRequest,
): Promise<ApiResult<z.infer<typeof recipient>>> {
  const json = {
    type: 'nuban',
    name: accountName,
    account_number: accountNumber,
    bank_code: bankCode,
    currency,
  };
  const result = await callApi(client, { method: 'POST', path: '/transferrecipient', json }, recipient);
  if (result.kind !== 'said') return result;
  const { account_number, bank_code } = result.data.details;
  return account_number === accountNumber && bank_code === bankCode
    ? result
    : { kind: 'unclear', reason: 'it took another account for the recipient' };
}

// A refusal is about this request only. An earlier one of the same reference may have gone through without
// our knowing, so the refusal counts once Paystack reports that it has no such transfer.
async function stateAfterFailure(
  client: Client,
  reference: string,
  result: Exclude<ApiResult<unknown>, { kind: 'said' }>,
): Promise<PayoutState> {
  if (result.kind === 'unclear') return unknown(result.reason);
  const now = await payoutState(client, reference);
  if (now.state !== 'not_found') return now;
  const inconclusive = result.type === 'processor_error' || /reference/i.test(result.message);
  return inconclusive ? unknown(result.message) : { state: 'failed', reason: result.message, fee: ZERO };
}

export async function payoutState(client: Client, reference: string): Promise<PayoutState> {
  if (!REFERENCE.test(reference)) return { state: 'not_found', reason: null, fee: ZERO };
  const result = await callApi(client, { method: 'GET', path: `/transfer/verify/${reference}` }, transfer);
  if (result.kind === 'unclear') return unknown(result.reason);
  if (result.kind === 'refused') {
    return result.code === 'transfer_not_found' || /transfer not found/i.test(result.message)
      ? { state: 'not_found', reason: result.message, fee: ZERO }
      : unknown(result.message);
  }
  return result.data.reference === reference
    ? payoutStateOf(result.data)
    : unknown('it answered about another transfer');
}

function payoutStateOf({ status, fee, gateway_response: told }: Transfer): PayoutState {
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
  const result = await callApi(client, { method: 'GET', path }, listed);
  if (result.kind !== 'said') return failureOf(result);
  const items = result.data.flatMap((transfer) => presentTransfer(transfer, span));
  return {
    ok: true,
    items,
    next: hasNextPage(page, result.data.length, result.meta) ? String(page + 1) : null,
  };
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
  const result = await callApi(client, { method: 'GET', path: '/balance' }, balances);
  if (result.kind !== 'said') return failureOf(result);
  const found = result.data.find((told) => told.currency === currency);
  return { ok: true, available: found ? amountField.parse(Math.max(0, found.balance)) : null };
}
