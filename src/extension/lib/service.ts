import * as z from 'zod/mini';
import { assistant } from '#contract/assistant.ts';
import { ApiError, type CallOptions, createClient, pathOf } from '#contract/client.ts';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { type Connection, deleteConnection } from './storage.ts';

/** Makes the calls of a connection. A refused token ends it; the refusal is thrown on. */
export function serviceOf({ address, token, currency }: Connection) {
  const client = createClient({ baseUrl: address, token: () => token });

  async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions) {
    try {
      return await client(endpoint, input, options);
    } catch (error) {
      if (isSessionEnd(error)) await deleteConnection();
      throw error;
    }
  }

  /** Has an invoice read from a picture. Throws `ApiError`. */
  async function extractFromPicture(file: File) {
    const form = new FormData();
    form.append('file', file, file.name);
    const response = await fetch(`${address}${pathOf(assistant.conversation, { currency })}`, {
      method: 'POST',
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      body: form,
    }).catch(() => {
      throw new ApiError(0, 'offline', 'You are offline, or the service cannot be reached');
    });
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) throw await toApiError(response.status, body);
    return z.parse(assistant.conversation.response, body);
  }
  return { call, askPicture: extractFromPicture };
}

export type Service = ReturnType<typeof serviceOf>;

/** Whether a connection is over. */
export const isSessionEnd = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === 'invalid_token';

const refusal = z.object({ code: z.string(), message: z.string() });

async function toApiError(status: number, body: unknown): Promise<ApiError> {
  const parsed = refusal.safeParse(body).data;
  const error = new ApiError(status, parsed?.code ?? 'unknown', parsed?.message ?? '');
  if (isSessionEnd(error)) await deleteConnection();
  return error;
}
