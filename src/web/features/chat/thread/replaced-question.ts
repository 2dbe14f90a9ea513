import type { Currency } from '#core/money.ts';
import { readThread } from '../api.ts';
import { shownText } from './messages.ts';

/** What is known here of a question that is to be asked anew; `retried` when that was tried before. */
export type Earlier = { id: string | null; answerId: string | null; text: string; retried: boolean };

/** The server's id of an earlier question; null where it never got there, or the server cannot be asked. */
export async function findQuestion(currency: Currency, earlier: Earlier): Promise<string | null> {
  const { id, answerId, text, retried } = earlier;
  if (id && !retried) return id;
  const stored = await readThread(currency).catch(() => []);
  if (id && stored.some((message) => message.id === id)) return id;
  const answerAt = answerId ? stored.findIndex((message) => message.id === answerId) : -1;
  const last = stored.slice(0, answerAt < 0 ? undefined : answerAt).findLast(({ role }) => role === 'user');
  return last && (answerAt >= 0 || shownText(last) === text) ? last.id : null;
}
