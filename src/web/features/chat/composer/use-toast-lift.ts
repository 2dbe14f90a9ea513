import { type RefObject, useEffect } from 'react';

const SPARE_PX = 12;

/**
 * Keeps toasts above an element at the window's end, where they would lie over its buttons, and what takes the focus out from
 * under it.
 */
export function useToastLift(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const fit = () => {
      const height = element.current?.offsetHeight ?? 0;
      const fromEnd = element.current ? Number.parseFloat(getComputedStyle(element.current).bottom) || 0 : 0;
      style.setProperty('--toast-lift', `${height}px`);
      style.setProperty('scroll-padding-bottom', `${height + fromEnd + SPARE_PX}px`);
    };
    const resizeObserver = new ResizeObserver(fit);
    if (element.current) resizeObserver.observe(element.current);
    return () => {
      resizeObserver.disconnect();
      style.removeProperty('--toast-lift');
      style.removeProperty('scroll-padding-bottom');
    };
  }, [element]);
}
