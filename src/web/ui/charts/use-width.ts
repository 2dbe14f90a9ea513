import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const LEAST = 160;

/** The width a chart is drawn at: that of its box, so that its words keep their size. */
export function useWidth(first: number): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(first);
  // Before anything is painted, so that nothing below moves when the width is known.
  useLayoutEffect(() => {
    const update = (width: number) => setWidth(Math.max(LEAST, Math.round(width)));
    if (!box.current) return;
    update(box.current.clientWidth);
    const watch = new ResizeObserver(([entry]) => entry && update(entry.contentRect.width));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, width];
}
