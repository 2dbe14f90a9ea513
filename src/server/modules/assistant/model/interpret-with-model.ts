import type { Currency } from '#core/money.ts';
import type { LanguageModel, ModelTool } from '#server/kernel/ports/index.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { answerQuestion } from '../answers/answer-question.ts';
import type { BusinessContext, Memory, Understanding } from '../language/types.ts';
import type { MessageRow } from '../queries/threads.ts';
import { checkBudget, saveUsage } from './budget.ts';
import { preambleOf, streamPreamble } from './preamble.ts';
import { systemPrompt } from './system-prompt.ts';
import { modelTools, type ToolDefinition } from './tools.ts';
import { openTask, redactResult, transcriptOf } from './transcript.ts';

const MAX_STEPS = 5;
const MAX_CALLS = 5;
const MAX_OUTPUT_TOKENS = 800;
const MAX_RESULT_LENGTH = 4000;

export type ModelRequest = {
  scope: Scope;
  question: MessageRow;
  currency: Currency;
  memory: Memory;
  business: BusinessContext;
  signal: AbortSignal;
  /** Receives the preamble as it is streamed. */
  onPreamble: (delta: string) => void;
};
/** A model's understanding of a message, or a short reason why there is none. */
export type ModelResult = ({ ok: true; understood: Understanding } | { ok: false; reason: string }) & {
  preamble: string;
};

/** Lets a model interpret a message. It has no effects; its choice is handled like our own understanding. */
export async function interpretWithModel(model: LanguageModel, request: ModelRequest): Promise<ModelResult> {
  const { scope, question, memory, business, signal } = request;
  const denied = await checkBudget(scope, business.today);
  if (denied) return { ok: false, reason: denied, preamble: '' };
  const preambleStream = streamPreamble(request.onPreamble);
  const turn: Turn = { chosen: null, calls: 0 };
  const instructions = systemPrompt(business, openTask(memory));
  const messages = await transcriptOf(scope.db, question);
  const response = await model
    .converse({
      instructions,
      messages,
      tools: modelTools.map((definition) => toModelTool(definition, request, turn)),
      maxSteps: MAX_STEPS,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      timeoutMs: scope.config.model?.timeoutMs ?? 0,
      signal,
      onText: preambleStream.push,
    })
    // A port does not throw; an answer must not depend on that.
    .catch(() => ({ ok: false as const, reason: 'threw', retry: false }));
  const characters = instructions.length + messages.reduce((sum, { text }) => sum + text.length, 0);
  await saveUsage(scope, response.ok ? response.usage : { characters });
  // Text already streamed cannot be taken back.
  if (!response.ok) return { ok: false, reason: response.reason, preamble: preambleStream.told() };
  if (!turn.chosen) return { ok: false, reason: 'chose_nothing', preamble: preambleStream.told() };
  const fullPreamble = preambleOf(response.text);
  return {
    ok: true,
    understood: turn.chosen.understood,
    preamble: fullPreamble.startsWith(preambleStream.told()) ? fullPreamble : preambleStream.told(),
  };
}

type Turn = { chosen: { kind: ToolDefinition['kind']; understood: Understanding } | null; calls: number };

/** The tool of a definition. The first call that proposes wins; of the others the last. */
function toModelTool(
  definition: ToolDefinition,
  { scope, currency, memory, business }: ModelRequest,
  turn: Turn,
): ModelTool {
  const { name, kind, description, schema } = definition;
  return {
    name,
    description,
    schema,
    ends: kind !== 'read',
    run: async (input) => {
      turn.calls += 1;
      if (turn.calls > MAX_CALLS) return { refused: 'No more calls for this message.' };
      if (turn.chosen?.kind === 'write') return { refused: 'Something is proposed already.' };
      const understood = definition.understand(input, { memory, business });
      turn.chosen = { kind, understood };
      if (kind !== 'read') return { shown: true };
      const { text } = await answerQuestion(scope, currency, understood);
      return { shown_to_the_owner_as_data: redactResult(text).slice(0, MAX_RESULT_LENGTH) };
    },
  };
}
