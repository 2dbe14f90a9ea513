import { type ClientRequest, request } from 'node:http';
import { pause } from './webhook-courier.ts';

export type Post = { port: number; path: string; token: string; body: object; key?: string };
export type HttpResult = { status: number; code: string; text: string };

/** Sends requests so that they arrive together: all connections stand and all but the last byte of each body is there before any may end. */
export async function sendSimultaneously(posts: readonly Post[]): Promise<HttpResult[]> {
  const open = await Promise.all(posts.map(begin));
  await pause(10);
  for (const one of open) one.end();
  return Promise.all(open.map(({ result: told }) => told));
}

async function begin({
  port,
  path,
  token,
  body,
  key,
}: Post): Promise<{ end(): void; result: Promise<HttpResult> }> {
  const bytes = Buffer.from(JSON.stringify(body));
  const call = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': bytes.byteLength,
      ...(key ? { 'idempotency-key': key } : {}),
    },
  });
  const result = answerTo(call);
  await new Promise<void>((done, fail) => {
    call.once('error', fail);
    call.write(bytes.subarray(0, -1), () => done());
  });
  return { end: () => void call.end(bytes.subarray(-1)), result };
}

const answerTo = (call: ClientRequest): Promise<HttpResult> =>
  new Promise((done) => {
    call.on('error', (error) => done({ status: 0, code: 'no_answer', text: error.message }));
    call.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => done({ status: answer.statusCode ?? 0, code: codeOf(text), text }));
      answer.on('error', (error) => done({ status: 0, code: 'no_answer', text: error.message }));
    });
  });

function codeOf(text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? '';
  } catch {
    return 'unreadable';
  }
}
