import { useCallback, useRef } from 'react';

/** A callback that is one and the same in every render and runs the newest `run`, so that what it is given to may be memoised. */
export function useStableCallback<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((...args: Args) => latest.current(...args), []);
}
