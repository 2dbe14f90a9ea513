import { areSound, checkBooks, printFindings } from '#server/books/check.ts';
import { readConfig } from './config.ts';
import { openEmbedded, openServer } from './db.ts';
import { migrate } from './migrate.ts';
import { endPlainly } from './plainly.ts';

// Reads the books of DATABASE_URL, or of the embedded database in DATA_DIR (stop the service first), and says
// whether they hold. Exits with 1 when they do not.
endPlainly();
const config = readConfig();
const store = config.databaseUrl ? openServer(config.databaseUrl, 2) : await openEmbedded(config.dataDir);
await migrate(store, { newerAllowed: config.storage.runOnNewerSchema });
const findings = await checkBooks(store.db);
console.log(printFindings(findings));
await store.close();
process.exitCode = areSound(findings) ? 0 : 1;
