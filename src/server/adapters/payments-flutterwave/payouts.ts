import { z } from 'zod';
import { ZERO } from '#core/money.ts';
import { decimalFromMinor } from '#server/adapters/shared/decimals.ts';
import type {
  ListPage,
  Outcome,
  PayoutRequest,
  PayoutState,
  ProviderPayout,
  Span,
} from '#server/kernel/ports/index.ts';
import { type Client, failureOf, isInconclusive, isNotFound, toOneLine } from './client.ts';
import {
  currencyCode,
  daysAround,
  fee,
  id,
  instant,
  money,
  nextPage,
  pageOf,
  reference,
  shortString,
} from './wire.ts';

const transfer = z.object({
  id,
  reference,
  amount: money,
  fee: fee.nullish(),
  currency: currencyCode,
  status: shortString,
  complete_message: z.string().nullish(),
  bank_code: z.string().nullish(),
  account_number: z.string().nullish(),
  created_at: instant,
});
type Transfer = z.output<typeof transfer>;

const unknown = (reason: string): PayoutState => ({ state: 'unknown', reason, fee: ZERO });
const UNREADABLE = 'Flutterwave: not an answer we can read';
const NOT_FOUND: PayoutState = {
  state: 'not_found',
  reason: 'Flutterwave has no transfer with this reference',
  fee: ZERO,
};

const states: Record<string, ProviderPayout['state']> = {
  new: 'processing',
  pending: 'processing',
  successful: 'completed',
  failed: 'failed',
};

/**
 * Uncertain: a transfer returned by the receiving bank after it succeeded. No status of its own is
 * documented, so it is taken to become FAILED with a message that says so.
 */
function stateOf({ status, complete_message: message }: Transfer): ProviderPayout['state'] {
  const state = states[status.toLowerCase()] ?? 'unknown';
  return state === 'failed' && /\brevers/i.test(message ?? '') ? 'reversed' : state;
}

function present(told: Transfer): PayoutState {
  const state = stateOf(told);
  const isOver = state === 'failed' || state === 'reversed';
  const reason = isOver ? toOneLine(told.complete_message ?? '').replace(/^DISBURSE FAILED:\s*/i, '') : null;
  return {
    state,
    reason: state === 'unknown' ? `Flutterwave: ${told.status}` : reason,
    fee: told.fee ?? ZERO,
  };
}

/** Of several attempts at one payout the one that matters: money that moved or may yet move comes before a failure. */
function mostConclusive(attempts: readonly Transfer[]): Transfer | undefined {
  const order: ProviderPayout['state'][] = ['completed', 'processing', 'unknown', 'reversed', 'failed'];
  return order
    .map((state) => attempts.find((attempt) => stateOf(attempt) === state))
    .find((attempt) => attempt !== undefined);
}

export async function payoutState(client: Client, wanted: string): Promise<PayoutState> {
  const reply = await client.get('/transfers', { reference: wanted });
  if (reply.kind === 'nothing') return unknown(reply.reason);
  if (reply.kind === 'refused')
    return isNotFound(reply.message, 'transfer') ? NOT_FOUND : unknown(reply.message);
  const told = z.array(transfer).safeParse(reply.data);
  if (!told.success) return unknown(UNREADABLE);
  const attempts = told.data.filter((each) => each.reference === wanted);
  const found = mostConclusive(attempts);
  if (found) return stateOf(found) === 'failed' ? afterRetries(client, found) : present(found);
  // Only an empty list proves that there is none; a list of other transfers did not answer the request.
  return told.data.length === 0 ? NOT_FOUND : unknown('Flutterwave did not answer about this reference');
}

/**
 * A failed transfer can be sent once more from the dashboard, under our reference with `_RETRY_n` behind it. So a
 * failure is conclusive only when none of its retries went, or may yet go.
 */
async function afterRetries(client: Client, first: Transfer): Promise<PayoutState> {
  const reply = await client.get(`/transfers/${first.id}/retries`);
  if (reply.kind === 'nothing') return unknown(reply.reason);
  // The refusal is about the list of retries; the failure itself was reported.
  if (reply.kind === 'refused') return present(first);
  const told = z.array(transfer).nullish().safeParse(reply.data);
  return told.success ? present(mostConclusive([...(told.data ?? []), first]) ?? first) : unknown(UNREADABLE);
}

/** Sends unless the reference is known already: that it would be refused a second time is not documented. */
export async function sendPayout(client: Client, request: PayoutRequest): Promise<PayoutState> {
  if (request.currency !== 'NGN') {
    return { state: 'failed', reason: `Flutterwave does not pay out ${request.currency} for us`, fee: ZERO };
  }
  const before = await payoutState(client, request.reference);
  if (before.state !== 'not_found') return before;
  const reply = await client.post('/transfers', bodyOf(request));
  if (reply.kind === 'nothing') return unknown(reply.reason);
  if (reply.kind === 'data') return accepted(reply.data, request);
  return afterRefusal(client, request, reply);
}

const bodyOf = (request: PayoutRequest) => ({
  account_bank: request.bankCode,
  account_number: request.accountNumber,
  amount: decimalFromMinor(request.amount),
  currency: request.currency,
  debit_currency: request.currency,
  beneficiary_name: request.accountName,
  narration: request.narration,
  reference: request.reference,
});

function accepted(data: unknown, request: PayoutRequest): PayoutState {
  const told = transfer.safeParse(data);
  if (!told.success) return unknown(UNREADABLE);
  const { reference: named, amount, currency } = told.data;
  const same = named === request.reference && amount === request.amount && currency === request.currency;
  return same ? present(told.data) : unknown('Flutterwave answered about another transfer');
}

/**
 * A refusal fails the payout only when it names what was wrong with the request and the reference is still
 * unknown. This tells a refused repeat from a refused payout, whatever the message.
 */
async function afterRefusal(
  client: Client,
  { reference: wanted }: PayoutRequest,
  { status, message }: { status: number; message: string },
): Promise<PayoutState> {
  const now = await payoutState(client, wanted);
  if (now.state !== 'not_found') return now;
  const isDuplicate = /\b(duplicate|already|exists?)\b/i.test(message);
  const isConclusive = status === 400 && !isInconclusive(message) && !isDuplicate;
  return isConclusive ? { state: 'failed', reason: message, fee: ZERO } : unknown(message);
}

export async function payouts(
  client: Client,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayout>>> {
  const page = pageOf(cursor);
  if (page === null) return { ok: false, reason: 'This cursor is not ours', retry: false };
  const reply = await client.get('/transfers', {
    ...daysAround(span.from, span.until),
    page: String(page),
  });
  if (reply.kind !== 'data') return failureOf(reply);
  const told = z.array(transfer).safeParse(reply.data);
  const next = nextPage(reply.meta);
  if (!told.success || next === 'unsaid') return { ok: false, reason: UNREADABLE, retry: true };
  const within = told.data.filter(({ created_at: at }) => at >= span.from && at < span.until);
  return { ok: true, items: within.map(presentListed), next: next === null ? null : String(next) };
}

const presentListed = (told: Transfer): ProviderPayout => ({
  reference: told.reference,
  state: stateOf(told),
  amount: told.amount,
  fee: told.fee ?? ZERO,
  currency: told.currency,
  bankCode: told.bank_code ?? null,
  accountNumber: told.account_number ?? null,
  createdAt: told.created_at,
});
