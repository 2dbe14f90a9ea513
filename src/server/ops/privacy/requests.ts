import { sql } from 'kysely';
import { newId } from '#core/ids.ts';
import type { Db } from '#server/kernel/db.ts';
import type { SystemCtx, SystemScope } from '#server/kernel/scope.ts';
import { recordOperator } from '#server/modules/audit/commands.ts';
import type { PrivacyRequestRow } from '#server/modules/consents/table.ts';
import { dataHeldAbout } from './access.ts';
import { erasePerson, openDebts } from './erase.ts';
import { findPerson, type Person } from './person.ts';
import { columnsContaining } from './text-columns.ts';

type Kind = PrivacyRequestRow['kind'];

/** Exports everything held about a person; the request is recorded. */
export async function exportPersonalData(
  scope: SystemScope,
  identifier: string,
): Promise<Record<string, object[]>> {
  const person = await findPerson(scope.db, identifier);
  const held = await dataHeldAbout(scope.db, person);
  const counts = Object.fromEntries(Object.entries(held).map(([table, rows]) => [table, rows.length]));
  await scope.transactAsSystem((ctx) => recordRequest(ctx, 'access', identifier, person, counts));
  return held;
}

type Erasure =
  | { ok: true; done: Record<string, number>; left: { place: string; rows: number }[] }
  | { ok: false; debts: { businessId: string; numbers: string[] }[] };

/**
 * Erases a person who is a customer or payee of businesses, and returns where traces remain. With unpaid
 * invoices nothing happens unless `evenUnpaid`.
 */
export async function erase(scope: SystemScope, identifier: string, evenUnpaid: boolean): Promise<Erasure> {
  const person = await findPerson(scope.db, identifier);
  const debts = await openDebts({ tx: scope.db as SystemCtx['tx'] }, person);
  if (debts.length > 0 && !evenUnpaid) return { ok: false, debts };
  const { done, fileKeys } = await scope.transactAsSystem(async (ctx) => {
    const erased = await erasePerson(ctx, person);
    await recordRequest(ctx, 'erase', identifier, person, erased.done);
    return erased;
  });
  for (const key of fileKeys) await scope.ports.files.remove(key);
  return { ok: true, done, left: await tracesOf(scope.db, person) };
}

async function tracesOf(db: Db, person: Person): Promise<{ place: string; rows: number }[]> {
  const found = await columnsContaining(db, person.signs);
  for (const [businessId, signs] of person.signsIn)
    found.push(...(await columnsContaining(db, signs, businessId)));
  const most = new Map<string, number>();
  for (const { column: place, rows } of found) most.set(place, Math.max(most.get(place) ?? 0, rows));
  return [...most].map(([place, rows]) => ({ place, rows }));
}

/** Stops all messages of businesses to a person, or lifts the stop. */
export async function restrict(
  scope: SystemScope,
  identifier: string,
  restricted: boolean,
): Promise<Record<string, number>> {
  const person = await findPerson(scope.db, identifier);
  return scope.transactAsSystem(async (ctx) => {
    const done = await setRestricted(ctx, person, restricted);
    await recordRequest(ctx, restricted ? 'restrict' : 'lift', identifier, person, done);
    return done;
  });
}

async function recordRequest(
  ctx: SystemCtx,
  kind: Kind,
  identifier: string,
  person: Person,
  done: Record<string, number>,
): Promise<void> {
  const businesses = new Set([...person.customers, ...person.payees].map(({ businessId }) => businessId));
  const hash = ctx.sealer.fingerprint(`privacy ${identifier.trim().toLowerCase()}`);
  await ctx.tx
    .insertInto('privacy_requests')
    .values({
      id: newId('prq', ctx.now),
      kind,
      subject_hash: hash,
      businesses: businesses.size,
      done: JSON.stringify(done) as never,
      created_at: ctx.now,
    })
    .execute();
  await recordOperator(ctx, `Privacy request: ${kind}, ${hash.slice(0, 12)}, ${businesses.size} businesses`);
}

/**
 * Stops messages to a person while their objection is examined; `restricted` false ends that. Stops by the
 * person or the business themselves remain: a stop of a restriction carries the time of its request.
 */
async function setRestricted(
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
