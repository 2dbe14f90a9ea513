import { openNotification, showNotification } from './alerts.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';
import { cleanUp, fillCaches, shellFile, storedAsset } from './store.ts';

const scope = self as unknown as WorkerScope;

/** A document that takes longer than this is as good as none. */
const NETWORK_TIMEOUT_MS = 4000;
const APP = /^\/(?:onboarding|dashboard(?:\/.*)?)\/?$/;

scope.addEventListener('install', (event) => event.waitUntil(fillCaches()));

scope.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      await cleanUp();
      await scope.registration.navigationPreload?.enable();
      await scope.clients.claim();
    })(),
  ),
);

// Open tabs decide themselves when the new version begins.
scope.addEventListener('message', ({ data }) => {
  if (data === 'activate') void scope.skipWaiting();
});

scope.addEventListener('push', (event) => event.waitUntil(showNotification(scope, event)));

scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(scope, event)));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // API responses hold figures: they are never cached here.
  if (request.method !== 'GET' || origin !== scope.location.origin || pathname.startsWith('/api/')) return;
  if (pathname.startsWith('/assets/')) return event.respondWith(storedAsset(request));
  if (pathname === '/theme.js') return event.respondWith(cachedShellFile('/theme.js', request));
  if (request.mode === 'navigate' && APP.test(pathname)) event.respondWith(appDocument(event));
});

async function cachedShellFile(file: string, request: Request): Promise<Response> {
  return (await shellFile(file)) ?? fetch(request);
}

/** The document from the network; without one, or without patience, the app's shell. */
async function appDocument(event: FetchEvent): Promise<Response> {
  const shell = await shellFile('/app.html');
  const network = fromNetwork(event);
  if (!shell) return network;
  const timeout = new Promise<Response>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, shell));
  return Promise.race([network.catch(() => shell), timeout]);
}

async function fromNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}
