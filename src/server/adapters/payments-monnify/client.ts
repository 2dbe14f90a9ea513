import { z } from 'zod';
import { type Clock, plusMs } from '#core/dates.ts';
import { type HttpClient, sendRequest } from '#server/adapters/shared/http-request.ts';

type Connection = HttpClient & { baseUrl: string; apiKey: string; secretKey: string; clock: Clock };

/**
 * `done`: it was accepted; `body` is the envelope's content. `refused`: Monnify itself said no, in its own envelope.
 * `silence`: nothing to conclude anything from, with or without effect.
 */
export type Answer =
  | { kind: 'done'; body: unknown }
  | { kind: 'refused'; status: number; code: string; message: string }
  | { kind: 'silence'; reason: string };

type Call = {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  json?: unknown;
};
export type Client = { call(call: Call): Promise<Answer> };

/** Reason of every call while the keys are wrong. */
const KEY_REFUSED = 'Monnify: the key is not accepted';

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
  const tokens = createTokenCache(connection);
  return {
    async call(call) {
      for (const isLast of [false, true]) {
        const token = await tokens.get();
        if ('reason' in token) return { kind: 'silence', reason: token.reason };
        const answer = await send(connection, call, token.text);
        if (answer !== 'unauthorised') return answer;
        tokens.discard(token);
        if (isLast) break;
      }
      return { kind: 'silence', reason: KEY_REFUSED };
    },
  };
}

function createTokenCache(connection: Connection) {
  let cached: Token | null = null;
  let inFlight: Promise<Login> | null = null;
  const renew = async (): Promise<Login> => {
    const login = await logIn(connection);
    inFlight = null;
    if ('text' in login) cached = login;
    return login;
  };
  return {
    get: async (): Promise<Login> => {
      if (cached && cached.until > connection.clock()) return cached;
      inFlight ??= renew();
      return inFlight;
    },
    discard: (token: Token) => {
      if (cached === token) cached = null;
    },
  };
}

async function logIn(connection: Connection): Promise<Login> {
  const { baseUrl, apiKey, secretKey, clock } = connection;
  const began = clock();
  const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
  const answer = await sendRequest(connection, {
    method: 'POST',
    url: `${baseUrl}/api/v1/auth/login`,
    headers: { authorization: `Basic ${basic}` },
  });
  if (answer.kind === 'silence') return { reason: `Monnify ${answer.reason}` };
  if (answer.status === 401) return { reason: KEY_REFUSED };
  const parsed = envelope.safeParse(answer.body);
  const body = loginBody.safeParse(parsed.data?.responseBody);
  if (answer.status !== 200 || !parsed.data?.requestSuccessful || !body.success)
    return { reason: `Monnify answered ${answer.status} to the login` };
  const lifeMs = body.data.expiresIn * 1000;
  return {
    text: body.data.accessToken,
    until: plusMs(began, lifeMs - Math.min(REFRESH_EARLY_MS, lifeMs / 2)),
  };
}

async function send(connection: Connection, call: Call, token: string): Promise<Answer | 'unauthorised'> {
  const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
  const answer = await sendRequest(connection, {
    method: call.method,
    url: `${connection.baseUrl}${call.path}${query}`,
    headers: { authorization: `Bearer ${token}` },
    ...(call.json === undefined ? {} : { json: call.json }),
  });
  if (answer.kind === 'silence') return { kind: 'silence', reason: `Monnify ${answer.reason}` };
  return answer.status === 401 ? 'unauthorised' : classify(answer.status, answer.body);
}

function classify(status: number, body: unknown): Answer {
  const reply = envelope.safeParse(body).data;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && !reply && barePage.safeParse(body).success) return { kind: 'done', body };
  const isConclusive = isSuccess || (status >= 400 && status < 500 && ![408, 425, 429].includes(status));
  if (!reply || !isConclusive || (reply.requestSuccessful && !isSuccess))
    return { kind: 'silence', reason: `Monnify answered ${status}` };
  if (reply.requestSuccessful) return { kind: 'done', body: reply.responseBody };
  const message = reply.responseMessage?.trim().slice(0, 300);
  return {
    kind: 'refused',
    status,
    code: String(reply.responseCode ?? ''),
    message: message || 'Monnify gave no reason',
  };
}
