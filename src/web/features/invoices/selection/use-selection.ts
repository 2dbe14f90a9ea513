import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { InvoiceSummary } from '../api.ts';

const nothing: ReadonlySet<string> = new Set();

/** Which of the rows on screen are ticked. Another `list`, by filter or order, begins without any. */
export function useSelection(rows: readonly InvoiceSummary[], list: string) {
  const [picked, setPicked] = useState(nothing);
  const selected = useMemo(() => rows.filter(({ id }) => picked.has(id)), [rows, picked]);
  const shown = useRef(rows);
  shown.current = rows;
  // Where the tick before stood, from which Shift reaches.
  const anchor = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is what clears the ticks
  useEffect(() => setPicked(nothing), [list]);

  const tick = useCallback((id: string, extend: boolean) => {
    const reached = extend ? between(shown.current, anchor.current, id) : [id];
    anchor.current = id;
    setPicked((before) => {
      const isOn = extend || !before.has(id);
      const after = new Set(before);
      for (const one of reached) {
        if (isOn) after.add(one);
        else after.delete(one);
      }
      return after;
    });
  }, []);
  const pick = useCallback((ids: Iterable<string>) => setPicked(new Set(ids)), []);
  const all = useCallback(() => pick(shown.current.map(({ id }) => id)), [pick]);
  const clear = useCallback(() => setPicked(nothing), []);
  return { selected, picked, tick, pick, all, clear };
}

export type Selection = ReturnType<typeof useSelection>;

/** The ids from one row to another, both included. */
function between(rows: readonly InvoiceSummary[], from: string | null, to: string): string[] {
  const ids = rows.map(({ id }) => id);
  const ends = [ids.indexOf(from ?? to), ids.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return ids.slice(Math.min(...ends), Math.max(...ends) + 1);
}
