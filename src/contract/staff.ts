import * as z from 'zod/mini';
import { bankCode, transactionPin } from './bank-accounts.ts';
import { accountNumber } from './business.ts';
import { endpoint } from './endpoint.ts';
import {
  amount,
  currencyAndId,
  currencyCode,
  currencyParams,
  email,
  empty,
  instant,
  optionalPhone,
  positiveAmount,
  recordId,
  text,
} from './wire.ts';

/** Maximum number of payees a business can store, per currency. */
export const MOST_STAFF = 1000;

const person = {
  name: text({ max: 120, required: 'Staff name is required' }),
  email,
  phone: optionalPhone,
  usualAmount: z.optional(z.nullable(positiveAmount)),
};

export const newStaff = z.object({ ...person, bankCode, accountNumber });

/** Omitted fields stay. Another bank or account number needs both of them and the PIN. */
export const staffUpdate = z.object({
  name: z.optional(person.name),
  email: z.optional(email),
  phone: person.phone,
  usualAmount: person.usualAmount,
  bankCode: z.optional(bankCode),
  accountNumber: z.optional(accountNumber),
  pin: z.optional(transactionPin),
});

export const staffMember = z.object({
  ...recordId,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  bankCode: z.string(),
  bankName: z.string(),
  /** The name the bank gave for the account last; null where it has not. */
  accountName: z.nullable(z.string()),
  /** Masked: the last four digits. */
  accountNumber: z.string(),
  usualAmount: z.nullable(amount),
  currency: currencyCode,
  createdAt: instant,
  updatedAt: instant,
});

const one = z.object({ data: z.object({ staff: staffMember }) });

export const staff = {
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/staff',
    summary: 'The people a business pays, by name',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({ data: z.object({ staff: z.array(staffMember) }) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/:currency/staff',
    summary: 'Keep somebody to pay; the bank is asked in whose name the account is held',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: newStaff,
    response: one,
    idempotent: true,
    status: 201,
    limit: 'nameEnquiry',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/:currency/staff/:id',
    summary: 'Change somebody who is paid; another account needs the PIN',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: staffUpdate,
    response: one,
    limit: 'nameEnquiry',
  }),
  archive: endpoint({
    method: 'DELETE',
    path: '/api/:currency/staff/:id',
    summary: 'Take somebody off the list; what was paid stays in the history',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: empty,
  }),
};
