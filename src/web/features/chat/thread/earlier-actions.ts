import type { Currency } from '#core/money.ts';
import { listThreads, readThread } from '../api.ts';
import type { Message } from './messages.ts';
import type { ThreadStore } from './store.ts';

/** Actions on a conversation that was begun before this page: find it, and open it. */
export function createEarlierActions(currency: Currency, { get, update }: ThreadStore) {
  /** Finds an earlier conversation; none where that fails. True for one to open at once, as its owner is in the middle of it. */
  async function look(): Promise<boolean> {
    if (get().earlier !== undefined) return false;
    const threads = await listThreads(currency).catch(() => []);
    if (get().earlier !== undefined || get().messages.length > 0) return false;
    const earlier = threads.find(({ closedAt, messages }) => closedAt === null && messages > 0) ?? null;
    update({ earlier });
    return earlier?.goesOn ?? false;
  }

  /** Reads the earlier conversation and puts it before what was said since. */
  async function load(): Promise<'loaded' | 'none' | 'failed'> {
    const { earlier, history } = get();
    if (!earlier || history === 'reading' || history === 'read') return 'none';
    update({ history: 'reading' });
    const stored = await readThread(currency, earlier.id).catch(() => null);
    if (stored === null) {
      update({ history: 'failed' });
      return 'failed';
    }
    const before = withAnswers(stored, earlier.messages);
    update({ history: 'read', messages: [...markUnanswered(before), ...get().messages] });
    return before.length > 0 ? 'loaded' : 'none';
  }

  return { look, load };
}

// The messages of the entry, and the answers to its pictures that came since; the rest of it is on the page already.
function withAnswers(stored: readonly Message[], count: number): Message[] {
  const before = stored.slice(0, count);
  const answers = new Set(before.map(({ reading }) => reading?.answerId));
  const pictures = new Set(before.flatMap(({ reading, picture }) => (reading ? picture?.path : [])));
  const isAnswer = ({ id, role, picture }: Message) =>
    answers.has(id) || (role === 'assistant' && pictures.has(picture?.path));
  return [...before, ...stored.slice(count).filter((message) => message.id !== null && isAnswer(message))];
}

// A page that is left takes its question back from the assistant: nobody answers it any more. A picture is read on.
function markUnanswered(stored: readonly Message[]): Message[] {
  const last = stored.at(-1);
  if (last?.role !== 'user' || last.reading) return [...stored];
  return [...stored.slice(0, -1), { ...last, state: 'failed' }];
}
