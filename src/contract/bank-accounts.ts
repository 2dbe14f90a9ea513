import * as z from 'zod/mini';
import { accountNumber } from './business.ts';
import { endpoint } from './endpoint.ts';
import { currencyParams } from './wire.ts';

/** The transaction PIN that confirms what moves money or where it goes. */
export const transactionPin = z
  .string('Please fill in all required fields')
  .check(z.regex(/^\d{4}$/, 'Enter your 4-digit PIN'));

const NUMBER_NEEDED = 'Enter 10-digit account number';

/** A bank's code and name, as used for every payout. */
export const bankCode = z
  .string('Please fill in all required fields')
  .check(z.regex(/^[0-9A-Za-z]{3,10}$/, 'Please fill in all required fields'));

/** In place of an account number: the business's own payout account, whose number only the server knows. */
export const OWN_ACCOUNT = 'own';
/** In place of an account number: the stored account of the payee `staffId`. */
export const SAVED_ACCOUNT = 'saved';

export const staffId = z.string().check(z.minLength(1), z.maxLength(64));

const bank = z.object({ code: z.string(), name: z.string() });

/** Lookups of bank accounts before a payout; part of the withdrawals' calls. */
export const bankAccounts = {
  banks: endpoint({
    method: 'GET',
    path: '/api/:currency/withdrawal/banks',
    summary: 'Banks money can be sent to',
    auth: 'session',
    owner: 'public',
    params: currencyParams,
    response: z.object({ data: z.array(bank) }),
  }),
  resolveAccount: endpoint({
    method: 'GET',
    path: '/api/:currency/withdrawal/resolve-account',
    summary: 'The name a bank account is held in',
    auth: 'session',
    owner: 'business',
    params: currencyParams,
    query: z.object({
      bankCode,
      accountNumber: z.union(
        [z.literal(OWN_ACCOUNT), z.literal(SAVED_ACCOUNT), accountNumber],
        NUMBER_NEEDED,
      ),
      staffId: z.optional(staffId),
    }),
    limit: 'nameEnquiry',
    response: z.object({
      data: z.object({ accountName: z.string(), accountNumber: z.string(), bankCode: z.string() }),
    }),
  }),
};
