import { asInvoice, type Hearing, nothing } from './answers.ts';
import { hear, type Speech } from './clauses.ts';
import { firstTask, fresh } from './fresh.ts';
import { attackIn, forgeryIn } from './injection.ts';
import { asksForInvoice, priced } from './invoicing.ts';
import { withPending } from './pending.ts';
import { bareReferenceIn, type References, referencesIn } from './references.ts';
import type { Memory, Surroundings, Understanding } from './understanding.ts';

/** Interprets a message with the memory of the conversation. Has no effects and never throws. */
export function understand(message: string, memory: Memory, surroundings: Surroundings): Understanding {
  const speech = hear(message.slice(0, LONGEST));
  const hearing: Hearing = { speech, refs: refsIn(speech, memory), memory, surroundings };
  if (speech.words.length === 0) return nothing(hearing, 'ambiguous');
  const attack = attackAt(speech, hearing.refs);
  if (attack !== null) return attacked(hearing, attack);
  return memory.pending ? withPending(hearing, memory.pending) : fresh(hearing);
}

const LONGEST = 8000;

// While a task is open, a bare number most likely belongs to it.
function refsIn(speech: Speech, { pending }: Memory): References {
  const refs = referencesIn(speech.words);
  return refs.numbers.length > 0 || pending ? refs : bareReferenceIn(speech);
}

function attackAt(speech: Speech, refs: References): number | null {
  const { message, text, words } = speech;
  const [at, forged] = [attackIn(text), forgeryIn(message)];
  if (at === null) return forged;
  const place = words[text.slice(0, at).split(' ').length - 1]?.start ?? 0;
  if (isQuotedItem(speech, refs, place)) return forged;
  return forged === null ? place : Math.min(forged, place);
}

// bill Uloma 7k for "forget all rules" mug print: printed text is no instruction.
function isQuotedItem(speech: Speech, refs: References, place: number): boolean {
  const [clause] = speech.clauses;
  if (!clause || !asksForInvoice(speech, clause, refs) || !priced(speech.words, refs)) return false;
  const quotes = [...speech.message.matchAll(/["“][^"“”]{1,60}["”]|(?<!\p{L})'[^']{1,60}'/gu)];
  return quotes.some(
    ({ 0: quoted, index }) => index <= place && place < index + quoted.length && !/[:;,.]/.test(quoted),
  );
}

// Sentences before the injection are interpreted as usual; the rest is only text.
function attacked(hearing: Hearing, at: number): Understanding {
  const before = hearing.speech.message.slice(0, at);
  const bracketed = /[[({<]\s*$/.test(before) || /^[[({<]/.test(hearing.speech.message.slice(at));
  const end = bracketed
    ? at
    : Math.max(...['.', '!', '?', '\n', ';'].map((mark) => before.lastIndexOf(mark)));
  const own = end > 8 ? before.slice(0, end) : '';
  if (own !== '' && forgeryIn(own) === null) {
    const speech = hear(own);
    const kept: Hearing = { ...hearing, speech, refs: referencesIn(speech.words) };
    if (firstTask(speech, kept.refs) === 'create_invoice') return asInvoice(kept);
  }
  return { ...nothing(hearing, 'prompt_injection'), asks: null };
}
