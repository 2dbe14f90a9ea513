import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { newId, newToken } from '#core/ids.ts';
import type { Store } from '#server/kernel/db.ts';

/** A parameterised statement straight to the driver. */
export type Query = <R>(text: string, values?: unknown[]) => Promise<R[]>;

/** The database with nothing of ours between: the floor of everything that needs it. */
export type RawDatabase = {
  query: Query;
  transact(work: (query: Query) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** The same database as a store's, on connections of its own where there can be several. */
export const rawDatabaseOn = (store: Store): RawDatabase =>
  store.pglite ? onEmbedded(store.pglite) : onServer(store.connectionString ?? '');

function onEmbedded(pglite: PGlite): RawDatabase {
  return {
    query: async <R>(text: string, values?: unknown[]) => (await pglite.query<R>(text, values)).rows,
    transact: (work) =>
      pglite.transaction((tx) =>
        work(async <R>(text: string, values?: unknown[]) => (await tx.query<R>(text, values)).rows),
      ),
    close: async () => {},
  };
}

/** A server's database at its address, on ten connections. */
export function onServer(connectionString: string): RawDatabase {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const queryOn =
    (client: pg.Pool | pg.PoolClient): Query =>
    async <R>(text: string, values?: unknown[]): Promise<R[]> =>
      (await client.query<R & pg.QueryResultRow>(text, values)).rows;
  return {
    query: queryOn(pool),
    transact: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await work(queryOn(client));
        await client.query('commit');
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

const INVOICE = `insert into invoices (business_id, id, public_id, number, currency, customer_id, customer_email, customer_name, title,
  description, payment_terms, notes, subtotal_minor, discount_minor, tax_bps, tax_minor, total_minor, issue_date, due_date, created_at)
  values ($1, $2, $3, $4, 'NGN', $5, $6, $7, $8, '', 'Payment within 14 days', '', 75000000, 0, 750, 5625000, 80625000, $9::timestamptz::date, $9::timestamptz::date + 14, $9)`;
const ITEMS = `insert into invoice_items (business_id, invoice_id, position, description, quantity_micro, rate_minor, total_minor) values
  ($1, $2, 0, 'Jollof rice, large tray', 1000000, 15000000, 15000000), ($1, $2, 1, 'Small chops', 1000000, 15000000, 15000000),
  ($1, $2, 2, 'Drinks', 1000000, 15000000, 15000000), ($1, $2, 3, 'Service', 1000000, 15000000, 15000000),
  ($1, $2, 4, 'Delivery', 1000000, 15000000, 15000000)`;
const ACTIVITY = `insert into activities (business_id, id, activity_type, description, status, metadata, created_at)
  values ($1, $2, 'invoice_created', $3, 'success', $4, $5)`;

/** A response to be stored under its Idempotency-Key. */
export type Key = { name: string; answer: string };

const STORE_KEY = `insert into idempotency_keys (actor, key, endpoint, request_hash, status, body, created_at)
  values ($1, $2, 'bench', '', 201, $3, $4)`;

/**
 * Least database work of creating an invoice of five items: number, customer, invoice, items, activity,
 * event.
 */
export async function createInvoiceRaw(
  bare: RawDatabase,
  businessId: string,
  email: string,
  key?: Key,
): Promise<void> {
  const now = new Date();
  const id = newId('inv', now);
  if (key)
    await bare.query('select status, body from idempotency_keys where actor = $1 and key = $2', [
      businessId,
      key.name,
    ]);
  await bare.transact(async (query) => {
    const [profile] = await query<{ next: number }>(
      'update business_profiles set next_invoice_number = next_invoice_number + 1 where business_id = $1 returning next_invoice_number - 1 as next',
      [businessId],
    );
    const [customer] = await query<{ id: string; name: string }>(
      'select id, name from customers where business_id = $1 and email = $2 and is_active',
      [businessId, email],
    );
    if (!profile || !customer) throw new Error('the business or its customer is missing');
    const number = `INV-${String(profile.next).padStart(4, '0')}`;
    await query(INVOICE, [
      businessId,
      id,
      newToken(12),
      number,
      customer.id,
      email,
      customer.name,
      'Catering',
      now,
    ]);
    await query(ITEMS, [businessId, id]);
    await query(ACTIVITY, [
      businessId,
      newId('act', now),
      `Invoice ${number} was created`,
      JSON.stringify({ invoiceId: id }),
      now,
    ]);
    const news = (topic: string) => JSON.stringify({ businessId, topic });
    await query("select pg_notify('live', $1), pg_notify('live', $2)", [
      news('activities'),
      news('invoices'),
    ]);
    if (key) await query(STORE_KEY, [businessId, key.name, key.answer, now]);
  });
}
