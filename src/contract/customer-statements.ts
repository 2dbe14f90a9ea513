import * as z from 'zod/mini';
import { recordOf } from '#core/records.ts';
import { endpoint } from './endpoint.ts';
import { amount, calendarDate, currencyAndId, empty } from './wire.ts';

/** All that moved, or what is still open. */
export const statementKinds = ['movements', 'open'] as const;

/** Of a line: an invoice, money and what went back of it, and what settles an invoice without money. */
export const movementKinds = [
  'invoice',
  'payment',
  'refund',
  'credit_note',
  'withholding',
  'write_off',
] as const;

/** Days an open invoice is late, in steps. */
export const ageingSteps = ['notDue', 'to30', 'to60', 'to90', 'over90'] as const;

/** Longest period of a statement. */
export const MAX_STATEMENT_DAYS = 3660;

/** Lines that are shown; a file has all of them. */
export const MAX_SHOWN_LINES = 200;

const period = z.object({
  from: z.optional(calendarDate()),
  to: z.optional(calendarDate()),
  shows: z._default(z.enum(statementKinds, 'shows is movements or open'), 'movements'),
});

const movement = z.object({
  day: calendarDate(),
  kind: z.enum(movementKinds),
  /** Of the invoice it is about; blank for money that no invoice took. */
  number: z.string(),
  /** Above zero where the customer owes more by it. */
  amount,
  /** Owed after it, less credit. */
  balance: amount,
});

const openInvoice = z.object({
  number: z.string(),
  issued: calendarDate(),
  due: calendarDate(),
  total: amount,
  /** Paid or settled otherwise until the last day. */
  settled: amount,
  open: amount,
  /** Below zero before it is due. */
  daysLate: z.number(),
});

export const statement = z.object({
  from: calendarDate(),
  to: calendarDate(),
  /** Owed at the beginning of the first day, less credit; and at the end of the last. */
  opening: amount,
  closing: amount,
  /** The parts of what stands at the end: `closing` is `outstanding` less `credit` and what of it is on its way back. */
  outstanding: amount,
  credit: amount,
  returning: amount,
  ageing: z.object(recordOf(ageingSteps, () => amount)),
  /** The newest of them, in order. */
  movements: z.array(movement),
  open: z.array(openInvoice),
  /** Lines of the kind asked for that only a file shows. */
  leftOut: z.number(),
});

const file = (ending: 'pdf' | 'csv' | 'xlsx') =>
  endpoint({
    method: 'GET',
    path: `/api/:currency/customers/:id/statement.${ending}`,
    summary: `The statement of a customer as ${ending.toUpperCase()}`,
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    query: period,
    media: 'application/octet-stream',
  });

export const customerStatements = {
  read: endpoint({
    method: 'GET',
    path: '/api/:currency/customers/:id/statement',
    summary: 'What a customer was asked for and paid in a period, and what is open at its end',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    query: period,
    response: z.object({ data: statement }),
  }),
  pdf: file('pdf'),
  csv: file('csv'),
  xlsx: file('xlsx'),
  send: endpoint({
    method: 'POST',
    path: '/api/:currency/customers/:id/statement/send',
    summary: 'Email a customer their statement, once a day for each period',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: period,
    response: empty,
    idempotent: true,
  }),
};
