import type * as z from 'zod/mini';
import { push, type pushSubscription } from '#contract/push.ts';
import type { Currency } from '#core/money.ts';
import { call } from '../api.ts';
import { pushSwitch } from './push-switch.ts';

/** Whether alerts are on in this browser. */
export const usePushEnabled = pushSwitch.use;

/** `blocked`: the user denied permission, and only the browser's own settings can undo that. */
export type PushOutcome = 'on' | 'blocked' | 'unsupported' | 'failed';

const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Requests permission and subscribes this browser to push notifications. Only from a user gesture. */
export async function enablePush(currency: Currency): Promise<PushOutcome> {
  if (!isPushSupported()) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  try {
    await subscribe(currency);
    pushSwitch.set(true);
    return 'on';
  } catch {
    return 'failed';
  }
}

/** Tells this browser nothing any more. */
export async function disablePush(currency: Currency): Promise<void> {
  pushSwitch.set(false);
  const subscription = await (await getRegistration())?.pushManager.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await call(push.unsubscribe, { params: { currency }, body: { endpoint: subscription.endpoint } });
}

/** Alerts end with the session they were allowed in; whoever signs in again has them again. */
export async function renewPushSubscription(currency: Currency): Promise<void> {
  if (pushSwitch.get() && isPushSupported() && Notification.permission === 'granted')
    await subscribe(currency);
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

const getRegistration = () => navigator.serviceWorker.getRegistration();
