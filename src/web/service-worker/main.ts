import { cleanUp, fillCaches, shellFile, storedAsset } from './store.ts';

const scope = self as unknown as WorkerScope;

/**
 * A document that takes longer than this is not waited for: the one of this build opens with what was last read. It holds
 * nothing of anybody.
 */
const NETWORK_TIMEOUT_MS = 50;
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

scope.addEventListener('push', (event) => event.waitUntil(showNotification(event)));

scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // API responses hold figures: they are never cached here.
  if (request.method !== 'GET' || origin !== scope.location.origin || pathname.startsWith('/api/')) return;
  if (pathname.startsWith('/assets/')) return event.respondWith(storedAsset(request));
  if (request.mode === 'navigate' && APP.test(pathname)) event.respondWith(appDocument(event));
});

/** The document from the network; without one, or without patience, the one of this build. */
async function appDocument(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const shell = (await shellFile(pathname.replace(/\/$/, ''))) ?? (await shellFile('/app.html'));
  const network = fromNetwork(event);
  if (!shell) return network;
  const timeout = new Promise<Response>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, shell));
  return Promise.race([network.catch(() => shell), timeout]);
}

async function fromNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

const ICON = '/icon-192.png';

type NotificationContent = { title: string; body: string; url: string; tag: string };

/** Shows a push notification; notifications with the same tag replace each other. */
async function showNotification(event: PushEvent): Promise<void> {
  const content = parsePushMessage(event);
  await scope.registration.showNotification(content.title, {
    body: content.body,
    tag: content.tag,
    icon: ICON,
    badge: ICON,
    data: { url: content.url },
  });
}

/** Opens what an alert is about, in the app where it is open. */
async function openNotification({ notification }: NotificationEvent): Promise<void> {
  notification.close();
  const url = new URL(
    String((notification.data as { url?: string } | null)?.url ?? '/dashboard'),
    scope.location.origin,
  );
  // Nobody but our own service can send here, but a page elsewhere is never opened.
  if (url.origin !== scope.location.origin) return;
  const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) return void (await scope.clients.openWindow(url.href));
  await open.focus();
  await open.navigate(url.href).catch(() => null);
}

function parsePushMessage({ data }: PushEvent): NotificationContent {
  const fallback = {
    title: 'Duewell',
    body: 'There is news of your business',
    url: '/dashboard',
    tag: 'news',
  };
  try {
    const payload: unknown = data?.json();
    if (typeof payload !== 'object' || payload === null) return fallback;
    return {
      ...fallback,
      ...Object.fromEntries(Object.entries(payload).filter(([, value]) => typeof value === 'string')),
    };
  } catch {
    return fallback;
  }
}

// The page's library of types knows no workers; these are the parts that are used here.

/** An event whose work keeps the worker alive. */
type WorkEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

type FetchEvent = WorkEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};

type PushEvent = WorkEvent & { data: { json: () => unknown } | null };

type NotificationEvent = WorkEvent & { notification: { data: unknown; close: () => void } };

type Registration = {
  navigationPreload?: { enable: () => Promise<void> };
  showNotification: (title: string, options: object) => Promise<void>;
};

type OpenWindow = { focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> };

type WorkerScope = {
  location: Location;
  caches: CacheStorage;
  registration: Registration;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<OpenWindow[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install' | 'activate', run: (event: WorkEvent) => void) => void) &
    ((type: 'push', run: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', run: (event: NotificationEvent) => void) => void) &
    ((type: 'fetch', run: (event: FetchEvent) => void) => void) &
    ((type: 'message', run: (event: WorkEvent & { data: unknown }) => void) => void);
};
