import { type RefObject, useEffect } from 'react';

const SPARE_PX = 12;

/**
 * Keeps toasts above an element at the window's end, where they would lie over its buttons, and what takes the focus out from
 * under it.
 */
export function useToastLift(below: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const fit = () => {
      const height = below.current?.offsetHeight ?? 0;
      const fromEnd = below.current ? Number.parseFloat(getComputedStyle(below.current).bottom) || 0 : 0;
      style.setProperty('--toast-lift', `${height}px`);
      style.setProperty('scroll-padding-bottom', `${height + fromEnd + SPARE_PX}px`);
    };
    const sized = new ResizeObserver(fit);
    if (below.current) sized.observe(below.current);
    return () => {
      sized.disconnect();
      style.removeProperty('--toast-lift');
      style.removeProperty('scroll-padding-bottom');
    };
  }, [below]);
}
