import { useState } from 'react';

/** True from the first time on: what was fetched for it stays, and can leave the screen in its own time. */
export function useLatch(now: boolean): boolean {
  const [latched, setLatched] = useState(now);
  if (now && !latched) setLatched(true);
  return latched || now;
}
