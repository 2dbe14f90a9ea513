import type * as z from 'zod/mini';
import type { customer, customers } from '#contract/customers.ts';
import { csvOf } from '#core/csv.ts';
import { dateIn } from '#core/dates.ts';
import { attachment } from '#server/http/attachment.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { nameAndZone } from '#server/modules/business/queries.ts';
import { importCustomers } from './commands/import.ts';
import { createCustomer, removeCustomer, updateCustomer } from './commands/save.ts';
import { allCustomers, listCustomers } from './queries/list.ts';
import type { Customer } from './table.ts';

export const routes: Handlers<typeof customers> = {
  list: async (scope, { query }) => {
    const { customers: rows, page } = await listCustomers(scope.db, scope.actor.businessId, query);
    return { message: 'Customers', data: { customers: rows.map(present) }, page };
  },
  create: (scope, { body }) =>
    scope.answerOnce(
      (ctx) => createCustomer(ctx, body),
      (created) => ({ message: 'Customer added successfully', data: present(created) }),
    ),
  import: (scope, { body }) =>
    scope.answerOnce(
      (ctx) => importCustomers(ctx, body.rows, body.onExisting),
      (report) => ({ message: 'Customers imported', data: report }),
    ),
  export: async (scope) => {
    const { name, timeZone } = await nameAndZone(scope.db, scope.actor.businessId);
    const rows = (await allCustomers(scope.db, scope.actor.businessId)).map((row) => [
      row.name,
      row.email,
      row.phone,
      dateIn(row.created_at, timeZone),
    ]);
    const file = `${name} customers ${dateIn(scope.now, timeZone)}.csv`;
    return attachment(file, 'text/csv; charset=utf-8', csvOf([['Name', 'Email', 'Phone', 'Added'], ...rows]));
  },
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
  language: row.language,
  whatsappConsent: row.whatsapp_consent_at !== null,
  remindersOff: row.reminders_off,
  createdAt: row.created_at,
});
