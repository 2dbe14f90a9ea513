import { transactOn } from '#server/kernel/db.ts';
import type { MasterKeys } from '#server/kernel/master-keys.ts';
import type { System } from '#server/kernel/scope.ts';
import { createSealer, readRoots } from '#server/kernel/sealing.ts';
import { OPERATOR, recordOperator } from '#server/modules/audit/commands.ts';
import { resealFiles } from './files.ts';
import { addServiceKey, dropRetired, renewDataKeys, rewrapKeys } from './keys.ts';
import { renewFingerprints, resealValues } from './reseal.ts';

type RotationOptions = { dataKeys: boolean; serviceKey: boolean };

/**
 * Result of a rotation. `broken` names values that could not be opened; they were left alone, and their key
 * with them.
 */
export type RotationResult = {
  service: number;
  data: number;
  newDataKeys: number;
  newServiceKey: number | null;
  values: number;
  files: number;
  marks: number;
  dropped: number;
  kept: number;
  broken: string[];
};

/**
 * Seals all keys under MASTER_KEY and everything else under current keys. Safe to run beside the service, to
 * interrupt and to repeat. Start and result are recorded in the audit trail.
 */
export async function rotateKeys(
  system: Pick<System, 'db' | 'vaultOn' | 'ports' | 'config'>,
  masterKeys: MasterKeys,
  options: RotationOptions,
): Promise<RotationResult> {
  const { db } = system;
  const on = { db, masterKeys, clock: system.config.clock };
  const record = (detail: string) =>
    transactOn(db, (tx) => recordOperator({ tx, now: on.clock(), origin: OPERATOR }, detail));
  const also = [options.dataKeys && 'new data keys', options.serviceKey && 'a new service key'].filter(
    Boolean,
  );
  await record(`Keys changed: under the master key ${[masterKeys.currentId, ...also].join(', ')}`);
  const rewrapped = await rewrapKeys(on);
  // A service key this process began with is what others know too; a newer one they learn at their next start.
  const roots = await readRoots(db, masterKeys);
  const sealer = createSealer(roots);
  const newServiceKey = options.serviceKey ? await addServiceKey(on) : null;
  const newDataKeys = options.dataKeys ? await renewDataKeys(on) : 0;
  const vault = system.vaultOn(db);
  const sealed = await resealValues({ db, vault, sealer, serviceVersion: roots.at(-1)?.version ?? 0 });
  const files = await resealFiles({ db, vault, files: system.ports.files, clock: on.clock });
  const fingerprints = await renewFingerprints({ db, sealer });
  const retired = await dropRetired(on);
  const rotated = {
    ...rewrapped,
    newDataKeys,
    newServiceKey,
    values: sealed.values,
    files: files.files,
    marks: fingerprints,
    ...retired,
    broken: [...rewrapped.broken, ...sealed.broken, ...files.broken],
  };
  await record(
    `Keys were changed: ${rotated.data} data keys sealed anew, ${newDataKeys} made, ${retired.dropped} destroyed, ${rotated.broken.length} things not opened`,
  );
  return rotated;
}
