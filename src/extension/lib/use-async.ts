import { useEffect, useRef, useState } from 'react';

type AsyncState<T> = { state: 'reading' } | { state: 'read'; value: T } | { state: 'failed'; error: unknown };

/** Loads a value when the page opens, and again on demand. */
export function useAsync<T>(read: () => Promise<T>): [AsyncState<T>, () => void] {
  const [attempt, setTurn] = useState(0);
  const [result, setResult] = useState<AsyncState<T>>({ state: 'reading' });
  // Made anew at each drawing; only a turn reads again.
  const latestRead = useRef(read);
  latestRead.current = read;
  useEffect(() => {
    let gone = false;
    latestRead.current().then(
      (value) => gone || setResult({ state: 'read', value }),
      (error: unknown) => gone || setResult({ state: 'failed', error }),
    );
    return () => {
      gone = true;
    };
  }, [attempt]);
  const reload = () => {
    if (result.state === 'failed') setResult({ state: 'reading' });
    setTurn(attempt + 1);
  };
  return [result, reload];
}
