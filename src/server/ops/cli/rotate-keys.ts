import { parseArgs } from 'node:util';
import { createService } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { readMasterKeys } from '#server/config/keys.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { createMasterKeys } from '#server/kernel/master-keys.ts';
import { rotateKeys, type RotationResult } from '../rotation/run.ts';

// Seals every key under MASTER_KEY (MASTER_KEY_OLD names its predecessors), and everything sealed otherwise
// under current keys. `--data-keys` gives every business a new key, `--service-key` the service. Exits with 1
// when something could not be opened. With the embedded database stop the service first. docs/security.md says
// when to use it.
exitOnStartupError();
const { values } = parseArgs({
  options: {
    'data-keys': { type: 'boolean', default: false },
    'service-key': { type: 'boolean', default: false },
  },
});
const config = readConfig();
const masterKeys = createMasterKeys(readMasterKeys(config));
const service = await createService({ ...config, logLevel: 'error' });
try {
  const options = { dataKeys: values['data-keys'], serviceKey: values['service-key'] };
  const rotated = await rotateKeys(service.system, masterKeys, options);
  console.log(report(rotated).join('\n'));
  process.exitCode = rotated.broken.length > 0 ? 1 : 0;
} finally {
  await service.stop();
}

function report(rotated: RotationResult): string[] {
  const lines = [
    `Sealed under the master key ${masterKeys.currentId}: ${rotated.service} service keys, ${rotated.data} data keys.`,
    `New data keys: ${rotated.newDataKeys}. Sealed anew: ${rotated.values} values, ${rotated.files} files, ${rotated.marks} marks.`,
    `Retired data keys: ${rotated.dropped} destroyed, ${rotated.kept} kept.`,
  ];
  if (rotated.newServiceKey !== null)
    lines.push(
      `The service has key ${rotated.newServiceKey}. Restart every process, then run this once more.`,
    );
  if (rotated.broken.length === 0) lines.push('Every other master key opens nothing here any more.');
  return [...lines, ...rotated.broken.map((name) => `Could not be opened, left alone: ${name}`)];
}
