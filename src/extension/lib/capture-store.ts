import * as z from 'zod/mini';
import { MAX_PROMPT } from '#contract/assistant.ts';
import { extension, type Tab } from './web-extension.ts';

const captured = z.union([
  z.object({ kind: z.literal('text'), text: z.string(), cut: z.boolean() }),
  z.object({ kind: z.literal('picture'), name: z.string(), dataUrl: z.string() }),
  z.object({ kind: z.literal('unread'), reason: z.enum(['type', 'size', 'fetch', 'text']) }),
]);

/** A selection or picture from a page; `unread` where it could not be read. */
export type Captured = z.output<typeof captured>;

export type ReadableCapture = Exclude<Captured, { kind: 'unread' }>;

const PREFIX = 'captured:';
const MAX_STORED = 4;

/** Selected text as it is sent: as much of it as one message holds. */
export function toTextCapture(selected: string): Captured {
  const text = selected.toWellFormed().replaceAll('\u0000', '').replaceAll('\r\n', '\n').trim();
  if (text === '') return { kind: 'unread', reason: 'text' };
  return { kind: 'text', text: text.slice(0, MAX_PROMPT).toWellFormed(), cut: text.length > MAX_PROMPT };
}

/** Opens the review of what was chosen, beside the page it was chosen on. */
export async function openReview(capture: Captured, sourceTab?: Tab): Promise<void> {
  const id = await store(capture);
  const place =
    sourceTab?.index === undefined || sourceTab.windowId === undefined
      ? {}
      : { index: sourceTab.index + 1, windowId: sourceTab.windowId };
  await extension.tabs.create({ url: extension.runtime.getURL(`review.html?id=${id}`), ...place });
}

// In memory only: what was selected is never written to disk, and goes with the browser.
async function store(capture: Captured): Promise<string> {
  const { session } = extension.storage;
  const before = Object.keys(await session.get(null)).filter((key) => key.startsWith(PREFIX));
  const evicted = before.sort().slice(0, Math.max(0, before.length + 1 - MAX_STORED));
  if (evicted.length > 0) await session.remove(evicted);
  const id = `${Date.now().toString(36)}-${crypto.randomUUID()}`;
  await session.set({ [`${PREFIX}${id}`]: capture });
  return id;
}

/** The capture, while it is stored. */
export async function readCaptured(id: string): Promise<Captured | null> {
  const key = `${PREFIX}${id}`;
  return captured.safeParse((await extension.storage.session.get(key))[key]).data ?? null;
}

/** The bytes of a picture that was chosen. */
export async function fileOf({ name, dataUrl }: { name: string; dataUrl: string }): Promise<File> {
  const [head = '', body = ''] = dataUrl.split(',', 2);
  const type = /^data:([\w/+.-]+)/.exec(head)?.[1] ?? '';
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  return new File([bytes], name, { type });
}
