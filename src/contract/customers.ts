import * as z from 'zod/mini';
import { languageCodes } from '#core/languages.ts';
import { withholdingKinds } from '#core/tax-rates.ts';
import { emailOrNone, reachablePhone } from './contact.ts';
import { endpoint } from './endpoint.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  empty,
  instant,
  page,
  paging,
  recordId,
  text,
} from './wire.ts';

type Contact = { email?: unknown; phone?: unknown };
// It is asked beside the other checks, so either may be of any type.
const isFilled = (value: unknown) => value !== undefined && value !== null && `${value}`.trim() !== '';
const isReachable = ({ email, phone }: Contact) => isFilled(email) || isFilled(phone);

/** The field errors of a customer without email and phone. */
export const unreachable = [
  { path: 'email', message: 'Email is required' },
  { path: 'phone', message: 'or a phone number' },
] as const;

// Beside what else is wrong, so that a form or an import tells all of it at once.
const reachable = unreachable.map(({ path, message }) =>
  z.refine<Contact>(isReachable, { path: [path], message, when: () => true }),
);

/** The problems of a row in one line. */
export const problemsText = (messages: readonly string[]): string =>
  messages.join('. ').replace(`. ${unreachable[1].message}`, ` ${unreachable[1].message}`);

const withholdingKind = z.nullable(
  z.enum(withholdingKinds, 'Choose what they deduct tax for, or leave it blank'),
);

const preferences = {
  /** The language of its messages; null for the business's default. */
  language: z.optional(z.nullable(z.enum(languageCodes))),
  /** Whether the owner states that the customer agreed to WhatsApp messages. */
  whatsappConsent: z.optional(z.boolean()),
  remindersOff: z.optional(z.boolean()),
  /** The purpose it usually keeps withholding tax for; null where it keeps none. */
  withholdingKind: z.optional(withholdingKind),
};

/** A name, an email address or a phone number, and how it is written to. */
export const newCustomer = z
  .object({
    name: text({ max: 120, required: 'Name is required' }),
    email: z.optional(emailOrNone),
    phone: reachablePhone,
    ...preferences,
  })
  .check(...reachable);

const MAX_IMPORT_ROWS = 1000;
const cell = z.optional(z.nullable(z.string().check(z.maxLength(1000, 'Keep this to 1000 characters'))));

/** Sort orders of the list; a leading minus reverses the order. */
const customerOrders = ['name', 'email', 'created', 'owes', 'lastPaid'] as const;
const MAX_NOTES = 2000;

/** A row of an imported customer list; whether it can be stored is reported row by row. */
export const importRow = z.object({ name: cell, email: cell, phone: cell, withholdingKind: cell });
const importStatuses = ['created', 'updated', 'skipped', 'failed'] as const;

export const importReport = z.object({
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  failed: z.number(),
  /** One for each row, in the order of the rows; `index` counts from 0. */
  results: z.array(
    z.object({ index: z.number(), status: z.enum(importStatuses), message: z.optional(z.string()) }),
  ),
});

export const customer = z.object({
  ...recordId,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  isActive: z.boolean(),
  /** The language of its messages; null for the business's default. */
  language: z.nullable(z.enum(languageCodes)),
  /** Whether the owner states that the customer agreed to WhatsApp messages. */
  whatsappConsent: z.boolean(),
  remindersOff: z.boolean(),
  /** The purpose it usually keeps withholding tax for; null where it keeps none. */
  withholdingKind,
  /** The owner's own notes; nobody else reads them. */
  notes: z.string(),
  createdAt: instant,
});

/** A customer of the list, with what it owes in the currency asked for: the balance of all that is sent and not paid. */
const listedCustomer = z.object({
  ...customer.shape,
  owes: amount,
  /** When money last came from it; null where none did, or all of it was refunded. */
  lastPaidAt: z.nullable(instant),
});

/** One customer with its figures, in the currency asked for. */
export const customerDetails = z.object({
  ...listedCustomer.shape,
  /** The part of it past its due date. */
  overdue: amount,
  /** All it ever paid, less what was refunded and the fees it bore on top. */
  paid: amount,
  /** Of it, what the owner typed in. */
  typedIn: amount,
  /** Of every status, without deleted ones. */
  invoices: z.number(),
  oldestUnpaid: z.nullable(
    z.object({ ...recordId, invoiceNumber: z.string(), dueDate: calendarDate(), balance: amount }),
  ),
  /** Owed and paid in the other currency; null where it is nothing. */
  elsewhere: z.nullable(z.object({ currency: currencyCode, owes: amount, paid: amount })),
});

export const customers = {
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/customers',
    summary: 'Active customers, newest first unless told',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({
      ...paging,
      search: z.optional(z.string().check(z.maxLength(200))),
      /** A minus turns the order round. */
      sort: z.optional(z.enum(customerOrders.flatMap((order) => [order, `-${order}`] as const))),
    }),
    response: z.object({ data: z.object({ customers: z.array(listedCustomer) }), page }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/:currency/customers',
    summary: 'Add a customer',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: newCustomer,
    response: z.object({ data: customer }),
    status: 201,
    idempotent: true,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/:currency/customers/import',
    summary: 'Add many customers at once; rows that cannot be kept are told, the others are',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({
      rows: z
        .array(importRow)
        .check(
          z.minLength(1, 'There are no rows to import'),
          z.maxLength(MAX_IMPORT_ROWS, `Import at most ${MAX_IMPORT_ROWS} rows at a time`),
        ),
      /** Handling of rows whose email or phone already belongs to a customer. */
      onExisting: z._default(z.enum(['skip', 'update']), 'skip'),
    }),
    response: z.object({ data: importReport }),
    status: 201,
    idempotent: true,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/:currency/customers/export',
    summary: 'Every active customer as a CSV file',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    media: 'text/csv',
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/:currency/customers/:id',
    summary: 'One customer, with what it owes and paid',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: z.object({ data: customerDetails }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/:currency/customers/:id',
    summary: 'Change a customer',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({
      name: z.optional(newCustomer.shape.name),
      email: z.optional(emailOrNone),
      phone: reachablePhone,
      notes: z.optional(text({ min: 0, max: MAX_NOTES, lines: true })),
      ...preferences,
    }),
    response: z.object({ data: customer }),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/:currency/customers/:id/merge',
    summary: 'Make one customer of two: all of `customerId` moves to this one, which stays',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({
      customerId: z
        .string('Choose the other customer')
        .check(z.minLength(1, 'Choose the other customer'), z.maxLength(64)),
    }),
    response: z.object({ data: customerDetails }),
    idempotent: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/:currency/customers/:id',
    summary: 'Remove a customer from the list',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: empty,
  }),
};
