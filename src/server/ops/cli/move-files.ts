import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { openFiles } from '#server/outbound/file-store.ts';
import { moveFiles } from '../file-migration.ts';
import { recordCommand } from '../operator-audit-log.ts';

// npm run move-files -- --to s3 | disk [--remove]: copies every file from the data folder into the configured
// object store, or back, and verifies each. It can be interrupted: copied files are skipped the next time.
// With --remove each copied file is deleted at the source. Run it, switch the setting, and run it once more
// for files added meanwhile.
exitOnStartupError();
const USAGE = 'npm run move-files -- --to s3|disk [--remove]';
const PROGRESS_INTERVAL = 1_000;

const { values } = parseArgs({
  options: { to: { type: 'string' }, remove: { type: 'boolean', default: false } },
});
const config = readConfig();
if ((values.to !== 's3' && values.to !== 'disk') || !config.storage.s3) {
  console.error(config.storage.s3 ? USAGE : `Set FILES_S3_BUCKET and its keys: ${USAGE}`);
  process.exit(2);
}
const disk = createDiskStore({ folder: join(config.dataDir, 'files') });
const bucket = await openFiles(config);
const [from, to] = values.to === 's3' ? [disk, bucket] : [bucket, disk];
const how = `to ${values.to === 's3' ? 'the object store' : 'the data folder'}${values.remove ? ', removed where they were' : ''}`;
await recordCommand(config, `Files are moved ${how}`);
const moved = await moveFiles(from, to, values.remove, (done) => {
  if (done % PROGRESS_INTERVAL === 0) console.log(`${done} files looked at …`);
});
await recordCommand(
  config,
  `Files were moved ${how}: ${moved.copied} copied, ${moved.there} there already, ${moved.removed} removed`,
);
console.log(
  `${moved.copied} files copied (${(moved.bytes / 1e6).toFixed(1)} MB), ${moved.there} were there already, ${moved.removed} removed where they were.`,
);
