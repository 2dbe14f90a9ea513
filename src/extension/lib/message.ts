import * as z from 'zod/mini';
import type { Connected } from './connect.ts';
import { extension } from './web-extension.ts';

const request = z.object({ do: z.enum(['connect', 'watch']) });

/** Requests from the extension's pages to the background script. */
export const isRequest = (message: unknown): message is z.output<typeof request> =>
  request.safeParse(message).success;

const connected = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), reason: z.enum(['denied', 'failed']) }),
]);

/** Makes the background script connect; it continues after the requesting page was closed. */
export async function requestConnect(): Promise<Connected> {
  const answer = await extension.runtime.sendMessage({ do: 'connect' });
  return connected.safeParse(answer).data ?? { ok: false, reason: 'failed' };
}

/** Has the background begin or end to look for money, as there is a connection or none. */
export const requestWatch = async (): Promise<void> => {
  await extension.runtime.sendMessage({ do: 'watch' });
};
