import { notificationEvents } from '#contract/settings.ts';
import type { Ctx, SystemCtx } from '#server/scope.ts';
import { jobs } from './jobs.ts';
import { type Preferences, preferencesOf, wantsMail } from './queries.ts';
import { type LetterName, type NewMail, render, sealingPlace } from './rules.ts';
import type { NotificationEvent } from './table.ts';

/**
 * Has a message sent once the transaction has happened. A key that was used before is not sent again; nothing goes to '',
 * which is the address of customers who have none.
 */
export async function notify<L extends LetterName>(ctx: SystemCtx, mail: NewMail<L>): Promise<void> {
  if (mail.to === '') return;
  const fresh = await claimMail(ctx, mail);
  if (!fresh) return;
  const sealed = ctx.sealer.seal(JSON.stringify(render(mail.letter, mail.facts)), sealingPlace(mail.key));
  await ctx.enqueue(jobs.mail, { key: mail.key, to: mail.to, sealed });
}

/** As `notify`, for news the owner of a business may have switched off. What guards the account goes through `notify`. */
export async function notifyOwner<L extends LetterName>(
  ctx: SystemCtx,
  about: { businessId: string; event: NotificationEvent },
  mail: NewMail<L>,
): Promise<void> {
  if (await wantsMail(ctx.tx, about.businessId, about.event)) await notify(ctx, mail);
}

/** Keeps which news the owner wants; events left out stay as they are. */
export async function choosePreferences(ctx: Ctx, chosen: Partial<Preferences>): Promise<Preferences> {
  const { businessId } = ctx.actor;
  const rows = notificationEvents.flatMap((event) => {
    const choice = chosen[event];
    return choice ? [{ business_id: businessId, event, ...choice, updated_at: ctx.now }] : [];
  });
  if (rows.length > 0)
    await ctx.tx
      .insertInto('notification_preferences')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['business_id', 'event']).doUpdateSet((eb) => ({
          email: eb.ref('excluded.email'),
          screen: eb.ref('excluded.screen'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute();
  return preferencesOf(ctx.tx, businessId);
}

/** Notes that a message is to be sent. False when its key is known. */
export async function claimMail(ctx: SystemCtx, { key, to }: { key: string; to: string }): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('mails')
    .values({ key, to_address: to, state: 'waiting', reason: null, created_at: ctx.now, settled_at: null })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes how sending ended. */
export async function settleMail(
  ctx: SystemCtx,
  key: string,
  state: 'sent' | 'undeliverable',
  reason: string | null,
): Promise<void> {
  await ctx.tx
    .updateTable('mails')
    .set({ state, reason, settled_at: ctx.now })
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .execute();
}
