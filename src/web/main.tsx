import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '#core/assert.ts';
import { showCarriedToast } from '#web/lib/carried-toast.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { startServiceWorker } from '#web/lib/service-worker.ts';
import { followTheme } from '#web/lib/theme.ts';
import { router } from './routes.tsx';

const root = document.getElementById('app');
assert(root !== null, 'the document has #app');
followTheme();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
showCarriedToast();
startServiceWorker();
