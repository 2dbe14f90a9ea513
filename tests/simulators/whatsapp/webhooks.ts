import { createHmac } from 'node:crypto';
import { seededRandom } from '#core/seeded-random.ts';
import type { SimWebhook } from '../simulator.ts';
import { keys, type Part } from './state.ts';

/** Delivery of held webhooks. */
export type Release = {
  /** In another order than it came up, by this seed. */
  shuffled?: number;
  /** Each of them so many times. */
  times?: number;
  /** All in one webhook. */
  together?: boolean;
};

const changeOf = (part: Part) => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: keys.number, phone_number_id: keys.phoneId },
    ...part,
  },
});

/** Slashes and everything but ASCII are escaped, as Meta does: written anew the bytes would be others. */
const written = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', String.raw`\/`)
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const noticeOf = (parts: Part[]): SimWebhook =>
  sign(
    written({
      object: 'whatsapp_business_account',
      entry: [{ id: keys.businessId, changes: parts.map(changeOf) }],
    }),
  );

export const sign = (body: string): SimWebhook => ({
  body,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'facebookexternalua',
    'x-hub-signature-256': `sha256=${createHmac('sha256', keys.appSecret).update(body).digest('hex')}`,
  },
});

/** The expected content of each webhook. */
function arranged(parts: Part[], { shuffled, times = 1, together }: Release): Part[][] {
  const all = Array.from({ length: times }, () => parts).flat();
  const ordered = shuffled === undefined ? all : shuffle(all, seededRandom(shuffled));
  return together ? [ordered] : ordered.map((part) => [part]);
}

function shuffle(parts: Part[], rng: () => number): Part[] {
  const left = [...parts];
  return parts.flatMap(() => left.splice(Math.floor(rng() * left.length), 1));
}

/** Queues webhooks for a business: posted at once to its address, unless held. */
export function createWebhookQueue() {
  const heldParts: Part[] = [];
  const under = new Set<Promise<unknown>>();
  let webhookUrl: string | null = null;
  let holding = false;

  // Webhooks not answered with 2xx are sent again later, as by Meta.
  async function post(url: string, parts: Part[]): Promise<void> {
    const request = { method: 'POST', ...noticeOf(parts), signal: AbortSignal.timeout(10_000) };
    const answer = await fetch(url, request).catch(() => null);
    await answer?.arrayBuffer();
    if (!answer?.ok) heldParts.push(...parts);
  }
  function track(work: Promise<void>): Promise<void> {
    under.add(work);
    return work.finally(() => under.delete(work));
  }
  return {
    tell: async (part: Part): Promise<void> => {
      if (webhookUrl && !holding) return track(post(webhookUrl, [part]));
      heldParts.push(part);
    },
    postTo: (url: string | null): void => {
      webhookUrl = url;
    },
    hold: (): void => {
      holding = true;
    },
    release: async (how: Release = {}): Promise<void> => {
      holding = false;
      const url = webhookUrl;
      if (!url) throw new Error('Nobody said where news goes');
      for (const parts of arranged(heldParts.splice(0), how)) await track(post(url, parts));
    },
    takeNotices: (how: Release = {}): SimWebhook[] => arranged(heldParts.splice(0), how).map(noticeOf),
    settled: async (): Promise<void> => {
      while (under.size > 0) await Promise.all(under);
    },
  };
}
