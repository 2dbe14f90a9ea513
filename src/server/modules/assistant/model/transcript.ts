import { IMAGE_MARKER } from '#contract/assistant.ts';
import type { Db } from '#server/kernel/db.ts';
import type { Memory } from '../language/types.ts';
import type { MessageRow } from '../queries/threads.ts';
import { redact } from '../redaction.ts';

const MAX_MESSAGES = 12;
const MAX_HISTORY_LENGTH = 2000;
const MAX_QUESTION_LENGTH = 4000;

export type TranscriptMessage = { role: 'user' | 'assistant'; text: string };

/** The question and the messages shortly before it, without secrets, addresses and links. */
export async function transcriptOf(db: Db, question: MessageRow): Promise<TranscriptMessage[]> {
  const rows = await db
    .selectFrom('thread_messages')
    .select(['role', 'content'])
    .where('business_id', '=', question.business_id)
    .where('thread_id', '=', question.thread_id)
    .where('position', '<', question.position)
    .orderBy('position', 'desc')
    .limit(MAX_MESSAGES - 1)
    .execute();
  const history = rows
    .reverse()
    .map(({ role, content }) => ({ role, text: redactText(content).slice(0, MAX_HISTORY_LENGTH) }));
  return [
    ...history,
    { role: 'user' as const, text: redactText(question.content).slice(0, MAX_QUESTION_LENGTH) },
  ];
}

/** Redacts a message for a third party. */
const redactText = (text: string): string =>
  redact(text.replaceAll(IMAGE_MARKER, '(with a picture) '))
    .replace(/!?\[((?:\\.|[^\]\\])*)\]\([^)\s]*\)/g, '$1')
    .replace(/\bhttps?:\/\/\S+/gi, '(link)')
    // Account numbers have ten digits; BVN and NIN eleven, and unlike telephones they do not begin with 0.
    .replace(/(?<![\d+.,])(?:\d{10}|[1-9]\d{10})(?![\d]|[.,]\d)/g, '••••');

/** Redacts a tool result as well: email addresses and telephone numbers are not needed to choose. */
export const redactResult = (text: string): string =>
  redactText(text)
    .replace(/[^\s<>()|,;]+@[^\s<>()|,;]+/g, '(email)')
    .replace(/(?<!\w)\+?\d(?:[ -]?\d){9,14}(?!\w)/g, '(telephone)');

/** The open task as JSON, as much as is needed to change it. */
export function openTask({ pending }: Memory): string {
  if (!pending) return 'Nothing is open.';
  const { action, draft, filters, customer, asks } = pending;
  const known = (value: string | null) => (value ? 'known' : null);
  const summary = {
    action,
    asked: asks,
    ...(draft
      ? {
          invoice: {
            ...draft,
            customerEmail: known(draft.customerEmail),
            customerPhone: known(draft.customerPhone),
          },
        }
      : {}),
    ...(filters ? { which: filters } : {}),
    ...(customer ? { customer: { name: customer.name } } : {}),
  };
  return redactText(JSON.stringify(summary));
}
