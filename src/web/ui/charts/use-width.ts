import { type RefObject, useEffect, useRef, useState } from 'react';

const LEAST = 160;

/** The width a chart is drawn at: that of its box, so that its words keep their size. */
export function useWidth(first: number): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const watch = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(LEAST, Math.round(entry.contentRect.width))),
    );
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, width];
}
