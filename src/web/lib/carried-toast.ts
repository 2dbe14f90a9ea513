import { toast } from '../ui/toast-store.ts';

const KEY = 'toast';

/** Keeps a toast for the next document, since leaving this one would take it away unread. */
export function carryToast(kind: 'success' | 'error', title: string): void {
  try {
    sessionStorage.setItem(KEY, `${kind}:${title}`);
  } catch {
    // Without storage the next page comes without the words.
  }
}

/** Shows what the document before wanted said, once. */
export function showCarriedToast(): void {
  try {
    const [, kind, title] = /^(success|error):(.+)$/s.exec(sessionStorage.getItem(KEY) ?? '') ?? [];
    sessionStorage.removeItem(KEY);
    if (title) toast[kind === 'error' ? 'error' : 'success'](title);
  } catch {
    return;
  }
}
