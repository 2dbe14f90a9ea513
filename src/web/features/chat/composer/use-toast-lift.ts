import { type RefObject, useEffect } from 'react';

const SPARE_PX = 12;

/**
 * Keeps toasts above an element at the window's end, where they would lie over its buttons, in the room it leaves for them, and
 * what takes the focus out from under it. On phones they come down to it as well.
 */
export function useToastLift(element: RefObject<HTMLElement | null>, hasRoom: boolean): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const fit = () => {
      const height = element.current?.offsetHeight ?? 0;
      const fromEnd = element.current ? Number.parseFloat(getComputedStyle(element.current).bottom) || 0 : 0;
      const room = hasRoom ? (element.current?.querySelector('[data-toast-room]')?.clientHeight ?? 0) : 0;
      style.setProperty('--toast-lift', `${height - room}px`);
      style.setProperty('--toast-top', `calc(100dvh - ${height + fromEnd}px)`);
      style.setProperty('scroll-padding-bottom', `${height + fromEnd + SPARE_PX}px`);
    };
    const resizeObserver = new ResizeObserver(fit);
    if (element.current) resizeObserver.observe(element.current);
    return () => {
      resizeObserver.disconnect();
      style.removeProperty('--toast-lift');
      style.removeProperty('--toast-top');
      style.removeProperty('scroll-padding-bottom');
    };
  }, [element, hasRoom]);
}
