import { useState } from 'react';

/** True from the first time on: what was fetched for it stays, and can leave the screen in its own time. */
export function useOnceTrue(now: boolean): boolean {
  const [once, setOnce] = useState(now);
  if (now && !once) setOnce(true);
  return once || now;
}
