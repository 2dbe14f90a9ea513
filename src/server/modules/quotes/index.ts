import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { eraseQuotes } from './commands/erase.ts';
import { runs } from './flows/letter.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import type { QuoteTables } from './table.ts';

export const quotes = {
  uses: ['identity', 'business', 'customers', 'invoices', 'notifications'],
  sees: 'tools',
  routes: { quotes: routes },
  jobs: runners(jobs, runs),
  tables: {
    quotes: {
      owner: 'business_id',
      export: { key: ['id'], about: 'your quotes' },
      erase: 'command',
      texts: { named: ['customer_name', 'customer_email'] },
    },
    quote_revisions: {
      owner: 'business_id',
      export: {
        key: ['quote_id', 'revision'],
        about: 'what your quotes say, and said before you changed them',
      },
      erase: 'command',
    },
    quote_acceptances: {
      owner: 'business_id',
      export: { key: ['quote_id'], about: 'who accepted your quotes' },
      erase: 'command',
      // Figures of a drawing may look like a telephone number.
      texts: { named: ['signature'] },
    },
    quote_codes: {
      owner: 'business_id',
      export: 'a proof of who a customer is, here',
      erase: 'delete',
      texts: 'none',
      expires: true,
      undisclosed: true,
    },
    quote_events: {
      owner: 'business_id',
      export: { key: ['id'], about: 'what happened to your quotes' },
      erase: 'keep',
    },
  },
  erase: eraseQuotes,
} satisfies Module<QuoteTables>;
