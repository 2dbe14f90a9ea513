import { dateIn } from '#core/dates.ts';
import type { Service } from '#server/app.ts';
import { systemScope } from '#server/kernel/scope.ts';
import type { History } from '#server/sandbox/index.ts';
import { openBusiness, OWNER, PIN, transactInPast } from './business.ts';
import type { DemoEvent } from './dunning.ts';
import { yearOf } from './year.ts';

const BATCH = 40;

/** Fills an empty database with a business and a year of its work, all through the product's own commands. */
export async function fillDemo(service: Service): Promise<void> {
  const { system } = service;
  const users = await system.db.selectFrom('users').select('id').limit(1).execute();
  if (users.length === 0) await fill(service);
  console.log(
    `Demo business: log in as ${OWNER.email} with the password ${OWNER.password} (transaction PIN ${PIN}).`,
  );
}

async function fill({ system, sandbox }: Service): Promise<void> {
  const scope = systemScope(system, { clientAddress: 'demo', requestId: 'demo' });
  const owner = await openBusiness(scope);
  const past: History = { payments: [], payouts: [] };
  const happenings = yearOf(dateIn(scope.now), scope.now, { sandbox, past });
  for (let at = 0; at < happenings.length; at += BATCH) {
    const batch: DemoEvent[] = happenings.slice(at, at + BATCH);
    await transactInPast(scope, async (ctxAt) => {
      for (const { at: now, happen } of batch) await happen({ ...ctxAt(now), actor: owner });
    });
  }
  await system.db
    .updateTable('messages')
    .set((eb) => ({ state: 'sent', settled_at: eb.ref('created_at') }))
    .where('state', '=', 'queued')
    .execute();
  // The sandbox provider gets the same history, so that it can answer later queries.
  await sandbox.outside.importHistory(past);
}
