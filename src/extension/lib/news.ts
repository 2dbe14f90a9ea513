import type * as z from 'zod/mini';
import { activities, type activity } from '#contract/activities.ts';
import { formatMoney } from '#core/money.ts';
import { keepSeen, keepTold, readConnection, readNotifies, readSeen, readTold } from './kept.ts';
import { serviceOf } from './service.ts';
import { texts } from './texts.ts';
import { extension } from './web-extension.ts';

type Activity = z.output<typeof activity>;

const LATEST = 50;
const MOST_COUNTED = 9;
/** The green of money that has landed. */
const LANDED = '#0A7A4D';
const WHITE = '#FFFFFF';

export type News = { newest: string | null; received: Activity[] };

/** The payments among activities (newest first) that came after what was seen. Ids grow with time. */
export function newsAfter(seen: string | null, latest: readonly Activity[]): News {
  const received = latest.filter(
    ({ id, activityType }) => activityType === 'payment_completed' && id > (seen ?? ''),
  );
  return { newest: latest[0]?.id ?? null, received: seen === null ? [] : received };
}

async function readNews(): Promise<News | null> {
  const connection = await readConnection();
  if (!connection) return null;
  const { data } = await serviceOf(connection).call(activities.list, {
    params: { currency: connection.currency },
    query: { limit: LATEST },
  });
  return newsAfter(await readSeen(), data.activities);
}

/** Checks for payments since the owner last looked, and updates the badge. */
export async function watch(): Promise<void> {
  const news = await readNews().catch(() => null);
  // Without an answer the number stands; without a connection there is nothing to count.
  if (!news) return (await readConnection()) ? undefined : show(0);
  if ((await readSeen()) === null && news.newest) await keepSeen(news.newest);
  await show(news.received.length);
  await notify(news.received);
}

/** Takes what came since the last look as seen, and gives it to be shown. Throws `ApiError`. */
export async function look(): Promise<Activity[]> {
  const news = await readNews();
  if (news?.newest) await keepSeen(news.newest);
  await show(0);
  return news?.received ?? [];
}

async function show(count: number): Promise<void> {
  const { action } = extension;
  await action.setBadgeBackgroundColor({ color: LANDED });
  await action.setBadgeTextColor?.({ color: WHITE });
  await action.setBadgeText({ text: badgeOf(count) });
  await action.setTitle({ title: count === 0 ? texts.brand : texts.badge.title(count) });
}

/** The text of the toolbar badge. */
export const badgeOf = (count: number): string =>
  count === 0 ? '' : count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);

async function notify(received: readonly Activity[]): Promise<void> {
  const told = await readTold();
  const fresh = received.filter(({ id }) => id > (told ?? ''));
  const [newest] = fresh;
  if (!newest || !(await readNotifies())) return;
  await keepTold(newest.id);
  extension.notifications?.create(newest.id, {
    type: 'basic',
    iconUrl: extension.runtime.getURL('icons/128.png'),
    title: texts.badge.notification,
    message: fresh.map(receivedWords).join('\n'),
  });
}

/** `₦45,000.00 from Mrs Bello` */
export function receivedWords({ metadata, description }: Activity): string {
  const { amount, currency, customerName } = metadata;
  return amount !== undefined && currency
    ? texts.badge.received(formatMoney(amount, currency), customerName)
    : description;
}
