import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

/**
 * The text of a search box; its address follows a quarter of a second later. A change of the address from
 * elsewhere, such as Back or Clear filters, comes into the box.
 */
export function useDebouncedSearch(settled: string, onSettle: (text: string) => void) {
  const [typed, setTyped] = useState(settled);
  const lastSettled = useRef(settled);
  const latest = useRef(onSettle);
  latest.current = onSettle;
  useEffect(() => {
    if (settled === lastSettled.current) return;
    lastSettled.current = settled;
    setTyped(settled);
  }, [settled]);
  useEffect(() => {
    if (typed === lastSettled.current) return;
    const timer = setTimeout(() => {
      lastSettled.current = typed;
      latest.current(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
