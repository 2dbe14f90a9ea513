import { type Insertable, sql, type UpdateObject } from 'kysely';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { isId, newId } from '#core/ids.ts';
import type { Language } from '#core/languages.ts';
import { type Database, violates } from '#server/kernel/db.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordConsent } from '#server/modules/consents/commands.ts';
import { consentState } from '#server/modules/consents/queries.ts';
import { activeCustomer, customerByEmail } from '../queries/list.ts';
import type { Customer, CustomerRow } from '../table.ts';

type NewCustomer = { name: string; email: string; phone?: string | null | undefined };
type CustomerChange = {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
  language?: Language | null | undefined;
  whatsappConsent?: boolean | undefined;
  remindersOff?: boolean | undefined;
};

/**
 * Adds a customer; one that was removed comes back under the same id. Throws 409 when the address is taken; '' is no address
 * and never is.
 */
export async function createCustomer(ctx: Ctx, input: NewCustomer): Promise<Customer> {
  const existing = await customerByEmail(ctx.tx, ctx.actor.businessId, input.email);
  if (existing?.is_active) throw emailTaken();
  const customer = await mappingEmailTaken(() =>
    existing ? reactivate(ctx, existing, input) : insert(ctx, input),
  );
  await recordChange(ctx, customer, 'customer_created', 'was added as a customer');
  return customer;
}

type CustomerUpdate = UpdateObject<Database, 'customers', 'customers'>;

/** Updates given fields; a phone of null or '' is cleared. Throws 404, or 409 when the address is taken. */
export async function updateCustomer(ctx: Ctx, id: string, change: CustomerChange): Promise<Customer> {
  const { name, email, phone, language, whatsappConsent, remindersOff } = change;
  const values: CustomerUpdate = {
    updated_at: ctx.now,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...(language === undefined ? {} : { language }),
    ...(whatsappConsent === undefined ? {} : { whatsapp_consent_at: consentAt(whatsappConsent, ctx.now) }),
    ...(remindersOff === undefined ? {} : { reminders_off: remindersOff }),
  };
  const customer = await mappingEmailTaken(() => updateRow(ctx, id, true, values));
  if (!customer) throw notFound('customer');
  if (whatsappConsent !== undefined) await recordWhatsappConsent(ctx, id, whatsappConsent);
  await recordChange(ctx, customer, 'customer_updated', 'was updated');
  return customer;
}

/** Deactivates a customer; its invoices and payments stay. */
export async function removeCustomer(ctx: Ctx, id: string): Promise<void> {
  const customer = await updateRow(ctx, id, true, { is_active: false, updated_at: ctx.now });
  if (!customer) throw notFound('customer');
  await recordChange(ctx, customer, 'customer_deleted', 'was removed');
}

/** Customer of an invoice, by id or email address; creates one for an unknown address. */
export async function customerForInvoice(
  ctx: Ctx,
  input: {
    customerId?: string | undefined;
    email?: string | undefined;
    name?: string | null | undefined;
    /** Stored for a new customer. */
    phone?: string | null | undefined;
  },
): Promise<Customer> {
  if (input.customerId) return requireCustomer(ctx, input.customerId);
  if (!input.email) throw fieldError('clientEmail', 'Please select a customer');
  const existing = await customerByEmail(ctx.tx, ctx.actor.businessId, input.email);
  if (existing?.is_active) return existing;
  const [localPart = input.email] = input.email.split('@');
  return createCustomer(ctx, {
    name: input.name || existing?.name || localPart,
    email: input.email,
    phone: input.phone ?? existing?.phone,
  });
}

const recordChange = (
  ctx: Ctx,
  { name }: Customer,
  type: 'customer_created' | 'customer_updated' | 'customer_deleted',
  what: string,
): Promise<void> =>
  recordActivity(
    ctx,
    ctx.actor.businessId,
    { type, description: `${name} ${what}`, metadata: { customerName: name } },
    { topic: 'customers' },
  );

async function recordWhatsappConsent(ctx: Ctx, customerId: string, given: boolean): Promise<void> {
  const { businessId } = ctx.actor;
  const before = await consentState(ctx.tx, businessId, customerId, 'whatsapp');
  if (given ? before === 'given' : before === 'never' || before === 'withdrawn') return;
  const base = { businessId, subject: 'customer', subjectId: customerId, way: 'owner_said' } as const;
  await recordConsent(ctx, { ...base, purpose: 'whatsapp', given });
}

// The first consent date is preserved.
const consentAt = (agreed: boolean, now: Date) =>
  agreed ? sql<Date>`coalesce(whatsapp_consent_at, ${now}::timestamptz)` : null;

async function requireCustomer(ctx: Ctx, id: string): Promise<Customer> {
  const customer = isId('cus', id) ? await activeCustomer(ctx.tx, ctx.actor.businessId, id) : null;
  if (!customer) throw notFound('customer');
  return customer;
}

async function insert(ctx: Ctx, { name, email, phone }: NewCustomer): Promise<Customer> {
  const row: Insertable<CustomerRow> = {
    business_id: ctx.actor.businessId,
    id: newId('cus', ctx.now),
    name,
    email,
    phone: phone || null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  return ctx.tx.insertInto('customers').values(row).returningAll().executeTakeFirstOrThrow();
}

async function reactivate(ctx: Ctx, existing: Customer, { name, phone }: NewCustomer): Promise<Customer> {
  const reactivated = await updateRow(ctx, existing.id, false, {
    is_active: true,
    name,
    phone: phone || existing.phone,
    updated_at: ctx.now,
  });
  if (!reactivated) throw emailTaken();
  return reactivated;
}

async function updateRow(
  ctx: Ctx,
  id: string,
  whenActive: boolean,
  values: CustomerUpdate,
): Promise<Customer | undefined> {
  return ctx.tx
    .updateTable('customers')
    .set(values)
    .where('business_id', '=', ctx.actor.businessId)
    .where('id', '=', id)
    .where('is_active', '=', whenActive)
    .returningAll()
    .executeTakeFirst();
}

async function mappingEmailTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw violates(error, 'customers_email') ? emailTaken() : error;
  }
}

const emailTaken = () => new AppError('already_exists', 'A customer with this email already exists');
