import * as z from 'zod/mini';
import { trustLevels } from './allowances.ts';
import {
  bankAccounts,
  bankCode,
  OWN_ACCOUNT,
  SAVED_ACCOUNT,
  staffId,
  transactionPin,
} from './bank-accounts.ts';
import { accountNumber } from './business.ts';
import { endpoint } from './endpoint.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  email,
  instant,
  optionalPhone,
  optionalText,
  page,
  paging,
  positiveAmount,
  recordId,
  text,
} from './wire.ts';

const REQUIRED = 'Please fill in all required fields';
const withdrawalStatuses = ['pending', 'processing', 'completed', 'failed', 'reversed'] as const;

/** Maximum number of payees in one batch payment. */
export const MAX_BATCH_PAYEES = 200;

const pin = transactionPin;
const shared = {
  amount: positiveAmount,
  bankCode,
  accountNumber,
  /** The name the owner was shown: another one by now is refused with `account_name_changed`. It is never stored. */
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
    accountNumber: z.union([z.literal(SAVED_ACCOUNT), accountNumber], 'Enter 10-digit account number'),
    staffId: z.optional(z.nullable(staffId)),
    /** Stores the payee in the staff list. */
    keep: z.optional(z.boolean()),
    staffName: text({ max: 120, required: REQUIRED }),
    staffEmail: email,
    staffPhone: optionalPhone,
  }),
]);

const each = { amount: positiveAmount, description: optionalText(200) };

/** One payee of a batch payment: a stored one, or an account as it was entered and verified. */
export const bulkItem = z.union(
  [
    z.object({
      staffId,
      ...each,
      /** The name the owner was shown, where it is not the saved one. */
      accountName: optionalText(120),
    }),
    z.object({
      ...each,
      name: text({ max: 120, required: 'Staff name is required' }),
      email,
      phone: optionalPhone,
      bankCode,
      accountNumber,
      /** The name the owner was shown; another one by now is refused with `account_name_changed`. */
      accountName: text({ max: 120, required: 'Check the name of this account first' }),
      keep: z.optional(z.boolean()),
    }),
  ],
  'Give each person an account and an amount',
);

const newBulk = z.object({
  items: z
    .array(bulkItem, 'Choose who to pay')
    .check(
      z.minLength(1, 'Choose who to pay'),
      z.maxLength(MAX_BATCH_PAYEES, `Pay at most ${MAX_BATCH_PAYEES} people at once`),
    ),
  pin,
});

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
  /** The part of the money that came back that settled a debt at once. */
  settledDebt: amount,
  reference: z.string(),
  /** Paid together with others. */
  batchId: z.nullable(z.string()),
  /** The later attempt that took the place of this one, which did not go through. */
  triedAgainAs: z.nullable(z.string()),
  /** Time of the last poll of the bank. */
  askedAt: z.nullable(instant),
  /** The bank has reported nothing for so long that a person looks into it. */
  inReview: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});

/** Availability of payouts: yes, paused while the ledger is checked, or no provider for this currency. */
const sendingStates = ['open', 'paused', 'not_configured'] as const;

/** An allowance of a day: the most there is, and what is left of it. */
const room = z.object({ most: amount, left: amount });

/** Allowance of payouts left today, by how far the business is trusted. */
const payoutAllowance = z.object({
  level: z.enum(trustLevels),
  payouts: room,
  /** To accounts not paid before, by the PIN alone. */
  newAccounts: room,
  /** The same with step-up. Above it an account waits a day from its first payment. */
  newAccountsProven: room,
  /** How to come to more; null where there is no more. */
  raise: z.nullable(z.string()),
});

const quoted = { amount, fee: amount, total: amount, currency: currencyCode };

export const quote = z.object({
  /** `total` leaves the balance; `receives` arrives. */
  ...quoted,
  receives: amount,
  /** The most that can be sent so that its fee is covered too; zero where nothing can. */
  most: amount,
  available: amount,
  /** The provider that charges the fee, and the day whose price applies. */
  provider: z.string(),
  pricedOn: calendarDate(),
});

export const bulkQuote = z.object({
  ...quoted,
  fees: z.array(amount),
  available: amount,
  /** The shortfall of the balance; zero where it suffices. */
  missing: amount,
  provider: z.string(),
  pricedOn: calendarDate(),
});

const bulkAnswer = z.object({ data: z.object({ batchId: z.string(), withdrawals: z.array(withdrawal) }) });

export const withdrawals = {
  ...bankAccounts,
  balance: endpoint({
    method: 'GET',
    path: '/api/:currency/withdrawal/balance',
    summary: 'What can be withdrawn now, and what is on its way out',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({
      data: z.object({
        available: amount,
        pending: amount,
        /** Refunds to customers beyond the balance: deducted from the next incoming money. */
        owed: amount,
        currency: currencyCode,
        sending: z.enum(sendingStates),
        /** Until then nothing is paid to the business's own account, because it was just changed. */
        ownAccountOpensAt: z.nullable(instant),
        allowance: payoutAllowance,
      }),
    }),
  }),
  quote: endpoint({
    method: 'GET',
    path: '/api/:currency/withdrawal/quote',
    summary: 'What sending an amount costs, before it is asked for',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({ amount: z.pipe(z.coerce.number('Enter an amount'), positiveAmount) }),
    response: z.object({ data: quote }),
  }),
  quoteBulk: endpoint({
    method: 'POST',
    path: '/api/:currency/withdrawal/bulk/quote',
    summary: 'What paying several people costs, before it is asked for',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({
      amounts: z
        .array(positiveAmount, 'Enter an amount')
        .check(z.minLength(1), z.maxLength(MAX_BATCH_PAYEES)),
    }),
    response: z.object({ data: bulkQuote }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/withdrawal',
    summary: 'Withdrawals and disbursements, newest first',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({ ...paging, batch: z.optional(z.string().check(z.maxLength(64))) }),
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
  bulk: endpoint({
    method: 'POST',
    path: '/api/:currency/withdrawal/bulk',
    summary: 'Pay several people: all are taken in or none',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: newBulk,
    response: bulkAnswer,
    idempotent: true,
  }),
  retryBatch: endpoint({
    method: 'POST',
    path: '/api/:currency/withdrawal/batch/:id/retry',
    summary: 'Pay again whoever of a payment of several did not get the money, each once',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({
      pin,
      /** The names the owner agreed to where banks give others than they did then. */
      accountNames: z.optional(
        z.array(z.object({ withdrawalId: z.string(), accountName: text({ max: 120 }) })),
      ),
    }),
    response: bulkAnswer,
    idempotent: true,
  }),
};
