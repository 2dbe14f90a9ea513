import '../styles.css';
import { options } from 'preact';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

// As React does: what a field's focus changes is drawn before the first key arrives.
options.debounceRendering = (draw) => draw();

/** Shows a page of the extension in the system's theme, and follows it. */
export function renderPage(page: ReactNode): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const applyTheme = () => document.documentElement.classList.toggle('dark', dark.matches);
  dark.addEventListener('change', applyTheme);
  applyTheme();
  const container = document.getElementById('page');
  if (container) createRoot(container).render(page);
}
