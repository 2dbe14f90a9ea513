import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import type { WhatsAppOwnerRow } from '../table.ts';

// WhatsApp counts 24 hours from its own clock; a message on the edge would be refused late.
const OPEN_MS = 24 * 3_600_000 - 5 * 60_000;

/**
 * Whether somebody wrote within the last 24 hours, so that anything may be said to them. `to`: international digits, or
 * WhatsApp's user id for a hidden number.
 */
export async function isOpen(db: Db, to: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('whatsapp_contacts')
    .select('contact')
    .where((eb) => eb.or([eb('number', '=', to), eb('contact', '=', to)]))
    .where('last_heard_at', '>', plusMs(now, -OPEN_MS))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a number ever wrote to us, which counts as consent to be messaged. */
export const hasWritten = async (db: Db, number: string): Promise<boolean> =>
  (await numbersHeard(db, [number])).has(number);

/** Those of some numbers that did. */
export async function numbersHeard(db: Db, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('whatsapp_contacts')
    .select('number')
    .where(sql<boolean>`number = any(${numbers})`)
    .execute();
  return new Set(rows.flatMap(({ number }) => number ?? []));
}

/** Whether an address is on the suppression list of this business or of all. */
export async function isSuppressed(
  db: Db,
  businessId: string,
  channel: 'email' | 'whatsapp',
  address: string,
): Promise<boolean> {
  return (await suppressedOf(db, businessId, channel, [address])).has(address);
}

/** Those of some addresses that are on it. */
export async function suppressedOf(
  db: Db,
  businessId: string,
  channel: 'email' | 'whatsapp',
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('message_stops')
    .select('address')
    .where('business_id', 'in', ['', businessId])
    .where('channel', '=', channel)
    .where(sql<boolean>`address = any(${addresses})`)
    .execute();
  return new Set(rows.map(({ address }) => address));
}

/** The phone the owner of a business linked. */
export async function linkedPhone(db: Db, businessId: string): Promise<WhatsAppOwnerRow | null> {
  const row = await db
    .selectFrom('whatsapp_owners')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  return row ?? null;
}
