import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ModelFault, respondWithFault } from './faults.ts';
import { type Reply, send } from './wire.ts';

/** One request as the simulator heard it; `left` is fulfilled when the asker hangs up before the answer is complete. */
export type ModelRequest = {
  path: string;
  authorization: string;
  raw: string;
  body: {
    model: string;
    stream?: boolean;
    max_tokens?: number;
    messages: { role: string; content: unknown; tool_calls?: unknown }[];
    tools?: { function: { name: string; description: string; parameters: unknown } }[];
    response_format?: unknown;
  };
  closed: Promise<void>;
};

/** The model's behaviour on its n-th request (from 0) since `behave` was called. */
export type Behaviour = (
  modelRequest: ModelRequest,
  nth: number,
) => Reply | ModelFault | Promise<Reply | ModelFault>;

/** A language model of our own making behind the wire format of OpenAI's chat completions, over loopback HTTP. */
export type ModelSimulator = {
  url: string;
  /** The settings with which the service asks it. */
  settings: Record<string, string>;
  /** All that was asked since the last `behave`. */
  requests: ModelRequest[];
  behave(how: Behaviour): void;
  close(): Promise<void>;
};

export async function startModelSimulator(): Promise<ModelSimulator> {
  const requests: ModelRequest[] = [];
  let behaviour: Behaviour = () => ({ text: '' });
  const server = createServer((request, response) => {
    void (async () => {
      const modelRequest = await readRequest(request, response);
      const nth = requests.push(modelRequest) - 1;
      const reply = await behaviour(modelRequest, nth);
      if ('fault' in reply) await respondWithFault(reply, modelRequest, response);
      else await send(reply, modelRequest, response);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    settings: {
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'imitated',
      AI_API_KEY: 'imitated-key',
      AI_BASE_URL: url,
      AI_SEES: 'true',
      AI_CALLS_PER_MINUTE: '1000000',
      AI_TOKENS_PER_DAY: '1000000000',
    },
    requests,
    behave: (how) => {
      requests.length = 0;
      behaviour = how;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function readRequest(request: IncomingMessage, response: ServerResponse): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks).toString();
  return {
    path: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    raw,
    body: JSON.parse(raw) as ModelRequest['body'],
    closed: new Promise((hungUp) =>
      response.once('close', () => {
        if (!response.writableFinished) hungUp();
      }),
    ),
  };
}

/** The names and results of the tools that the model was given back in this request. */
export const toolResults = ({ body }: ModelRequest): string[] =>
  body.messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content));
