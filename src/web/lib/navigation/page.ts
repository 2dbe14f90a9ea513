import { useEffect } from 'react';
import { setTitle } from '../notifications/title-badge.ts';

const BRAND = 'Duewell';
let firstPage = true;

/** Names the page: "Title | Duewell", and focus on the h1 when one page follows another. */
export function usePage(title: string): void {
  useEffect(() => setTitle(`${title} | ${BRAND}`), [title]);
  useEffect(() => {
    if (firstPage) {
      firstPage = false;
      return;
    }
    // After this paint the page before, with its own heading, is gone.
    const frame = requestAnimationFrame(() => focusHeading());
    return () => cancelAnimationFrame(frame);
  }, []);
}

/** Moves the reader to the heading of what has just been shown. */
export function focusHeading(selector = 'h1'): void {
  const heading = document.querySelector<HTMLElement>(selector);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
