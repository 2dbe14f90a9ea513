import { toast } from '#web/ui/toast-store.ts';

const KEY = 'toast';
/** News nobody expects, on a page that has much else to look at. */
const INFO_MS = 20_000;

/** Keeps a toast for the next document, since leaving this one would take it away unread. */
export function setFlashMessage(kind: 'success' | 'error' | 'info', title: string): void {
  try {
    sessionStorage.setItem(KEY, `${kind}:${title}`);
  } catch {
    // Without storage the next page comes without the words.
  }
}

/** Shows the flash message of the previous document, once. */
export function showFlashMessage(): void {
  try {
    const [, kind, title] = /^(success|error|info):(.+)$/s.exec(sessionStorage.getItem(KEY) ?? '') ?? [];
    sessionStorage.removeItem(KEY);
    if (!title) return;
    if (kind === 'info') toast.info(title, { durationMs: INFO_MS });
    else toast[kind === 'error' ? 'error' : 'success'](title);
  } catch {
    return;
  }
}
