import { sql } from 'kysely';
import type { WhatsAppContact } from '#server/kernel/ports/messaging.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { contactOf } from '../rules.ts';

/**
 * Upserts the contact of an incoming message, which opens their chat for 24 hours, and returns its key.
 * Handles numbers that got a user id or changed hands.
 */
export async function upsertContact(ctx: SystemCtx, person: WhatsAppContact, at: Date): Promise<string> {
  const contact = await contactKeyOf(ctx, person);
  const { number, userId, name } = person;
  if (number && userId) await mergeContact(ctx, number, userId);
  if (number) await releaseNumber(ctx, number, contact);
  const messagedAt = at < ctx.now ? at : ctx.now;
  await ctx.tx
    .insertInto('whatsapp_contacts')
    .values({ contact, number, name, last_heard_at: messagedAt })
    .onConflict((conflict) =>
      conflict.column('contact').doUpdateSet((eb) => ({
        number: eb.fn.coalesce('excluded.number', 'whatsapp_contacts.number'),
        name: eb.ref('excluded.name'),
        last_heard_at: sql<Date>`greatest(whatsapp_contacts.last_heard_at, excluded.last_heard_at)`,
      })),
    )
    .execute();
  if (number)
    await ctx.tx.updateTable('whatsapp_owners').set({ number }).where('contact', '=', contact).execute();
  return contact;
}

async function contactKeyOf(ctx: SystemCtx, person: WhatsAppContact): Promise<string> {
  if (person.userId || !person.number) return contactOf(person);
  const row = await ctx.tx
    .selectFrom('whatsapp_contacts')
    .select('contact')
    .where('number', '=', person.number)
    .executeTakeFirst();
  return row?.contact ?? person.number;
}

// Merges a contact known by number alone from before WhatsApp had user ids.
async function mergeContact(ctx: SystemCtx, number: string, userId: string): Promise<void> {
  await sql`update whatsapp_owners set contact = ${userId} where contact = ${number}
    and not exists (select 1 from whatsapp_owners where contact = ${userId})`.execute(ctx.tx);
  await ctx.tx.deleteFrom('whatsapp_contacts').where('contact', '=', number).execute();
}

async function releaseNumber(ctx: SystemCtx, number: string, contact: string): Promise<void> {
  for (const table of ['whatsapp_contacts', 'whatsapp_owners'] as const)
    await ctx.tx
      .updateTable(table)
      .set({ number: null })
      .where('number', '=', number)
      .where('contact', '<>', contact)
      .execute();
}

/** Ends all messages of businesses through our number to somebody, or lets them begin again. */
export async function setSuppressed(ctx: SystemCtx, address: string, suppressed: boolean): Promise<void> {
  const key = { business_id: '', channel: 'whatsapp' as const, address };
  if (suppressed)
    await ctx.tx
      .insertInto('message_stops')
      .values({ ...key, stopped_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await ctx.tx
      .deleteFrom('message_stops')
      .where('business_id', '=', '')
      .where('channel', '=', 'whatsapp')
      .where('address', '=', address)
      .execute();
}
