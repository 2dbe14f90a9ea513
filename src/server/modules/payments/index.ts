import { sql } from 'kysely';
import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { sweepCheckouts } from './flows/collect.ts';
import { runs, sweepRefunds } from './flows/refunds.ts';
import { jobs } from './jobs.ts';
import { creditRoutes } from './routes/credit.ts';
import { offlineRoutes } from './routes/offline.ts';
import { routes } from './routes/payments.ts';
import type { PaymentTables } from './table.ts';

export const payments = {
  uses: ['invoices', 'customers', 'business', 'identity', 'ledger', 'notifications'],
  sees: 'tools',
  routes: { payments: routes, offlinePayments: offlineRoutes, customerCredit: creditRoutes },
  jobs: runners(jobs, runs),
  schedules: [
    { name: 'refunds', every: 'minute', run: sweepRefunds },
    { name: 'checkouts', every: 'minute', alone: true, run: sweepCheckouts },
  ],
  tables: {
    checkouts: {
      owner: 'business_id',
      export: {
        key: ['reference'],
        about: 'how invoices could be paid',
        excludedColumns: { checkout_url: null, account: null, ussd_code: null },
        oldColumns: { next_ask_at: 'next_poll_at', asks: 'poll_count' },
      },
      erase: 'command',
    },
    checkout_invoices: {
      owner: 'business_id',
      export: { key: ['reference', 'invoice_id'], about: 'which invoices were to be paid together' },
      erase: 'keep',
      texts: 'none',
    },
    payments: {
      owner: 'business_id',
      export: { key: ['id'], about: 'what customers paid' },
      erase: 'command',
    },
    payment_claims: {
      owner: 'business_id',
      export: { key: ['id'], about: 'alerts and screenshots that were said to be payments' },
      erase: 'command',
    },
    receipts: {
      owner: 'business_id',
      export: {
        key: ['payment_id'],
        about: 'the receipts of what customers paid',
        oldColumns: { paper_code: 'verification_code' },
      },
      erase: 'keep',
    },
    allocations: {
      owner: 'business_id',
      export: { key: ['id'], about: 'which payment went to which invoice' },
      erase: 'keep',
      texts: 'none',
    },
    refunds: {
      owner: 'business_id',
      export: { key: ['id'], about: 'what was given back', oldColumns: { next_ask_at: 'next_poll_at' } },
      erase: 'command',
    },
    unmatched_payments: {
      owner: 'business_id',
      place: 'first node',
      export: {
        key: ['provider', 'transaction_id'],
        about: 'money that matched no invoice',
        exportOnly: true,
      },
      erase: 'keep',
    },
  },
  erase: async ({ tx }, { business_id: businessId }) => {
    await sql`update checkouts set checkout_url = null, account = null, ussd_code = null where business_id = ${businessId}`.execute(
      tx,
    );
    await sql`update payments set note = null, slip_file_id = null, cancelled_reason = null, given_back_reason = case when given_back_on is null then null else '' end where business_id = ${businessId} and evidence <> 'provider'`.execute(
      tx,
    );
    await sql`update payment_claims set note = '', slip_file_id = null where business_id = ${businessId}`.execute(
      tx,
    );
    await sql`update refunds set reason = '' where business_id = ${businessId}`.execute(tx);
  },
} satisfies Module<PaymentTables>;
