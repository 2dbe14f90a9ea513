import type { CalendarDate } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { exhaustedRecipients, requireRecipient } from '#server/modules/business/queries.ts';
import { activeCustomer } from '#server/modules/customers/queries/list.ts';
import { claimEmail } from '#server/modules/notifications/commands/notify.ts';
import { jobs } from '../jobs.ts';
import type { DueStatement } from '../queries/due.ts';
import type { Account, Kind, Period } from '../rules.ts';

type Asked = Account & Period & { kind: Kind };

/**
 * Has a customer's statement of a period mailed; false where that was asked for today already. Throws 404, 409 for a customer
 * without an email, and 429 for one new customer too many.
 */
export async function sendStatement(
  ctx: Ctx,
  { today, ...asked }: Asked & { today: CalendarDate },
): Promise<boolean> {
  const { businessId, customerId, currency, from, to, kind } = asked;
  await lockBusiness(ctx.tx, businessId);
  const customer = await activeCustomer(ctx.tx, businessId, customerId);
  if (!customer) throw notFound('customer');
  if (customer.email === '') throw new AppError('conflict', 'This customer has no email');
  await requireRecipient(ctx, businessId, customer.email);
  return mail(ctx, asked, customer, `${currency}:${kind}:${from}:${to}:${today}`);
}

/** Has the statement of last month mailed, once; a new customer too many waits for tomorrow. */
export async function sendMonthly(ctx: SystemCtx, due: DueStatement): Promise<void> {
  const { businessId, customerId, currency, from } = due;
  await lockBusiness(ctx.tx, businessId);
  const customer = await activeCustomer(ctx.tx, businessId, customerId);
  if (!customer?.email || (await exhaustedRecipients(ctx, businessId, customer.email))) return;
  await mail(ctx, { ...due, kind: 'movements' }, customer, `${currency}:monthly:${from}`);
}

async function mail(
  ctx: SystemCtx,
  asked: Asked,
  { id, name, email }: { id: string; name: string; email: string },
  once: string,
): Promise<boolean> {
  const key = `statement:${id}:${once}`;
  const about = { businessId: asked.businessId, customer: { id, name } };
  const fresh = await claimEmail(ctx, { key, to: email, template: 'customerStatement', about });
  if (fresh) ctx.enqueue(jobs.letter, { key, ...asked });
  return fresh;
}
