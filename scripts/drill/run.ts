// npm run drill -- [--ledger 1000000] [--folder /tmp]: a backup is made and restored elsewhere. On the PostgreSQL of
// TEST_DATABASE_URL, or one started for it.
// npm run drill -- --archive [--ledger 0] [--seconds 90]: archives the log of a PostgreSQL, loses the server twice under traffic,
// restores it by the commands of docs/runbook.md, and prints how much was lost and how long it took.
// npm run drill -- --failover [--rounds 10] [--only disk] [--seed 7]: kills the primary of three servers again and again under
// traffic, then does other harm to what ops/failover sets up, and prints a row for each; --only plays those with that in their names.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    ledger: { type: 'string' },
    folder: { type: 'string', default: tmpdir() },
    archive: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '90' },
    failover: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '10' },
    only: { type: 'string' },
    seed: { type: 'string', default: '7' },
  },
});

async function chosenDrill(): Promise<number> {
  if (values.failover) {
    const { failoverDrill } = await import('./failover/drill.ts');
    const { rounds, seed, only } = values;
    return failoverDrill({ rounds: Number(rounds), seed: Number(seed), only });
  }
  if (values.archive) {
    const { archiveRecoveryTest } = await import('./log-archive.ts');
    return archiveRecoveryTest({ ledger: Number(values.ledger ?? 0), seconds: Number(values.seconds) });
  }
  const { backupAndRestore } = await import('./backup-and-restore.ts');
  return backupAndRestore(Number(values.ledger ?? 1_000_000), values.folder);
}

process.exit(await chosenDrill());
