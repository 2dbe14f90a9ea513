// The page's library of types knows no workers; these are the parts that are used here.

/** An event whose work keeps the worker alive. */
export type WorkEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

export type FetchEvent = WorkEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};

type Registration = { navigationPreload?: { enable: () => Promise<void> } };

export type WorkerScope = {
  location: Location;
  caches: CacheStorage;
  registration: Registration;
  clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install' | 'activate', run: (event: WorkEvent) => void) => void) &
    ((type: 'fetch', run: (event: FetchEvent) => void) => void) &
    ((type: 'message', run: (event: WorkEvent & { data: unknown }) => void) => void);
};
