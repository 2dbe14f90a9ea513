import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { MessageState } from '../table.ts';

/** Kinds of messages a business sends of its own will; receipts follow money. */
const wanted = ['invoiceSent', 'invoiceReminder', 'promiseDue'];

/** How many customers' addresses a business wrote to for the first time since an instant. */
export async function newRecipientsSince(db: Db | Tx, businessId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('messages as m')
    .select(sql<number>`count(distinct m.to_address)::int`.as('count'))
    .where('m.business_id', '=', businessId)
    .where('m.customer_id', 'is not', null)
    .where('m.created_at', '>=', since)
    .where('m.kind', 'in', wanted)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('messages as earlier')
            .select('earlier.key')
            .where('earlier.business_id', '=', businessId)
            .where('earlier.customer_id', 'is not', null)
            .whereRef('earlier.to_address', '=', 'm.to_address')
            .where('earlier.created_at', '<', since),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Whether a business wrote to a customer's address before. */
export const wroteTo = async (db: Db | Tx, businessId: string, address: string): Promise<boolean> =>
  (await lastMessagesTo(db, businessId, [address])).has(address);

/** State of the last message of a business to each of those customers' addresses it wrote to. */
export async function lastMessagesTo(
  db: Db | Tx,
  businessId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, MessageState>> {
  // Each by the index, however much was written to it; given as JSON, because an array is planned anew for its length.
  const { rows } = await sql<{ address: string; state: MessageState }>`
    select a.address, m.state from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) as a (address), lateral (
      select state from messages where business_id = ${businessId} and customer_id is not null and to_address = a.address
      order by id desc limit 1) m`.execute(db);
  return new Map(rows.map(({ address, state }) => [address, state]));
}

/** Customers' addresses that sent a business's messages back, or ended them, since an instant. */
export async function complaintsSince(db: Db | Tx, businessId: string, since: Date): Promise<number> {
  const bounced = await db
    .selectFrom('messages')
    .select(sql<number>`count(distinct to_address)::int`.as('count'))
    .where('business_id', '=', businessId)
    .where('customer_id', 'is not', null)
    .where('created_at', '>=', since)
    .where('state', '=', 'bounced')
    .executeTakeFirstOrThrow();
  const stopped = await db
    .selectFrom('message_stops')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('business_id', '=', businessId)
    .where('stopped_at', '>=', since)
    .executeTakeFirstOrThrow();
  return bounced.count + stopped.count;
}
