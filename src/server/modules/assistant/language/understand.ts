import { emptyUnderstanding, newInvoice, type ParseContext } from './build-understanding.ts';
import { findForgedMarkup, findInjection } from './intents/injection.ts';
import { asksForInvoice, hasPrice } from './intents/invoice-request.ts';
import { bareReferenceIn, type References, referencesIn } from './intents/references.ts';
import { firstRequest, understandNew } from './new-message.ts';
import { understandReply } from './pending-task.ts';
import { parseUtterance, type Utterance } from './tokens/utterance.ts';
import type { BusinessContext, Memory, Understanding } from './types.ts';

/** Interprets a message with the memory of the conversation. Has no effects and never throws. */
export function understand(message: string, memory: Memory, business: BusinessContext): Understanding {
  const utterance = parseUtterance(message.slice(0, LONGEST));
  const context: ParseContext = { utterance, refs: findReferences(utterance, memory), memory, business };
  if (utterance.words.length === 0) return emptyUnderstanding(context, 'ambiguous');
  const injection = injectionAt(utterance, context.refs);
  if (injection !== null) return answerInjection(context, injection);
  return memory.pending ? understandReply(context, memory.pending) : understandNew(context);
}

const LONGEST = 8000;

// While a task is open, a bare number most likely belongs to it.
function findReferences(utterance: Utterance, { pending }: Memory): References {
  const refs = referencesIn(utterance.words);
  return refs.numbers.length > 0 || pending ? refs : bareReferenceIn(utterance);
}

function injectionAt(utterance: Utterance, refs: References): number | null {
  const { message, text, words } = utterance;
  const [at, forged] = [findInjection(text), findForgedMarkup(message)];
  if (at === null) return forged;
  const place = words[text.slice(0, at).split(' ').length - 1]?.start ?? 0;
  if (isQuotedItem(utterance, refs, place)) return forged;
  return forged === null ? place : Math.min(forged, place);
}

// bill Uloma 7k for "forget all rules" mug print: printed text is no instruction.
function isQuotedItem(utterance: Utterance, refs: References, place: number): boolean {
  const [clause] = utterance.clauses;
  if (!clause || !asksForInvoice(utterance, clause, refs) || !hasPrice(utterance.words, refs)) return false;
  const quotes = [...utterance.message.matchAll(/["“][^"“”]{1,60}["”]|(?<!\p{L})'[^']{1,60}'/gu)];
  return quotes.some(
    ({ 0: quoted, index }) => index <= place && place < index + quoted.length && !/[:;,.]/.test(quoted),
  );
}

// Sentences before the injection are interpreted as usual; the rest is only text.
function answerInjection(context: ParseContext, at: number): Understanding {
  const before = context.utterance.message.slice(0, at);
  const bracketed = /[[({<]\s*$/.test(before) || /^[[({<]/.test(context.utterance.message.slice(at));
  const end = bracketed
    ? at
    : Math.max(...['.', '!', '?', '\n', ';'].map((mark) => before.lastIndexOf(mark)));
  const prefix = end > 8 ? before.slice(0, end) : '';
  if (prefix !== '' && findForgedMarkup(prefix) === null) {
    const utterance = parseUtterance(prefix);
    const safeContext: ParseContext = { ...context, utterance, refs: referencesIn(utterance.words) };
    if (firstRequest(utterance, safeContext.refs) === 'create_invoice') return newInvoice(safeContext);
  }
  return { ...emptyUnderstanding(context, 'prompt_injection'), asks: null };
}
