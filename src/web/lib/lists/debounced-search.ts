import { useEffect, useRef, useState } from 'react';

const SETTLE_MS = 250;

/**
 * What stands in a search box while its address follows a quarter of a second later. A change of the address from
 * elsewhere, such as Back or Clear filters, comes into the box.
 */
export function useTypedSearch(settled: string, settle: (text: string) => void) {
  const [typed, setTyped] = useState(settled);
  const told = useRef(settled);
  const latest = useRef(settle);
  latest.current = settle;
  useEffect(() => {
    if (settled === told.current) return;
    told.current = settled;
    setTyped(settled);
  }, [settled]);
  useEffect(() => {
    if (typed === told.current) return;
    const timer = setTimeout(() => {
      told.current = typed;
      latest.current(typed);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
