import * as z from 'zod';
import { newCustomer } from '#contract/customers.ts';
import { emailOrNone } from '#contract/contact.ts';
import { AppError } from '#core/errors.ts';
import { toE164 } from '#core/phone.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { lockBusiness } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { createCustomer } from '../commands/save.ts';
import { type Contact, customersWithContact } from '../queries/contacts.ts';
import type { Customer } from '../table.ts';

const input = z.object({
  name: z.string().trim().min(1).max(120),
  email: z.string().max(254).nullable(),
  phone: z.string().max(30).nullable(),
});
const args = z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() });
export type NewContactArguments = z.infer<typeof args>;
/** Reason nobody is added: the contact exists, is missing or invalid, or the name is. */
export type RejectReason =
  | { kind: 'known'; customer: Customer }
  | { kind: 'badEmail'; email: string }
  | { kind: 'noContact'; name: string }
  | { kind: 'badName' };

/** Adds a customer with an email address or a phone number. */
export const addTool: WriteTool<z.infer<typeof input>, NewContactArguments, RejectReason, Customer> = {
  description: 'Propose to save a new customer: a name, and an email address or a phone number.',
  input,
  arguments: args,
  prepare: async (scope, _currency, { name, email, phone: typed }) => {
    if (!newCustomer.shape.name.safeParse(name).success) return { ok: false, why: { kind: 'badName' } };
    const parsed = emailOrNone.safeParse(email ?? '');
    if (!parsed.success) return { ok: false, why: { kind: 'badEmail', email: email ?? '' } };
    const contact = { name, email: parsed.data, phone: toE164(typed ?? '') };
    if (contact.email === '' && contact.phone === null)
      return { ok: false, why: { kind: 'noContact', name } };
    const customer = await holderOfContact(scope.db, scope.actor.businessId, contact);
    return customer ? { ok: false, why: { kind: 'known', customer } } : { ok: true, arguments: contact };
  },
  carryOut: async (ctx, _currency, contact) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    if (await holderOfContact(ctx.tx, ctx.actor.businessId, contact))
      throw new AppError(
        'proposal_outdated',
        'There is a customer with this email or phone by now. Please ask again',
      );
    return createCustomer(ctx, contact);
  },
};

const holderOfContact = async (db: Db | Tx, businessId: string, contact: Contact) =>
  (await customersWithContact(db, businessId, [contact])).find((one) => one.is_active);
