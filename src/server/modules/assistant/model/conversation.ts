import type { Currency } from '#core/money.ts';
import type { LanguageModel, ModelTool } from '#server/kernel/ports/index.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { Memory, Surroundings, Understanding } from '../language/understanding.ts';
import type { MessageRow } from '../queries.ts';
import { answerTo } from '../reads.ts';
import { keepUsage, mayAsk } from './budget.ts';
import { instructionsFor } from './instructions.ts';
import { leadAsHeard, leadOf } from './lead.ts';
import { type Offer, offers } from './offers.ts';
import { openTask, resultText, transcriptOf } from './transcript.ts';

const MOST_STEPS = 5;
const MOST_CALLS = 5;
const MOST_OUTPUT_TOKENS = 800;
const LONGEST_RESULT = 4000;

export type Asking = {
  scope: Scope;
  question: MessageRow;
  currency: Currency;
  memory: Memory;
  surroundings: Surroundings;
  signal: AbortSignal;
  /** Receives the preamble as it is streamed. */
  hear: (piece: string) => void;
};
/** A model's understanding of a message, or a short reason why there is none. */
export type Asked = ({ ok: true; understood: Understanding } | { ok: false; reason: string }) & {
  words: string;
};

/** Lets a model interpret a message. It has no effects; its choice is handled like our own understanding. */
export async function askModel(model: LanguageModel, asking: Asking): Promise<Asked> {
  const { scope, question, memory, surroundings, signal } = asking;
  const refused = await mayAsk(scope, surroundings.today);
  if (refused) return { ok: false, reason: refused, words: '' };
  const lead = leadAsHeard(asking.hear);
  const turn: Turn = { chosen: null, calls: 0 };
  const instructions = instructionsFor(surroundings, openTask(memory));
  const messages = await transcriptOf(scope.db, question);
  const said = await model
    .converse({
      instructions,
      messages,
      tools: offers.map((offer) => toolOf(offer, asking, turn)),
      maxSteps: MOST_STEPS,
      maxOutputTokens: MOST_OUTPUT_TOKENS,
      timeoutMs: scope.config.model?.timeoutMs ?? 0,
      signal,
      hear: lead.hear,
    })
    // A port does not throw; an answer must not depend on that.
    .catch(() => ({ ok: false as const, reason: 'threw', retry: false }));
  const characters = instructions.length + messages.reduce((sum, { text }) => sum + text.length, 0);
  await keepUsage(scope, said.ok ? said.usage : { characters });
  // Text already streamed cannot be taken back.
  if (!said.ok) return { ok: false, reason: said.reason, words: lead.told() };
  if (!turn.chosen) return { ok: false, reason: 'chose_nothing', words: lead.told() };
  const whole = leadOf(said.text);
  return {
    ok: true,
    understood: turn.chosen.understood,
    words: whole.startsWith(lead.told()) ? whole : lead.told(),
  };
}

type Turn = { chosen: { kind: Offer['kind']; understood: Understanding } | null; calls: number };

/** The tool of a definition. The first call that proposes wins; of the others the last. */
function toolOf(offer: Offer, { scope, currency, memory, surroundings }: Asking, turn: Turn): ModelTool {
  const { name, kind, description, schema } = offer;
  return {
    name,
    description,
    schema,
    ends: kind !== 'read',
    run: async (input) => {
      turn.calls += 1;
      if (turn.calls > MOST_CALLS) return { refused: 'No more calls for this message.' };
      if (turn.chosen?.kind === 'write') return { refused: 'Something is proposed already.' };
      const understood = offer.understand(input, { memory, surroundings });
      turn.chosen = { kind, understood };
      if (kind !== 'read') return { shown: true };
      const { text } = await answerTo(scope, currency, understood);
      return { shown_to_the_owner_as_data: resultText(text).slice(0, LONGEST_RESULT) };
    },
  };
}
