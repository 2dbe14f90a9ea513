import { openServer } from '#server/kernel/db.ts';
import { verifyChains } from '#server/ops/ledger-checks/hash-chains.ts';
import { settleAndVerify } from '../../tests/fault-injection/kill-loop.ts';
import type { Simulator } from '../../tests/simulators/simulator.ts';
import type { BenchDatabase } from '../environment.ts';

/**
 * Broken checks once every poll has ended: the ledger's, the audit chains', and against the provider's
 * ledger.
 */
export async function ledgerProblems(
  { dataDir, databaseUrl }: BenchDatabase,
  settings: Record<string, string>,
  simulator: Simulator,
): Promise<string[]> {
  const chains = openServer(databaseUrl ?? '', 2);
  const { breaks } = await verifyChains(chains.db);
  await chains.close();
  const store = openServer(databaseUrl ?? '', 10);
  const problems = await settleAndVerify(store, { ...settings, DATA_DIR: dataDir }, simulator, null).catch(
    (error: unknown) => [{ kind: 'wrong', text: String(error) }],
  );
  return [
    ...breaks.map(({ book, row, what }) => `${book}: ${row} ${what}`),
    ...problems.map(({ kind, text }) => `${kind}: ${text}`),
  ];
}
