import { parseArgs } from 'node:util';
import { createService } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { recordOperator } from '#server/modules/audit/commands.ts';
import { releasePayouts } from '#server/modules/business/commands/payout-hold.ts';
import { businessesOnHold } from '#server/modules/business/queries.ts';
import { freezePayouts, resumePayouts } from '#server/modules/ledger/commands/freezes.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import type { FreezeRow } from '#server/modules/ledger/table.ts';

// Prints whether payouts are paused and why, and which businesses have payouts on hold because the account
// changed hands; `stop --reason "…"` pauses them, `resume --reason "…"` resumes them, `release --business
// biz_… --reason "…"` releases those of one such business. With the embedded database stop the service first.
exitOnStartupError();
const USAGE =
  'npm run payouts [-- stop --reason "…" | resume --reason "…" | release --business biz_… --reason "…"]';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, business: { type: 'string' } },
});
const [action] = positionals;
const reason = values.reason?.trim();
const config = readConfig();
const service = await createService({ ...config, logLevel: 'error' });
try {
  await answer(systemScope(service.system, { clientAddress: 'operator', requestId: 'payouts' }));
} finally {
  await service.stop();
}

async function answer(scope: SystemScope): Promise<void> {
  if (action === undefined)
    return printStatus(await currentFreeze(scope.db), await businessesOnHold(scope.db));
  if (action === 'release' && reason && values.business) return release(scope, values.business, reason);
  if ((action !== 'stop' && action !== 'resume') || !reason) {
    console.error(`Say what to do and why: ${USAGE}`);
    process.exitCode = 2;
    return;
  }
  if (action === 'stop') {
    const outcome = await scope.transactAsSystem(async (ctx) => {
      await recordOperator(ctx, `Payouts stopped: ${reason}`);
      return freezePayouts(ctx, reason, []);
    });
    console.log(outcome === 'frozen' ? 'Payouts are stopped.' : 'Payouts were stopped already.');
    return;
  }
  const ended = await scope.transactAsSystem(async (ctx) => {
    await recordOperator(ctx, `Payouts let go again: ${reason}`);
    return resumePayouts(ctx, reason);
  });
  console.log(
    ended
      ? `Payouts leave again. They were stopped since ${ended.began_at.toISOString()}.`
      : 'Payouts were not stopped.',
  );
}

async function release(scope: SystemScope, businessId: string, reason: string): Promise<void> {
  const released = await scope.transactAsSystem((ctx) => releasePayouts(ctx, businessId, reason));
  console.log(released ? `Money of ${businessId} may leave.` : `No money of ${businessId} is held.`);
  if (!released) process.exitCode = 1;
}

function printStatus(freeze: FreezeRow | null, held: { id: string; since: Date | null }[]): void {
  for (const { id, since } of held) console.log(`Money of ${id} is held since ${since?.toISOString()}.`);
  if (!freeze) return console.log('Payouts leave as usual.');
  console.log(`Payouts are stopped since ${freeze.began_at.toISOString()}: ${freeze.reason}`);
  for (const { id, breaches } of freeze.findings) console.log(`  ${id}: ${breaches.join(', ')}`);
  process.exitCode = 1;
}
