// npm run migrate: brings the database of the present settings up to date, as a start would, and says what was done.
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { migrate } from '#server/database/migrate.ts';
import { openEmbedded, openServer } from '#server/kernel/db.ts';

exitOnStartupError();
const config = readConfig();
const store = config.databaseUrl ? openServer(config.databaseUrl, 1) : await openEmbedded(config.dataDir);
try {
  const applied = await migrate(store, { newerAllowed: config.storage.runOnNewerSchema });
  console.log(
    applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to do: the database is up to date.',
  );
} finally {
  await store.close();
}
