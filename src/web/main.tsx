import './styles.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { showFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { startServiceWorker } from '#web/lib/offline/service-worker.ts';
import { followTheme } from '#web/lib/preferences/theme.ts';
import { followOtherTabs } from '#web/lib/session/other-tabs.ts';
import { App } from './app.tsx';
import { router } from './routes.tsx';

const root = document.getElementById('app');
// Log-in pages have none: of the file this stands in they want a part only, for their toasts.
if (root) start(root);

function start(container: HTMLElement): void {
  followTheme();
  followOtherTabs();
  void draw(container);
  startServiceWorker();
}

/** Takes the place of the frame in the document once the page is complete, in slices: a press is heard between two of them. */
async function draw(container: HTMLElement): Promise<void> {
  await router.load();
  startTransition(() => createRoot(container).render(<App />));
  showFlashMessage();
}
