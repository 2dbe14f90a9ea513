import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '#core/assert.ts';
import { showFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { startServiceWorker } from '#web/lib/offline/service-worker.ts';
import { followTheme } from '#web/lib/preferences/theme.ts';
import { followOtherTabs } from '#web/lib/session/other-tabs.ts';
import { router } from './routes.tsx';

const root = document.getElementById('app');
assert(root !== null, 'the document has #app');
followTheme();
followOtherTabs();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
showFlashMessage();
startServiceWorker();
