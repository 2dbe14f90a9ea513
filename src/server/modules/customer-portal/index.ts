import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { runs } from './flows/links.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import type { CustomerPortalTables } from './table.ts';

const proof = {
  owner: 'business_id',
  export: 'a proof of who a customer is, here',
  erase: 'delete',
  texts: 'none',
  expires: true,
  undisclosed: true,
} as const;

export const customerPortal = {
  uses: [
    'identity',
    'business',
    'customers',
    'invoices',
    'payments',
    'saved-cards',
    'credit-notes',
    'quotes',
    'customer-statements',
    'notifications',
  ],
  routes: { customerPortal: routes },
  jobs: runners(jobs, runs),
  tables: { portal_links: proof, portal_sessions: proof },
} satisfies Module<CustomerPortalTables>;
