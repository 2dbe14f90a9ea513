import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = join(import.meta.dirname, '../../../assets/common-passwords.txt');

let known: ReadonlySet<string> | null = null;

/** Whether a password, in whatever case, is one of the few thousand most common ones. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(readFileSync(LIST, 'utf8').trimEnd().split('\n'));
  return known.has(password.normalize('NFKC').toLowerCase());
}
