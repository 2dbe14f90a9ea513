import { join } from 'node:path';
import { allHold, checkLedger } from '#server/ops/ledger-checks/check.ts';
import { verifyChains } from '#server/ops/ledger-checks/hash-chains.ts';
import { compareLedgers } from '../../tests/fault-injection/ledger-comparison.ts';
import { sampleBusiness } from '../../tests/harness.ts';
import { freePort } from '../../tests/free-port.ts';
import { commandsOf } from './archiving-server.ts';
import { findInFiles, findInTables } from './leaks.ts';
import {
  duplicatedPayments,
  filesWithoutBytes,
  providerPayouts,
  recordedPayouts,
  retryLost,
} from './loss.ts';
import {
  commands,
  expect,
  megabytes,
  onDatabase,
  type RecoverySetup,
  report,
  RUNBOOK,
  seconds,
} from './setup.ts';
import { type AcknowledgedWrite, KYC_DOCUMENT } from './traffic.ts';

/** Effects of the lost minute outside the database: money at the provider, and clients that retry. */
export async function reconcileLostMinute(
  setup: RecoverySetup,
  lost: readonly AcknowledgedWrite[],
): Promise<void> {
  const { settings, simulator, traffic, child } = setup;
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  // It leaves alone what is younger than ten minutes.
  const later = { ...settings, CLOCK: new Date(Date.now() + 15 * 60_000).toISOString() };
  const compared = await commands(later, `npm run --silent reconcile -- --from ${yesterday}`).catch(
    (error: { stdout: string }) => error,
  );
  report('reconciled', /run \S+ (.*)/.exec(compared.stdout)?.[1] ?? compared.stdout);
  const sent = () => simulator.ledger.payouts.reduce((sum, payout) => sum + payout.sent, 0);
  const before = sent();
  await traffic.load.finish(child.url);
  report('asked again with their keys', JSON.stringify(await retryLost(child.url, lost)));
  await traffic.load.replaySome(0.2);
  const keys = lost.flatMap(({ request }) => request?.key ?? []);
  const differing = traffic.load.problems.filter(
    ({ text }) => !keys.some((key) => text.startsWith(`${key} `)),
  );
  expect(differing.length === 0, `answered differently: ${differing[0]?.text}`);
  const {
    twice,
    apart,
    told: reported,
    ours,
  } = await onDatabase(settings, async ({ db }) => ({
    twice: await duplicatedPayments(db),
    apart: await compareLedgers(db, simulator),
    told: await providerPayouts(db),
    ours: await recordedPayouts(db),
  }));
  report('payouts that left meanwhile', String(sent() - before));
  expect(twice.length === 0 && sent() === before, `done twice: ${twice.join(', ')}`);
  const unknown = simulator.ledger.payouts.filter(({ reference }) => !ours.has(reference));
  const untold = unknown.filter(({ reference }) => !reported.has(reference));
  report('payouts not in the records, of them not told', `${unknown.length}, ${untold.length}`);
  expect(untold.length === 0, `nobody was told of payout ${untold[0]?.reference}`);
  const money = apart.filter(({ text }) => !/^payout|holds/.test(text));
  report('payments apart from the provider', String(money.length));
  expect(money.length === 0, `money is not as the provider says: ${money[0]?.text}`);
}

/** Restores a copy of the records from before the mistake, next to the live service. */
export async function restoreBeforeMistake(
  { cluster, settings, traffic }: RecoverySetup,
  base: string,
  before: string,
): Promise<void> {
  const port = String(await freePort());
  const data = `${cluster.data}-beside`;
  const from = performance.now();
  await cluster.sh(commandsOf(RUNBOOK, 'to a moment'), {
    PGDATA: data,
    PGPORT: port,
    BASE: base,
    BEFORE: before,
  });
  const beside = { ...settings, DATABASE_URL: cluster.url.replace(`:${cluster.port}/`, `:${port}/`) };
  await onDatabase(beside, async ({ db }) => {
    const files = await filesWithoutBytes(db, settings.DATA_DIR ?? '');
    const findings = await checkLedger(db);
    const { heads, breaks } = await verifyChains(db, []);
    report(
      'files before the mistake, of them gone',
      `${files.named}, ${files.gone.length}; ${seconds(from)} s`,
    );
    report('books and chains', `${findings.length} promises, ${heads.length} chains`);
    expect(files.named > 0 && files.gone.length === 0, 'files before the mistake are gone');
    expect(allHold(findings) && breaks.length === 0, 'the books before the mistake do not hold');
  });
  expect(traffic.noted.length > 0, 'nothing was noted');
  await cluster.kill(data);
}

/** Nobody who has the archive alone reads what was sealed. */
export async function leaks({ cluster, settings, owners }: RecoverySetup): Promise<void> {
  const { bankVerificationNumber, bankAccountNumber } = sampleBusiness();
  const searchTerms = [
    bankVerificationNumber,
    bankAccountNumber,
    KYC_DOCUMENT.slice(0, 30),
    settings.MASTER_KEY ?? '',
  ];
  const known = 'Mrs Bello';
  const secrets = [...searchTerms, ...owners.flatMap(({ password, token }) => [password, token])];
  for (const folder of ['log', 'base']) {
    const { found, bytes } = await findInFiles(join(cluster.backupFolder, folder), [...secrets, known]);
    const leaked = found.filter((searchTerm) => searchTerm !== known);
    report(`secrets in ${folder}`, `${leaked.length} of ${secrets.length} in ${megabytes(bytes)}`);
    expect(leaked.length === 0, `${folder} gives away ${leaked.join(', ')}`);
    expect(found.includes(known), `the search finds nothing in ${folder}, not even what is there`);
  }
  const tables = await onDatabase(settings, ({ db }) => findInTables(db, secrets));
  report('tables with one of them', tables.join(', ') || '0');
  expect(tables.length === 0, `records give away secrets: ${tables.join(', ')}`);
}
