import { z } from 'zod';
import type { Clock } from '#core/dates.ts';
import { add, least, type Minor, minor, ZERO } from '#core/money.ts';
import type { ListPage, Outcome, PaymentMethod, ProviderPayment, Span } from '#server/kernel/ports/index.ts';
import { callStripe, type Client, UNREADABLE } from './client.ts';
import { refundsOf } from './refunds.ts';
import {
  disputeSchema,
  failureOf,
  foundSchema,
  type Intent,
  intentSchema,
  listAll,
  PAGE_SIZE,
  pageOf,
  parseAs,
} from './wire.ts';

const CHARGE = 'latest_charge.balance_transaction';
const INTENT_ID = /^pi_\w+$/;
const unreadable = { ok: false, reason: UNREADABLE, retry: true } as const;

/** Fetches one payment intent. */
export async function verifyPayment(
  client: Client,
  transactionId: string,
): Promise<Outcome<{ payment: ProviderPayment | null }>> {
  if (!INTENT_ID.test(transactionId)) return { ok: true, payment: null };
  const response = await callStripe(client, (stripe) =>
    stripe.paymentIntents.retrieve(transactionId, { expand: [CHARGE] }),
  );
  const parsed = parseAs(intentSchema, response);
  if (parsed.kind === 'refusal' && parsed.code === 'resource_missing') return { ok: true, payment: null };
  if (parsed.kind !== 'answer') return failureOf(parsed);
  return parsed.body.id === transactionId ? presentIntent(client, parsed.body) : unreadable;
}

const SEARCH_LAG_SECONDS = 2 * 60 * 60;
const RECENT_PAGES = 10;

/**
 * Every payment intent that carries the reference. Search finds them however old they are, but indexes new
 * ones late: a minute, up to an hour on bad days. Lists are never late, so those of the last two hours are
 * read as well.
 */
export async function listPayments(
  client: Client,
  clock: Clock,
  reference: string,
): Promise<Outcome<{ payments: ProviderPayment[] }>> {
  const found = await intentsOf(client, clock, reference);
  return found.ok ? presentAll(found.ids, (id) => verifyPayment(client, id)) : found;
}

/** The ids of those intents. */
export async function intentsOf(
  client: Client,
  clock: Clock,
  reference: string,
): Promise<Outcome<{ ids: Set<string> }>> {
  const since = Math.floor(clock().getTime() / 1000) - SEARCH_LAG_SECONDS;
  const [searched, recent] = await Promise.all([
    search(client, reference),
    listAll(
      client,
      foundSchema,
      (stripe, page) => stripe.paymentIntents.list({ ...page, created: { gte: since } }),
      RECENT_PAGES,
    ),
  ]);
  if (searched.kind !== 'answer') return failureOf(searched);
  if (recent.kind !== 'answer') return failureOf(recent);
  const found = [...searched.body.data, ...recent.body].filter(
    ({ metadata }) => metadata.reference === reference,
  );
  return { ok: true, ids: new Set(found.map(({ id }) => id)) };
}

async function search(client: Client, reference: string) {
  const quoted = reference.replace(/['\\]/g, '\\$&');
  const response = await callStripe(client, (stripe) =>
    stripe.paymentIntents.search({ query: `metadata['reference']:'${quoted}'`, limit: PAGE_SIZE }),
  );
  return parseAs(z.object({ object: z.literal('search_result'), data: z.array(foundSchema) }), response);
}

/** One page of all payment intents begun within the span. */
export async function payments(
  client: Client,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayment>>> {
  const response = await callStripe(client, (stripe) =>
    stripe.paymentIntents.list({
      created: { gte: secondsUp(span.from), lt: secondsUp(span.until) },
      limit: PAGE_SIZE,
      expand: [`data.${CHARGE}`],
      ...(cursor ? { starting_after: cursor } : {}),
    }),
  );
  const parsed = parseAs(pageOf(intentSchema), response);
  if (parsed.kind !== 'answer') return failureOf(parsed);
  const { data, has_more } = parsed.body;
  const next = has_more ? (data.at(-1)?.id ?? null) : null;
  // A page that leads to itself would be read for ever.
  if (next !== null && next === cursor) return unreadable;
  const presented = await presentAll(data, (intent) => presentIntent(client, intent));
  return presented.ok ? { ok: true, items: presented.payments, next } : presented;
}

const secondsUp = (date: Date): number => Math.ceil(date.getTime() / 1000);

async function presentAll<T>(
  all: Iterable<T>,
  present: (one: T) => Promise<Outcome<{ payment: ProviderPayment | null }>>,
): Promise<Outcome<{ payments: ProviderPayment[] }>> {
  const presented: ProviderPayment[] = [];
  for (const one of all) {
    const outcome = await present(one);
    if (!outcome.ok) return outcome;
    if (outcome.payment) presented.push(outcome.payment);
  }
  return { ok: true, payments: presented };
}

/** A payment intent as a port payment; fetches its refunds and disputes. */
async function presentIntent(client: Client, intent: Intent): Promise<Outcome<{ payment: ProviderPayment }>> {
  if (intent.status !== 'succeeded') return { ok: true, payment: unpaid(intent) };
  const charge = intent.latest_charge;
  if (!charge) return unreadable;
  const fee = feeOf(intent);
  if (fee === null) return { ok: false, reason: 'its fee is not known yet', retry: true };
  const reversed = await reversedAmount(client, intent);
  if (!reversed.ok) return reversed;
  const amount = minor(intent.amount_received);
  const refunded = least(reversed.amount, amount);
  return {
    ok: true,
    payment: {
      ...unpaid(intent),
      status: refunded === amount && amount > ZERO ? 'refunded' : 'completed',
      amount,
      refunded,
      fee,
      paidAt: new Date(charge.created * 1000),
    },
  };
}

// An intent that nobody gave our reference (made by hand at Stripe) goes by its own id, which is none of ours.
const unpaid = (intent: Intent): ProviderPayment => ({
  transactionId: intent.id,
  reference: intent.metadata.reference || intent.id,
  status: unpaidStatus(intent),
  amount: minor(intent.amount),
  refunded: ZERO,
  fee: ZERO,
  currency: intent.currency.toUpperCase(),
  method: methodOf(intent.latest_charge?.payment_method_details?.type),
  testMode: !intent.livemode,
  paidAt: null,
});

/** After a failed attempt the customer may try again with the same intent, so `failed` is not its end. */
function unpaidStatus({ status, last_payment_error }: Intent): ProviderPayment['status'] {
  if (status === 'canceled') return 'cancelled';
  return status === 'requires_payment_method' && last_payment_error ? 'failed' : 'pending';
}

/**
 * Stripe reports fees in its settlement currency; one in another currency is converted back by the rate it
 * used.
 */
function feeOf({ latest_charge, currency }: Intent): Minor | null {
  const balanceTransaction = latest_charge?.balance_transaction;
  if (!balanceTransaction) return null;
  if (balanceTransaction.currency === currency) return minor(balanceTransaction.fee);
  return balanceTransaction.exchange_rate
    ? minor(Math.round(balanceTransaction.fee / balanceTransaction.exchange_rate))
    : null;
}

/**
 * Reversed amount: refunds that arrived and disputes that were lost. The charge's own sum also counts refunds
 * still under way, so it only decides whether to fetch them.
 */
async function reversedAmount(
  client: Client,
  { id, latest_charge }: Intent,
): Promise<Outcome<{ amount: Minor }>> {
  let amount = ZERO;
  if (latest_charge && latest_charge.amount_refunded > 0) {
    const refunds = await refundsOf(client, id);
    if (refunds.kind !== 'answer') return failureOf(refunds);
    amount = add(amount, sumOf(refunds.body.filter(({ status }) => status === 'succeeded')));
  }
  if (latest_charge?.disputed) {
    const disputes = await listAll(client, disputeSchema, (stripe, page) =>
      stripe.disputes.list({ payment_intent: id, ...page }),
    );
    if (disputes.kind !== 'answer') return failureOf(disputes);
    amount = add(amount, sumOf(disputes.body.filter(({ status }) => status === 'lost')));
  }
  return { ok: true, amount };
}

const sumOf = (all: { amount: number }[]): Minor => add(...all.map(({ amount }) => minor(amount)));

const transfers = [
  'us_bank_account',
  'customer_balance',
  'ach_debit',
  'ach_credit_transfer',
  'sepa_debit',
  'bacs_debit',
];
const codes = ['wechat_pay', 'alipay', 'paynow', 'promptpay', 'pix'];

function methodOf(type = 'card'): PaymentMethod {
  if (type === 'card' || type === 'card_present') return 'card';
  if (transfers.includes(type)) return 'bank_transfer';
  return codes.includes(type) ? 'qr_code' : 'wallet';
}
