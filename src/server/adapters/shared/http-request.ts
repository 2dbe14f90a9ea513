/** One HTTP request. */
export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  json?: unknown;
  /** A form or bytes, in place of JSON. */
  body?: FormData | Uint8Array<ArrayBuffer>;
};

/**
 * `answer`: a status and JSON. `silence`: nothing usable came back, and the request may or may not have had
 * its effect; never `mayHaveArrived` where no connection came about.
 */
export type HttpResult =
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'silence'; reason: string; mayHaveArrived: boolean };

export type HttpClient = { fetch: typeof fetch; timeoutMs: number };

const MAX_ANSWER_BYTES = 8_000_000;

/** Sends a request once. Never throws and never follows a redirect, which would carry the keys elsewhere. */
export async function sendRequest(
  { fetch, timeoutMs }: HttpClient,
  request: HttpRequest,
): Promise<HttpResult> {
  const { method, url, headers, json, body } = request;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body ? { body } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { kind: 'answer', status: response.status, body: JSON.parse(await readText(response)) };
  } catch (error) {
    return { kind: 'silence', reason: reasonOf(error), mayHaveArrived: !isUnconnected(error) };
  }
}

const UNCONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|OUTGOING_REFUSED)$/;

/** Whether the request cannot have been sent: unknown host, or no connection. */
function isUnconnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && UNCONNECTED.test(String(cause.code));
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'no answer in time';
  return error instanceof SyntaxError ? 'not an answer we can read' : 'could not be reached';
};

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new RangeError('The answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
