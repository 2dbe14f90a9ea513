import * as z from 'zod';
import { newCustomer } from '#contract/customers.ts';
import { email as emailShape } from '#contract/wire.ts';
import { AppError } from '#core/errors.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { lockBusiness } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { createCustomer } from '../commands/save.ts';
import { customersByName } from '../queries/by-name.ts';
import { customerByEmail } from '../queries/list.ts';
import type { Customer } from '../table.ts';

const input = z.object({
  name: z.string().trim().min(1).max(120),
  email: z.string().max(254).nullable(),
  phone: z.string().max(30).nullable(),
});
const args = z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() });
export type NewContactArguments = z.infer<typeof args>;
/** Reason nobody is added: the address exists, or the address or name is invalid. */
export type RejectReason =
  | { kind: 'known'; customer: Customer }
  | { kind: 'badEmail'; email: string }
  | { kind: 'badName' };

/** Adds a customer, also one without an email address. */
export const addTool: WriteTool<z.infer<typeof input>, NewContactArguments, RejectReason, Customer> = {
  description: 'Propose to save a new customer: a name, and an email address or a phone number where known.',
  input,
  arguments: args,
  prepare: async (scope, _currency, { name, email, phone }) => {
    if (!newCustomer.shape.name.safeParse(name).success) return { ok: false, why: { kind: 'badName' } };
    if (email) {
      const parsed = emailShape.safeParse(email);
      if (!parsed.success) return { ok: false, why: { kind: 'badEmail', email } };
      const existing = await customerByEmail(scope.db, scope.actor.businessId, parsed.data);
      if (existing?.is_active) return { ok: false, why: { kind: 'known', customer: existing } };
      return { ok: true, arguments: { name, email: parsed.data, phone } };
    }
    const duplicate = await findDuplicate(scope.db, scope.actor.businessId, { name, phone });
    if (duplicate) return { ok: false, why: { kind: 'known', customer: duplicate } };
    return { ok: true, arguments: { name, email: '', phone } };
  },
  carryOut: async (ctx, _currency, contact) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    const existing = await customerByEmail(ctx.tx, ctx.actor.businessId, contact.email);
    if (existing?.is_active)
      throw new AppError('proposal_outdated', 'There is a customer with this email by now. Please ask again');
    if (contact.email === '' && (await findDuplicate(ctx.tx, ctx.actor.businessId, contact)))
      throw new AppError('proposal_outdated', 'There is a customer of this name by now. Please ask again');
    return createCustomer(ctx, contact);
  },
};

type Contact = { name: string; phone: string | null };

// Without an address, the same name and phone are the same customer.
const findDuplicate = async (db: Db | Tx, businessId: string, { name, phone }: Contact) =>
  (await customersByName(db, businessId, name)).find(
    (one) => one.name.toLowerCase() === name.toLowerCase() && one.phone === phone,
  );
