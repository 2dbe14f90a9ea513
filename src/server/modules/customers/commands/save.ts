import { type Insertable, sql, type UpdateObject } from 'kysely';
import { unreachable } from '#contract/customers.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { isId, newId } from '#core/ids.ts';
import type { Language } from '#core/languages.ts';
import { formatPhone } from '#core/phone.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';
import { type Database, violates } from '#server/kernel/db.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordConsent } from '#server/modules/consents/commands.ts';
import { consentState } from '#server/modules/consents/queries.ts';
import { type Contact, customersWithContact } from '../queries/contacts.ts';
import { activeCustomer, keptCustomer } from '../queries/list.ts';
import { contactTaken, holderOf, returning, type TakenContact } from '../rules/contacts.ts';
import type { Customer, CustomerRow } from '../table.ts';

type Preferences = {
  language?: Language | null | undefined;
  whatsappConsent?: boolean | undefined;
  remindersOff?: boolean | undefined;
  withholdingKind?: WithholdingKind | null | undefined;
};
type NewCustomer = Contact & Preferences & { name: string };
type CustomerChange = Preferences & {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
  notes?: string | undefined;
};

/**
 * Adds a customer; one that was removed comes back under the same id. Throws 409 naming the customer that has the address or
 * the number; '' is no address and never taken. The phone is E.164.
 */
export async function createCustomer(ctx: Ctx, input: NewCustomer): Promise<Customer> {
  const known = await customersWithContact(ctx.tx, ctx.actor.businessId, [input]);
  const taken = contactTaken(known, input);
  if (taken) throw refusal(taken);
  const removed = returning(known, input);
  const customer = await mappingTaken(() => (removed ? reactivate(ctx, removed, input) : insert(ctx, input)));
  await recordWhatsappConsent(ctx, customer.id, input.whatsappConsent);
  recordChange(ctx, customer, 'customer_created', 'was added as a customer');
  return customer;
}

type CustomerUpdate = UpdateObject<Database, 'customers', 'customers'>;

/** Updates given fields; a phone of null or '' is cleared. Throws 404, 409 as `createCustomer`, 422 where no contact is left. */
export async function updateCustomer(ctx: Ctx, id: string, change: CustomerChange): Promise<Customer> {
  const { name, email, phone, notes } = change;
  if (email !== undefined || phone !== undefined) await requireContact(ctx, id, change);
  const values: CustomerUpdate = {
    updated_at: ctx.now,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone: phone || null, phone_unique: uniqueIfChanged(phone) }),
    ...(notes === undefined ? {} : { notes }),
    ...preferenceValues(change, ctx.now),
  };
  const customer = await mappingTaken(() => updateRow(ctx, id, true, values));
  if (!customer) throw notFound('customer');
  await recordWhatsappConsent(ctx, id, change.whatsappConsent);
  recordChange(ctx, customer, 'customer_updated', 'was updated');
  return customer;
}

async function requireContact(ctx: Ctx, id: string, change: CustomerChange): Promise<void> {
  const before = await requireCustomer(ctx, id);
  const phone = change.phone === undefined ? before.phone : change.phone || null;
  const contact = { email: change.email ?? before.email, phone };
  if (contact.email === '' && !contact.phone)
    throw new AppError('invalid_input', unreachable[0].message, { errors: [...unreachable] });
  const others = await customersWithContact(ctx.tx, ctx.actor.businessId, [contact]);
  // A number it had in common with another one already may stay.
  const changed = phone === before.phone ? { email: contact.email } : contact;
  const taken = contactTaken(
    others.filter((other) => other.id !== id),
    changed,
  );
  if (taken) throw refusal(taken);
}

// A number it has had in common with another one may stay.
const uniqueIfChanged = (phone: string | null) =>
  sql<boolean>`phone_unique or phone is distinct from ${phone || null}::text`;

/** Deactivates a customer; its invoices and payments stay. */
export async function removeCustomer(ctx: Ctx, id: string): Promise<void> {
  const customer = await updateRow(ctx, id, true, { is_active: false, updated_at: ctx.now });
  if (!customer) throw notFound('customer');
  recordChange(ctx, customer, 'customer_deleted', 'was removed');
}

/**
 * Customer of an invoice, by id, email address or phone number; creates one for an unknown contact. One that was merged while
 * the invoice was written is the one it became.
 */
export async function customerForInvoice(
  ctx: Ctx,
  input: {
    customerId?: string | undefined;
    email?: string | undefined;
    name?: string | null | undefined;
    /** E.164; stored for a new customer. */
    phone?: string | null | undefined;
  },
): Promise<Customer> {
  if (input.customerId) return requireCustomer(ctx, input.customerId, keptCustomer);
  const contact = { email: input.email ?? '', phone: input.phone || null };
  if (contact.email === '' && !contact.phone) throw fieldError('clientEmail', 'Please select a customer');
  const known = await customersWithContact(ctx.tx, ctx.actor.businessId, [contact]);
  const existing = holderOf(known, contact);
  if (existing) return existing;
  const [localPart = ''] = contact.email.split('@');
  const nameless = localPart || formatPhone(contact.phone ?? '');
  const name = input.name || returning(known, contact)?.name || nameless;
  return createCustomer(ctx, { name, ...contact });
}

const recordChange = (
  ctx: Ctx,
  { name }: Customer,
  type: 'customer_created' | 'customer_updated' | 'customer_deleted',
  what: string,
): void =>
  recordActivity(
    ctx,
    ctx.actor.businessId,
    { type, description: `${name} ${what}`, metadata: { customerName: name } },
    { topic: 'customers' },
  );

/** Records what the owner says of a customer's consent, where that is news; `undefined` says nothing. */
export async function recordWhatsappConsent(
  ctx: Ctx,
  customerId: string,
  given: boolean | undefined,
): Promise<void> {
  if (given === undefined) return;
  const { businessId } = ctx.actor;
  const before = await consentState(ctx.tx, businessId, customerId, 'whatsapp');
  if (given ? before === 'given' : before === 'never' || before === 'withdrawn') return;
  const base = { businessId, subject: 'customer', subjectId: customerId, way: 'owner_said' } as const;
  await recordConsent(ctx, { ...base, purpose: 'whatsapp', given });
}

// Preferences that are not told stay as they are.
const preferenceValues = (
  { language, whatsappConsent, remindersOff, withholdingKind }: Preferences,
  now: Date,
) => ({
  ...(language === undefined ? {} : { language }),
  ...(whatsappConsent === undefined ? {} : { whatsapp_consent_at: consentAt(whatsappConsent, now) }),
  ...(remindersOff === undefined ? {} : { reminders_off: remindersOff }),
  ...(withholdingKind === undefined ? {} : { withholding_kind: withholdingKind }),
});

// The first consent date is preserved.
const consentAt = (agreed: boolean, now: Date) =>
  agreed ? sql<Date>`coalesce(whatsapp_consent_at, ${now}::timestamptz)` : null;

async function requireCustomer(ctx: Ctx, id: string, find = activeCustomer): Promise<Customer> {
  const customer = isId('cus', id) ? await find(ctx.tx, ctx.actor.businessId, id) : null;
  if (!customer) throw notFound('customer');
  return customer;
}

async function insert(ctx: Ctx, { name, email, phone, ...preferences }: NewCustomer): Promise<Customer> {
  const row: Insertable<CustomerRow> = {
    business_id: ctx.actor.businessId,
    id: newId('cus', ctx.now),
    name,
    email,
    phone: phone || null,
    phone_unique: true,
    created_at: ctx.now,
    updated_at: ctx.now,
    language: preferences.language ?? null,
    whatsapp_consent_at: preferences.whatsappConsent ? ctx.now : null,
    reminders_off: preferences.remindersOff ?? false,
    withholding_kind: preferences.withholdingKind ?? null,
  };
  return ctx.tx.insertInto('customers').values(row).returningAll().executeTakeFirstOrThrow();
}

async function reactivate(
  ctx: Ctx,
  existing: Customer,
  { name, phone, ...preferences }: NewCustomer,
): Promise<Customer> {
  const kept = phone || existing.phone;
  const [holder] = await customersWithContact(ctx.tx, ctx.actor.businessId, [{ email: '', phone: kept }]);
  const reactivated = await updateRow(ctx, existing.id, false, {
    is_active: true,
    name,
    // Somebody else may have got the number since.
    phone: holder?.is_active ? null : kept,
    ...preferenceValues(preferences, ctx.now),
    updated_at: ctx.now,
  });
  if (!reactivated) throw refusal({ path: 'email', name: existing.name });
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

// Of two at once the database lets one through.
async function mappingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violates(error, 'customers_email')) throw refusal({ path: 'email', name: null });
    throw violates(error, 'customers_phone') ? refusal({ path: 'phone', name: null }) : error;
  }
}

const contactNames = { email: 'email', phone: 'phone number' } as const;

function refusal({ path, name }: TakenContact): AppError {
  const message = `${name ?? 'Another customer'} already has this ${contactNames[path]}`;
  return new AppError('already_exists', message, { errors: [{ path, message }] });
}
