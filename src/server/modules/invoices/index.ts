import { sql } from 'kysely';
import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { column, sealedColumn } from '#server/kernel/sealed-columns.ts';
import { eraseInvoices } from './commands/erase.ts';
import { expireSales } from './commands/pos-sale.ts';
import { runs } from './flows.ts';
import { jobs } from './jobs.ts';
import { payToPlace } from './queries/pay-to.ts';
import { routes, scheduleRoutes, writeOffRoutes } from './routes.ts';
import type { InvoiceTables } from './table.ts';

export const invoices = {
  uses: ['business', 'customers', 'notifications'],
  routes: { invoices: routes, invoiceSchedules: scheduleRoutes, writeOffs: writeOffRoutes },
  jobs: runners(jobs, runs),
  schedules: [
    { name: 'expired sales', every: 'minute', run: (scope) => scope.transactAsSystem(expireSales) },
  ],
  tables: {
    invoices: {
      owner: 'business_id',
      export: {
        key: ['id'],
        about: 'your invoices',
        generatedColumns: ['balance_minor', 'settled_as'],
        oldColumns: { paper_code: 'verification_code' },
      },
      erase: 'command',
      texts: { named: ['customer_name', 'customer_email'] },
    },
    invoice_names: {
      owner: 'business_id',
      export: 'taken from the invoices',
      erase: 'keep',
      texts: { named: ['customer_name', 'customer_email'] },
      undisclosed: true,
    },
    invoice_items: {
      owner: 'business_id',
      export: { key: ['invoice_id', 'position'], about: 'the lines of your invoices' },
      erase: 'keep',
    },
    invoice_revisions: {
      owner: 'business_id',
      export: { key: ['invoice_id', 'revision'], about: 'what your invoices said before you changed them' },
      erase: 'keep',
    },
    adjustments: {
      owner: 'business_id',
      export: { key: ['id'], about: 'what settled your invoices without money, such as write-offs' },
      erase: 'keep',
    },
    invoice_shares: {
      owner: 'business_id',
      export: { key: ['id'], about: 'invoices whose link you handed out by yourself' },
      erase: 'keep',
    },
    counter_sales: {
      owner: 'business_id',
      export: {
        key: ['invoice_id'],
        about: 'sales at the counter',
        oldColumns: { waits_until: null, opened_at: null },
      },
      erase: 'delete',
    },
    reminders: {
      owner: 'business_id',
      export: { key: ['id'], about: 'the reminders that went' },
      erase: 'command',
    },
  },
  erase: eraseInvoices,
  sealed: [
    {
      ...sealedColumn('invoices', 'pay_to', {
        part: column('id'),
        sealContext: ({ key, part }) => payToPlace({ business_id: key, id: part }),
        legacyPlaintext: (value) => (/^[^.]*$/.test(value) ? value : null),
      }),
      value: sql<string>`t.pay_to->>'accountNumber'`,
      set: (next, plain) =>
        sql`pay_to = t.pay_to || jsonb_build_object('accountNumber', ${next}::text, 'last4', ${plain.slice(-4)}::text)`,
    },
  ],
} satisfies Module<InvoiceTables>;
