import { bareReferenceIn, type References, referencesIn } from './intents/references.ts';
import { parseUtterance, type Utterance } from './tokens/utterance.ts';
import type { BusinessContext, Memory, ParseContext } from './types.ts';

const LONGEST = 8000;

/** A message with everything needed to interpret it. */
export function contextOf(message: string, memory: Memory, business: BusinessContext): ParseContext {
  const utterance = parseUtterance(message.slice(0, LONGEST));
  return { utterance, refs: findReferences(utterance, memory), memory, business };
}

// While an invoice or a payment is open, a bare number most likely belongs to it.
function findReferences(utterance: Utterance, { pending }: Memory): References {
  const refs = referencesIn(utterance.words);
  return refs.numbers.length > 0 || pending?.draft || pending?.payment ? refs : bareReferenceIn(utterance);
}
