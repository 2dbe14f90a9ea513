import { sql } from 'kysely';
import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { column, sealedColumn } from '#server/kernel/sealed-columns.ts';
import { purgeAnsweredEvents, requeueStuckMessages, runs } from './flows/events.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { eventSealContext } from './rules.ts';
import type { WhatsAppTables } from './table.ts';

// A value keeps its own business, even when the phone is linked to another by now.
const SENDER = sql<string | null>`coalesce(
  (select k.business_id from data_keys k where k.id = split_part(t.sealed, '.', 2)),
  (select o.business_id from whatsapp_owners o where o.contact = t.contact))`;

export const whatsapp = {
  uses: ['identity', 'business', 'invoices', 'payments', 'notifications', 'assistant'],
  routes: { whatsapp: routes },
  jobs: runners(jobs, runs),
  schedules: [
    { name: 'stuck messages', every: 'minute', run: requeueStuckMessages },
    { name: 'answered events', every: 'hour', run: purgeAnsweredEvents },
  ],
  tables: {
    whatsapp_codes: {
      owner: 'business_id',
      place: 'first node',
      export: 'a phone that is linked here',
      erase: 'delete',
      expires: true,
    },
    whatsapp_notices: { owner: 'system', export: 'who wrote to our number: ours', erase: 'command' },
  },
  erase: ({ tx }, { business_id: businessId }) =>
    sql`delete from whatsapp_notices where contact in
      (select contact from whatsapp_owners where business_id = ${businessId})`.execute(tx),
  sealed: [
    sealedColumn('whatsapp_notices', 'sealed', {
      key: column('id'),
      businessId: SENDER,
      sealContext: ({ key }) => eventSealContext(key),
    }),
  ],
} satisfies Module<WhatsAppTables>;
