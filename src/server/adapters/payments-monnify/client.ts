import { z } from 'zod';
import { type Clock, plusMs } from '#core/dates.ts';
import { ask, type Asking } from '#server/adapters/shared/ask.ts';

export type Connection = Asking & { baseUrl: string; apiKey: string; secretKey: string; clock: Clock };

/**
 * `done`: it was accepted; `body` is the envelope's content. `refused`: Monnify itself said no, in its own envelope.
 * `silence`: nothing to conclude anything from, with or without effect.
 */
export type Answer =
  | { kind: 'done'; body: unknown }
  | { kind: 'refused'; status: number; code: string; message: string }
  | { kind: 'silence'; reason: string };

export type Call = {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  json?: unknown;
};
export type Client = { call(call: Call): Promise<Answer> };

/** Reason of every call while the keys are wrong. */
export const KEY_REFUSED = 'Monnify: the key is not accepted';

const REFRESH_EARLY_MS = 60_000;

type Token = { text: string; until: Date };
type Login = Token | { reason: string };

const envelope = z.object({
  requestSuccessful: z.boolean(),
  responseCode: z.union([z.string(), z.number()]).nullish(),
  responseMessage: z.string().nullish(),
  responseBody: z.unknown().optional(),
});
const loginBody = z.object({ accessToken: z.string().min(1), expiresIn: z.number().positive() });
// Its description of the list of transactions has pages without an envelope around them.
const barePage = z.object({ content: z.array(z.unknown()) });

/**
 * Monnify API client: logs in when needed, once for all waiting calls, and again when a token is rejected.
 */
export function createClient(connection: Connection): Client {
  const tokens = keepToken(connection);
  return {
    async call(call) {
      for (const isLast of [false, true]) {
        const token = await tokens.get();
        if ('reason' in token) return { kind: 'silence', reason: token.reason };
        const answer = await send(connection, call, token.text);
        if (answer !== 'unauthorised') return answer;
        tokens.forget(token);
        if (isLast) break;
      }
      return { kind: 'silence', reason: KEY_REFUSED };
    },
  };
}

function keepToken(connection: Connection) {
  let held: Token | null = null;
  let underWay: Promise<Login> | null = null;
  const renew = async (): Promise<Login> => {
    const login = await logIn(connection);
    underWay = null;
    if ('text' in login) held = login;
    return login;
  };
  return {
    get: async (): Promise<Login> => {
      if (held && held.until > connection.clock()) return held;
      underWay ??= renew();
      return underWay;
    },
    forget: (token: Token) => {
      if (held === token) held = null;
    },
  };
}

async function logIn(connection: Connection): Promise<Login> {
  const { baseUrl, apiKey, secretKey, clock } = connection;
  const began = clock();
  const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
  const answer = await ask(connection, {
    method: 'POST',
    url: `${baseUrl}/api/v1/auth/login`,
    headers: { authorization: `Basic ${basic}` },
  });
  if (answer.kind === 'silence') return { reason: `Monnify ${answer.reason}` };
  if (answer.status === 401) return { reason: KEY_REFUSED };
  const told = envelope.safeParse(answer.body);
  const body = loginBody.safeParse(told.data?.responseBody);
  if (answer.status !== 200 || !told.data?.requestSuccessful || !body.success)
    return { reason: `Monnify answered ${answer.status} to the login` };
  const lifeMs = body.data.expiresIn * 1000;
  return {
    text: body.data.accessToken,
    until: plusMs(began, lifeMs - Math.min(REFRESH_EARLY_MS, lifeMs / 2)),
  };
}

async function send(connection: Connection, call: Call, token: string): Promise<Answer | 'unauthorised'> {
  const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
  const answer = await ask(connection, {
    method: call.method,
    url: `${connection.baseUrl}${call.path}${query}`,
    headers: { authorization: `Bearer ${token}` },
    ...(call.json === undefined ? {} : { json: call.json }),
  });
  if (answer.kind === 'silence') return { kind: 'silence', reason: `Monnify ${answer.reason}` };
  return answer.status === 401 ? 'unauthorised' : judge(answer.status, answer.body);
}

function judge(status: number, body: unknown): Answer {
  const told = envelope.safeParse(body).data;
  const isFine = status >= 200 && status < 300;
  if (isFine && !told && barePage.safeParse(body).success) return { kind: 'done', body };
  const isWord = isFine || (status >= 400 && status < 500 && ![408, 425, 429].includes(status));
  if (!told || !isWord || (told.requestSuccessful && !isFine))
    return { kind: 'silence', reason: `Monnify answered ${status}` };
  if (told.requestSuccessful) return { kind: 'done', body: told.responseBody };
  const message = told.responseMessage?.trim().slice(0, 300);
  return {
    kind: 'refused',
    status,
    code: String(told.responseCode ?? ''),
    message: message || 'Monnify gave no reason',
  };
}
