import { ApiError } from '#contract/client.ts';
import type { Currency } from '#core/money.ts';
import { ask, type Reply } from '../api.ts';
import { fileOf, isShowable } from '../attachment/picture.ts';
import type { Message } from './messages.ts';
import { type Earlier, findQuestion } from './replaced-question.ts';
import { newMessage, type ThreadStore } from './store.ts';

type Turn = { question: string; reply: string; stop: AbortController };

/** Sends waiting questions to the assistant, one after the other. */
export function createTurns(currency: Currency, store: ThreadStore) {
  const { get, update, patch, find } = store;
  const replacing = new Map<string, Earlier>();
  let running: Turn | null = null;
  // A stopped question may still be in flight: the next one has to find it saved.
  let arrived: Promise<void> = Promise.resolve();

  /** Begins the next turn, unless one is under way. */
  function next(): void {
    if (running) return;
    const question = get().messages.find(({ state }) => state === 'waiting');
    if (question) arrived = run(question, arrived);
    else update({ busy: false });
  }

  async function run(question: Message, before: Promise<void>): Promise<void> {
    const reply = newMessage({ role: 'assistant', text: '', picture: null, state: 'streaming' });
    const turn = { question: question.key, reply: reply.key, stop: new AbortController() };
    running = turn;
    const at = get().messages.indexOf(question) + 1;
    update({ busy: true, messages: get().messages.toSpliced(at, 0, reply) });
    patch(question.key, { state: 'sending' });
    const hear = (piece: string) => {
      if (running === turn) patch(reply.key, { text: `${find(reply.key)?.text ?? ''}${piece}` });
    };
    try {
      await before;
      const earlier = replacing.get(question.key);
      const replaces = earlier ? await findQuestion(currency, earlier) : null;
      const asked = {
        text: question.text,
        file: question.picture && (await fileOf(question.picture)),
        replaces,
      };
      const answer = await ask(currency, asked, turn.stop.signal, hear);
      if (running === turn) heard(turn, answer);
    } catch (error) {
      if (running !== turn) return;
      patch(turn.question, { refusal: refusalOf(error) });
      finish(turn, { state: 'cut off' }, 'failed');
    }
  }

  function heard(turn: Turn, { kept, ...answer }: Reply): void {
    const question = find(turn.question);
    // The server may have converted a picture that this browser cannot show.
    if (kept && question?.picture && !isShowable(question.picture)) patch(turn.question, { picture: kept });
    const carried = question?.carried;
    finish(turn, { ...answer, at: new Date(), ...(carried && { carried }), state: 'done' }, 'done');
  }

  function finish(turn: Turn, reply: Partial<Message>, question: 'done' | 'failed'): void {
    running = null;
    patch(turn.reply, reply);
    patch(turn.question, { state: question });
    if (question === 'done') replacing.delete(turn.question);
    const now = find(turn.reply);
    if (now?.state === 'done') update({ heard: { key: now.key, text: now.text } });
    if (now?.state === 'cut off' && now.text === '')
      update({ messages: get().messages.filter((message) => message !== now) });
    next();
  }

  /** Ends the reply that is coming and keeps what has come of it. */
  function stop(): void {
    if (!running) return;
    running.stop.abort();
    finish(running, { state: 'stopped' }, 'done');
  }

  /** Ends it because its question leaves; nothing else begins. */
  function drop(): void {
    running?.stop.abort();
    running = null;
  }
  return { next, stop, drop, settled: () => arrived, replacing };
}

// Client errors show their own message; all others share one text.
const refusalOf = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : undefined;
