import type { QueryClient } from '@tanstack/react-query';
import { DEFAULT_ZONE, formatMoment } from '#core/dates.ts';
import { hasFigures } from '../read-ahead.ts';
import { rereadSession } from '../session/session.ts';
import { storage } from '../storage.ts';
import { isOnline } from './connectivity.ts';

/** Pages whose look is kept for the next visit: `head.js` shows it, with its time, while their scripts run. */
const PAGES = ['/dashboard', '/dashboard/invoices', '/dashboard/customers', '/dashboard/payments'];
const MOST_CHARACTERS = 60_000;
/** Not yet read, or chosen. */
const PASSING = '[aria-busy="true"], [aria-selected="true"]';

type ViewHere = () => { name: string; owner: string };

let keepInQuiet: (() => void) | null = null;

/** Keeps the look of this page in a quiet moment; from the first time on also whenever one is left. */
export function keepViews(queries: QueryClient): void {
  keepInQuiet ??= startKeeping(queries);
  keepInQuiet();
}

function startKeeping(queries: QueryClient): () => void {
  // Drawn is the session this document was opened with, whoever has logged in in another tab since.
  const begun: { token: string } | undefined = Reflect.get(globalThis, 'readAhead');
  const keep = () => {
    if (begun && rereadSession().token === begun.token && isOnline()) keepView(queries);
  };
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => document.hidden && keep());
  return () => globalThis.requestIdleCallback?.(keep);
}

function keepView(queries: QueryClient): void {
  const viewHere: ViewHere | undefined = Reflect.get(globalThis, 'viewHere');
  const here = viewHere?.();
  const main = document.querySelector<HTMLElement>('#app > :not([data-frame]) main');
  if (!here || !main || !PAGES.some((page) => here.name === `view:${page}`)) return;
  if (main.querySelector(PASSING)) return;
  const active = queries.getQueryCache().findAll({ type: 'active' });
  const known = active.filter(hasFigures);
  if (known.length === 0 || active.some(({ state }) => state.status === 'error')) return;
  const html = firstScreen(main).innerHTML;
  if (html.length > MOST_CHARACTERS) return;
  const read = Math.min(...known.map(({ state }) => state.dataUpdatedAt));
  const time = formatMoment(new Date(read), DEFAULT_ZONE, 'en');
  const height = `${main.offsetHeight}px`;
  storage.write(here.name, JSON.stringify({ owner: here.owner, time, height, html }));
}

/** The part above the fold, with nothing that was typed. */
function firstScreen(main: HTMLElement): HTMLElement {
  const copy = document.importNode(main, true);
  cutAtFold(main, copy);
  for (const field of copy.querySelectorAll('input, textarea')) {
    field.removeAttribute('value');
    field.textContent = '';
  }
  return copy;
}

function cutAtFold(original: Element, copy: Element): void {
  const copies = [...copy.children];
  for (const [at, child] of [...original.children].entries()) {
    const { top, height } = child.getBoundingClientRect();
    const own = copies[at];
    if (height > 0 && top + scrollY >= innerHeight) own?.remove();
    else if (own) cutAtFold(child, own);
  }
}
