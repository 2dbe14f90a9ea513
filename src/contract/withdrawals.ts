import * as z from 'zod/mini';
import { accountNumber } from './business.ts';
import { endpoint } from './endpoint.ts';
import {
  amount,
  currencyCode,
  currencyParams,
  email,
  instant,
  optionalText,
  page,
  paging,
  positiveAmount,
  recordId,
  text,
} from './wire.ts';

const REQUIRED = 'Please fill in all required fields';
export const withdrawalStatuses = ['pending', 'processing', 'completed', 'failed', 'reversed'] as const;

/** In place of an account number: the business's own payout account, whose number only the server knows. */
export const OWN_ACCOUNT = 'own';

const bankCode = z.string(REQUIRED).check(z.regex(/^[0-9A-Za-z]{3,10}$/, REQUIRED));
const pin = z.string(REQUIRED).check(z.regex(/^\d{4}$/, 'Enter your 4-digit PIN'));
const shared = {
  amount: positiveAmount,
  bankCode,
  accountNumber,
  accountName: optionalText(120),
  description: optionalText(200),
  pin,
};

export const newWithdrawal = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('self-withdraw'),
    ...shared,
    accountNumber: z.union([z.literal(OWN_ACCOUNT), accountNumber], 'Enter 10-digit account number'),
  }),
  z.object({
    type: z.literal('disburse'),
    ...shared,
    staffName: text({ max: 120, required: REQUIRED }),
    staffEmail: email,
    staffPhone: optionalText(30),
  }),
]);

export const withdrawal = z.object({
  ...recordId,
  type: z.enum(['self-withdraw', 'disburse']),
  amount,
  fee: amount,
  currency: currencyCode,
  bankCode: z.string(),
  bankName: z.string(),
  accountName: z.nullable(z.string()),
  /** Masked: the last four digits. */
  accountNumber: z.string(),
  staffName: z.nullable(z.string()),
  staffEmail: z.nullable(z.string()),
  staffPhone: z.nullable(z.string()),
  description: z.nullable(z.string()),
  status: z.enum(withdrawalStatuses),
  reason: z.nullable(z.string()),
  reference: z.string(),
  createdAt: instant,
  updatedAt: instant,
});

export const bank = z.object({ code: z.string(), name: z.string() });

export const withdrawals = {
  banks: endpoint({
    method: 'GET',
    path: '/api/:currency/withdrawal/banks',
    summary: 'Banks money can be sent to',
    auth: 'session',
    owner: 'public',
    params: currencyParams,
    response: z.object({ data: z.array(bank) }),
  }),
  balance: endpoint({
    method: 'GET',
    path: '/api/:currency/withdrawal/balance',
    summary: 'What can be withdrawn now, and what is on its way out',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({ data: z.object({ available: amount, pending: amount, currency: currencyCode }) }),
  }),
  resolveAccount: endpoint({
    method: 'GET',
    path: '/api/:currency/withdrawal/resolve-account',
    summary: 'The name a bank account is held in',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({ bankCode, accountNumber }),
    limit: 'nameEnquiry',
    response: z.object({
      data: z.object({ accountName: z.string(), accountNumber: z.string(), bankCode: z.string() }),
    }),
  }),
  quote: endpoint({
    method: 'GET',
    path: '/api/:currency/withdrawal/quote',
    summary: 'What sending an amount costs, before it is asked for',
    auth: 'business',
    owner: 'public',
    params: currencyParams,
    query: z.object({ amount: z.pipe(z.coerce.number('Enter an amount'), positiveAmount) }),
    /** The payee receives `amount`; `total` leaves the balance. */
    response: z.object({ data: z.object({ amount, fee: amount, total: amount, currency: currencyCode }) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/withdrawal',
    summary: 'Withdrawals and disbursements, newest first',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object(paging),
    response: z.object({ data: z.object({ withdrawals: z.array(withdrawal) }), page }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/:currency/withdrawal',
    summary: 'Withdraw to oneself or pay staff',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: newWithdrawal,
    response: z.object({ data: z.object({ withdrawal }) }),
    idempotent: true,
  }),
};
