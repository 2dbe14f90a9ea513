import { z } from 'zod';
import { HOUR_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import type { Call, Reply } from '../serve.ts';
import { addRefund, hex, type Ledger, leftOf, type Refund, type Transaction } from './ledger.ts';
import { listReply } from './paging.ts';
import { accountOut, amountIn, done, listedOut, major, refundOut, refuse, verifiedOut } from './wire.ts';

const currencies = ['NGN', 'USD', 'GHS', 'KES', 'EUR', 'GBP'];
const email = z.email();

type Json = Record<string, unknown>;
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** `POST /v3/payments` */
export function createLink(books: Ledger, body: Json, url: string): Reply {
  const txRef = text(body.tx_ref);
  const amount = amountIn(body.amount);
  const currency = text(body.currency) || 'NGN';
  const customer = record(body.customer);
  const redirectUrl = text(body.redirect_url);
  if (txRef === '' || txRef.length > 100) return refuse('tx_ref is required');
  if (amount === null) return refuse('amount must be a positive number');
  if (!currencies.includes(currency)) return refuse('currency is not supported');
  if (!email.safeParse(customer.email).success) return refuse('customer.email is required');
  if (redirectUrl !== '' && !URL.canParse(redirectUrl)) return refuse('redirect_url must be a valid uri');
  const known = books.checkouts.find((checkout) => checkout.txRef === txRef);
  const isPaid = books.transactions.some((each) => each.txRef === txRef && each.status === 'successful');
  if (isPaid || (known && (known.amount !== amount || known.currency !== currency))) {
    return refuse('tx_ref already exists');
  }
  // Which of the two happens to an unpaid reference is not documented: another page, or, as here, the same.
  const checkout = known ?? {
    token: `flwlnk-${hex(13)}`,
    txRef,
    amount,
    currency,
    title: text(record(body.customizations).title) || 'Merchant',
    email: text(customer.email),
    name: text(customer.name) || 'Anonymous customer',
    redirectUrl: redirectUrl || null,
  };
  if (!known) books.checkouts.push(checkout);
  return done('Hosted Link', { link: `${url}/v3/hosted/pay/${checkout.token}` });
}

/** `POST /v3/virtual-account-numbers` */
export function createAccount(books: Ledger, body: Json): Reply {
  const amount = amountIn(body.amount);
  if (!email.safeParse(body.email).success) return refuse('email is required');
  if (body.is_permanent === true) return refuse('bvn is required for static account number');
  if (text(body.currency) !== '' && text(body.currency) !== 'NGN') return refuse('currency is not supported');
  if (amount === null) return refuse('amount must be greater than zero');
  const txRef = text(body.tx_ref) || `FLW_${hex(8)}`;
  const now = books.now();
  let account = books.accounts.find((each) => each.txRef === txRef && each.expires > now);
  if (!account) {
    account = {
      txRef,
      amount,
      number: String(7_800_000_000 + (books.newId() % 99_999_999)),
      orderRef: `URF_${now.getTime()}_${books.newId()}`,
      narration: text(body.narration) || `${text(body.firstname)} ${text(body.lastname)}`,
      at: now,
      expires: new Date(now.getTime() + HOUR_MS),
    };
    books.accounts.push(account);
  }
  return done('Virtual account created', accountOut(account, books.accounts.indexOf(account)));
}

const NO_TRANSACTION = 'No transaction was found for this id';
const findTransaction = (books: Ledger, id: string): Transaction | undefined =>
  books.transactions.find((each) => String(each.id) === id);

/** `GET /v3/transactions/:id/verify`. An unknown one has been seen with either status. */
export function verify(books: Ledger, id: string): Reply {
  const found = findTransaction(books, id);
  if (found) return done('Transaction fetched successfully', verifiedOut(found));
  return refuse(NO_TRANSACTION, Number(id) % 2 === 0 ? 200 : 400);
}

/** `GET /v3/transactions/verify_by_reference`: one of them, a successful one before the others. */
export function verifyByReference(books: Ledger, txRef: string | null): Reply {
  const all = books.transactions.filter((each) => each.txRef === txRef);
  const found = all.find(({ status }) => status === 'successful') ?? all.at(-1);
  return found ? done('Transaction fetched successfully', verifiedOut(found)) : refuse(NO_TRANSACTION);
}

/** `GET /v3/transactions` */
export function listTransactions(books: Ledger, { query }: Call): Reply {
  const txRef = query.get('tx_ref');
  const status = query.get('status');
  const wanted = books.transactions.filter(
    (each) => (txRef === null || each.txRef === txRef) && (status === null || each.status === status),
  );
  return listReply('Transactions fetched', wanted, query, listedOut);
}

/** `POST /v3/transactions/:id/refund`. Amounts above what is left are refused; a bare call gives all back. */
export function refund(books: Ledger, id: string, body: Json, onRefund: (refund: Refund) => void): Reply {
  const found = findTransaction(books, id);
  if (!found) return refuse(NO_TRANSACTION);
  if (found.status !== 'successful') return refuse('Only successful transactions can be refunded');
  const left = leftOf(books, found);
  const amount = body.amount === undefined ? left : amountIn(body.amount);
  if (amount === null) return refuse('amount must be a positive number');
  if (left === 0) return refuse('This transaction has been refunded');
  if (amount > left) return refuse('Refund amount cannot be more than what is left of the transaction');
  const state = books.refundsEnd;
  const made = addRefund(books, found, {
    amount: minor(amount),
    state,
    comments: text(body.comments) || null,
  });
  if (state !== 'processing') onRefund(made);
  return done('Transaction refund initiated', refundOut(made));
}

/** `GET /v3/refunds` and `GET /v3/refunds/:id` */
export const listRefunds = (books: Ledger, { query }: Call): Reply =>
  listReply('Refunds fetched', books.refunds, query, refundOut, books.oldestFirst);

export function oneRefund(books: Ledger, id: string): Reply {
  const found = books.refunds.find((each) => String(each.id) === id);
  return found ? done('Refund fetched', refundOut(found)) : refuse('Refund not found', 404);
}

/** `GET /v3/chargebacks`, all of them or those over one payment */
export function listChargebacks(books: Ledger, { query }: Call): Reply {
  const ref = query.get('flw_ref');
  const wanted = books.chargebacks.filter(({ flwRef }) => ref === null || flwRef === ref);
  return listReply('Chargebacks fetched', wanted, query, (chargeback) => ({
    id: chargeback.id,
    amount: major(chargeback.amount),
    flw_ref: chargeback.flwRef,
    status: chargeback.id % 2 === 0 ? 'lost' : 'accepted',
    stage: 'new',
    comment: 'Service was not rendered',
    meta: { uploaded_proof: null, history: [] },
    due_date: chargeback.at.toISOString(),
    settlement_id: 'N/A',
    created_at: chargeback.at.toISOString(),
  }));
}
