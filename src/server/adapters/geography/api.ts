import type * as z from 'zod';
import type { Outcome } from '#server/kernel/ports/index.ts';

export const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 4_000_000;

export type Remote = { key: string; baseUrl: string; fetch: typeof fetch; timeoutMs: number };

/** Fetches one list from the external service. `retry` is false where it has no such list. */
export async function fetchList<T>(
  remote: Remote,
  path: string,
  schema: z.ZodType<T>,
): Promise<Outcome<{ list: T }>> {
  try {
    const response = await remote.fetch(`${remote.baseUrl}${path}`, {
      headers: { 'X-CSCAPI-KEY': remote.key, accept: 'application/json' },
      // A redirect would carry the key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(remote.timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { ok: false, reason: `answered ${response.status}`, retry: response.status !== 404 };
    }
    return { ok: true, list: schema.parse(JSON.parse(await readText(response))) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.name : 'failed', retry: true };
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER_BYTES) throw new RangeError('The answer is too long');
  }
  return text + decoder.decode();
}
