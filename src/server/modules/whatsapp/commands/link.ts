import { plusMs } from '#core/dates.ts';
import { announce, type Ctx, type SystemCtx } from '#server/scope.ts';
import { recordSecurity } from '../../audit/commands.ts';
import { nameAndZone } from '../../business/queries.ts';
import { ownerActor } from '../../identity/queries.ts';
import { notify } from '../../notifications/commands.ts';
import { notifyByWhatsApp } from '../../notifications/commands/whatsapp.ts';
import type { LinkedPhone } from '../queries.ts';
import { addressOf, CODE_MS, codeText, maskedNumber, newCode } from '../rules.ts';
import { movedAway } from '../words.ts';

export type NewCode = { code: string; expiresAt: Date };

/** Makes the one code by which a phone can be linked to the actor's business; the one before counts no more. */
export async function makeCode(ctx: Ctx): Promise<NewCode> {
  const code = newCode();
  const row = { code_hash: ctx.sealer.sign(codeText(code)), expires_at: plusMs(ctx.now, CODE_MS) };
  await ctx.tx
    .insertInto('whatsapp_codes')
    .values({ business_id: ctx.actor.businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute();
  return { code, expiresAt: row.expires_at };
}

type Phone = { contact: string; number: string | null };

/**
 * Makes the phone that knows a code the one that speaks for its business, and for no other. Answers with the business's
 * name; null where the code opens nothing. The phone before and the owner are told.
 */
export async function linkPhone(ctx: SystemCtx, phone: Phone, code: string): Promise<string | null> {
  const used = await ctx.tx
    .deleteFrom('whatsapp_codes')
    .where('code_hash', '=', ctx.sealer.sign(codeText(code)))
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
  for (const old of before) await takenAway(ctx, old, phone, businessId, name);
  await tell(ctx, businessId, phone.number, true);
  return name;
}

async function takenAway(
  ctx: SystemCtx,
  old: LinkedPhone,
  phone: Phone,
  businessId: string,
  name: string,
): Promise<void> {
  if (old.business_id !== businessId) await tell(ctx, old.business_id, old.number, false);
  if (old.contact === phone.contact) return;
  await notifyByWhatsApp(ctx, {
    key: `whatsapp:${businessId}:moved:${ctx.now.toISOString()}`,
    kind: 'whatsappLinked',
    to: addressOf(old),
    about: { businessId },
    content: { text: { kind: 'text', body: movedAway(name) }, template: null },
  });
}

/** Takes the phone away from a business, and an open code with it. False when there was no phone. */
export async function unlinkPhone(ctx: SystemCtx, businessId: string): Promise<boolean> {
  await ctx.tx.deleteFrom('whatsapp_codes').where('business_id', '=', businessId).execute();
  const old = await ctx.tx
    .deleteFrom('whatsapp_owners')
    .where('business_id', '=', businessId)
    .returningAll()
    .executeTakeFirst();
  if (old) await tell(ctx, businessId, old.number, false);
  return old !== undefined;
}

async function tell(
  ctx: SystemCtx,
  businessId: string,
  number: string | null,
  linked: boolean,
): Promise<void> {
  await announce(ctx, businessId, { topic: 'whatsapp' });
  const owner = await ownerActor(ctx.tx, businessId);
  if (!owner) return;
  const masked = maskedNumber(number) ?? '';
  await recordSecurity(ctx, owner, linked ? 'whatsapp_linked' : 'whatsapp_unlinked', masked);
  await notify(ctx, {
    key: `whatsapp:${businessId}:${linked ? 'linked' : 'unlinked'}:${ctx.now.toISOString()}`,
    to: owner.email,
    letter: 'whatsappLinked',
    facts: { firstName: owner.firstName, number: masked, linked },
  });
}
