import { Agent, type FormData, request } from 'undici';

/** One call of a journey. `expected`: accepted statuses besides 2xx. */
export type TrafficRequest = {
  kind: string;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  token?: string | null;
  json?: unknown;
  body?: string | Buffer | FormData;
  headers?: Record<string, string>;
  expected?: readonly number[];
  /** Breaks off after so many milliseconds. */
  abortAfterMs?: number;
};

/** Status 0: no answer came. */
export type TrafficResponse = { status: number; bytes: Buffer };

/** Results of calls since the last reading. */
export type Tally = {
  times: Record<string, number[]>;
  /** Answers that were not wanted, such as `503 to one invoice`. */
  refused: Record<string, number>;
  answered: number;
};

export const emptyTally = (): Tally => ({ times: {}, refused: {}, answered: 0 });

export type SendRequest = (trafficRequest: TrafficRequest) => Promise<TrafficResponse>;

const PATIENCE_MS = 60_000;
const CONNECTIONS = 200;

/**
 * Sends calls over keep-alive connections, spread over the services; each is counted in the tally of that
 * moment.
 */
export function createClient(
  origins: string[],
  tally: () => Tally,
): { ask: SendRequest; close(): Promise<void> } {
  const agent = new Agent({
    connections: CONNECTIONS,
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  });
  let turn = 0;
  const ask: SendRequest = async (trafficRequest) => {
    const origin = origins[turn++ % origins.length] ?? '';
    const began = performance.now();
    const answer = await answerTo(agent, origin, trafficRequest);
    if (answer) tallyResponse(tally(), trafficRequest, answer.status, performance.now() - began);
    return answer ?? { status: 0, bytes: Buffer.alloc(0) };
  };
  return { ask, close: () => agent.destroy() };
}

/** Null where the client itself broke off. */
async function answerTo(
  agent: Agent,
  origin: string,
  trafficRequest: TrafficRequest,
): Promise<TrafficResponse | null> {
  const breakOff =
    trafficRequest.abortAfterMs === undefined ? null : AbortSignal.timeout(trafficRequest.abortAfterMs);
  const body = trafficRequest.json === undefined ? trafficRequest.body : JSON.stringify(trafficRequest.json);
  try {
    const { statusCode, body: responseBody } = await request(`${origin}${trafficRequest.path}`, {
      dispatcher: agent,
      method: trafficRequest.method ?? 'GET',
      headers: {
        ...(trafficRequest.token ? { authorization: `Bearer ${trafficRequest.token}` } : {}),
        ...(trafficRequest.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...trafficRequest.headers,
      },
      body: body ?? null,
      signal: breakOff,
    });
    return { status: statusCode, bytes: Buffer.from(await responseBody.arrayBuffer()) };
  } catch {
    return breakOff?.aborted ? null : { status: 0, bytes: Buffer.alloc(0) };
  }
}

function tallyResponse(
  tally: Tally,
  { kind, expected = [] }: TrafficRequest,
  status: number,
  tookMs: number,
): void {
  tally.answered++;
  const wanted = (status >= 200 && status < 300) || expected.includes(status);
  if (wanted) (tally.times[kind] ??= []).push(tookMs);
  else {
    const name = status === 0 ? `no answer to ${kind}` : `${status} to ${kind}`;
    tally.refused[name] = (tally.refused[name] ?? 0) + 1;
  }
}

/** The parsed body of a response; null where it is not JSON. */
export function bodyOf<T>({ bytes }: TrafficResponse): T | null {
  try {
    return JSON.parse(bytes.toString()) as T;
  } catch {
    return null;
  }
}
