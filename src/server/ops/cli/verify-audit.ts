import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { migrate } from '#server/database/migrate.ts';
import { openEmbedded, openServer } from '#server/kernel/db.ts';
import { type Break, type Head, verifyChains } from '../ledger-checks/hash-chains.ts';

// Recomputes the hash chains of the audit trail and of the ledger, of DATABASE_URL or of the embedded
// database in DATA_DIR (stop the service first). `--keep` writes each chain's head into a file, to be stored
// off this machine; `--heads` compares the chains with such a file. Exits with 1 when anything does not
// match.
exitOnStartupError();
const { values } = parseArgs({ options: { heads: { type: 'string' }, keep: { type: 'string' } } });
const config = readConfig();
const store = config.databaseUrl ? openServer(config.databaseUrl, 2) : await openEmbedded(config.dataDir);
try {
  await migrate(store, { newerAllowed: config.storage.runOnNewerSchema });
  const knownHeads = values.heads === undefined ? [] : headsIn(readFileSync(values.heads, 'utf8'));
  const { heads, breaks } = await verifyChains(store.db, knownHeads);
  if (values.keep !== undefined) writeFileSync(values.keep, heads.map(lineOf).join(''), { mode: 0o600 });
  else process.stdout.write(heads.map(lineOf).join(''));
  for (const found of breaks) console.log(`FAIL  ${printBreak(found)}`);
  const links = heads.reduce((sum, { number }) => sum + number, 0);
  console.log(
    breaks.length === 0
      ? `All ${heads.length} chains hold, ${links} links${knownHeads.length > 0 ? `, with the ${knownHeads.length} noted ends in them` : ''}.`
      : `${breaks.length} things do not agree.`,
  );
  process.exitCode = breaks.length === 0 ? 0 : 1;
} finally {
  await store.close();
}

function lineOf(head: Head): string {
  return `${JSON.stringify(head)}\n`;
}

function headsIn(text: string): Head[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Head);
}

function printBreak({ book, chain, row, what }: Break): string {
  return `${book} ${chain}: ${row} ${what}`;
}
