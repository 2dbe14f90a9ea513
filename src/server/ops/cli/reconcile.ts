import { parseArgs } from 'node:util';
import { parseInstant, plusMs } from '#core/dates.ts';
import { createService } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { providerByName } from '#server/kernel/providers.ts';
import { type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { recordOperator } from '#server/modules/audit/commands.ts';
import { settleDiscrepancy } from '#server/modules/reconciliation/commands/findings.ts';
import { reconcile } from '#server/modules/reconciliation/flows/reconcile.ts';
import { discrepanciesOf, openDiscrepancies } from '#server/modules/reconciliation/queries.ts';
import { printRun } from '#server/modules/reconciliation/report.ts';
import { schedule } from '#server/modules/reconciliation/rules/findings.ts';

// Compares our ledger with the records of every provider in use, or of one, over the last 26 hours by
// default, and prints the discrepancies. Exits with 1 when one needs a person, with 2 for wrong usage. With
// the embedded database stop the service first.
exitOnStartupError();
const USAGE =
  'npm run reconcile [-- --provider paystack --from 2026-01-31 --until 2026-02-01T12:00:00Z | --settle dsc_… --reason "…"]';

const { values } = parseArgs({
  options: {
    provider: { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
    settle: { type: 'string' },
    reason: { type: 'string' },
  },
});
const config = readConfig();
const service = await createService({ ...config, logLevel: 'error' });
try {
  const scope = systemScope(service.system, { clientAddress: 'operator', requestId: 'reconcile' });
  process.exitCode = values.settle === undefined ? await compare(scope) : await settle(scope, values.settle);
} finally {
  await service.stop();
}

async function compare(scope: SystemScope): Promise<number> {
  const { all } = scope.ports.payments;
  const chosen = values.provider === undefined ? null : providerByName(scope.ports.payments, values.provider);
  if (values.provider !== undefined && !chosen) {
    return refuse(`${values.provider} is not in use; ${all.map(({ name }) => name).join(', ') || 'none'} is`);
  }
  const until = instant(values.until) ?? scope.now;
  const from = instant(values.from) ?? plusMs(until, -schedule.hourly.backMs);
  if (!(from < until)) return refuse('The span must begin before it ends');
  let waiting = 0;
  for (const provider of chosen ? [chosen] : all) {
    const run = await reconcile(scope, provider, { from, until });
    const open = await openDiscrepancies(scope.db, provider.name);
    const written = await discrepanciesOf(scope.db, run.id);
    console.log(printRun(run, { mended: written.filter(({ outcome }) => outcome === 'mended'), open }));
    waiting += open.length + (run.problem ? 1 : 0);
  }
  return waiting > 0 ? 1 : 0;
}

async function settle(scope: SystemScope, id: string): Promise<number> {
  const reason = values.reason?.trim();
  if (!reason) return refuse('Say why it is settled');
  const outcome = await scope.transactAsSystem(async (ctx) => {
    await recordOperator(ctx, `Settled ${id}: ${reason}`);
    return settleDiscrepancy(ctx, id, { by: 'operator', reason });
  });
  console.log(outcome ? `${id} (${outcome.kind}) is settled.` : `Nothing open has the id ${id}.`);
  return outcome ? 0 : 1;
}

function instant(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const parsed = parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (!parsed) throw new Error(`${text} is no time. ${USAGE}`);
  return parsed;
}

function refuse(reason: string): number {
  console.error(`${reason}. ${USAGE}`);
  return 2;
}
