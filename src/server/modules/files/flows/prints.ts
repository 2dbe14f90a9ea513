import { createHash } from 'node:crypto';
import { DAY_MS } from '#core/durations.ts';
import { newId } from '#core/ids.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { storageKey } from '../rules.ts';

const TIME_LETTERS = 'fil_'.length + 10;
const KEY_ID_BYTES = 'dky_'.length + 26;
const HASH_BYTES = 32;

/** A document as it is printed: `key` names it in its business, `content` is everything that stands on it. */
type Print = { businessId: string; key: string; content: object | Promise<object> };

/**
 * The bytes of a printed document, made once a day for each version of its content. They lie sealed in the file store under
 * a name no record refers to, so that the maintenance of files removes them after a day. They are fetched while `content` is read.
 */
export async function printOnce(
  scope: SystemScope,
  { businessId, key, content }: Print,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const id = printId(scope.now, key);
  const stored = storedPrint(scope, businessId, id);
  const version = versionOf(scope.ports.pdf.version, await content);
  const print = await stored;
  if (print?.version.equals(version)) return print.bytes;
  const bytes = await make();
  // Nobody waits for the copy: whoever asks before it is there has the document printed again.
  void storePrint(scope, { businessId, id, version }, bytes);
  return bytes;
}

type Stored = { businessId: string; id: string; version: Buffer };

async function storePrint(
  scope: SystemScope,
  { businessId, id, version }: Stored,
  bytes: Uint8Array,
): Promise<void> {
  try {
    const sealed = await scope.vault.sealFile(businessId, id, bytes);
    const parts = [Buffer.from(sealed.keyId), version, sealed.bytes];
    await scope.ports.files.put(storageKey(businessId, id), Buffer.concat(parts));
  } catch (error) {
    scope.log.warn({ err: error }, 'A printed document could not be stored');
  }
}

async function storedPrint(
  scope: SystemScope,
  businessId: string,
  id: string,
): Promise<{ version: Buffer; bytes: Uint8Array } | null> {
  try {
    const stored = await scope.ports.files.get(storageKey(businessId, id));
    if (!stored) return null;
    const head = KEY_ID_BYTES + HASH_BYTES;
    const keyId = Buffer.from(stored.subarray(0, KEY_ID_BYTES)).toString();
    const bytes = await scope.vault.openFile(businessId, id, { keyId, bytes: stored.subarray(head) });
    return { version: Buffer.from(stored.subarray(KEY_ID_BYTES, head)), bytes };
  } catch {
    // Printed anew, whatever is wrong with it.
    return null;
  }
}

// The time is the day's beginning, the rest comes from the document's name.
function printId(now: Date, key: string): string {
  const day = newId('fil', new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)).slice(0, TIME_LETTERS);
  return day + createHash('sha256').update(key).digest('hex').slice(0, 16);
}

function versionOf(printing: string, content: object): Buffer {
  const hash = createHash('sha256').update(printing);
  const text = JSON.stringify(content, (_, value) => {
    if (!(value instanceof Uint8Array)) return value;
    return createHash('sha256').update(value).digest('hex');
  });
  return hash.update(text).digest();
}
