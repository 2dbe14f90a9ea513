import type * as z from 'zod/mini';
import { activities, type activity } from '#contract/activities.ts';
import { formatMoney } from '#core/money.ts';
import { serviceOf } from './service.ts';
import { readConnection, readNotified, readNotifies, readSeen, saveNotified, saveSeen } from './storage.ts';
import { texts } from './texts.ts';
import { extension } from './web-extension.ts';

type Activity = z.output<typeof activity>;

const LATEST = 50;
const MAX_COUNTED = 9;
/** The green of money that has landed. */
const SUCCESS_COLOR = '#0A7A4D';
const WHITE = '#FFFFFF';

type NewPayments = { newest: string | null; received: Activity[] };

/** The payments among activities (newest first) that came after what was seen. Ids grow with time. */
export function paymentsAfter(seen: string | null, latest: readonly Activity[]): NewPayments {
  const received = latest.filter(
    ({ id, activityType }) => activityType === 'payment_completed' && id > (seen ?? ''),
  );
  return { newest: latest[0]?.id ?? null, received: seen === null ? [] : received };
}

async function fetchNewPayments(): Promise<NewPayments | null> {
  const connection = await readConnection();
  if (!connection) return null;
  const { data } = await serviceOf(connection).call(activities.list, {
    params: { currency: connection.currency },
    query: { limit: LATEST },
  });
  return paymentsAfter(await readSeen(), data.activities);
}

/** Checks for payments since the owner last looked, and updates the badge. */
export async function checkForPayments(): Promise<void> {
  const payments = await fetchNewPayments().catch(() => null);
  // Without an answer the number stands; without a connection there is nothing to count.
  if (!payments) return (await readConnection()) ? undefined : setBadge(0);
  if ((await readSeen()) === null && payments.newest) await saveSeen(payments.newest);
  await setBadge(payments.received.length);
  await notify(payments.received);
}

/** Takes what came since the last look as seen, and gives it to be shown. Throws `ApiError`. */
export async function markPaymentsSeen(): Promise<Activity[]> {
  const payments = await fetchNewPayments();
  if (payments?.newest) await saveSeen(payments.newest);
  await setBadge(0);
  return payments?.received ?? [];
}

async function setBadge(count: number): Promise<void> {
  const { action } = extension;
  await action.setBadgeBackgroundColor({ color: SUCCESS_COLOR });
  await action.setBadgeTextColor?.({ color: WHITE });
  await action.setBadgeText({ text: badgeText(count) });
  await action.setTitle({ title: count === 0 ? texts.brand : texts.badge.title(count) });
}

/** The text of the toolbar badge. */
export const badgeText = (count: number): string =>
  count === 0 ? '' : count > MAX_COUNTED ? `${MAX_COUNTED}+` : String(count);

async function notify(received: readonly Activity[]): Promise<void> {
  const lastNotified = await readNotified();
  const unnotified = received.filter(({ id }) => id > (lastNotified ?? ''));
  const [newest] = unnotified;
  if (!newest || !(await readNotifies())) return;
  await saveNotified(newest.id);
  extension.notifications?.create(newest.id, {
    type: 'basic',
    iconUrl: extension.runtime.getURL('icons/128.png'),
    title: texts.badge.notification,
    message: unnotified.map(receivedText).join('\n'),
  });
}

/** `₦45,000.00 from Mrs Bello` */
export function receivedText({ metadata, description }: Activity): string {
  const { amount, currency, customerName } = metadata;
  return amount !== undefined && currency
    ? texts.badge.received(formatMoney(amount, currency), customerName)
    : description;
}
