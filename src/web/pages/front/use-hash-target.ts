import { useEffect } from 'react';
import { focusHeading } from '../../lib/page.ts';

const SETTLE_MS = 100;

/** An address that ends in #faq opens at that section, its heading focused. */
export function useHashTarget(): void {
  useEffect(() => {
    const id = location.hash.slice(1);
    if (!/^[\w-]+$/.test(id)) return;
    const timer = setTimeout(() => {
      document.getElementById(id)?.scrollIntoView();
      focusHeading(`#${id} h2`);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
}
