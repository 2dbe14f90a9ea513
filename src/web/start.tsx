import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { showFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { startServiceWorker } from '#web/lib/offline/service-worker.ts';
import { followOtherTabs } from '#web/lib/session/other-tabs.ts';
import { App } from './app.tsx';
import { router } from './routes.tsx';

/** Takes the place of the frame in the document once the page is complete, in slices: a press is heard between two of them. */
export async function startApp(container: HTMLElement): Promise<void> {
  followOtherTabs();
  startServiceWorker();
  await router.load();
  startTransition(() => createRoot(container).render(<App />));
  showFlashMessage();
}
