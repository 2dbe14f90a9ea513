import { banks } from '#core/banks.ts';
import { add, type Minor, minor, subtract } from '#core/money.ts';
import type { Call, Reply } from '../serve.ts';
import { endTransfer, type Ledger, nextId, type Transfer } from './ledger.ts';
import {
  accept,
  koboOf,
  missingText,
  naira,
  nairaText,
  pageOf,
  pagingOf,
  readBody,
  refuse,
  zonedTime,
} from './wire.ts';

const DUPLICATE_WINDOW_MS = 120_000;
const open = ['PENDING', 'PENDING_AUTHORIZATION', 'IN_PROGRESS', 'AWAITING_PROCESSING'];

const feeOf = (amount: Minor): Minor =>
  minor(amount < 1_000_000 ? 1_000 : amount < 5_000_000 ? 2_000 : 4_000);

const bankOf = (code: unknown) => banks.find((bank) => bank.code === code && bank.takesPayouts);

/** The holder's name; null where there is no such account: those that begin with eight zeros. */
export function holderOf(bankCode: unknown, accountNumber: unknown): string | null {
  if (typeof accountNumber !== 'string' || !/^\d{10}$/.test(accountNumber)) return null;
  if (accountNumber.startsWith('00000000') || !bankOf(bankCode)) return null;
  const names = ['ADAEZE OKAFOR', 'MUSA BELLO', 'FOLAKE ADEYEMI', 'CHINEDU EZE', 'HALIMA SANI'];
  return names[Number(accountNumber) % names.length] ?? null;
}

export const listBanks = (): Reply =>
  accept(
    banks
      .filter(({ takesPayouts }) => takesPayouts)
      .map(({ code, name }) => ({
        name,
        code,
        ussdTemplate: null,
        baseUssdCode: null,
        transferUssdTemplate: null,
      })),
  );

/** `GET /api/v1/disbursements/account/validate`. */
export function validateAccount({ query }: Call): Reply {
  const [accountNumber, bankCode] = [query.get('accountNumber'), query.get('bankCode')];
  const accountName = holderOf(bankCode, accountNumber);
  if (!accountName) return refuse(400, 'Could not resolve account details');
  return accept({ accountNumber, accountName, bankCode, currencyCode: 'NGN' });
}

const texts = [
  'reference',
  'narration',
  'destinationBankCode',
  'destinationAccountNumber',
  'destinationAccountName',
  'currency',
  'sourceAccountNumber',
];

/** `POST /api/v2/disbursements/single`. */
export function sendSingle(books: Ledger, wallet: string, call: Call): Reply {
  const body = readBody(call);
  if (!body) return refuse(400, 'The request body is not readable');
  const missing = missingText(body, texts);
  if (missing) return refuse(400, `${missing} must not be blank`);
  const amount = koboOf(body.amount);
  if (amount === null) return refuse(400, 'amount must be a number');
  if (body.async !== undefined && typeof body.async !== 'boolean')
    return refuse(400, 'async must be a boolean');
  if (body.currency !== 'NGN') return refuse(422, 'Currency is not supported');
  if (body.sourceAccountNumber !== wallet) return refuse(422, 'Source account number is not yours');
  const holder = holderOf(body.destinationBankCode, body.destinationAccountNumber);
  if (!holder) return refuse(400, 'Destination account could not be resolved');
  if (isDuplicate(books, amount, body))
    return refuse(400, 'Duplicate request: the same transfer was made less than 2 minutes ago', 'D07');
  if (books.transfers.has(String(body.reference))) return refuse(422, 'Transaction reference already exists');
  return accept(sent(books, writeTransfer(books, amount, body, holder)));
}

const isDuplicate = (books: Ledger, amount: Minor, body: Record<string, unknown>): boolean =>
  [...books.transfers.values()].some(
    (one) =>
      one.amount === amount &&
      one.accountNumber === body.destinationAccountNumber &&
      one.bankCode === body.destinationBankCode &&
      one.status !== 'FAILED' &&
      books.now().getTime() - one.createdOn.getTime() < DUPLICATE_WINDOW_MS,
  );

function writeTransfer(
  books: Ledger,
  amount: Minor,
  body: Record<string, unknown>,
  holder: string,
): Transfer {
  const transfer: Transfer = {
    id: nextId(books, 'MFDS'),
    reference: String(body.reference),
    amount,
    fee: feeOf(amount),
    bankCode: String(body.destinationBankCode),
    accountNumber: String(body.destinationAccountNumber),
    accountName: holder,
    narration: String(body.narration),
    status: open[books.count % open.length] ?? 'PENDING',
    description: 'Transaction is being processed',
    sent: 0,
    createdOn: books.now(),
  };
  books.transfers.set(transfer.reference, transfer);
  return transfer;
}

function sent(books: Ledger, transfer: Transfer) {
  const cost = add(transfer.amount, transfer.fee);
  if (cost > books.balance) {
    transfer.status = 'FAILED';
    transfer.description = 'You do not have sufficient balance to make this transfer';
    return { ...presentSent(transfer), comment: transfer.description };
  }
  books.balance = subtract(books.balance, cost);
  if (books.payoutsEnd !== 'processing') endTransfer(books, transfer, books.payoutsEnd);
  return presentSent(transfer);
}

const presentSent = (one: Transfer) => ({
  amount: naira(one.amount),
  reference: one.reference,
  status: one.status,
  dateCreated: zonedTime(one.createdOn),
  totalFee: naira(one.fee),
  destinationAccountName: one.accountName,
  destinationBankName: bankOf(one.bankCode)?.name,
  destinationAccountNumber: one.accountNumber,
  destinationBankCode: one.bankCode,
});

/** `GET /api/v2/disbursements/single/summary`. */
export function summary(books: Ledger, { query }: Call): Reply {
  const reference = query.get('reference');
  if (!reference) return refuse(400, 'reference must not be blank');
  const found = books.transfers.get(reference);
  return found ? accept(presentSummary(found)) : refuse(404, 'Transfer not found');
}

const presentSummary = (one: Transfer) => ({
  amount: naira(one.amount),
  reference: one.reference,
  narration: one.narration,
  currency: 'NGN',
  fee: naira(one.fee),
  twoFaEnabled: false,
  status: one.status,
  transactionDescription: one.description,
  transactionReference: one.id,
  createdOn: zonedTime(one.createdOn),
  sourceAccountNumber: '3934178936',
  destinationAccountNumber: one.accountNumber,
  destinationAccountName: one.accountName,
  destinationBankCode: one.bankCode,
  destinationBankName: bankOf(one.bankCode)?.name,
});

/** `GET /api/v2/disbursements/search-transactions`. */
export function searchTransfers(books: Ledger, wallet: string, call: Call): Reply {
  const paging = pagingOf(call, 'pageNo', 'pageSize');
  if (call.query.get('sourceAccountNumber') !== wallet)
    return refuse(422, 'Source account number is not yours');
  const from = Number(call.query.get('startDate') ?? 0);
  const to = Number(call.query.get('endDate') ?? Number.MAX_SAFE_INTEGER);
  if (!paging || Number.isNaN(from) || Number.isNaN(to)) return refuse(400, 'The filters are not readable');
  const found = [...books.transfers.values()]
    .filter(({ createdOn }) => createdOn.getTime() >= from && createdOn.getTime() <= to)
    .reverse();
  return accept(pageOf(found.map(presentSummary), paging.number, paging.size));
}

/** `GET /api/v2/disbursements/wallet-balance`: the documents have texts, the sandbox numbers. */
export function walletBalance(books: Ledger, wallet: string, { query }: Call): Reply {
  if (query.get('accountNumber') !== wallet) return refuse(404, 'Wallet not found');
  const isText = books.count % 2 === 0;
  const balance = books.balance < 0 ? minor(0) : books.balance;
  const availableBalance = isText ? nairaText(balance) : naira(balance);
  return accept({ availableBalance: availableBalance, ledgerBalance: availableBalance });
}
