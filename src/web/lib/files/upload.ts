import * as z from 'zod/mini';
import { ApiError, pathOf } from '#contract/client.ts';
import { files } from '#contract/files.ts';
import { expireSession, sessionEndMessage } from '../session/expiry.ts';
import { getSession, sessionCurrency } from '../session/session.ts';
import { parseJson } from '../storage.ts';

type StoredFile = z.output<typeof files.upload.response>['data']['file'];
type Purpose = z.output<typeof files.upload.body>['purpose'];

const UPLOAD_SESSION_EXPIRED = 'Login session expired. Please login again.';

/**
 * Stores a file, telling how much has left the browser (0 to 100). Throws `ApiError`.
 * Only XMLHttpRequest reports upload progress.
 */
export function uploadFile(
  file: File,
  purpose: Purpose,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', pathOf(files.upload, { currency: sessionCurrency() }));
    const { token } = getSession();
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * 100));
    };
    request.onerror = () =>
      reject(new ApiError(0, 'offline', 'You are offline, or the service cannot be reached'));
    request.onabort = () => reject(new ApiError(0, 'cancelled', 'Upload cancelled'));
    request.onload = () => settle(request, resolve, reject);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('purpose', purpose);
    form.append('file', file, file.name);
    request.send(form);
  });
}

function settle(
  request: XMLHttpRequest,
  resolve: (file: StoredFile) => void,
  reject: (error: ApiError) => void,
): void {
  const body = parseJson(request.responseText);
  if (request.status === 401) expireSession(sessionEndMessage(Object(body).data, UPLOAD_SESSION_EXPIRED));
  const response = files.upload.response.safeParse(body);
  if (request.status < 300 && response.success) return resolve(response.data.data.file);
  const parsed = refusal.safeParse(body);
  reject(
    new ApiError(request.status, parsed.data?.code ?? 'unknown', parsed.data?.message ?? 'Upload failed'),
  );
}

const refusal = z.object({ code: z.string(), message: z.string() });
