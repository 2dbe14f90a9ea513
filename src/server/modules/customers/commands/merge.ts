import { sql } from 'kysely';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { formatPhone } from '#core/phone.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { consentState } from '#server/modules/consents/queries.ts';
import { customerById } from '../queries/list.ts';
import type { Customer } from '../table.ts';
import { recordWhatsappConsent } from './save.ts';

/** Every table whose rows are a customer's; a test holds them against the database. */
export const customerTables = [
  'invoices',
  'plans',
  'saved_cards',
  'quotes',
  'payments',
  'reminders',
  'reminder_steps',
  'promises',
  'messages',
  'portal_links',
  'portal_sessions',
  'learned_words',
] as const;

type Merge = {
  /** The customer that stays. */
  keptId: string;
  otherId: string;
};

/**
 * Makes one customer of two: all the other one had is the kept one's, and it leaves the list. What either of them does not want
 * stays unwanted. Done already is done: it may be repeated. Throws 404, 422 for one and the same, 409 for walk-in sales.
 */
export async function mergeCustomers(ctx: Ctx, { keptId, otherId }: Merge): Promise<void> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const kept = await found(ctx, keptId);
  const other = await found(ctx, otherId);
  if (kept.id === other.id) throw fieldError('customerId', 'Choose another customer: this is the same one');
  if (other.merged_into === kept.id) return;
  if (!kept.is_active || !other.is_active) throw notFound('customer');
  await refuseWalkIns(ctx, [kept.id, other.id]);
  for (const table of customerTables) await moveRows(ctx, table, kept, other);
  await retire(ctx, kept, other);
  const merged = await keepBoth(ctx, kept, other);
  await keepStops(ctx, merged, other);
  await keepConsent(ctx, kept, merged, other);
  await record(ctx, kept, other);
}

async function found(ctx: Ctx, id: string): Promise<Customer> {
  const customer = isId('cus', id) ? await customerById(ctx.tx, ctx.actor.businessId, id) : null;
  if (!customer) throw notFound('customer');
  return customer;
}

// It stands for everybody who pays without a name.
async function refuseWalkIns(ctx: Ctx, ids: string[]): Promise<void> {
  const counter = await ctx.tx
    .selectFrom('counters')
    .select('customer_id')
    .where('business_id', '=', ctx.actor.businessId)
    .executeTakeFirst();
  if (counter && ids.includes(counter.customer_id))
    throw new AppError('conflict', 'Sales without a name cannot be merged with a customer');
}

const moveRows = (
  ctx: Ctx,
  table: (typeof customerTables)[number],
  kept: Customer,
  other: Customer,
): Promise<unknown> =>
  sql`update ${sql.table(table)} set customer_id = ${kept.id}
    where business_id = ${ctx.actor.businessId} and customer_id = ${other.id}`.execute(ctx.tx);

async function retire(ctx: Ctx, kept: Customer, other: Customer): Promise<void> {
  const { businessId } = ctx.actor;
  await sql`update customers set merged_into = ${kept.id}, is_active = false, updated_at = ${ctx.now}
    where business_id = ${businessId} and id = ${other.id}`.execute(ctx.tx);
  await sql`update customers set merged_into = ${kept.id}
    where business_id = ${businessId} and merged_into = ${other.id}`.execute(ctx.tx);
}

// Values of the kept one win; missing ones come from the other, and contacts that would be lost stand in the notes.
async function keepBoth(ctx: Ctx, kept: Customer, other: Customer): Promise<Customer> {
  const { tx, now } = ctx;
  return tx
    .updateTable('customers')
    .set({
      email: kept.email || other.email,
      phone: kept.phone ?? other.phone,
      // Its partner in the number may be the one that has just left.
      phone_unique: sql<boolean>`phone_unique or not exists (select 1 from customers o where o.business_id = customers.business_id
        and o.phone = coalesce(customers.phone, ${other.phone}::text) and o.is_active and o.id <> customers.id)`,
      language: kept.language ?? other.language,
      withholding_kind: kept.withholding_kind ?? other.withholding_kind,
      reminders_off: kept.reminders_off || other.reminders_off,
      notes: [kept.notes, other.notes, traceOf(kept, other)].filter(Boolean).join('\n'),
      updated_at: now,
    })
    .where('business_id', '=', ctx.actor.businessId)
    .where('id', '=', kept.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function traceOf(kept: Customer, other: Customer): string {
  const email = other.email !== kept.email && kept.email !== '' ? other.email : '';
  const phone =
    other.phone !== kept.phone && kept.phone !== null && other.phone ? formatPhone(other.phone) : '';
  const contact = [email, phone].filter(Boolean).join(', ');
  if (contact === '' && other.name === kept.name) return '';
  return `Also: ${[other.name === kept.name ? '' : other.name, contact].filter(Boolean).join(', ')}`;
}

// A person who asked for no more messages under one address means the other one too.
const keepStops = (ctx: Ctx, merged: Customer, other: Customer): Promise<unknown> =>
  sql`insert into message_stops (business_id, channel, address, stopped_at)
    select ${ctx.actor.businessId}, s.channel, t.address, ${ctx.now}
    from (values ('email', ${other.email}::text, ${merged.email}::text),
        ('whatsapp', whatsapp_number(${other.phone}::text), whatsapp_number(${merged.phone}::text))) as t (channel, before, address)
      join message_stops s on s.channel = t.channel and s.address = t.before and s.business_id in ('', ${ctx.actor.businessId})
    where t.address <> '' and t.before <> ''
    group by s.channel, t.address on conflict do nothing`.execute(ctx.tx);

// Consent goes with its number. A person who took it back has taken it back.
async function keepConsent(ctx: Ctx, kept: Customer, merged: Customer, other: Customer): Promise<void> {
  const said = await consentState(ctx.tx, ctx.actor.businessId, other.id, 'whatsapp');
  const agreed =
    kept.whatsapp_consent_at ?? (merged.phone === other.phone ? other.whatsapp_consent_at : null);
  const at = said === 'withdrawn' ? null : agreed;
  if (at?.getTime() === kept.whatsapp_consent_at?.getTime()) return;
  await ctx.tx
    .updateTable('customers')
    .set({ whatsapp_consent_at: at })
    .where('business_id', '=', ctx.actor.businessId)
    .where('id', '=', kept.id)
    .execute();
  await recordWhatsappConsent(ctx, kept.id, at !== null);
}

async function record(ctx: Ctx, kept: Customer, other: Customer): Promise<void> {
  // Without names: the trail outlives the customers.
  await recordActorEvent(ctx, 'customers_merged', `${other.id} into ${kept.id}`);
  const description = `${other.name} was merged into ${kept.name}`;
  recordActivity(
    ctx,
    ctx.actor.businessId,
    { type: 'customer_merged', description, metadata: { customerName: kept.name } },
    { topic: 'customers' },
    { topic: 'invoices' },
  );
}
