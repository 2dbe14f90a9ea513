import { toast } from '#web/ui/toast-store.ts';
import { isOnline, OFFLINE_MESSAGE } from './connectivity.ts';

/** Begins what needs a connection, such as a dialog that is fetched for it; without one it says why nothing happens. */
export function requireOnline(action: () => void): void {
  if (isOnline()) action();
  else toast.info(OFFLINE_MESSAGE);
}
