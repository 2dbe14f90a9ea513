import { ApiError, pathOf } from '#contract/client.ts';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { completeStepUp } from '../api.ts';
import { expireSession, responseData, sessionEndMessage } from '../session/expiry.ts';
import { getSession } from '../session/session.ts';

/** Hands a file to the browser to save. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Fetches a document of the contract with the owner's token. `name` is the server's, else null. Throws `ApiError`. */
export async function downloadFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ blob: Blob; name: string | null }> {
  const response = await request(endpoint, input);
  if (await completeStepUp(await refusalOf(response))) return downloadFile(endpoint, input);
  if (response?.status === 401) expireSession(sessionEndMessage(await responseData(response)));
  if (!response?.ok) throw new ApiError(response?.status ?? 0, 'download_failed', 'The download failed');
  return { blob: await response.blob(), name: nameOf(response.headers.get('Content-Disposition')) };
}

const request = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response | null> =>
  fetch(pathOf(endpoint, input.params, Object(input.query ?? {})), {
    headers: { Authorization: `Bearer ${getSession().token}` },
  }).catch(() => null);

async function refusalOf(response: Response | null): Promise<ApiError | null> {
  if (response?.status !== 422) return null;
  const body = Object(await response.json().catch(() => null));
  return new ApiError(422, String(body.code), String(body.message), [], Object(body.data));
}

/** Downloads a document and saves it under the server's file name. Throws `ApiError`. */
export async function downloadAndSave<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const { blob, name } = await downloadFile(endpoint, input);
  saveBlob(blob, name ?? 'download');
}

function nameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? null);
}
