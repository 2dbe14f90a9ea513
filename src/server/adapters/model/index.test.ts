import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import type { LanguageModel, ModelTool } from '#server/kernel/ports/index.ts';
import type { ModelFault } from '../../../../tests/simulators/model/faults.ts';
import {
  type ModelSimulator,
  startModelSimulator,
  toolResults,
} from '../../../../tests/simulators/model/index.ts';
import { createLanguageModel } from './index.ts';

let simulator: ModelSimulator;
let model: LanguageModel;
beforeAll(async () => {
  simulator = await startModelSimulator();
  model = createLanguageModel({
    provider: 'openai-compatible',
    model: 'imitated',
    apiKey: 'k-1',
    baseUrl: simulator.url,
    sees: true,
  });
});
afterAll(() => simulator.close());

type ConverseInput = Parameters<LanguageModel['converse']>[0];
const converse = (more: Partial<ConverseInput> = {}, of = model) =>
  of.converse({
    instructions: 'Be kind.',
    messages: [{ role: 'user', text: 'How much came in today?' }],
    tools: [],
    maxSteps: 5,
    timeoutMs: 20_000,
    maxOutputTokens: 800,
    ...more,
  });

const calls: unknown[] = [];
const report = (ends = false): ModelTool => ({
  name: 'sales_report',
  description: 'Sales of a period',
  schema: z.object({ from: z.string() }),
  ends,
  run: (input) => {
    calls.push(input);
    return Promise.resolve({ received: 12 });
  },
});

test('words come as they are said, with what they cost, and the request says what it should', async () => {
  simulator.behave(() => ({ text: 'Good morning to you too', usage: { input: 31, output: 7 } }));
  const pieces: string[] = [];
  const response = await converse({ onText: (piece) => pieces.push(piece), tools: [report()] });
  expect(response).toEqual({
    ok: true,
    text: 'Good morning to you too',
    usage: { inputTokens: 31, outputTokens: 7 },
  });
  expect(pieces.length).toBeGreaterThan(1);
  const [{ authorization, body } = fail()] = simulator.requests;
  expect(authorization).toBe('Bearer k-1');
  expect(body).toMatchObject({ model: 'imitated', max_tokens: 800, stream: true });
  expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(body.tools?.[0]?.function).toMatchObject({ name: 'sales_report' });
});

test('a tool is run with what its schema let through, and its result goes back', async () => {
  calls.length = 0;
  simulator.behave((_, nth) =>
    nth === 0 ? { calls: [{ name: 'sales_report', input: { from: 'a', more: 1 } }] } : { text: 'Done' },
  );
  expect(await converse({ tools: [report()] })).toMatchObject({ ok: true, text: 'Done' });
  expect(calls).toEqual([{ from: 'a' }]);
  expect(toolResults(simulator.requests[1] ?? fail()).join()).toContain('12');
});

test('wrong names and wrong arguments run nothing, and the model hears of it', async () => {
  calls.length = 0;
  const inputs = [{ from: 3 }, '{"from":', [], null];
  simulator.behave((_, nth) =>
    nth < inputs.length
      ? {
          calls: [
            { name: 'sales_report', input: inputs[nth] },
            { name: 'withdraw', input: { amount: 5 } },
          ],
        }
      : { text: 'I give up' },
  );
  expect(await converse({ tools: [report(true)] })).toMatchObject({ ok: true, text: 'I give up' });
  expect(calls).toEqual([]);
  expect(simulator.requests).toHaveLength(5);
});

test('a tool that ends a conversation is the last, and no conversation is longer than it may be', async () => {
  simulator.behave(() => ({ calls: [{ name: 'sales_report', input: { from: 'a' } }] }));
  expect(await converse({ tools: [report(true)] })).toMatchObject({ ok: true });
  expect(simulator.requests).toHaveLength(1);
  expect(await converse({ tools: [report()], maxSteps: 3 })).toMatchObject({ ok: true });
  expect(simulator.requests).toHaveLength(4);
});

test('where nobody counts tokens they are reckoned', async () => {
  simulator.behave(() => ({ text: 'eight letters', usage: null }));
  const response = await converse();
  expect(response.ok && response.usage.inputTokens).toBeGreaterThan(5);
  expect(response.ok && response.usage.outputTokens).toBe(4);
});

test.each<[ModelFault['fault'], string]>([
  ['no_such_key', 'status_401'],
  ['overloaded', 'status_503'],
  ['cut_off', 'not_readable'],
  ['half_a_call', 'not_readable'],
  ['malformed', 'not_readable'],
  ['endless', 'too_long'],
  ['filtered', 'declined'],
  ['redirect', 'unreachable'],
])('%s is answered with a reason: %s', async (fault, reason) => {
  simulator.behave(() => ({ fault }));
  expect(await converse()).toMatchObject({ ok: false, reason });
});

test('a busy minute is waited out once', async () => {
  simulator.behave((_, nth) => (nth === 0 ? { fault: 'rate_limited' } : { text: 'Here I am' }));
  expect(await converse()).toMatchObject({ ok: true, text: 'Here I am' });
  expect(simulator.requests).toHaveLength(2);
});

test('silence ends with the clock, whoever is silent', async () => {
  simulator.behave(() => ({ fault: 'hang' }));
  expect(await converse({ timeoutMs: 80 })).toMatchObject({ ok: false, reason: 'timeout' });
  await simulator.requests[0]?.closed;
  simulator.behave(() => ({ calls: [{ name: 'sales_report', input: { from: 'a' } }] }));
  const never = { ...report(), run: () => new Promise(() => {}) };
  expect(await converse({ timeoutMs: 200, tools: [never] })).toMatchObject({ ok: false, reason: 'timeout' });
});

test('whoever stops listening is hung up for at the provider, at once', async () => {
  const aborter = new AbortController();
  simulator.behave(() => ({ text: 'word '.repeat(500), pauseMs: 5 }));
  const going = converse({ signal: aborter.signal, onText: () => aborter.abort() });
  expect(await going).toEqual({ ok: false, reason: 'aborted', retry: false });
  await simulator.requests[0]?.closed;
});

const seen = z.object({ total: z.nullable(z.number()) });
const look = () =>
  model.extract({
    instructions: 'Read it.',
    pictures: [{ mime: 'image/jpeg', bytes: new Uint8Array([255, 216, 255]) }],
    schema: seen,
    timeoutMs: 20_000,
    maxOutputTokens: 500,
  });

test('a picture is sent inside the request and a schema filled in', async () => {
  simulator.behave(() => ({ text: '{"total":4500.5}' }));
  expect(await look()).toMatchObject({ ok: true, value: { total: 4500.5 } });
  const [{ raw, body } = fail()] = simulator.requests;
  expect(raw).toContain('data:image/jpeg;base64,/9j/');
  expect(body.response_format).toMatchObject({ type: 'json_schema' });
  for (const say of ['{"total":"much"}', 'It is 4,500', '']) {
    simulator.behave(() => ({ text: say }));
    expect(await look()).toMatchObject({ ok: false, reason: 'not_readable' });
  }
});

test.each([
  [
    'anthropic' as const,
    '/v1/messages',
    'x-api-key',
    [
      {
        type: 'message_start',
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'x',
          content: [],
          usage: { input_tokens: 5, output_tokens: 0 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Good day' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ],
  ],
  [
    'google' as const,
    '/v1/models/x:streamGenerateContent?alt=sse',
    'x-goog-api-key',
    [
      {
        candidates: [{ content: { role: 'model', parts: [{ text: 'Good day' }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
      },
    ],
  ],
])('%s is spoken to in its own words', async (provider, path, keyHeader, events) => {
  const requests: { url: string; key: unknown }[] = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', key: request.headers[keyHeader] });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const other = createLanguageModel({ provider, model: 'x', apiKey: 'k-2', baseUrl, sees: false });
  expect(await converse({}, other)).toEqual({
    ok: true,
    text: 'Good day',
    usage: { inputTokens: 5, outputTokens: 2 },
  });
  expect(requests).toEqual([{ url: path, key: 'k-2' }]);
  server.close();
});

function fail(): never {
  throw new Error('nothing was asked');
}
