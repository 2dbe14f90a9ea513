import { toast } from '#web/ui/toast-store.ts';

/** Long enough to be read in passing; it comes back with the next look. */
const UPDATE_TOAST_MS = 15_000;
const UPDATE_CHECK_MS = 60 * 60_000;

/** Starts the worker that opens the app without a network, and offers a new version when one has come. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const later = () => setTimeout(() => void register().catch(() => undefined), 1000);
  // The parts that run before this one may end after the document has loaded.
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/service-worker.js');
  if (!registration) return;
  if (registration.waiting) offerUpdate(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // The very first worker replaces nothing.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offerUpdate(worker);
    });
  });
  checkForUpdates(registration);
}

/** Tabs that stay open for days look again when they are returned to. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < UPDATE_CHECK_MS) return;
    checkedAt = Date.now();
    if (registration.waiting) offerUpdate(registration.waiting);
    else void registration.update().catch(() => undefined);
  });
}

function offerUpdate(worker: ServiceWorker): void {
  const reload = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
    worker.postMessage('activate');
  };
  toast.info('A new version is ready', {
    durationMs: UPDATE_TOAST_MS,
    action: { label: 'Reload', run: reload },
  });
}
