import { isStepCount, type StopCondition, streamText, tool, type ToolSet } from 'ai';
import type { LanguageModel, ModelTool, ModelUsage, Outcome } from '#server/kernel/ports/index.ts';
import { withinLimits } from './deadline.ts';
import { failed, failureOf } from './failure.ts';
import { sdkModel } from './provider.ts';
import type { ModelConnection } from './settings.ts';
import { wireSchema } from './wire-schema.ts';

type Request = Parameters<LanguageModel['converse']>[0];
type Conversation = Outcome<{ text: string; usage: ModelUsage }>;

const MAX_CHARACTERS = 16_000;
const RETRIES = 1;

/** Lets the model call tools until one ends the turn, or it has answered in text. */
export const converse = (settings: ModelConnection, request: Request): Promise<Conversation> =>
  withinLimits(request, async (signal): Promise<Conversation> => {
    let problem: unknown = null;
    const result = streamText({
      model: sdkModel(settings),
      instructions: request.instructions,
      messages: request.messages.map(({ role, text }) => ({ role, content: text })),
      tools: toolsOf(request.tools),
      stopWhen: [isStepCount(request.maxSteps), stopAfterEndingTool(request.tools)],
      maxOutputTokens: request.maxOutputTokens,
      maxRetries: RETRIES,
      abortSignal: signal,
      onError: ({ error }) => {
        problem = error;
      },
    });
    let text = '';
    for await (const part of result.stream) {
      // Separates the text of two model calls.
      if (part.type === 'text-start' && text !== '') text += ' ';
      if (part.type === 'text-delta') {
        text += part.text;
        if (text.length > MAX_CHARACTERS) return failed('too_long');
        request.onText?.(part.text);
      }
      if (part.type === 'error') return failureOf(problem ?? part.error, false, false);
      if (part.type === 'finish') {
        if (part.finishReason === 'content-filter') return failed('declined');
        const { inputTokens, outputTokens } = part.totalUsage;
        return { ok: true, text, usage: usageOf(inputTokens, outputTokens, request, text) };
      }
    }
    return failureOf(problem, request.signal?.aborted ?? false, signal.aborted);
  });

const toolsOf = (tools: ModelTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, schema, run }) => [
      name,
      tool({ description, inputSchema: wireSchema(schema), execute: (input: unknown) => run(input) }),
    ]),
  );

// A rejected call does not end the turn: the model may do better.
const stopAfterEndingTool = (tools: ModelTool[]): StopCondition<ToolSet> => {
  const ending = new Set(tools.filter(({ ends }) => ends).map(({ name }) => name));
  return ({ steps }) => steps.at(-1)?.toolResults.some(({ toolName }) => ending.has(toolName)) ?? false;
};

const CHARACTERS_A_TOKEN = 4;

// Some servers do not count tokens; then they are estimated, so that a limit still holds.
const usageOf = (
  input: number | undefined,
  output: number | undefined,
  { instructions, messages }: Request,
  text: string,
): ModelUsage => ({
  inputTokens:
    input || Math.ceil((instructions.length + JSON.stringify(messages).length) / CHARACTERS_A_TOKEN),
  outputTokens: output || Math.ceil(text.length / CHARACTERS_A_TOKEN),
});
