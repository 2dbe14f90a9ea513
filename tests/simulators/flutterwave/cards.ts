import type { Reply } from '../serve.ts';
import { bankWords } from '../simulator.ts';
import { newTransaction } from './controls.ts';
import { type Ledger, settle } from './ledger.ts';
import type { Webhooks } from './webhooks.ts';
import { amountIn, done, refuse, tokenOf, verifiedOut } from './wire.ts';

const YEAR_MS = 365 * 86_400_000;

/** `POST /v3/tokenized-charges`. It takes a reference again: nothing here keeps a caller from charging twice. */
export function chargeToken(books: Ledger, webhooks: Webhooks, body: Record<string, unknown>): Reply {
  const { token, email, tx_ref: txRef, currency } = body;
  const amount = amountIn(body.amount);
  if (typeof txRef !== 'string' || txRef === '') return refuse('tx_ref is required');
  if (amount === null) return refuse('amount must be a positive number');
  if (currency !== 'NGN' && currency !== 'USD') return refuse('currency is not supported');
  const from = books.transactions.find(
    (one) => one.status === 'successful' && one.method === 'card' && tokenOf(one) === token,
  );
  if (!from) return refuse('Invalid token');
  if (from.email !== email) return refuse('Wrong token or email passed');
  if (books.now().getTime() - from.at.getTime() > YEAR_MS) return refuse('The token has expired');
  const charge = newTransaction(books, { txRef, amount, currency, email: from.email, name: from.name });
  books.transactions.push(charge);
  const as = books.chargesEnd;
  if (as === 'processing') return done('Charge in progress', verifiedOut(charge));
  if (as === 'completed') settle(books, charge, 'successful');
  else {
    charge.words = bankWords[as];
    settle(books, charge, 'failed');
  }
  webhooks.about.payment(charge);
  return as === 'completed' ? done('Charge successful', verifiedOut(charge)) : refuse(bankWords[as]);
}
