import { dateIn } from '#core/dates.ts';
import { mayUse } from '#server/kernel/rate-limits.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import type { Message } from '../table.ts';
import { notifyOwner } from './notify.ts';

const channelLabels = { email: 'email', whatsapp: 'WhatsApp message', push: 'notification' } as const;

/** Notifies the owner that a message did not reach a customer; ignores messages to others. */
export async function notifyDeliveryFailure(ctx: SystemCtx, message: Message): Promise<void> {
  const { business_id: businessId, customer_name: customer, invoice_number: number } = message;
  if (!businessId || customer === null) return;
  const about = number ? ` about ${number}` : '';
  const arrived = message.state === 'unknown' ? 'may not have arrived' : 'did not arrive';
  recordActivity(ctx, businessId, {
    type: 'message_failed',
    status: 'failed',
    description: `The ${channelLabels[message.channel]} to ${customer}${about} ${arrived}: ${message.reason ?? 'no reason given'}`,
    metadata: {
      customerName: customer,
      ...(message.invoice_id ? { invoiceId: message.invoice_id } : {}),
      ...(number ? { invoiceNumber: number } : {}),
    },
  });
  if (message.state !== 'unknown') await emailOwner(ctx, message, { businessId, customer });
}

// Limits emails about a mail server that rejects everything; the message list shows the rest.
const OWNER_EMAIL_LIMIT = { max: 20, windowMs: 24 * 3_600_000 };

const withinDailyLimit = ({ tx, now }: SystemCtx, businessId: string): Promise<boolean> =>
  mayUse(tx, 'failure_letters', OWNER_EMAIL_LIMIT, businessId, now);

// At most once a day of one address: every reminder to it would say the same.
async function emailOwner(
  ctx: SystemCtx,
  { channel, to_address: address, invoice_id: invoiceId, invoice_number: number, reason, state }: Message,
  { businessId, customer }: { businessId: string; customer: string },
): Promise<void> {
  if (channel === 'push') return;
  const owner = await ctx.tx
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!owner || !(await withinDailyLimit(ctx, businessId))) return;
  // The key outlives what an erased account takes with it, so it does not say the address.
  const addressDigest = ctx.sealer.sign(`${channel}:${address}`).slice(0, 22);
  const page = invoiceId ? `/dashboard/invoices?invoice=${invoiceId}` : '/dashboard/customers';
  await notifyOwner(
    ctx,
    { businessId, event: 'message_failed' },
    {
      key: `message-failed:${businessId}:${addressDigest}:${dateIn(ctx.now)}`,
      to: owner.email,
      template: 'messageFailed',
      facts: {
        firstName: owner.first_name,
        channel,
        customerName: customer,
        address,
        number,
        reason: reason ?? 'No reason was given',
        bounced: state === 'bounced',
        url: `${ctx.publicUrl}${page}`,
      },
    },
  );
}
