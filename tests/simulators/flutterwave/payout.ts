import { createHash } from 'node:crypto';
import { banks } from '#core/banks.ts';
import { minor } from '#core/money.ts';
import type { Call, Reply } from '../serve.ts';
import { addTransfer, endTransfer, type Ledger, type Transfer, transferFee } from './ledger.ts';
import { listReply } from './paging.ts';
import { amountIn, done, major, refuse, transferOut } from './wire.ts';

type Json = Record<string, unknown>;
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const LEAST = 10_000;

const bankBy = (code: string) => banks.find((bank) => bank.code === code);
export const bankNameOf = (code: string): string => bankBy(code)?.name.toUpperCase() ?? 'N/A';
const show = (transfer: Transfer) => transferOut(transfer, bankNameOf(transfer.bankCode));

/** `GET /v3/banks/NG` */
export const listBanks = (): Reply =>
  done(
    'Banks fetched successfully',
    banks.map(({ code, name }, index) => ({ id: index + 1, code, name })),
  );

const families = ['ADEBAYO', 'BELLO', 'EZE', 'OKAFOR', 'SANI', 'UDOH'];
const bankNames = ['AMINA', 'CHIDI', 'FOLAKE', 'IBRAHIM', 'NGOZI', 'TUNDE'];

function holderOf(bankCode: string, accountNumber: string): string {
  const bytes = createHash('sha256').update(`${bankCode}:${accountNumber}`).digest();
  return `${families[bytes[0]! % families.length]} ${bankNames[bytes[1]! % bankNames.length]}`;
}

const isThere = (accountNumber: string): boolean =>
  /^\d{10}$/.test(accountNumber) && !accountNumber.startsWith('00000000');

/** `POST /v3/accounts/resolve`. `0000000099` is an account whose bank does not answer. */
export function resolve(body: Json): Reply {
  const bankCode = text(body.account_bank);
  const accountNumber = text(body.account_number);
  if (accountNumber === '') return refuse('account_number is required');
  if (!bankBy(bankCode)) return refuse('Unknown bank code');
  if (accountNumber === '0000000099') {
    return refuse('Sorry, recipient account could not be validated. Please try again');
  }
  if (!isThere(accountNumber)) {
    return refuse('Sorry, that account number is invalid, please check and try again');
  }
  return done('Account details fetched', {
    account_number: accountNumber,
    account_name: holderOf(bankCode, accountNumber),
  });
}

/** `POST /v3/transfers`. The answer is always NEW; the result is reported later. */
export function createTransfer(books: Ledger, body: Json, ended: (transfer: Transfer) => void): Reply {
  const refusal = refusalOf(books, body);
  if (refusal !== null) return refuse(refusal);
  const reference = text(body.reference) || `TRF-${books.newId()}`;
  const transfer = addTransfer(books, {
    reference,
    root: reference,
    amount: amountIn(body.amount) ?? minor(0),
    currency: 'NGN',
    bankCode: text(body.account_bank),
    accountNumber: text(body.account_number),
    fullName: text(body.beneficiary_name) || 'N/A',
    narration: text(body.narration),
  });
  return queued('Transfer Queued Successfully', books, transfer, ended);
}

function queued(
  message: string,
  books: Ledger,
  transfer: Transfer,
  ended: (transfer: Transfer) => void,
): Reply {
  const reply = done(message, { ...show(transfer), status: 'NEW' });
  if (books.payoutsEnd !== 'processing') {
    endTransfer(books, transfer, books.payoutsEnd);
    ended(transfer);
  }
  return reply;
}

function refusalOf(books: Ledger, body: Json): string | null {
  const amount = amountIn(body.amount);
  const reference = text(body.reference);
  if (!bankBy(text(body.account_bank))) return 'account_bank is not valid';
  if (!/^\d{10}$/.test(text(body.account_number))) return 'account_number must be 10 digits';
  if (!isThere(text(body.account_number))) return 'The beneficiary account number is invalid';
  if (text(body.currency) !== 'NGN') return 'currency is not supported';
  if (amount === null) return 'amount must be a positive number';
  if (amount < LEAST) return 'minimum amount should be 100';
  if (!/^[\w.-]{0,100}$/.test(reference)) return 'reference has characters that are not allowed';
  if (books.transfers.some((each) => each.reference === reference)) {
    return 'A transfer with this reference already exists';
  }
  if (books.balance < amount + transferFee(amount).minor) return 'Insufficient funds in customer wallet';
  return null;
}

/** `POST /v3/transfers/:id/retries`: what the dashboard does for a failed transfer. */
export function retry(books: Ledger, id: string, ended: (transfer: Transfer) => void): Reply {
  const failed = books.transfers.find((each) => String(each.id) === id);
  if (!failed) return refuse('Transfer not found', 404);
  if (failed.state !== 'failed') return refuse('Only failed transfers can be retried');
  const { root, amount, currency, bankCode, accountNumber, fullName, narration } = failed;
  const attempts = books.transfers.filter((each) => each.root === root).length;
  const transfer = addTransfer(books, {
    root,
    amount,
    currency,
    bankCode,
    accountNumber,
    fullName,
    narration,
    reference: `${root}_RETRY_${attempts}`,
  });
  return queued('Transfer retry attempt queued.', books, transfer, ended);
}

/** `GET /v3/transfers/:id/retries` */
export function listRetries(books: Ledger, id: string): Reply {
  const first = books.transfers.find((each) => String(each.id) === id);
  if (!first) return refuse('Transfer not found', 404);
  const retries = books.transfers.filter(({ root, id: other }) => root === first.root && other !== first.id);
  return done('Transfer retry attempts fetched', retries.map(show));
}

/** `GET /v3/transfers` */
export function listTransfers(books: Ledger, { query }: Call): Reply {
  const reference = query.get('reference');
  const wanted = books.transfers.filter((each) => reference === null || each.reference === reference);
  return listReply('Transfers fetched', wanted, query, show);
}

/** `GET /v3/balances/:currency` */
export function balanceReply(books: Ledger, currency: string): Reply {
  const amount = currency === 'NGN' ? books.balance : minor(0);
  return done('Wallet balance fetched', {
    currency,
    available_balance: major(amount),
    ledger_balance: major(amount),
  });
}
