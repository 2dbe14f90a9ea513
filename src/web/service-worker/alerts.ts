import type { NotificationEvent, PushEvent, WorkerScope } from './scope.ts';

const ICON = '/icon-192.png';

type NotificationContent = { title: string; body: string; url: string; tag: string };

/** Shows a push notification; notifications with the same tag replace each other. */
export async function showNotification(scope: WorkerScope, event: PushEvent): Promise<void> {
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
export async function openNotification(
  scope: WorkerScope,
  { notification }: NotificationEvent,
): Promise<void> {
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
