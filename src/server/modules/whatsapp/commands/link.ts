import { plusMs } from '#core/dates.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { nameAndZone } from '#server/modules/business/queries.ts';
import { notifyPhoneChange, unlinkOwnerPhone } from '#server/modules/identity/commands/phone.ts';
import { ownerActor } from '#server/modules/identity/queries/accounts.ts';
import { deletePhoneLink } from '#server/modules/notifications/commands/owner-whatsapp.ts';
import { notifyByWhatsApp } from '#server/modules/notifications/commands/whatsapp.ts';
import type { LinkedPhone } from '../queries/contacts.ts';
import { addressOf, CODE_MS, codeText, newCode } from '../rules.ts';
import { movedAway } from '../texts.ts';

type NewCode = { code: string; expiresAt: Date };

/** Makes the one code by which a phone can be linked to the actor's business; the one before counts no more. */
export async function createLinkCode(ctx: Ctx): Promise<NewCode> {
  const code = newCode();
  const row = { code_hash: ctx.sealer.fingerprint(codeText(code)), expires_at: plusMs(ctx.now, CODE_MS) };
  await ctx.tx
    .insertInto('whatsapp_codes')
    .values({ business_id: ctx.actor.businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute();
  return { code, expiresAt: row.expires_at };
}

type Phone = { contact: string; number: string | null };

/**
 * Links the phone that sent a code to its business, and to no other. Returns the business's name; null for an
 * invalid code. Notifies the previous phone and the owner.
 */
export async function linkPhone(ctx: SystemCtx, phone: Phone, code: string): Promise<string | null> {
  const used = await ctx.tx
    .deleteFrom('whatsapp_codes')
    .where('code_hash', 'in', ctx.sealer.fingerprints(codeText(code)))
    .where('expires_at', '>', ctx.now)
    .returning('business_id')
    .executeTakeFirst();
  const owner = used && (await ownerActor(ctx.tx, used.business_id));
  if (!owner?.registered) return null;
  const { businessId } = owner;
  const before = await ctx.tx
    .deleteFrom('whatsapp_owners')
    .where((eb) => eb.or([eb('contact', '=', phone.contact), eb('business_id', '=', businessId)]))
    .returningAll()
    .execute();
  await ctx.tx
    .insertInto('whatsapp_owners')
    .values({
      business_id: businessId,
      contact: phone.contact,
      number: phone.number,
      linked_at: ctx.now,
    })
    .execute();
  const { name } = await nameAndZone(ctx.tx, businessId);
  for (const previous of before) await notifyReplacedPhone(ctx, previous, phone, businessId, name);
  await notifyPhoneChange(ctx, owner, phone.number, true);
  return name;
}

async function notifyReplacedPhone(
  ctx: SystemCtx,
  previous: LinkedPhone,
  phone: Phone,
  businessId: string,
  name: string,
): Promise<void> {
  const other = previous.business_id === businessId ? null : await ownerActor(ctx.tx, previous.business_id);
  if (other) await notifyPhoneChange(ctx, other, previous.number, false);
  if (previous.contact === phone.contact) return;
  await notifyByWhatsApp(ctx, {
    key: `whatsapp:${businessId}:moved:${ctx.now.toISOString()}`,
    kind: 'whatsappLinked',
    to: addressOf(previous),
    about: { businessId },
    content: { text: { kind: 'text', body: movedAway(name) }, templates: [] },
  });
}

/** Takes the phone away from a business, and an open code with it. False when there was no phone. */
export async function unlinkPhone(ctx: SystemCtx, businessId: string): Promise<boolean> {
  const owner = await ownerActor(ctx.tx, businessId);
  return owner ? unlinkOwnerPhone(ctx, owner) : (await deletePhoneLink(ctx, businessId)) !== null;
}
