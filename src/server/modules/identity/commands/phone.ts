import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import { recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { deletePhoneLink } from '#server/modules/notifications/commands/owner-whatsapp.ts';
import { maskedNumber } from '#server/modules/notifications/rules/whatsapp.ts';
import type { Account } from '../queries/accounts.ts';

type Owner = { userId: string; businessId: string; email: string; firstName: string };

/** Account owner as recipient of phone notifications. */
export const phoneOwner = (account: Account): Owner => ({
  userId: account.id,
  businessId: account.business_id,
  email: account.email,
  firstName: account.first_name,
});

/** Unlinks the account's phone, revokes an open code, and notifies the owner. False when there was none. */
export async function unlinkOwnerPhone(ctx: SystemCtx, owner: Owner): Promise<boolean> {
  const phone = await deletePhoneLink(ctx, owner.businessId);
  if (phone) await notifyPhoneChange(ctx, owner, phone.number, false);
  return phone !== null;
}

/** Writes down, and tells the owner, that a phone was linked to the account or taken away from it. */
export async function notifyPhoneChange(
  ctx: SystemCtx,
  owner: Owner,
  number: string | null,
  linked: boolean,
): Promise<void> {
  const { businessId, email, firstName } = owner;
  publish(ctx, businessId, { topic: 'whatsapp' });
  const masked = maskedNumber(number) ?? '';
  await recordSecurityEvent(ctx, owner, linked ? 'whatsapp_linked' : 'whatsapp_unlinked', masked);
  await notify(ctx, {
    key: `whatsapp:${businessId}:${linked ? 'linked' : 'unlinked'}:${ctx.now.toISOString()}`,
    to: email,
    template: 'whatsappLinked',
    facts: { firstName, number: masked, linked },
  });
}
