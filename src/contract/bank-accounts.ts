import * as z from 'zod/mini';
import { accountNumber } from './business.ts';
import { endpoint } from './endpoint.ts';
import { currencyParams } from './wire.ts';

/** A bank's code and name, as used for every payout. */
export const bankCode = z
  .string('Please fill in all required fields')
  .check(z.regex(/^[0-9A-Za-z]{3,10}$/, 'Please fill in all required fields'));

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
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({ bankCode, accountNumber }),
    limit: 'nameEnquiry',
    response: z.object({
      data: z.object({ accountName: z.string(), accountNumber: z.string(), bankCode: z.string() }),
    }),
  }),
};
