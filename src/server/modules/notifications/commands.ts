import type { SystemCtx } from '#server/scope.ts';
import { jobs } from './jobs.ts';
import { type LetterName, type NewMail, render, sealingPlace } from './rules.ts';

/** Has a message sent once the transaction has happened. A key that was used before is not sent again. */
export async function notify<L extends LetterName>(ctx: SystemCtx, mail: NewMail<L>): Promise<void> {
  const fresh = await claimMail(ctx, mail);
  if (!fresh) return;
  const sealed = ctx.sealer.seal(JSON.stringify(render(mail.letter, mail.facts)), sealingPlace(mail.key));
  await ctx.enqueue(jobs.mail, { key: mail.key, to: mail.to, sealed });
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
