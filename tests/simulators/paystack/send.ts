import { banks as knownBanks } from '#core/banks.ts';
import { minor } from '#core/money.ts';
import type { Call, Reply } from '../serve.ts';
import { INTEGRATION, type Ledger, settleTransfer, transferFeeOf, type TransferRow } from './ledger.ts';
import { bodyOf, failed, invalid, missing, pageOf, succeeded } from './responses.ts';
import { recipientShape, transferShape } from './serializers.ts';
import { sendTransferWebhook } from './webhooks.ts';

/** The one account no bank has. */
export const UNKNOWN_ACCOUNT = '4040404040';
const CURSOR_STEP = 100;

const banks = knownBanks.map(({ code, name, takesPayouts }, index) => ({
  id: index + 1,
  name,
  slug: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
  code,
  longcode: '',
  gateway: null,
  pay_with_bank: false,
  supports_transfer: true,
  available_for_direct_debit: false,
  active: takesPayouts,
  is_deleted: false,
  country: 'Nigeria',
  currency: 'NGN',
  type: 'nuban',
  createdAt: '2016-07-14T10:04:29.000Z',
  updatedAt: '2026-02-18T08:06:44.000Z',
}));

/** `GET /bank`, by cursor as asked. */
export function listBanks({ query }: Call): Reply {
  if (query.get('country') !== null && query.get('country') !== 'nigeria')
    return succeeded('Banks retrieved', []);
  if (query.get('use_cursor') !== 'true') return succeeded('Banks retrieved', banks);
  const size = Math.min(Number(query.get('perPage') ?? 50) || 50, CURSOR_STEP);
  const start = Number(Buffer.from(query.get('next') ?? '', 'base64').toString() || 0);
  const end = start + size;
  const next = end < banks.length ? Buffer.from(String(end)).toString('base64') : null;
  return succeeded('Banks retrieved', banks.slice(start, end), { next, previous: null, perPage: size });
}

/** `GET /bank/resolve` */
export function resolve({ query }: Call): Reply {
  const number = query.get('account_number') ?? '';
  const code = query.get('bank_code') ?? '';
  if (!banks.some((bank) => bank.code === code))
    return failed('Unknown bank code: ' + code, 'invalid_bank_code', 'Use a bank code of the bank list', 422);
  if (!/^\d{10}$/.test(number) || number === UNKNOWN_ACCOUNT)
    return failed(
      'Could not resolve account name. Check parameters or try again.',
      'invalid_bank_code',
      'Ensure the account number and the bank code match',
      422,
    );
  return succeeded('Account number resolved', {
    account_number: number,
    account_name: holderOf(number),
    bank_id: banks.findIndex((bank) => bank.code === code) + 1,
  });
}

const holderOf = (number: string): string => `ADA OKORO ${number.slice(-4)}`;

/** `POST /transferrecipient`: the same account is the same recipient. */
export function addRecipient(books: Ledger, call: Call): Reply {
  const body = bodyOf(call) ?? {};
  const { type, name, account_number: number, bank_code: code, currency = 'NGN' } = body;
  if (type !== 'nuban' || currency !== 'NGN') return invalid('Recipient type');
  if (typeof name !== 'string' || name === '') return missing('Name');
  if (typeof number !== 'string' || !/^\d{10}$/.test(number)) return invalid('Account number');
  if (!banks.some((bank) => bank.code === code && bank.active)) return invalid('Bank code');
  if (number === UNKNOWN_ACCOUNT)
    return failed('Cannot resolve account', 'invalid_account_number', 'Check the account number');
  const known = books.recipients.find((to) => to.accountNumber === number && to.bankCode === code);
  const id = books.next();
  const made = known ?? {
    id,
    code: `RCP_${id.toString(36).padStart(15, 'x')}`,
    name,
    accountNumber: number,
    bankCode: String(code),
    at: books.now(),
  };
  if (!known) books.recipients.push(made);
  return succeeded('Transfer recipient created successfully', recipientShape(made), undefined, 201);
}

/** `POST /transfer` */
export function send(books: Ledger, call: Call): Reply {
  const body = bodyOf(call) ?? {};
  const to = books.recipients.find(({ code }) => code === body.recipient);
  const why = whyNotSent(books, body);
  if (why) return why;
  if (!to)
    return failed(
      'Recipient specified is invalid',
      'invalid_transfer_recipient',
      'Provide a valid recipient',
    );
  const id = books.next();
  const amount = minor(Number(body.amount));
  const transfer: TransferRow = {
    id,
    code: `TRF_${id.toString(36).padStart(15, 'x')}`,
    reference: String(body.reference),
    amount,
    fee: transferFeeOf(amount),
    reason: String(body.reason ?? ''),
    status: id % 2 ? 'pending' : 'received',
    recipient: to,
    at: books.now(),
  };
  books.transfers.push(transfer);
  books.balance = minor(books.balance - transfer.amount - transfer.fee);
  const answer = {
    ...transferShape(transfer),
    status: 'pending',
    recipient: to.id,
    integration: INTEGRATION,
  };
  decide(books, transfer, books.payoutsEnd);
  return succeeded('Transfer has been queued', { ...answer, transfersessionid: [], transfertrials: [] });
}

function decide(books: Ledger, transfer: TransferRow, end: Ledger['payoutsEnd']): void {
  if (end === 'processing') return;
  settleTransfer(books, transfer, end === 'completed' ? 'success' : 'failed');
  sendTransferWebhook(books, transfer);
}

function whyNotSent(books: Ledger, body: Record<string, unknown>): Reply | null {
  const { source, amount, reference, currency = 'NGN' } = body;
  if (source !== 'balance') return invalid('Source');
  if (!Number.isSafeInteger(amount) || Number(amount) <= 0) return invalid('Amount');
  if (currency !== 'NGN') return invalid('Currency');
  if (typeof reference !== 'string' || !/^[a-z0-9_-]{16,50}$/.test(reference)) return invalid('Reference');
  if (books.transfers.some((known) => known.reference === reference))
    return failed(
      'Please provide a unique reference. Reference already exists on a transfer',
      'duplicate_reference',
      'Use a unique reference, or verify the transfer',
    );
  const needed = Number(amount) + transferFeeOf(minor(Number(amount)));
  return needed > books.balance
    ? failed(
        'Your balance is not enough to fulfill this request',
        'insufficient_balance',
        'Top up your balance and try again',
      )
    : null;
}

/** `GET /transfer/verify/{reference}` */
export function verifyTransfer(books: Ledger, reference: string): Reply {
  const found = books.transfers.find((transfer) => transfer.reference === reference);
  return found
    ? succeeded('Transfer retrieved', transferShape(found))
    : failed('Transfer not found', 'transfer_not_found', 'Check the reference', 404);
}

/** `GET /transfer` */
export function listTransfers(books: Ledger, call: Call): Reply {
  const { items, meta } = pageOf(call, books.transfers, ({ at }) => at);
  return succeeded('Transfers retrieved', items.map(transferShape), meta);
}

/** `GET /balance` */
export const balanceReply = (books: Ledger): Reply =>
  succeeded('Balances retrieved', [{ currency: 'NGN', balance: books.balance }]);
