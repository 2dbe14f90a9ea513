import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { migrate } from '#server/database/migrate.ts';
import { openEmbedded, openServer } from '#server/kernel/db.ts';
import { allHold, checkLedger, printFindings } from '../ledger-checks/check.ts';

// Checks the ledger of DATABASE_URL, or of the embedded database in DATA_DIR (stop the service first), and
// prints whether its invariants hold. Exits with 1 when they do not.
exitOnStartupError();
const config = readConfig();
const store = config.databaseUrl ? openServer(config.databaseUrl, 2) : await openEmbedded(config.dataDir);
await migrate(store, { newerAllowed: config.storage.runOnNewerSchema });
const findings = await checkLedger(store.db);
console.log(printFindings(findings));
await store.close();
process.exitCode = allHold(findings) ? 0 : 1;
