import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fault, FaultPlan } from './faults.ts';

/** One call as the provider hears it. `path` is decoded and without its query. */
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  raw: Buffer;
};
/** `body` that is text is sent as HTML (pages), bytes as they are, everything else as JSON. */
export type Reply = { status: number; body: unknown; headers?: Record<string, string> };

export type Served = {
  url: string;
  /** From now on calls fare as the plan says; pages are spared. Null: all goes well. */
  setFaults(plan: FaultPlan | null): void;
  close(): Promise<void>;
};

const HANG_MS = 120_000;

/** Serves a provider over loopback HTTP. `spare` names calls no fault may touch: its pages for people. */
export async function serve(
  handle: (call: Call) => Reply | Promise<Reply>,
  spare: (call: Call) => boolean = () => false,
): Promise<Served> {
  let plan: FaultPlan | null = null;
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    void (async () => {
      const call = await readCall(request);
      const fault = plan && !spare(call) ? plan(call) : null;
      if (fault === 'hang') return void timers.add(setTimeout(() => response.destroy(), HANG_MS));
      await fare(fault, () => handle(call), response);
    })().catch((error: unknown) => {
      console.error('a simulator broke', error);
      response.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    setFaults: (next) => {
      plan = next;
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://simulator');
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  return {
    method: request.method ?? 'GET',
    path: url.pathname.split('/').map(decodeURIComponent).join('/'),
    query: url.searchParams,
    headers,
    raw: Buffer.concat(chunks),
  };
}

async function fare(
  fault: Exclude<Fault, 'hang'> | null,
  work: () => Reply | Promise<Reply>,
  response: ServerResponse,
): Promise<void> {
  if (fault === 'lose_request') return void response.destroy();
  if (fault === 'error_before') return send(response, { status: 500, body: { message: 'Internal error' } });
  if (fault === 'rate_limited')
    return send(response, { status: 429, body: { message: 'Too many requests' } });
  if (fault === 'redirect')
    return send(response, { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/elsewhere' } });
  const reply = await work();
  if (fault === 'lose_answer') return void response.destroy();
  if (fault === 'error_after') return send(response, { status: 500, body: { message: 'Internal error' } });
  if (fault === 'malformed') {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    return void response.end('{"status": tru');
  }
  send(response, reply);
}

function send(response: ServerResponse, { status, body, headers }: Reply): void {
  const asItIs = typeof body === 'string' || body instanceof Uint8Array;
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    ...headers,
  });
  response.end(asItIs ? body : JSON.stringify(body));
}
