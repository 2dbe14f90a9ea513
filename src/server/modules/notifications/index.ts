import { sql } from 'kysely';
import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { column, sealedColumn } from '#server/kernel/sealed-columns.ts';
import { eraseMessages } from './commands/erase.ts';
import { subscriptionPlace } from './commands/push.ts';
import { runs } from './flows/email.ts';
import { failAbandonedMessages } from './flows/send-once.ts';
import { jobs } from './jobs.ts';
import { pushRoutes, routes } from './routes.ts';
import { sealingPlace } from './rules/email.ts';
import type { NotificationTables } from './table.ts';

export const notifications = {
  uses: [],
  routes: { messages: routes, push: pushRoutes },
  jobs: runners(jobs, runs),
  // An hour after the start at the earliest: messages that waited through a longer stop are sent first.
  schedules: [{ name: 'abandoned messages', every: 'hour', run: failAbandonedMessages }],
  tables: {
    notification_preferences: {
      owner: 'business_id',
      export: { key: ['event'], about: 'what you are told, and by which way' },
      erase: 'delete',
    },
    messages: {
      owner: 'business_id',
      place: 'first node',
      export: {
        key: ['id'],
        about: 'the messages that went out about your business, and what became of them',
      },
      erase: 'command',
    },
    message_stops: {
      owner: 'business_id',
      export: { key: ['channel', 'address'], about: 'who asked not to be reminded' },
      erase: 'delete',
    },
    push_subscriptions: {
      owner: 'business_id',
      place: 'first node',
      export: 'a browser that is known here',
      erase: 'delete',
    },
    whatsapp_owners: {
      owner: 'business_id',
      place: 'first node',
      export: 'a phone that is linked here',
      erase: 'delete',
    },
    whatsapp_contacts: { owner: 'system', export: 'who wrote to our number: ours', erase: 'command' },
    kept_mails: {
      owner: 'system',
      export: 'a copy for the machine at hand',
      erase: 'command',
      contact: 'to_address',
    },
  },
  erase: eraseMessages,
  retention: [
    {
      what: 'messages in the dev mailbox',
      days: 90,
      purge: (scope, before) => sql`delete from kept_mails where created_at < ${before}`.execute(scope.db),
    },
    {
      what: 'addresses on settled messages',
      days: 400,
      purge: (scope, before) =>
        sql`update messages set to_address = '', reason = null
          where settled_at < ${before} and to_address <> '' and state not in ('queued', 'sending')`.execute(
          scope.db,
        ),
    },
  ],
  sealed: [
    sealedColumn('push_subscriptions', 'subscription_sealed', {
      part: column('id'),
      sealContext: ({ key, part, value }) => subscriptionPlace(key, part, value),
    }),
    {
      name: 'queued messages',
      table: sql`pgboss.job`,
      key: sql<string>`t.id::text`,
      part: sql<string>`t.data->>'key'`,
      businessId: sql<string | null>`t.data->>'businessId'`,
      value: sql<string>`t.data->>'sealed'`,
      set: (next) => sql`data = t.data || jsonb_build_object('sealed', ${next}::text)`,
      sealContext: ({ part }) => sealingPlace(part),
    },
  ],
} satisfies Module<NotificationTables & { kept_mails: unknown }>;
