import type * as z from 'zod/mini';
import type { customer, customerDetails as detailsShape, customers } from '#contract/customers.ts';
import { personWarning } from '#core/company-name.ts';
import { csvOf } from '#core/csv.ts';
import { dateIn } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { withholdingNames } from '#core/withholding-names.ts';
import { attachment } from '#server/http/attachment.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { nameAndZone } from '#server/modules/business/queries.ts';
import { importCustomers } from './commands/import.ts';
import { mergeCustomers } from './commands/merge.ts';
import { createCustomer, removeCustomer, updateCustomer } from './commands/save.ts';
import { type CustomerDetails, customerDetails } from './queries/details.ts';
import { allCustomers, listCustomers, type ListedCustomer } from './queries/list.ts';
import type { Customer } from './table.ts';

export const routes: Handlers<typeof customers> = {
  list: async (scope, { params, query }) => {
    const { businessId } = scope.actor;
    const { customers: rows, page } = await listCustomers(scope.db, businessId, params.currency, query);
    return { message: 'Customers', data: { customers: rows.map(presentListed) }, page };
  },
  details: async (scope, { params }) => ({
    message: 'Customer',
    data: await detailsOf(scope, scope.db, params),
  }),
  create: (scope, { body }) =>
    scope.answerOnce(
      (ctx) => createCustomer(ctx, { ...body, email: body.email ?? '' }),
      (created) => ({ message: saved('Customer added successfully', created, body), data: present(created) }),
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
      row.withholding_kind && withholdingNames[row.withholding_kind],
      dateIn(row.created_at, timeZone),
    ]);
    const file = `${name} customers ${dateIn(scope.now, timeZone)}.csv`;
    return attachment(file, 'text/csv; charset=utf-8', csvOf([exportHead, ...rows]));
  },
  update: async (scope, { params, body }) => {
    const changed = await scope.transact((ctx) => updateCustomer(ctx, params.id, body));
    return { message: saved('Customer updated successfully', changed, body), data: present(changed) };
  },
  merge: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => {
        await mergeCustomers(ctx, { keptId: params.id, otherId: body.customerId });
        return detailsOf(scope, ctx.tx, params);
      },
      (data) => ({ message: 'Customers merged successfully', data }),
    ),
  remove: async (scope, { params }) => {
    await scope.transact((ctx) => removeCustomer(ctx, params.id));
    return { message: 'Customer deleted successfully', data: null };
  },
};

// A person of whom it is said that they keep tax may be a slip.
function saved(
  message: string,
  { name }: Customer,
  told: { withholdingKind?: string | null | undefined },
): string {
  const warning = told.withholdingKind ? personWarning(name) : null;
  return [message, warning].filter(Boolean).join('. ');
}

const exportHead = ['Name', 'Email', 'Phone', 'Deducts tax for', 'Added'];

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
  withholdingKind: row.withholding_kind,
  notes: row.notes,
  createdAt: row.created_at,
});

const presentListed = (row: ListedCustomer) => ({
  ...present(row),
  owes: row.owes,
  lastPaidAt: row.last_paid_at,
});

async function detailsOf(
  { actor, now }: Pick<Scope, 'actor' | 'now'>,
  db: Db | Tx,
  { currency, id }: { currency: Currency; id: string },
): Promise<z.output<typeof detailsShape>> {
  const { businessId } = actor;
  const { timeZone } = await nameAndZone(db, businessId);
  return presentDetails(await customerDetails(db, { businessId, currency, id }, dateIn(now, timeZone)));
}

const presentDetails = ({ customer: row, oldestUnpaid, ...figures }: CustomerDetails) => ({
  ...present(row),
  ...figures,
  oldestUnpaid: oldestUnpaid && {
    id: oldestUnpaid.id,
    _id: oldestUnpaid.id,
    invoiceNumber: oldestUnpaid.number,
    dueDate: oldestUnpaid.due_date,
    balance: oldestUnpaid.balance,
  },
});
