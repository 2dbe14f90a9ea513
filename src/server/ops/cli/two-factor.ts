import { parseArgs } from 'node:util';
import { createService } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { disableTwoFactorByOperator } from '#server/modules/identity/commands/two-factor.ts';
import { accountByEmail, twoFactorIsOn } from '#server/modules/identity/queries/accounts.ts';

// For owners who lost phone and recovery codes (docs/runbook.md says how to verify them). Exits with 1 when
// there was nothing to do, with 2 for wrong usage. With the embedded database stop the service first.
exitOnStartupError();
const USAGE = `npm run two-factor -- <owner's email>                     says whether it is on
npm run two-factor -- <owner's email> --off --reason "…"   switches it off and ends every session`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { off: { type: 'boolean', default: false }, reason: { type: 'string', default: '' } },
});
const [email = ''] = positionals;
const service = await createService({ ...readConfig(), logLevel: 'error' });
try {
  process.exitCode = await run(
    systemScope(service.system, { clientAddress: 'operator', requestId: 'two-factor' }),
  );
} finally {
  await service.stop();
}

async function run(scope: SystemScope): Promise<number> {
  const reason = values.reason.trim();
  if (email === '' || (values.off && reason === '')) {
    console.error(USAGE);
    return 2;
  }
  const account = await accountByEmail(scope.db, email.toLowerCase());
  if (!account) return exitWith(1, 'Nobody has this address');
  const isOn = await twoFactorIsOn(scope.db, account.id);
  if (!values.off || !isOn) return exitWith(values.off ? 1 : 0, `Two-factor is ${isOn ? 'on' : 'off'}`);
  await scope.transactAsSystem((ctx) => disableTwoFactorByOperator(ctx, account, reason));
  return exitWith(0, 'Two-factor is off now. Every session has ended, and the owner was written to');
}

function exitWith(code: number, message: string): number {
  console.log(message);
  return code;
}
