import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { understand } from './language/understand.ts';
import type { Intent, Surroundings, Understanding } from './language/understanding.ts';
import type { StoredMemory } from './memory.ts';
import { askModel } from './model/conversation.ts';
import { isPlainYes } from './plain-yes.ts';
import type { MessageRow } from './queries.ts';

/**
 * A stored, redacted question; `text` is the typed text. `onPreamble` receives the preamble as it is
 * streamed.
 */
export type Question = {
  row: MessageRow;
  text: string;
  currency: Currency;
  hear?: (piece: string) => void;
};

/**
 * Intents decided without a model: a confirmation must be explicit, and a declined request stays declined.
 */
export const OURS_ALONE: ReadonlySet<Intent> = new Set<Intent>([
  'confirm',
  'cancel',
  'withdraw',
  'change_bank_details',
  'record_payment',
  'prompt_injection',
]);

/**
 * Interprets a message with the built-in parser, or with a model where one is configured. `preamble` may
 * stand above our own answer.
 */
export async function understanding(
  scope: Scope,
  { row, text, currency, hear = () => {} }: Question,
  memory: StoredMemory,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Understanding & { words?: string }> {
  const own = surely(understand(text, memory, surroundings), text, memory);
  const { model } = scope.ports;
  if (!model || OURS_ALONE.has(own.intent)) return own;
  const { pending, last } = memory;
  const asked = await askModel(model, {
    scope,
    question: row,
    currency,
    memory: { pending, last },
    surroundings,
    signal,
    hear,
  });
  const words = asked.words ? { words: asked.words } : {};
  if (asked.ok) return { ...asked.understood, ...words };
  if (!signal.aborted && asked.reason !== 'not_allowed')
    scope.log.warn(
      { model: model.name, reason: asked.reason },
      'The built-in understanding answered instead',
    );
  return { ...own, ...words };
}

// An ambiguous yes leaves the proposal open for an explicit one.
const surely = (own: Understanding, text: string, { pending, last }: StoredMemory): Understanding =>
  own.intent !== 'confirm' || isPlainYes(text)
    ? own
    : { ...own, intent: 'ambiguous', does: null, asks: 'intent', memory: { pending, last } };
