import type { Message, Source } from './messages.ts';

const sources = new WeakMap<Message, Source>();

/**
 * The picture that a proposed invoice was extracted from; corrections keep the picture of the draft they
 * correct.
 */
export function sourceOf(messages: readonly Message[], at: number): Source | null {
  const reply = messages[at];
  if (reply?.role !== 'assistant' || !reply.outcome?.draft) return null;
  const question = messages[at - 1];
  if (question?.role === 'user' && question.picture) return cachedSource(reply, question);
  if (reply.outcome.intent !== 'edit_draft') return null;
  const before = messages.findLastIndex(
    ({ role, outcome }, place) => place < at && role === 'assistant' && outcome?.draft,
  );
  return before < 0 ? null : sourceOf(messages, before);
}

// The same message has the same source, so that what is shown of it stands still.
function cachedSource(reply: Message, { picture, extraction }: Message): Source | null {
  if (!picture) return null;
  const known = sources.get(reply);
  if (known?.picture === picture) return known;
  const source = { picture, extraction: reply.extraction ?? extraction };
  sources.set(reply, source);
  return source;
}
