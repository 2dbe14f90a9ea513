import { sql } from 'kysely';
import type { AccountOwner, ModuleData, SystemCtx } from '#server/kernel/scope.ts';

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
