import { unzipSync } from 'fflate';

const MAX_ENTRIES = 200;
const MAX_UNPACKED_BYTES = 60 * 1024 * 1024;

/** Whether a ZIP unpacks to something small, told by its directory; a damaged one is left to fail where it is read. */
export function isBounded(bytes: Uint8Array): boolean {
  let entries = 0;
  let unpacked = 0;
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        entries += 1;
        unpacked += originalSize;
        return false;
      },
    });
  } catch {
    return true;
  }
  return entries <= MAX_ENTRIES && unpacked <= MAX_UNPACKED_BYTES;
}
