import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  currencyAndId,
  currencyParams,
  email,
  empty,
  instant,
  optionalText,
  page,
  paging,
  recordId,
  text,
} from './wire.ts';

export const newCustomer = z.object({
  name: text({ max: 120, required: 'Name is required' }),
  email,
  phone: optionalText(30),
});

export const customer = z.object({
  ...recordId,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  isActive: z.boolean(),
  createdAt: instant,
});

export const customers = {
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/customers',
    summary: 'Active customers, newest first',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({ ...paging, search: z.optional(z.string().check(z.maxLength(200))) }),
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
      phone: optionalText(30),
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
