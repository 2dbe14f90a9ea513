import { toast } from '#web/ui/toast-store.ts';
import { isOnline, OFFLINE_REFUSAL } from './connectivity.ts';

/** Begins what needs a connection, such as a dialog that is fetched for it; without one it says why nothing happens. */
export function whenOnline(begin: () => void): void {
  if (isOnline()) begin();
  else toast.info(OFFLINE_REFUSAL);
}
