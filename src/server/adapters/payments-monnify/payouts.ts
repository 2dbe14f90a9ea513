import { z } from 'zod';
import { plusMs } from '#core/dates.ts';
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
import type { Answer, Client } from './client.ts';
import {
  instant,
  isNotFound,
  listPage,
  naira,
  pageOf,
  readPage,
  refuse,
  shortString,
  tryLater,
  UNREADABLE,
} from './wire.ts';

const PAGE_SIZE = 50;
/** The same amount to the same account within two minutes. */
const DUPLICATE_CODE = 'D07';
const DUPLICATE_MESSAGE = /duplicate|already/i;
const NEEDS_AUTHORISATION = 'Waits at Monnify for somebody to authorise it';

type ListedState = ProviderPayout['state'];
// EXPIRED is documented for batches only, so here it concludes nothing.
const states: Record<string, ListedState> = {
  PENDING: 'processing',
  AWAITING_PROCESSING: 'processing',
  IN_PROGRESS: 'processing',
  PENDING_AUTHORIZATION: 'processing',
  PENDING_BATCH_AUTHORIZATION: 'processing',
  OTP_EMAIL_DISPATCH_FAILED: 'processing',
  SUCCESS: 'completed',
  COMPLETED: 'completed',
  FAILED: 'failed',
  REVERSED: 'reversed',
};
const stateOf = (status: string): ListedState =>
  (Object.hasOwn(states, status) ? states[status] : undefined) ?? 'unknown';

const payout = z.object({
  reference: shortString,
  amount: naira,
  status: shortString,
  fee: naira.nullish().catch(null),
  totalFee: naira.nullish().catch(null),
  comment: z.string().nullish().catch(null),
  transactionDescription: z.string().nullish().catch(null),
  destinationAccountNumber: z.string().nullish(),
  destinationBankCode: z.string().nullish(),
});
type Payout = z.infer<typeof payout>;
const listed = payout.extend({ currency: z.string().regex(/^[A-Z]{3}$/), createdOn: instant });

const unknown = (reason: string): PayoutState => ({ state: 'unknown', reason, fee: ZERO });

/** Sends from the wallet and waits for the outcome. Monnify keeps references unique, so a repeat sends nothing. */
export async function sendPayout(
  client: Client,
  walletAccount: string,
  request: PayoutRequest,
): Promise<PayoutState> {
  if (request.currency !== 'NGN') return { ...unknown('Monnify sends naira only'), state: 'failed' };
  const answer = await client.call({
    method: 'POST',
    path: '/api/v2/disbursements/single',
    json: {
      amount: decimalFromMinor(request.amount),
      reference: request.reference,
      narration: request.narration,
      destinationBankCode: request.bankCode,
      destinationAccountNumber: request.accountNumber,
      destinationAccountName: request.accountName,
      currency: 'NGN',
      sourceAccountNumber: walletAccount,
      async: false,
    },
  });
  if (answer.kind === 'silence') return unknown(answer.reason);
  if (answer.kind === 'done' && !isDuplicate(answer.body)) return readPayout(answer.body, request);
  return afterRefusal(client, request, answer);
}

/**
 * A refusal is of this one call, but an earlier one with the same reference may have got through. D07 above
 * all comes both for a similar payout and for our own first attempt. So the reference is queried: the state
 * Monnify reports for it stands, and only an unknown reference means that nothing was sent.
 */
async function afterRefusal(client: Client, request: PayoutRequest, answer: Answer): Promise<PayoutState> {
  const known = await queryState(client, request.reference, request);
  if (known.state !== 'not_found') return known;
  if (answer.kind === 'done')
    return { ...known, state: 'failed', reason: 'A payout just like it was sent moments ago' };
  return conclusion(answer);
}

function conclusion(answer: Answer): PayoutState {
  if (answer.kind !== 'refused') return unknown(UNREADABLE);
  if (answer.code === DUPLICATE_CODE) return { ...unknown(answer.message), state: 'failed' };
  // Contradictory answers need a person.
  const isConclusive = [400, 422].includes(answer.status) && !DUPLICATE_MESSAGE.test(answer.message);
  return { ...unknown(answer.message), state: isConclusive ? 'failed' : 'unknown' };
}

// Its documents have D07 among the statuses of transfers rather than among the codes of answers.
function isDuplicate(body: unknown): boolean {
  const status = z.object({ status: z.string() }).safeParse(body).data?.status ?? '';
  return status === DUPLICATE_CODE || status.startsWith('DUPLICATE');
}

export const payoutState = (client: Client, reference: string): Promise<PayoutState> =>
  queryState(client, reference, null);

async function queryState(
  client: Client,
  reference: string,
  request: PayoutRequest | null,
): Promise<PayoutState> {
  const answer = await client.call({
    method: 'GET',
    path: '/api/v2/disbursements/single/summary',
    query: { reference },
  });
  if (answer.kind === 'silence') return unknown(answer.reason);
  if (answer.kind === 'done') return readPayout(answer.body, request ?? { reference });
  return { ...unknown(answer.message), state: isNotFound(answer) ? 'not_found' : 'unknown' };
}

type Expected = Pick<PayoutRequest, 'reference'> & Partial<PayoutRequest>;

function readPayout(body: unknown, expected: Expected): PayoutState {
  const told = payout.safeParse(body).data;
  if (!told || told.reference !== expected.reference) return unknown(UNREADABLE);
  if (isOther(told, expected)) return unknown('Monnify has another payout under this reference');
  const state = stateOf(told.status);
  return {
    state,
    reason: state === 'completed' ? null : reasonOf(told),
    fee: told.fee ?? told.totalFee ?? ZERO,
  };
}

const isOther = (told: Payout, { amount, accountNumber }: Expected): boolean =>
  (amount !== undefined && told.amount !== amount) ||
  (accountNumber !== undefined && (told.destinationAccountNumber ?? accountNumber) !== accountNumber);

function reasonOf({ status, comment, transactionDescription }: Payout): string | null {
  if (status.startsWith('PENDING_') || status.startsWith('OTP_')) return NEEDS_AUTHORISATION;
  return comment || transactionDescription || null;
}

/** Payouts made from the wallet within a span. */
export async function listPayouts(
  client: Client,
  walletAccount: string,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayout>>> {
  const number = pageOf(cursor);
  if (number === null) return refuse('No such page');
  const answer = await client.call({
    method: 'GET',
    path: '/api/v2/disbursements/search-transactions',
    query: {
      sourceAccountNumber: walletAccount,
      startDate: String(span.from.getTime()),
      endDate: String(plusMs(span.until, -1).getTime()),
      pageNo: String(number),
      pageSize: String(PAGE_SIZE),
    },
  });
  const page = readPage(answer, number, PAGE_SIZE);
  if (!page.ok) return page;
  const item = z.array(listed).safeParse(page.items).data;
  if (!item) return tryLater(UNREADABLE);
  // How the last day is counted is not documented, so the span is applied here too.
  const within = item.filter(({ createdOn }) => createdOn >= span.from && createdOn < span.until);
  return listPage(within.map(presentListed), page.isLast, number);
}

const presentListed = (told: z.infer<typeof listed>): ProviderPayout => ({
  reference: told.reference,
  state: stateOf(told.status),
  amount: told.amount,
  fee: told.fee ?? told.totalFee ?? ZERO,
  currency: told.currency,
  bankCode: told.destinationBankCode ?? null,
  accountNumber: told.destinationAccountNumber ?? null,
  createdAt: told.createdOn,
});
