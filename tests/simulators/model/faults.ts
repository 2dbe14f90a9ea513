import type { ServerResponse } from 'node:http';
import type { ModelRequest } from './index.ts';
import { beginStream, writeChunk } from './wire.ts';

const modelFaults = [
  'rate_limited',
  'overloaded',
  'no_such_key',
  'hang',
  'cut_off',
  'malformed',
  'not_json',
  'endless',
  'filtered',
  'refusal',
  'redirect',
  'empty',
  'half_a_call',
] as const;
/** Something that goes wrong with one request. `at` is where a redirect leads to. */
export type ModelFault = { fault: (typeof modelFaults)[number]; at?: string };

const problem = (response: ServerResponse, status: number, message: string, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message, type: 'imitated', code: status } }));
};
const writeText = (response: ServerResponse, content: string, finish: string | null = null): void =>
  writeChunk(response, [{ index: 0, delta: { content }, finish_reason: finish }]);

const faultHandlers: Record<
  ModelFault['fault'],
  (response: ServerResponse, fault: ModelFault, modelRequest: ModelRequest) => void | Promise<void>
> = {
  rate_limited: (response) => problem(response, 429, 'Slow down', { 'retry-after-ms': '20' }),
  overloaded: (response) => problem(response, 503, 'Overloaded', { 'retry-after-ms': '20' }),
  no_such_key: (response) => problem(response, 401, 'Incorrect API key'),
  hang: () => {},
  cut_off: (response) => {
    beginStream(response);
    writeText(response, 'Here is what I fou');
    setTimeout(() => response.destroy(), 20);
  },
  malformed: (response) => {
    beginStream(response);
    response.end('data: {"choices":[{"delta":{"content":"Hel\n\ndata: [DONE]\n\n');
  },
  not_json: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<h1>It works</h1>');
  },
  endless,
  filtered: (response) => {
    beginStream(response);
    writeText(response, '', 'content_filter');
    response.end('data: [DONE]\n\n');
  },
  refusal: (response) => {
    beginStream(response);
    writeText(response, 'I am sorry, but I cannot help with that.', 'stop');
    response.end('data: [DONE]\n\n');
  },
  redirect: (response, { at = 'http://127.0.0.1:9/v1/chat/completions' }) => {
    response.writeHead(307, { location: at });
    response.end();
  },
  empty: (response) => {
    beginStream(response);
    response.end('data: [DONE]\n\n');
  },
  half_a_call: (response) => {
    beginStream(response);
    const call = {
      index: 0,
      id: 'call_0',
      type: 'function',
      function: { name: 'sales_report', arguments: '{"fro' },
    };
    writeChunk(response, [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }]);
    setTimeout(() => response.destroy(), 20);
  },
};

async function endless(response: ServerResponse): Promise<void> {
  beginStream(response);
  while (!response.destroyed) {
    writeText(response, 'and so on and on '.repeat(50));
    await new Promise((next) => setImmediate(next));
  }
}

export const respondWithFault = async (
  fault: ModelFault,
  modelRequest: ModelRequest,
  response: ServerResponse,
): Promise<void> => faultHandlers[fault.fault](response, fault, modelRequest);
