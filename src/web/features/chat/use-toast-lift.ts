import { type RefObject, useEffect } from 'react';

/** Keeps toasts above an element at the window's end, where they would lie over its buttons. */
export function useToastLift(below: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const fit = () => style.setProperty('--toast-lift', `${below.current?.offsetHeight ?? 0}px`);
    const sized = new ResizeObserver(fit);
    if (below.current) sized.observe(below.current);
    return () => {
      sized.disconnect();
      style.removeProperty('--toast-lift');
    };
  }, [below]);
}
