import type { Currency } from '#core/money.ts';
import { readThread } from '../api.ts';
import { displayText } from './messages.ts';

/** A question to be replaced, as known in this browser; `retried` after an earlier attempt. */
export type ReplacedQuestion = { id: string | null; answerId: string | null; text: string; retried: boolean };

/**
 * The server's id of the question to replace; null where it never arrived, or the server cannot be reached.
 */
export async function findQuestionId(currency: Currency, replaced: ReplacedQuestion): Promise<string | null> {
  const { id, answerId, text, retried } = replaced;
  if (id && !retried) return id;
  const stored = await readThread(currency).catch(() => []);
  if (id && stored.some((message) => message.id === id)) return id;
  const answerAt = answerId ? stored.findIndex((message) => message.id === answerId) : -1;
  const last = stored.slice(0, answerAt < 0 ? undefined : answerAt).findLast(({ role }) => role === 'user');
  return last && (answerAt >= 0 || displayText(last) === text) ? last.id : null;
}
