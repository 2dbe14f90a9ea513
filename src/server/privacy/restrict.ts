import { sql } from 'kysely';
import type { SystemCtx } from '../scope.ts';
import type { Person } from './person.ts';

/** Has nobody write to a person while their objection is looked into; `restricted` false ends that. */
export async function setRestricted(
  { tx, now }: SystemCtx,
  person: Person,
  restricted: boolean,
): Promise<Record<string, number>> {
  const addresses = [
    ...person.emails.map((address) => ({ channel: 'email', address })),
    ...person.numbers.map((address) => ({ channel: 'whatsapp', address })),
  ];
  for (const { businessId, id } of person.customers) {
    await sql`update customers set reminders_off = ${restricted}, updated_at = ${now}
      where business_id = ${businessId} and id = ${id}`.execute(tx);
    for (const { channel, address } of addresses)
      await (restricted
        ? sql`insert into message_stops (business_id, channel, address, stopped_at)
            values (${businessId}, ${channel}, ${address}, ${now}) on conflict do nothing`
        : sql`delete from message_stops where business_id = ${businessId} and channel = ${channel} and address = ${address}`
      ).execute(tx);
  }
  return { customers: person.customers.length, message_stops: person.customers.length * addresses.length };
}
