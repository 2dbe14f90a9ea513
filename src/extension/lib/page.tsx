import '../styles.css';
import { options } from 'preact';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

// As React does: what a field's focus changes is drawn before the first key arrives.
options.debounceRendering = (draw) => draw();

/** Shows a page of the extension in the system's theme, and follows it. */
export function show(page: ReactNode): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => document.documentElement.classList.toggle('dark', dark.matches);
  dark.addEventListener('change', paint);
  paint();
  const place = document.getElementById('page');
  if (place) createRoot(place).render(page);
}
