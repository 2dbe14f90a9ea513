import { openServer } from '#server/kernel/db.ts';
import { verifyChains } from '#server/ops/ledger-checks/hash-chains.ts';
import type { Simulator } from '../../tests/simulators/simulator.ts';
import { settleAndCheck } from '../../tests/torture/kill-loop.ts';
import type { Place } from '../world.ts';

/** What does not hold in the books once everything was asked about: theirs, the chains', and against the provider's. */
export async function problemsOfBooks(
  { dataDir, databaseUrl }: Place,
  settings: Record<string, string>,
  simulator: Simulator,
): Promise<string[]> {
  const chains = openServer(databaseUrl ?? '', 2);
  const { breaks } = await verifyChains(chains.db);
  await chains.close();
  const store = openServer(databaseUrl ?? '', 10);
  const problems = await settleAndCheck(store, { ...settings, DATA_DIR: dataDir }, simulator, null).catch(
    (error: unknown) => [{ kind: 'wrong', text: String(error) }],
  );
  return [
    ...breaks.map(({ book, row, what }) => `${book}: ${row} ${what}`),
    ...problems.map(({ kind, text }) => `${kind}: ${text}`),
  ];
}
