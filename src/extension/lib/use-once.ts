import { useEffect, useRef, useState } from 'react';

export type Read<T> =
  | { state: 'reading' }
  | { state: 'read'; value: T }
  | { state: 'failed'; error: unknown };

/** Loads a value when the page opens, and again on demand. */
export function useOnce<T>(read: () => Promise<T>): [Read<T>, () => void] {
  const [turn, setTurn] = useState(0);
  const [now, setNow] = useState<Read<T>>({ state: 'reading' });
  // Made anew at each drawing; only a turn reads again.
  const work = useRef(read);
  work.current = read;
  useEffect(() => {
    let gone = false;
    work.current().then(
      (value) => gone || setNow({ state: 'read', value }),
      (error: unknown) => gone || setNow({ state: 'failed', error }),
    );
    return () => {
      gone = true;
    };
  }, [turn]);
  const again = () => {
    if (now.state === 'failed') setNow({ state: 'reading' });
    setTurn(turn + 1);
  };
  return [now, again];
}
