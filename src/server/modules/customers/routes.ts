import type * as z from 'zod/mini';
import type { customer, customers } from '#contract/customers.ts';
import type { Handlers } from '#server/http.ts';
import { createCustomer, removeCustomer, updateCustomer } from './commands.ts';
import { listCustomers } from './queries.ts';
import type { Customer } from './table.ts';

export const routes: Handlers<typeof customers> = {
  list: async (scope, { query }) => {
    const { customers: rows, page } = await listCustomers(scope.db, scope.actor.businessId, query);
    return { message: 'Customers', data: { customers: rows.map(present) }, page };
  },
  create: (scope, { body }) =>
    scope.answerOnce(
      (ctx) => createCustomer(ctx, body),
      (made) => ({ message: 'Customer added successfully', data: present(made) }),
    ),
  update: async (scope, { params, body }) => {
    const changed = await scope.transact((ctx) => updateCustomer(ctx, params.id, body));
    return { message: 'Customer updated successfully', data: present(changed) };
  },
  remove: async (scope, { params }) => {
    await scope.transact((ctx) => removeCustomer(ctx, params.id));
    return { message: 'Customer deleted successfully', data: null };
  },
};

const present = (row: Customer): z.output<typeof customer> => ({
  id: row.id,
  _id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  isActive: row.is_active,
  createdAt: row.created_at,
});
