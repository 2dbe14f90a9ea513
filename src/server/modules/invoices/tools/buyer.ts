import * as z from 'zod';
import type { Draft } from '#contract/assistant.ts';
import { AppError } from '#core/errors.ts';
import { toE164 } from '#core/phone.ts';
import type { Ctx, Scope } from '#server/kernel/scope.ts';
import {
  createCustomer,
  customerForInvoice,
  updateCustomer,
} from '#server/modules/customers/commands/save.ts';
import { type Customer, customersByName } from '#server/modules/customers/queries/by-name.ts';
import { customerByEmail, customersWithContact } from '#server/modules/customers/queries/contacts.ts';
import { activeCustomer } from '#server/modules/customers/queries/list.ts';
import { matchByName } from '#server/modules/customers/rules/names.ts';

/** Customer of a proposed invoice. `id` is null for a new one; an email address of '' is none. */
export const buyer = z.object({
  id: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** A known customer gets this address, having had none. */
  setsEmail: z.boolean(),
  /** A known customer gets this number, as its owner corrected it. */
  setsPhone: z.boolean().default(false),
});
export type Buyer = z.infer<typeof buyer>;
export type Resolved =
  | { ok: true; buyer: Buyer }
  | { ok: false; why: { kind: 'customers'; customers: Customer[] } };

type CustomerInput = Pick<Draft, 'customerName' | 'customerEmail' | 'customerPhone'>;

/** Finds the customer a draft is for: by choice, email address, phone, name; else it is somebody new. */
export async function buyerOf(
  scope: Pick<Scope, 'db' | 'actor'>,
  input: CustomerInput,
  customerId: string | undefined,
): Promise<Resolved> {
  const { businessId } = scope.actor;
  const chosen = customerId ? await activeCustomer(scope.db, businessId, customerId) : null;
  const email = input.customerEmail?.trim().toLowerCase() || null;
  if (chosen) {
    const isShared = chosen.email !== '' && chosen.email === email;
    return withPhone(isShared ? withSharedEmail(chosen, input) : matched(chosen, input), chosen, input);
  }
  const existing = email ? await customerByEmail(scope.db, businessId, email) : null;
  if (existing?.is_active) return withSharedEmail(existing, input);
  const sharing = await activeWithPhone(scope, input.customerPhone);
  const fresh = () => newBuyer(input, sharing.length > 0);
  const named = await candidates(scope, input, sharing);
  if (!email) return named.length > 1 ? ambiguous(named) : named[0] ? matched(named[0], input) : fresh();
  const [only, ...others] = named.filter((customer) => customer.email === '');
  return only && others.length === 0 ? matched(only, input) : fresh();
}

async function activeWithPhone({ db, actor }: Pick<Scope, 'db' | 'actor'>, typed: string | null) {
  const phone = toE164(typed ?? '');
  const found = await customersWithContact(db, actor.businessId, [{ email: '', phone }]);
  return found.filter((one) => one.is_active);
}

async function candidates(
  { db, actor }: Pick<Scope, 'db' | 'actor'>,
  { customerName, customerPhone }: CustomerInput,
  sharing: readonly Customer[],
): Promise<Customer[]> {
  const named = customerName ? await customersByName(db, actor.businessId, customerName) : [];
  if (!customerPhone) return named;
  const matching = sharing.filter((one) => !customerName || matchByName(customerName, [one]).length > 0);
  if (matching.length > 0) return matching;
  // Somebody of the same name with another number is somebody else.
  return named.filter((one) => !one.phone);
}

const ambiguous = (customers: Customer[]): Resolved => ({ ok: false, why: { kind: 'customers', customers } });

function matched(customer: Customer, { customerEmail }: CustomerInput): Resolved {
  const email = customerEmail?.trim().toLowerCase() ?? '';
  const setsEmail = customer.email === '' && email !== '';
  return { ok: true, buyer: { ...asBuyer(customer), ...(setsEmail ? { email, setsEmail } : {}) } };
}

const asBuyer = ({ id, name, email, phone }: Customer): Buyer => ({
  id,
  name,
  email,
  phone,
  setsEmail: false,
  setsPhone: false,
});

// Somebody else who shares the address keeps out of this customer's number.
function withPhone(known: Resolved, { name }: Customer, { customerPhone }: CustomerInput): Resolved {
  const phone = toE164(customerPhone ?? '');
  if (!known.ok || !phone || phone === known.buyer.phone || known.buyer.name !== name) return known;
  return { ok: true, buyer: { ...known.buyer, phone, setsPhone: true } };
}

// An address may be shared by people of different names; the invoice is for the one who was named.
function withSharedEmail(existing: Customer, { customerName }: CustomerInput): Resolved {
  const named = customerName?.trim();
  const name = named && matchByName(named, [existing]).length === 0 ? named : existing.name;
  return { ok: true, buyer: { ...asBuyer(existing), name } };
}

// A number belongs to one customer; somebody of another name is made without it.
function newBuyer(
  { customerName, customerEmail, customerPhone }: CustomerInput,
  isPhoneTaken: boolean,
): Resolved {
  const email = customerEmail?.trim().toLowerCase() ?? '';
  const name = customerName?.trim() || email.split('@')[0] || email;
  return {
    ok: true,
    buyer: {
      id: null,
      name,
      email,
      phone: isPhoneTaken ? null : toE164(customerPhone ?? ''),
      setsEmail: false,
      setsPhone: false,
    },
  };
}

/**
 * Creates or updates the customer in the invoice's transaction and returns its reference. Throws 409 when the
 * customer is no longer as shown. The caller holds the business's lock.
 */
export async function ensureBuyer(
  ctx: Ctx,
  shown: Buyer,
): Promise<{ customerId: string } | { clientEmail: string; clientName: string }> {
  if (shown.id === null) return { customerId: (await createBuyer(ctx, shown)).id };
  const now = await activeCustomer(ctx.tx, ctx.actor.businessId, shown.id);
  if (!now || now.email !== (shown.setsEmail ? '' : shown.email)) throw outdated(shown.name);
  if (shown.setsEmail)
    await asOutdated(shown.name, () => updateCustomer(ctx, now.id, { email: shown.email }));
  if (shown.setsPhone && shown.phone) await updateCustomer(ctx, now.id, { phone: shown.phone });
  if (now.name === shown.name) return { customerId: now.id };
  if (now.email === '' || matchByName(shown.name, [now]).length > 0) throw outdated(shown.name);
  return { clientEmail: now.email, clientName: shown.name };
}

async function createBuyer(ctx: Ctx, { name, email, phone }: Buyer): Promise<Customer> {
  if (email !== '') {
    const existing = await customerByEmail(ctx.tx, ctx.actor.businessId, email);
    if (existing?.is_active && existing.name !== name) throw outdated(name);
    return customerForInvoice(ctx, { email, name, phone });
  }
  const concurrent = await customersByName(ctx.tx, ctx.actor.businessId, name);
  if (
    concurrent.some((one) => one.name.toLowerCase() === name.toLowerCase() && (!phone || one.phone === phone))
  )
    throw outdated(name);
  return createCustomer(ctx, { name, email, phone });
}

async function asOutdated<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? outdated(name) : error;
  }
}

const outdated = (name: string) =>
  new AppError(
    'proposal_outdated',
    `The customer ${name} has changed since this was shown. Please ask again`,
  );
