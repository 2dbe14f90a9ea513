import { AppError, notFound } from '#core/errors.ts';
import { type CalendarDate } from '#core/dates.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { requireRecipient } from '#server/modules/business/queries.ts';
import { activeCustomer } from '#server/modules/customers/queries/list.ts';
import { claimEmail } from '#server/modules/notifications/commands/notify.ts';
import { jobs } from '../jobs.ts';
import type { Account, Period } from '../rules.ts';

type Sending = Account & Period & { kind: 'movements' | 'open'; today: CalendarDate };

/**
 * Has a customer's statement of a period mailed; false where that was asked for today already. Throws 404, and 409 for a
 * customer without an email.
 */
export async function sendStatement(ctx: Ctx, { today, ...asked }: Sending): Promise<boolean> {
  const { businessId, customerId, currency, from, to, kind } = asked;
  const customer = await activeCustomer(ctx.tx, businessId, customerId);
  if (!customer) throw notFound('customer');
  if (customer.email === '') throw new AppError('conflict', 'This customer has no email');
  await requireRecipient(ctx, businessId, customer.email);
  const key = `statement:${customerId}:${currency}:${kind}:${from}:${to}:${today}`;
  const about = { businessId, customer: { id: customerId, name: customer.name } };
  const fresh = await claimEmail(ctx, { key, to: customer.email, template: 'customerStatement', about });
  if (fresh) await ctx.enqueue(jobs.letter, { key, ...asked });
  return fresh;
}
