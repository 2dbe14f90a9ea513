import { useEffect } from 'react';
import { setTitle } from '../notifications/title-badge.ts';

const BRAND = 'Duewell';
let firstPage = true;

type PageOptions = { index?: boolean; fullTitle?: boolean };

/** Names the page: "Title | Duewell", robots, and focus on the h1 when one page follows another. */
export function usePage(title: string, { index = false, fullTitle = false }: PageOptions = {}): void {
  useEffect(() => {
    setTitle(fullTitle ? title : `${title} | ${BRAND}`);
    setRobots(index ? 'index,follow' : 'noindex');
  }, [title, index, fullTitle]);
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

function setRobots(content: string): void {
  const meta =
    document.querySelector('meta[name="robots"]') ??
    document.head.appendChild(document.createElement('meta'));
  meta.setAttribute('name', 'robots');
  meta.setAttribute('content', content);
}
