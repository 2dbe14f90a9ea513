import { Agent, type FormData, request } from 'undici';

/** One call of a journey. `expected`: answers beside 2xx that are as they should be. */
export type Asked = {
  kind: string;
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  token?: string | null;
  json?: unknown;
  body?: string | Buffer | FormData;
  headers?: Record<string, string>;
  expected?: readonly number[];
  /** Breaks off after so many milliseconds. */
  breakOffMs?: number;
};

/** Status 0: no answer came. */
export type Answered = { status: number; bytes: Buffer };

/** How calls fared since they were last told of. */
export type Tally = {
  times: Record<string, number[]>;
  /** Answers that were not wanted, such as `503 to one invoice`. */
  refused: Record<string, number>;
  answered: number;
};

export const emptyTally = (): Tally => ({ times: {}, refused: {}, answered: 0 });

export type Ask = (asked: Asked) => Promise<Answered>;

const PATIENCE_MS = 60_000;
const CONNECTIONS = 200;

/** Calls over connections that are kept, spread over the services in turn; each is noted in the tally of that moment. */
export function askerOf(origins: string[], tally: () => Tally): { ask: Ask; close(): Promise<void> } {
  const agent = new Agent({
    connections: CONNECTIONS,
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  });
  let turn = 0;
  const ask: Ask = async (asked) => {
    const origin = origins[turn++ % origins.length] ?? '';
    const began = performance.now();
    const answer = await answerTo(agent, origin, asked);
    if (answer) note(tally(), asked, answer.status, performance.now() - began);
    return answer ?? { status: 0, bytes: Buffer.alloc(0) };
  };
  return { ask, close: () => agent.destroy() };
}

/** Null where the client itself broke off. */
async function answerTo(agent: Agent, origin: string, asked: Asked): Promise<Answered | null> {
  const breakOff = asked.breakOffMs === undefined ? null : AbortSignal.timeout(asked.breakOffMs);
  const body = asked.json === undefined ? asked.body : JSON.stringify(asked.json);
  try {
    const { statusCode, body: told } = await request(`${origin}${asked.path}`, {
      dispatcher: agent,
      method: asked.method ?? 'GET',
      headers: {
        ...(asked.token ? { authorization: `Bearer ${asked.token}` } : {}),
        ...(asked.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      body: body ?? null,
      signal: breakOff,
    });
    return { status: statusCode, bytes: Buffer.from(await told.arrayBuffer()) };
  } catch {
    return breakOff?.aborted ? null : { status: 0, bytes: Buffer.alloc(0) };
  }
}

function note(tally: Tally, { kind, expected = [] }: Asked, status: number, tookMs: number): void {
  tally.answered++;
  const wanted = (status >= 200 && status < 300) || expected.includes(status);
  if (wanted) (tally.times[kind] ??= []).push(tookMs);
  else {
    const name = status === 0 ? `no answer to ${kind}` : `${status} to ${kind}`;
    tally.refused[name] = (tally.refused[name] ?? 0) + 1;
  }
}

/** What an answer says, by its own shape; null where it says nothing of the kind. */
export function told<T>({ bytes }: Answered): T | null {
  try {
    return JSON.parse(bytes.toString()) as T;
  } catch {
    return null;
  }
}
