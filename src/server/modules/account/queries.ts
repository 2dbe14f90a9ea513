import { sql } from 'kysely';
import type { Db } from '#server/db.ts';
import type { Actor } from '#server/scope.ts';
import { exported } from './rules.ts';

const BATCH = 500;

/** A file of the export: its rows come in batches, so that a large business needs no more memory than a small one. */
export type ExportFile = { name: string; about: string; batches: () => AsyncIterable<object[]> };

/** Everything kept about the actor's account and business, and nothing of anybody else. */
export function exportFiles(db: Db, actor: Actor): ExportFile[] {
  const { businessId, userId } = actor;
  const ofBusiness = (table: string, key: string, about: string, name = table): ExportFile => ({
    name: `${name.replaceAll('_', '-')}.json`,
    about,
    batches: () => batches(db, { table, owner: 'business_id', id: businessId, key }),
  });
  return [
    { name: 'account.json', about: 'you, your sessions and settings', batches: () => account(db, actor) },
    ofBusiness('business_profiles', 'business_id', 'your business', 'business'),
    ofBusiness('customers', 'id', 'your customers'),
    {
      name: 'invoices.json',
      about: 'your invoices with their items',
      batches: () => invoices(db, businessId),
    },
    ofBusiness('invoice_shares', 'id', 'invoices whose link you handed out by yourself'),
    ofBusiness('promises', 'id', 'what customers promised to pay, and by when'),
    ofBusiness('reminders', 'id', 'the reminders that went'),
    ofBusiness('payments', 'id', 'what customers paid'),
    ofBusiness('receipts', 'payment_id', 'the receipts of what customers paid'),
    ofBusiness('allocations', 'id', 'which payment went to which invoice'),
    ofBusiness('ledger_transfers', 'sequence', 'every movement of your money', 'ledger'),
    ofBusiness('withdrawals', 'id', 'what you withdrew or paid out'),
    ofBusiness('staff', 'id', 'the people you pay'),
    ofBusiness('activities', 'id', 'what happened in your business'),
    ofBusiness('messages', 'id', 'the messages that went out about your business, and what became of them'),
    ofBusiness('thread_messages', 'id', 'your conversations with the assistant', 'conversations'),
    ofBusiness(
      'assistant_proposals',
      'id',
      'what the assistant proposed, and what became of it',
      'proposals',
    ),
    ofBusiness('assistant_usage', 'day', 'how much of a language model was used on each day'),
    ofBusiness('files', 'id', 'a list of the files you uploaded'),
    {
      name: 'security-events.json',
      about: 'what touched the safety of your account',
      batches: () => batches(db, { table: 'security_events', owner: 'user_id', id: userId, key: 'id' }),
    },
  ];
}

type Of = { table: string; owner: 'business_id' | 'user_id'; id: string; key: string };

async function* batches(db: Db, of: Of): AsyncIterable<object[]> {
  for await (const rows of rawBatches(db, of)) yield rows.map(exported);
}

async function* rawBatches(db: Db, { table, owner, id, key }: Of): AsyncIterable<Record<string, unknown>[]> {
  let after: unknown = null;
  for (;;) {
    const onwards = after === null ? sql`` : sql`and ${sql.ref(key)} > ${after}`;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}
      where ${sql.ref(owner)} = ${id} ${onwards} order by ${sql.ref(key)} limit ${BATCH}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.[key];
  }
}

async function* invoices(db: Db, businessId: string): AsyncIterable<object[]> {
  const of = { table: 'invoices', owner: 'business_id', id: businessId, key: 'id' } as const;
  for await (const rows of rawBatches(db, of)) {
    const items = await db
      .selectFrom('invoice_items')
      .selectAll()
      .where('business_id', '=', businessId)
      .where(
        'invoice_id',
        'in',
        rows.map((row) => String(row.id)),
      )
      .orderBy('invoice_id')
      .orderBy('position')
      .execute();
    const itemsOf = Map.groupBy(items, (item) => item.invoice_id);
    yield rows.map((row) => ({
      ...exported(row),
      items: (itemsOf.get(String(row.id)) ?? []).map(exported),
    }));
  }
}

async function* account(db: Db, { userId, businessId }: Actor): AsyncIterable<object[]> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const sessions = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const linked = await db
    .selectFrom('external_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .execute();
  const notifications = await db
    .selectFrom('notification_preferences')
    .selectAll()
    .where('business_id', '=', businessId)
    .execute();
  const phones = await db
    .selectFrom('whatsapp_owners')
    .select(['number', 'linked_at'])
    .where('business_id', '=', businessId)
    .execute();
  const parts = {
    sessions,
    signInElsewhere: linked,
    notifications,
    whatsapp: phones,
    browsersTold: await settings(db, 'push_subscriptions', businessId),
    reminders: await settings(db, 'reminder_settings', businessId),
    remindersByInvoice: await settings(db, 'reminder_invoices', businessId),
    noRemindersTo: await settings(db, 'message_stops', businessId),
    counterAddresses: await settings(db, 'counter_codes', businessId),
  };
  const lists = Object.entries(parts).map(([name, rows]) => [name, rows.map(exported)]);
  yield [{ ...exported(user), businessId, ...Object.fromEntries(lists) }];
}

type Settings =
  | 'push_subscriptions'
  | 'reminder_settings'
  | 'reminder_invoices'
  | 'message_stops'
  | 'counter_codes';

const settings = (db: Db, table: Settings, businessId: string): Promise<object[]> =>
  db.selectFrom(table).selectAll().where('business_id', '=', businessId).execute();

/** Accounts whose days of grace are over. */
export function dueDeletions(db: Db, now: Date, limit: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', now)
    .where('erased_at', 'is', null)
    .orderBy('deletion_due_at')
    .limit(limit)
    .execute();
}

/** Files of erased accounts whose bytes are still kept. */
export function filesOfErased(db: Db): Promise<{ business_id: string; id: string; storage_key: string }[]> {
  return db
    .selectFrom('files as f')
    .innerJoin('users as u', 'u.business_id', 'f.business_id')
    .select(['f.business_id', 'f.id', 'f.storage_key'])
    .where('u.erased_at', 'is not', null)
    .limit(BATCH)
    .execute();
}

/** Whether money of a business is available, owed, on its way out, or kept apart for it. */
export async function moneyIsLeft(db: Db, businessId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ledger_accounts where business_id = ${businessId} and balance_minor <> 0 union all
    select 1 from withdrawals where business_id = ${businessId} and status in ('pending', 'processing') union all
    select 1 from refunds where business_id = ${businessId} and status in ('pending', 'processing', 'needs_attention') union all
    select 1 from unmatched_payments
      where business_id = ${businessId} and settled_at is null and reason <> 'test_money'
    limit 1`.execute(db);
  return rows.length > 0;
}
