import { useEffect, useRef } from 'react';
import { focusHeading } from '../navigation/page.ts';

/** Longer than a closing dialog or menu takes to hand focus back. */
const FOCUS_RETURN_MS = 250;

/** When the row that had focus leaves a list, the reader goes to the page's heading instead of nowhere. */
export function useFocusFallback(rows: number | undefined): void {
  const before = useRef(rows);
  useEffect(() => {
    const hasShrunk = (rows ?? 0) < (before.current ?? 0);
    before.current = rows;
    if (!hasShrunk) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) focusHeading();
    }, FOCUS_RETURN_MS);
    return () => clearTimeout(timer);
  }, [rows]);
}
