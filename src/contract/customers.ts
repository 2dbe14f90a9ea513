import * as z from 'zod/mini';
import { languageCodes } from '#core/languages.ts';
import { endpoint } from './endpoint.ts';
import {
  currencyAndId,
  currencyParams,
  email,
  empty,
  instant,
  optionalPhone,
  page,
  paging,
  recordId,
  text,
} from './wire.ts';

export const newCustomer = z.object({
  name: text({ max: 120, required: 'Name is required' }),
  email,
  phone: optionalPhone,
});

const MAX_IMPORT_ROWS = 1000;
const cell = z.optional(z.nullable(z.string().check(z.maxLength(1000, 'Keep this to 1000 characters'))));

/** A row of an imported customer list; whether it can be stored is reported row by row. */
export const importRow = z.object({ name: cell, email: cell, phone: cell });
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
  createdAt: instant,
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
      sort: z.optional(z.enum(['name', '-name', 'email', '-email', 'created', '-created'])),
    }),
    response: z.object({ data: z.object({ customers: z.array(customer) }), page }),
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
      /** Handling of rows whose email already belongs to a customer. */
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
  update: endpoint({
    method: 'PATCH',
    path: '/api/:currency/customers/:id',
    summary: 'Change a customer',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({
      name: z.optional(newCustomer.shape.name),
      email: z.optional(email),
      phone: optionalPhone,
      language: z.optional(customer.shape.language),
      whatsappConsent: z.optional(z.boolean()),
      remindersOff: z.optional(z.boolean()),
    }),
    response: z.object({ data: customer }),
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
