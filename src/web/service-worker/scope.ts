// The page's library of types knows no workers; these are the parts that are used here.

/** An event whose work keeps the worker alive. */
export type WorkEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

export type FetchEvent = WorkEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};

export type PushEvent = WorkEvent & { data: { json: () => unknown } | null };

export type NotificationEvent = WorkEvent & { notification: { data: unknown; close: () => void } };

type Registration = {
  navigationPreload?: { enable: () => Promise<void> };
  showNotification: (title: string, options: object) => Promise<void>;
};

type OpenWindow = { focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> };

export type WorkerScope = {
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
