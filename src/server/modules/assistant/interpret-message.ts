import { AppError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import { type Scope, turnOf } from '#server/kernel/scope.ts';
import { defineTask } from '#server/workers/protocol.ts';
import { isExplicitConfirmation } from './explicit-confirmation.ts';
import { emptyUnderstanding } from './language/build-understanding.ts';
import type { BusinessContext, Intent, Understanding } from './language/types.ts';
import { changesTerms } from './language/quotes.ts';
import type * as understandTask from './language/understand-task.ts';
import type { StoredMemory } from './memory.ts';
import { interpretWithModel } from './model/interpret-with-model.ts';
import { ownReading } from './own-goods.ts';
import type { MessageRow } from './queries/threads.ts';

/**
 * A stored, redacted question; `text` is the typed text. `onPreamble` receives the preamble as it is
 * streamed.
 */
export type Question = {
  row: MessageRow;
  text: string;
  currency: Currency;
  onPreamble?: (delta: string) => void;
  /** Its text is that of a document. */
  fromDocument?: boolean;
};

export type Picture = { bytes: Uint8Array; mime: string };

/** A stored question, with everything needed to answer it; `readingId` where that is left to a reading of its paper. */
export type StoredQuestion = Question & {
  currency: Currency;
  readingId: string | null;
};

/**
 * Intents decided without a model: a confirmation must be explicit, a declined request stays declined, where money was seen is
 * what its owner said, a quote is no invoice, and one invoice is none that repeats.
 */
export const BUILT_IN_ONLY: ReadonlySet<Intent> = new Set<Intent>([
  'confirm',
  'cancel',
  'withdraw',
  'change_bank_details',
  'record_payment',
  'create_quote',
  'create_plan',
  'change_plan',
  'change_quote',
  'convert_quote',
  'note_promise',
  'credit_note',
  'write_off',
  'withholding',
  'customer_statement',
  'prompt_injection',
]);

const UNDERSTAND = defineTask<typeof understandTask>(
  new URL('./language/understand-task.ts', import.meta.url),
);
const OWN_TAX =
  'I do not work out the tax you owe the tax office. Each invoice shows the tax on it, and “Download my data” in Settings lists the tax of all of them.';
const TOO_MUCH = 'That was too much for me to read at once. Please send it in parts.';

/**
 * Interprets a message with the built-in parser, or with a model where one is configured. `preamble` may
 * stand above our own answer.
 */
export async function interpretMessage(
  scope: Scope,
  { row, text, currency, onPreamble = () => {}, fromDocument: isDocument = false }: Question,
  memory: StoredMemory,
  business: BusinessContext,
  signal: AbortSignal,
): Promise<Understanding & { preamble?: string }> {
  const read = await scope.ports.workers.run(
    UNDERSTAND,
    { text, memory, business, isDocument },
    turnOf(scope, signal),
  );
  if (!read.ok && (read.reason === 'busy' || read.reason === 'timeout'))
    throw new AppError(
      'unavailable',
      'I am reading many messages at the moment. Please try again in a minute',
    );
  if (!read.ok) return { ...emptyUnderstanding({ memory }, 'ambiguous'), preamble: TOO_MUCH };
  const understood = await ownReading(scope, currency, read.output, business);
  const builtIn = requireExplicitYes(understood, text, memory);
  if (asksOwnTax(builtIn, text)) return { ...emptyUnderstanding({ memory }, 'off_topic'), preamble: OWN_TAX };
  const { model } = scope.ports;
  const isBuiltIn = builtIn.payment || builtIn.told || builtIn.plan || changesTerms(builtIn, memory);
  if (!model || BUILT_IN_ONLY.has(builtIn.intent) || isBuiltIn) return builtIn;
  const { pending, last } = memory;
  const result = await interpretWithModel(model, {
    scope,
    question: row,
    currency,
    memory: { pending, last },
    business,
    signal,
    onPreamble,
  });
  const preamble = result.preamble ? { preamble: result.preamble } : {};
  if (result.ok) return { ...result.understood, ...preamble };
  if (!signal.aborted && result.reason !== 'not_allowed')
    scope.log.warn(
      { model: model.name, reason: result.reason },
      'The built-in understanding answered instead',
    );
  return { ...builtIn, ...preamble };
}

// Debts of customers and sales are no answer to it.
const asksOwnTax = ({ intent, filters }: Understanding, text: string): boolean =>
  (intent === 'outstanding_total' || intent === 'sales_report') &&
  !filters?.customerName &&
  /\b(?:tax|taxes|vat)\b/i.test(text) &&
  /\b(?:i|we)\b.*\b(?:owe|pay|remit)\b/i.test(text);

// An ambiguous yes leaves the proposal open for an explicit one.
const requireExplicitYes = (
  builtIn: Understanding,
  text: string,
  { pending, last }: StoredMemory,
): Understanding =>
  builtIn.intent !== 'confirm' || isExplicitConfirmation(text)
    ? builtIn
    : { ...builtIn, intent: 'ambiguous', does: null, asks: 'intent', memory: { pending, last } };
