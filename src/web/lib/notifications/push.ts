import type * as z from 'zod/mini';
import { push, type pushSubscription } from '#contract/push.ts';
import type { Currency } from '#core/money.ts';
import { call } from '../api.ts';
import { keptSwitch } from '../preferences/stored-switch.ts';

const kept = keptSwitch('alerts', () => false);

/** Whether alerts are on in this browser. */
export const useAlerts = kept.use;

/** `blocked`: the user denied permission, and only the browser's own settings can undo that. */
export type AlertsOutcome = 'on' | 'blocked' | 'unsupported' | 'failed';

const alertsSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Requests permission and subscribes this browser to push notifications. Only from a user gesture. */
export async function turnAlertsOn(currency: Currency): Promise<AlertsOutcome> {
  if (!alertsSupported()) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  try {
    await subscribe(currency);
    kept.set(true);
    return 'on';
  } catch {
    return 'failed';
  }
}

/** Tells this browser nothing any more. */
export async function turnAlertsOff(currency: Currency): Promise<void> {
  kept.set(false);
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await call(push.unsubscribe, { params: { currency }, body: { endpoint: subscription.endpoint } });
}

/** Alerts end with the session they were allowed in; whoever signs in again has them again. */
export async function keepAlerts(currency: Currency): Promise<void> {
  if (kept.get() && alertsSupported() && Notification.permission === 'granted') await subscribe(currency);
}

async function subscribe(currency: Currency): Promise<void> {
  const { data } = await call(push.key, { params: { currency } });
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: data.publicKey,
  });
  await call(push.subscribe, { params: { currency }, body: bodyOf(subscription) });
}

function bodyOf(subscription: PushSubscription): z.output<typeof pushSubscription> {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}

const registered = () => navigator.serviceWorker.getRegistration();
