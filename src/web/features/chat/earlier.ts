import type { Currency } from '#core/money.ts';
import { readThread } from './api.ts';
import { shownText } from './messages.ts';

/** What is known here of a question that is to be asked anew. */
export type Earlier = { id: string | null; answerId: string | null; text: string };

/** The server's id of an earlier question; null where it never got there, or the server cannot be asked. */
export async function findQuestion(currency: Currency, earlier: Earlier): Promise<string | null> {
  if (earlier.id) return earlier.id;
  const stored = await readThread(currency).catch(() => []);
  const answerAt = stored.findIndex(({ id }) => id !== null && id === earlier.answerId);
  const questions = stored
    .slice(0, answerAt < 0 ? stored.length : answerAt)
    .filter(({ role }) => role === 'user');
  const last = questions.at(-1);
  if (!last) return null;
  return answerAt >= 0 || shownText(last) === earlier.text ? last.id : null;
}
