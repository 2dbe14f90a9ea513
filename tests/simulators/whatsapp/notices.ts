import { createHmac } from 'node:crypto';
import { seeded } from '../faults.ts';
import type { SimNotice } from '../simulator.ts';
import { keys, type Part } from './world.ts';

/** How news that was held comes at last. */
export type Release = {
  /** In another order than it came up, by this seed. */
  shuffled?: number;
  /** Each of them so many times. */
  times?: number;
  /** All in one notice. */
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

const noticeOf = (parts: Part[]): SimNotice =>
  sign(
    written({
      object: 'whatsapp_business_account',
      entry: [{ id: keys.businessId, changes: parts.map(changeOf) }],
    }),
  );

export const sign = (body: string): SimNotice => ({
  body,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'facebookexternalua',
    'x-hub-signature-256': `sha256=${createHmac('sha256', keys.appSecret).update(body).digest('hex')}`,
  },
});

/** What each notice is to hold. */
function arranged(parts: Part[], { shuffled, times = 1, together }: Release): Part[][] {
  const all = Array.from({ length: times }, () => parts).flat();
  const ordered = shuffled === undefined ? all : shuffle(all, seeded(shuffled));
  return together ? [ordered] : ordered.map((part) => [part]);
}

function shuffle(parts: Part[], chance: () => number): Part[] {
  const left = [...parts];
  return parts.flatMap(() => left.splice(Math.floor(chance() * left.length), 1));
}

/** Tells a business what happens: at once where it said where to, unless held back. */
export function createPost() {
  const kept: Part[] = [];
  const under = new Set<Promise<unknown>>();
  let webhookUrl: string | null = null;
  let holding = false;

  // What is not answered with 2xx comes again later, as from Meta.
  async function post(url: string, parts: Part[]): Promise<void> {
    const asked = { method: 'POST', ...noticeOf(parts), signal: AbortSignal.timeout(10_000) };
    const answer = await fetch(url, asked).catch(() => null);
    await answer?.arrayBuffer();
    if (!answer?.ok) kept.push(...parts);
  }
  function track(work: Promise<void>): Promise<void> {
    under.add(work);
    return work.finally(() => under.delete(work));
  }
  return {
    tell: async (part: Part): Promise<void> => {
      if (webhookUrl && !holding) return track(post(webhookUrl, [part]));
      kept.push(part);
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
      for (const parts of arranged(kept.splice(0), how)) await track(post(url, parts));
    },
    takeNotices: (how: Release = {}): SimNotice[] => arranged(kept.splice(0), how).map(noticeOf),
    settled: async (): Promise<void> => {
      while (under.size > 0) await Promise.all(under);
    },
  };
}
