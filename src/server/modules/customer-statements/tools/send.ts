import * as z from 'zod';
import type { Filters } from '#contract/assistant.ts';
import { MAX_SHOWN_LINES } from '#contract/customer-statements.ts';
import { AppError } from '#core/errors.ts';
import { currencies, type Currency } from '#core/money.ts';
import { type Scope, todayOf } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { customersByName } from '#server/modules/customers/queries/by-name.ts';
import { activeCustomer } from '#server/modules/customers/queries/list.ts';
import { sendStatement } from '../commands/send.ts';
import { newest, readStatement } from '../flows/statement.ts';
import type { Statement } from '../rules.ts';

const args = z.object({
  customer: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  currency: z.enum(currencies),
  from: z.iso.date(),
  to: z.iso.date(),
});
export type StatementArguments = z.infer<typeof args>;

type Asked = { about: Pick<Filters, 'customerName' | 'from' | 'to' | 'channels'> };
export type Named = { id: string; name: string; email: string };
/** Reason no statement can be shown or sent. */
export type StatementWhy =
  | { kind: 'noCustomer' }
  | { kind: 'unknownCustomer' }
  | { kind: 'customers'; customers: Named[] }
  | { kind: 'withoutEmail' | 'byEmailOnly'; customer: Named };

type Found = { ok: true; customer: Named; statement: Statement };

/** The statement of the one customer of that name. */
export async function statementFor(
  scope: Scope,
  currency: Currency,
  { customerName, from, to }: Asked['about'],
): Promise<Found | { ok: false; why: StatementWhy }> {
  if (!customerName) return { ok: false, why: { kind: 'noCustomer' } };
  const { businessId } = scope.actor;
  const [customer, ...others] = await customersByName(scope.db, businessId, customerName);
  if (!customer) return { ok: false, why: { kind: 'unknownCustomer' } };
  if (others.length > 0) return { ok: false, why: { kind: 'customers', customers: [customer, ...others] } };
  const account = { businessId, customerId: customer.id, currency };
  const today = todayOf(scope);
  const last = to !== undefined && to > today ? today : to;
  const { statement } = await readStatement(scope, account, { from, to: last }, newest(MAX_SHOWN_LINES));
  return { ok: true, customer, statement };
}

/** Has a customer's statement mailed to them. */
export const statementTool: WriteTool<
  Asked,
  StatementArguments,
  StatementWhy,
  StatementArguments & { isFresh: boolean }
> = {
  description: 'Propose to email a customer the statement of their account.',
  input: z.custom<Asked>(),
  arguments: args,
  prepare: async (scope, currency, { about }) => {
    const found = await statementFor(scope, currency, about);
    if (!found.ok) return found;
    const { statement } = found;
    const { id, name, email } = found.customer;
    const customer = { id, name, email };
    if (!about.channels?.includes('email')) return { ok: false, why: { kind: 'byEmailOnly', customer } };
    if (email === '') return { ok: false, why: { kind: 'withoutEmail', customer } };
    return { ok: true, arguments: { customer, currency, from: statement.from, to: statement.to } };
  },
  carryOut: async (ctx, _currency, shown) => {
    const { customer, currency, from, to } = shown;
    const { businessId } = ctx.actor;
    const now = await activeCustomer(ctx.tx, businessId, customer.id);
    if (now?.email !== customer.email)
      throw new AppError('proposal_outdated', `${customer.name} has another email by now. Please ask again`);
    const account = { businessId, customerId: customer.id, currency };
    const isFresh = await sendStatement(ctx, {
      ...account,
      from,
      to,
      kind: 'movements',
      today: todayOf(ctx),
    });
    return { ...shown, isFresh };
  },
};
