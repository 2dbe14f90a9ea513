import { minor } from '#core/money.ts';
import type { Call, Reply } from '../serve.ts';
import { type Ledger, newRow, type Row } from './ledger.ts';
import { bodyOf, failed, invalid, missing, pageOf, succeeded } from './responses.ts';
import { transactionShape } from './serializers.ts';

const SMALLEST: Record<string, number> = { NGN: 5_000, USD: 200 };
const EIGHT_HOURS_MS = 8 * 3_600_000;
const QUARTER_HOUR_MS = 900_000;

/** `POST /transaction/initialize` */
export function initialize(books: Ledger, call: Call): Reply {
  const row = openRow(books, bodyOf(call) ?? {});
  if ('body' in row) return row;
  books.transactions.push(row);
  return succeeded('Authorization URL created', {
    authorization_url: `${books.url()}/checkout/${row.accessCode}`,
    access_code: row.accessCode,
    reference: row.reference,
  });
}

/** `POST /charge`, of which only the transfer account is known here. */
export function charge(books: Ledger, call: Call): Reply {
  const body = bodyOf(call);
  const transfer = body?.bank_transfer;
  if (typeof transfer !== 'object' || transfer === null || !body) return invalid('Channel');
  const wanted = (transfer as { account_expires_at?: unknown }).account_expires_at ?? null;
  const at = wanted === null ? books.now().getTime() + EIGHT_HOURS_MS : Date.parse(String(wanted));
  if (Number.isNaN(at)) return invalid('Account expiry date');
  if (body.currency !== undefined && body.currency !== 'NGN')
    return failed('Channel not available for this currency', 'unsupported_currency', 'Use NGN');
  const row = openRow(books, body);
  if ('body' in row) return row;
  const left = Math.min(Math.max(at - books.now().getTime(), QUARTER_HOUR_MS), EIGHT_HOURS_MS);
  Object.assign(row, {
    account: String(9_900_000_000 + (row.id % 100_000_000)),
    channel: 'bank_transfer',
    method: 'bank_transfer',
  });
  row.status = 'ongoing';
  books.transactions.push(row);
  return succeeded('Charge attempted', {
    reference: row.reference,
    status: 'pending_bank_transfer',
    display_text: 'Please make a transfer to the account specified',
    account_name: 'PAYSTACK CHECKOUT',
    account_number: row.account,
    bank: { slug: 'titan-paystack', name: 'Paystack-Titan', id: 629 },
    account_expires_at: new Date(books.now().getTime() + left).toISOString(),
  });
}

export function openRow(books: Ledger, body: Record<string, unknown>): Row | Reply {
  const why = whyRefused(books, body);
  if (why) return why;
  const row = newRow(books, minor(Number(body.amount)), String(body.currency ?? 'NGN'));
  if (typeof body.reference === 'string') row.reference = body.reference;
  if (typeof body.callback_url === 'string') row.callbackUrl = body.callback_url;
  row.email = String(body.email);
  row.metadata = (body.metadata as Record<string, unknown> | undefined) ?? null;
  return row;
}

function whyRefused(books: Ledger, body: Record<string, unknown>): Reply | null {
  const { email, amount, currency = 'NGN', reference, callback_url, metadata } = body;
  if (email === undefined) return missing('Email Address');
  if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return invalid('Email Address');
  if (typeof currency !== 'string' || !(currency in SMALLEST))
    return failed('Currency not supported by merchant', 'unsupported_currency', 'Use a supported currency');
  if (!Number.isSafeInteger(amount)) return invalid('Amount');
  if (Number(amount) < (SMALLEST[currency] ?? 0)) return invalid('Amount');
  if (callback_url !== undefined && !URL.canParse(String(callback_url))) return invalid('Callback URL');
  if (metadata !== undefined && (typeof metadata !== 'object' || metadata === null))
    return invalid('Metadata');
  if (reference === undefined) return null;
  if (typeof reference !== 'string' || !/^[A-Za-z0-9.=-]{1,100}$/.test(reference))
    return invalid('Transaction reference');
  return books.transactions.some((row) => row.reference === reference)
    ? failed('Duplicate Transaction Reference', 'duplicate_reference', 'Use a unique reference')
    : null;
}

/** `GET /transaction/verify/{reference}` */
export function verify(books: Ledger, reference: string): Reply {
  const row = books.transactions.find((known) => known.reference === reference);
  if (!row) return notFound;
  return succeeded('Verification successful', {
    ...transactionShape(row),
    transaction_date: row.createdAt.toISOString(),
    plan_object: {},
  });
}

/** `GET /transaction/{id}` */
export function fetchOne(books: Ledger, id: string): Reply {
  const row = books.transactions.find((known) => String(known.id) === id);
  return row ? succeeded('Transaction retrieved', transactionShape(row)) : notFound;
}

const notFound = failed(
  'Transaction reference not found',
  'transaction_not_found',
  "Ensure that you're passing the reference of a transaction that exists on this integration",
);

/** `GET /transaction`; `perPage` comes back as text here. */
export function list(books: Ledger, call: Call): Reply {
  const { items, meta } = pageOf(call, books.transactions, ({ createdAt }) => createdAt);
  const volume = books.transactions.reduce((sum, { amount }) => sum + amount, 0);
  return succeeded('Transactions retrieved', items.map(transactionShape), {
    ...meta,
    total_volume: volume,
    perPage: String(meta.perPage),
  });
}
