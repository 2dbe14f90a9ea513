import { sql } from 'kysely';
import type { SystemCtx } from '#server/kernel/scope.ts';
import type { Person } from './person.ts';

/**
 * Stops messages to a person while their objection is examined; `restricted` false ends that. Stops by the
 * person or the business themselves remain: a stop of a restriction carries the time of its request.
 */
export async function setRestricted(
  { tx, now }: SystemCtx,
  person: Person,
  restricted: boolean,
): Promise<Record<string, number>> {
  const addresses = [
    ...person.emails.map((address) => ({ channel: 'email', address })),
    ...person.numbers.map((address) => ({ channel: 'whatsapp', address })),
  ];
  for (const { businessId } of person.customers) {
    for (const { channel, address } of addresses)
      await (restricted
        ? sql`insert into message_stops (business_id, channel, address, stopped_at)
            values (${businessId}, ${channel}, ${address}, ${now}) on conflict do nothing`
        : sql`delete from message_stops where business_id = ${businessId} and channel = ${channel} and address = ${address}
            and stopped_at in (select created_at from privacy_requests where kind = 'restrict')`
      ).execute(tx);
  }
  return { customers: person.customers.length, message_stops: person.customers.length * addresses.length };
}
