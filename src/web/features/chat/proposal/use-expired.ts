import { useEffect, useState } from 'react';
import { systemClock } from '#core/dates.ts';
import { PROPOSAL_TTL_MS } from './state.ts';

/** Turns true when a proposal of that time has ended. */
export function useExpired(at: Date): boolean {
  const [now, setNow] = useState(() => systemClock().getTime());
  const leftMs = at.getTime() + PROPOSAL_TTL_MS - now;
  useEffect(() => {
    if (leftMs <= 0) return;
    const timer = setTimeout(() => setNow(systemClock().getTime()), leftMs + 1);
    return () => clearTimeout(timer);
  }, [leftMs]);
  return leftMs <= 0;
}
