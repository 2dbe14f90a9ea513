import { sql } from 'kysely';
import { dateIn, plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import {
  type AccountOwner,
  type Ctx,
  lockBusiness,
  type ModuleData,
  type SystemCtx,
} from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { endSessions } from '#server/modules/identity/commands/sessions.ts';
import { accountById } from '#server/modules/identity/queries/accounts.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { hasOutstandingMoney } from '../queries/deletion.ts';
import { DELETION_GRACE_MS } from '../rules/export.ts';

/** Records a data export and notifies the owner. */
export async function recordExport(ctx: Ctx): Promise<void> {
  const { actor } = ctx;
  await recordActorEvent(ctx, 'data_exported');
  await notify(ctx, {
    key: `exported:${actor.userId}:${ctx.now.getTime()}`,
    to: actor.email,
    template: 'dataExported',
    facts: { firstName: actor.firstName },
  });
}

/**
 * Schedules the deletion of the actor's account after the grace period, ends every session and notifies the
 * owner. Throws 409 while the business has money. Returns when it will be deleted.
 */
export async function requestDeletion(ctx: Ctx): Promise<Date> {
  const { actor } = ctx;
  await lockBusiness(ctx.tx, actor.businessId);
  if (await hasOutstandingMoney(ctx.tx, actor.businessId))
    throw new AppError('conflict', 'Withdraw your balance first');
  const due = plusMs(ctx.now, DELETION_GRACE_MS);
  await ctx.tx.updateTable('users').set({ deletion_due_at: due }).where('id', '=', actor.userId).execute();
  await endSessions(ctx, actor.userId);
  await recordActorEvent(ctx, 'account_deletion_requested');
  await notify(ctx, {
    key: `deletion:${actor.userId}:${ctx.now.getTime()}`,
    to: actor.email,
    template: 'deletionAsked',
    facts: { firstName: actor.firstName, on: dateIn(due) },
  });
  return due;
}

/**
 * Erases the personal data of an account past its grace period and destroys its encryption keys; tax records
 * stay. With money received meanwhile nothing is erased: the deletion is cancelled and the owner notified.
 */
export async function eraseAccount(
  ctx: SystemCtx,
  userId: string,
  modules: readonly ModuleData[],
): Promise<void> {
  const { business_id: businessId } = await accountById(ctx.tx, userId);
  await lockBusiness(ctx.tx, businessId);
  const user = await ctx.tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('deletion_due_at', '<=', ctx.now)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return;
  if (!(await hasOutstandingMoney(ctx.tx, businessId))) {
    await eraseRecords(ctx, user, modules);
    return ctx.vault.destroy(businessId);
  }
  await ctx.tx.updateTable('users').set({ deletion_due_at: null }).where('id', '=', userId).execute();
  await notify(ctx, {
    key: `deletion-waits:${userId}:${ctx.now.getTime()}`,
    to: user.email,
    template: 'deletionWaits',
    facts: { firstName: user.first_name },
  });
}

/** Deletes the row of a file whose bytes are gone. */
export async function deleteFileRow(
  ctx: SystemCtx,
  file: { business_id: string; id: string },
): Promise<void> {
  await ctx.tx
    .deleteFrom('files')
    .where('business_id', '=', file.business_id)
    .where('id', '=', file.id)
    .execute();
}

/**
 * Erases an account and its business but for the records a tax office may ask for, as each module's manifest says. Goes
 * from the last module to the first, so that rows go before those they refer to.
 */
export async function eraseRecords(
  ctx: SystemCtx,
  owner: AccountOwner,
  modules: readonly ModuleData[],
): Promise<void> {
  const keys = { business_id: owner.business_id, actor: owner.business_id, user_id: owner.id };
  for (const { tables, erase } of modules.toReversed()) {
    await erase?.(ctx, owner);
    for (const [table, facts] of Object.entries(tables).toReversed()) {
      if (facts.erase !== 'delete' || facts.owner === 'system' || facts.owner === 'reference') continue;
      await sql`delete from ${sql.table(table)} where ${sql.ref(facts.owner)} = ${keys[facts.owner]}`.execute(
        ctx.tx,
      );
    }
  }
}
