import type { BusinessContext, Intent, Memory, Understanding } from './types.ts';
import { understand, understandDocument } from './understand.ts';

/** A message, or the text of a document, and the memory and facts it is understood with. */
type Input = { text: string; memory: Memory; business: BusinessContext; isDocument: boolean };

/** A longer message is read once: reading takes longer with each word. */
const MOST_READ_TWICE = 1000;
const DRAFTS: ReadonlySet<Intent> = new Set<Intent>(['create_invoice', 'create_quote', 'create_plan']);

/**
 * The readings of a message, the likelier first. Names of customers can mislead ("iya tunde 3 indomie 5k"), so that a draft is
 * read without them too: mostly both are one.
 */
export function run({ text, memory, business, isDocument }: Input): [Understanding, ...Understanding[]] {
  const read = (known: BusinessContext): Understanding =>
    isDocument ? understandDocument(text, known) : understand(text, memory, known);
  const understood = read(business);
  const isPlain = business.knownNames.length === 0 || text.length > MOST_READ_TWICE;
  if (isPlain || !understood.draft || !DRAFTS.has(understood.intent)) return [understood];
  const other = read({ ...business, knownNames: [] });
  const isSame =
    other.intent !== understood.intent || JSON.stringify(other.draft) === JSON.stringify(understood.draft);
  return isSame ? [understood] : [understood, other];
}
