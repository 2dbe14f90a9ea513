import { ApiError, type CallOptions, createClient } from '#contract/client.ts';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { toast, type ToastOptions } from '#web/ui/toast-store.ts';
import { readAhead } from './read-ahead.ts';
import { expireSession, isSessionEnd, sessionEndMessage } from './session/expiry.ts';
import { getSession } from './session/session.ts';

const client = createClient({ token: () => getSession().token, ahead: readAhead });

/**
 * Calls an endpoint of the contract. Throws `ApiError`; a refused token ends the session first. A call that
 * requires step-up authentication is repeated after it.
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions) {
  try {
    return await client(endpoint, input, options);
  } catch (error) {
    if (endpoint.auth !== 'none' && isSessionEnd(error)) expireSession(sessionEndMessage(Object(error).data));
    if (!(await completeStepUp(error))) throw error;
    return client(endpoint, input, options);
  }
}

/** Whether a refused call can be repeated, because the proof it wanted was given. Throws where it was not. */
export async function completeStepUp(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'step_up_required') return false;
  await (await import('./step-up/prompt.tsx')).requestStepUp(error);
  return true;
}

/**
 * Shows a failure as a toast, unless the session's end was already reported. A cancelled step-up is no
 * failure. Where no answer came, the toast says so.
 */
export function toastFailure(error: unknown, message: string, options?: ToastOptions): void {
  if (error instanceof ApiError && error.code === 'step_up_cancelled') return void toast.info(error.message);
  if (isSessionEnd(error)) return;
  toast.error(message, Object(error).status === 0 ? { text: messageOf(error), ...options } : options);
}

/** `toastFailure` with the server's reason below, where it gave one. */
export function toastReason(error: unknown, message: string, action?: ToastOptions['action']): void {
  const text = messageOf(error, message);
  toastFailure(error, message, { ...(text !== message && { text }), ...(action && { action }) });
}

/** The server's words for a failure, or ours where it gave none. */
export function messageOf(error: unknown, fallback = 'Something went wrong'): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/** A new key for a call that must happen once; keep it for the retry of the same call. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

/** The keys of a form's calls, for `useState(requestKeys)`: one for each request, so that a press that got no answer is repeated, not doubled. */
export function requestKeys(): (request: object) => string {
  const keys = new Map<string, string>();
  return (request) => {
    const name = JSON.stringify(request);
    const key = keys.get(name) ?? newIdempotencyKey();
    keys.set(name, key);
    return key;
  };
}
