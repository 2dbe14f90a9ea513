import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { parseArgs } from 'node:util';
import { parseInstant } from '#core/dates.ts';
import { createService } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { writeArchive } from '#server/modules/account/flows/archive.ts';
import { recordOperator, recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { accountByEmail } from '#server/modules/identity/queries/accounts.ts';
import { breachReport, touchedBetween } from '../privacy/breach.ts';
import { erase, exportPersonalData, restrict } from '../privacy/requests.ts';

// Requests of data subjects, as commands (docs/data-and-privacy.md). Exits with 1 when something is left to do, with
// 2 for wrong usage. With the embedded database stop the service first.
exitOnStartupError();
const USAGE = `npm run privacy -- access <email or phone>      prints everything held about somebody, as JSON
npm run privacy -- erase <email or phone> [--even-unpaid]
npm run privacy -- restrict|lift <email or phone>      nobody writes to them, or may again
npm run privacy -- export <owner's email> <file.zip>   the export of an account
npm run privacy -- breach --since 2026-01-31T10:00:00Z --until 2026-01-31T12:00:00Z [--from <address>] [--known <time>]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'even-unpaid': { type: 'boolean', default: false },
    since: { type: 'string' },
    until: { type: 'string' },
    from: { type: 'string' },
    known: { type: 'string' },
  },
});
const [command = '', subject = '', outputPath = ''] = positionals;
const service = await createService({ ...readConfig(), logLevel: 'error' });
try {
  process.exitCode = await run(
    systemScope(service.system, { clientAddress: 'operator', requestId: 'privacy' }),
  );
} finally {
  await service.stop();
}

async function run(scope: SystemScope): Promise<number> {
  if (command === 'breach') return breach(scope);
  if (subject === '') return refuse();
  if (command === 'access') return exitWith(0, await exportPersonalData(scope, subject));
  if (command === 'erase') return eraseOne(scope);
  if (command === 'restrict' || command === 'lift')
    return exitWith(0, await restrict(scope, subject, command === 'restrict'));
  return command === 'export' && outputPath !== '' ? exportOne(scope) : refuse();
}

async function eraseOne(scope: SystemScope): Promise<number> {
  if (await accountByEmail(scope.db, subject.toLowerCase())) {
    console.error(
      'This is the address of an account: its owner deletes that in the settings. Customer records of it:',
    );
  }
  const erased = await erase(scope, subject, values['even-unpaid']);
  if (erased.ok)
    return exitWith(erased.left.length > 0 ? 1 : 0, { erased: erased.done, stillFoundIn: erased.left });
  console.error('They still owe on these invoices. Restrict them meanwhile, or repeat with --even-unpaid:');
  return exitWith(1, erased.debts);
}

async function exportOne(scope: SystemScope): Promise<number> {
  const account = await accountByEmail(scope.db, subject.toLowerCase());
  if (!account) return exitWith(1, 'Nobody has this address');
  await scope.transactAsSystem(async (ctx) => {
    const subject = { userId: account.id, businessId: account.business_id };
    await recordSecurityEvent(ctx, subject, 'data_exported', 'By an operator');
    await recordOperator(ctx, `Exported the account of ${account.business_id}`);
  });
  const spool = await writeArchive(scope, scope.db, { businessId: account.business_id, userId: account.id });
  // Typed apart by the two libraries, the same at run time.
  await pipeline(
    Readable.fromWeb(spool.read() as WebStream),
    createWriteStream(outputPath, { mode: 0o600, flags: 'wx' }),
  );
  return 0;
}

async function breach(scope: SystemScope): Promise<number> {
  const [since, until, known] = [values.since, values.until, values.known].map((text) =>
    parseInstant(text ?? ''),
  );
  if (!since || !until) return refuse();
  await scope.transactAsSystem((ctx) =>
    recordOperator(ctx, `Looked who was touched from ${since.toISOString()} to ${until.toISOString()}`),
  );
  const touched = await touchedBetween(scope.db, { since, until, from: values.from });
  console.log(breachReport(touched, { since, until, knownAt: known ?? scope.now, now: scope.now }));
  return 0;
}

function exitWith(code: number, output: unknown): number {
  console.log(typeof output === 'string' ? output : JSON.stringify(output, null, 2));
  return code;
}

function refuse(): number {
  console.error(USAGE);
  return 2;
}
