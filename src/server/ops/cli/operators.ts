import { parseArgs } from 'node:util';
import { AppError } from '#core/errors.ts';
import { createService } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { addOperator, removeOperator, resetOperator } from '#server/modules/operators/commands.ts';
import { operatorsOf } from '#server/modules/operators/queries.ts';
import { operatorName } from '#server/modules/operators/rules.ts';

// Accounts for /operator: made here alone. The set-up secret is printed once and stored nowhere. Exits with 1 when there was
// nothing to do, with 2 for wrong usage. With the embedded database stop the service first.
exitOnStartupError();
const USAGE = `npm run operators                          who there is
npm run operators -- add --name ada        makes an account and prints its one-time set-up secret
npm run operators -- reset --name ada      for a lost phone or password: ends sessions, prints a new secret
npm run operators -- remove --name ada`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string', default: '' } },
});
const [action] = positionals;
const service = await createService({ ...readConfig(), logLevel: 'error' });
try {
  process.exitCode = await run(
    systemScope(service.system, { clientAddress: 'operator', requestId: 'operators' }),
  );
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await service.stop();
}

async function run(scope: SystemScope): Promise<number> {
  if (action === undefined) return list(scope);
  const name = operatorName(values.name);
  if (name === '' || !['add', 'reset', 'remove'].includes(action)) {
    console.error(USAGE);
    return 2;
  }
  if (action === 'remove') {
    await scope.transactAsSystem((ctx) => removeOperator(ctx, name));
    console.log(`${name} is removed. Every session has ended.`);
    return 0;
  }
  const setUp = action === 'add' ? addOperator : resetOperator;
  const secret = await scope.transactAsSystem((ctx) => setUp(ctx, name));
  console.log(`Set ${name} up at ${scope.publicUrl()}/operator/setup within 24 hours, with this secret. It is shown once:

  ${secret}
`);
  return 0;
}

async function list(scope: SystemScope): Promise<number> {
  const all = await operatorsOf(scope.db);
  if (all.length === 0) console.log('There is no operator account, and no /operator.');
  for (const { name, password_hash: set, setup_expires_at: until } of all)
    console.log(set ? name : `${name}  not set up, until ${until?.toISOString()}`);
  return 0;
}
