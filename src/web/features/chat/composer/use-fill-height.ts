import { type RefObject, useLayoutEffect } from 'react';

/** Makes the page reach down to the window's end, so that the box to write in stands there from the first message on. */
export function useFillHeight(page: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = page.current;
    if (!element) return;
    const fit = () => {
      const top = Math.round(element.getBoundingClientRect().top + scrollY);
      element.style.setProperty('min-height', `calc(100dvh - ${top}px)`);
    };
    fit();
    // Notices above the page come and go.
    const resizeObserver = new ResizeObserver(fit);
    resizeObserver.observe(element.parentElement ?? element);
    return () => resizeObserver.disconnect();
  }, [page]);
}
