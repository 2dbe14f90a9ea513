import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { understand } from './language/understand.ts';
import type { Intent, Surroundings, Understanding } from './language/understanding.ts';
import type { StoredMemory } from './memory.ts';
import { askModel } from './model/conversation.ts';
import { isPlainYes } from './plain-yes.ts';
import type { MessageRow } from './queries.ts';

/** A question as it is kept, without its secrets; `text` is what was typed. `hear` gets the answer's lead as it is spoken. */
export type Question = {
  row: MessageRow;
  text: string;
  currency: Currency;
  hear?: (piece: string) => void;
};

/** A yes must be the owner's own, and what is declined here stays declined: a model is not asked about these. */
export const OURS_ALONE: ReadonlySet<Intent> = new Set<Intent>([
  'confirm',
  'cancel',
  'withdraw',
  'change_bank_details',
  'record_payment',
  'prompt_injection',
]);

/**
 * Understands a message: by itself, or by what a model chose where one is set up. `words` is a lead that may stand above our
 * own answer.
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

// What waits stays open for a yes without doubt.
const surely = (own: Understanding, text: string, { pending, last }: StoredMemory): Understanding =>
  own.intent !== 'confirm' || isPlainYes(text)
    ? own
    : { ...own, intent: 'ambiguous', does: null, asks: 'intent', memory: { pending, last } };
