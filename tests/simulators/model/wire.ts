import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ModelRequest } from './index.ts';

/** A model's answer: text, tool calls, or both. `input` that is text is sent as it is, JSON or not. */
export type Reply = {
  text?: string;
  calls?: { name: string; input: unknown }[];
  usage?: { input: number; output: number } | null;
  finish?: string;
  /** Between pieces of its words. */
  pauseMs?: number;
};

const CHUNK_LENGTH = /[\s\S]{1,12}/g;

type Choice = { index: 0; delta?: object; message?: object; finish_reason: string | null };
export const envelope = (object: string, choices: Choice[], usage?: object) => ({
  id: 'imitated-1',
  object,
  created: 0,
  model: 'imitated',
  choices,
  ...(usage ? { usage } : {}),
});

export async function send(
  reply: Reply,
  modelRequest: ModelRequest,
  response: ServerResponse,
): Promise<void> {
  if (modelRequest.body.stream) await stream(reply, response);
  else sendComplete(reply, response);
}

const callsOf = ({ calls = [] }: Reply) =>
  calls.map(({ name, input }, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));

const usageOf = ({ usage = { input: 900, output: 60 } }: Reply) =>
  usage && {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
  };

const finishOf = ({ finish, calls = [] }: Reply) => finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');

function sendComplete(reply: Reply, response: ServerResponse): void {
  const message = { role: 'assistant', content: reply.text ?? null, tool_calls: callsOf(reply) };
  const choice: Choice = {
    index: 0,
    message: reply.calls ? message : { role: 'assistant', content: reply.text ?? '' },
    finish_reason: finishOf(reply),
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(envelope('chat.completion', [choice], usageOf(reply) ?? undefined)));
}

export const beginStream = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
};
export const writeChunk = (response: ServerResponse, choices: Choice[], usage?: object): void => {
  response.write(`data: ${JSON.stringify(envelope('chat.completion.chunk', choices, usage))}\n\n`);
};

async function stream(reply: Reply, response: ServerResponse): Promise<void> {
  beginStream(response);
  for (const content of (reply.text ?? '').match(CHUNK_LENGTH) ?? []) {
    writeChunk(response, [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }]);
    if (reply.pauseMs) await pause(reply.pauseMs);
    if (response.destroyed) return;
  }
  for (const call of callsOf(reply))
    writeChunk(response, [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }]);
  writeChunk(response, [{ index: 0, delta: {}, finish_reason: finishOf(reply) }]);
  const usage = usageOf(reply);
  if (usage) writeChunk(response, [], usage);
  response.end('data: [DONE]\n\n');
}
