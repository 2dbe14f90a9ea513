import { parseArgs } from 'node:util';
import { isEmailAddress } from '#core/email.ts';
import { createService } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { systemScope } from '#server/kernel/scope.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { UnusableArchive } from '../import/archive.ts';
import { importBusiness } from '../import/run.ts';

// Loads the export of one business into an empty instance (docs/data-and-privacy.md). Exits with 1 when the
// archive or the instance is not fit for it, with 2 for wrong usage. With the embedded database stop the
// service first.
exitOnStartupError();
const USAGE = 'npm run import -- export.zip [--email new@owner.example --first-name Ada --last-name Eze]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { email: { type: 'string' }, 'first-name': { type: 'string' }, 'last-name': { type: 'string' } },
});
const [path] = positionals;
const email = values.email?.trim().toLowerCase();
if (!path || positionals.length > 1 || (email !== undefined && !isEmailAddress(email))) {
  console.error(USAGE);
  process.exit(2);
}
const service = await createService({ ...readConfig(), logLevel: 'error' });
try {
  const scope = systemScope(service.system, { clientAddress: 'operator', requestId: 'import' });
  const owner = email ? { email, firstName: values['first-name'], lastName: values['last-name'] } : null;
  const { businessId, rows, files } = await importBusiness(scope, path, owner);
  for (const [table, count] of Object.entries(rows))
    if (count > 0) console.log(`${String(count).padStart(8)}  ${table}`);
  console.log(`${String(files).padStart(8)}  files`);
  console.log(`${businessId} is loaded, and every promise of the books holds.`);
  if (await currentFreeze(scope.db))
    console.log(
      'Payouts are stopped: compare the balances with the payment providers, then npm run payouts -- resume',
    );
  console.log(
    'Its owner chooses a new password ("Forgot password"), then enters PIN and bank account again.',
  );
} catch (error) {
  if (!(error instanceof UnusableArchive)) throw error;
  console.error(`Nothing was loaded. ${error.message}.`);
  process.exitCode = 1;
} finally {
  await service.stop();
}
