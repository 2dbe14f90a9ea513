import { ApiError } from '#contract/client.ts';
import type { Currency } from '#core/money.ts';
import { type OnPart, readThread, type Reply, sendPaper, sendQuestion, type SentPaper } from '../api.ts';
import { isShowable, loadFile } from '../attachment/picture.ts';
import { displayText, type Message } from './messages.ts';
import { newMessage, type ThreadStore } from './store.ts';

type ActiveRequest = { question: string; reply: string; stop: AbortController };

/** A question to be replaced, as known in this browser; `retried` after an earlier attempt. */
type ReplacedQuestion = { id: string | null; answerId: string | null; text: string; retried: boolean };

/** The server's id of the question to replace; null where it never arrived, or the server cannot be reached. */
async function findQuestionId(currency: Currency, replaced: ReplacedQuestion): Promise<string | null> {
  const { id, answerId, text, retried } = replaced;
  if (id && !retried) return id;
  const stored = await readThread(currency).catch(() => []);
  if (id && stored.some((message) => message.id === id)) return id;
  const answerAt = answerId ? stored.findIndex((message) => message.id === answerId) : -1;
  const last = stored.slice(0, answerAt < 0 ? undefined : answerAt).findLast(({ role }) => role === 'user');
  return last && (answerAt >= 0 || displayText(last) === text) ? last.id : null;
}

async function bodyOf(currency: Currency, question: Message, replaced: ReplacedQuestion | undefined) {
  const replaces = replaced ? await findQuestionId(currency, replaced) : null;
  const file = question.picture && (await loadFile(question.picture));
  return { text: question.text, file, replaces };
}

type Queue = {
  currency: Currency;
  store: ThreadStore;
  replacing: Map<string, ReplacedQuestion>;
  active: ActiveRequest | null;
  /** A stopped question may still be in flight: the next one has to find it saved. */
  previousRequest: Promise<void>;
};

/** Sends waiting questions to the assistant, one after the other. */
export function createRequestQueue(currency: Currency, store: ThreadStore) {
  const replacing = new Map<string, ReplacedQuestion>();
  const queue: Queue = { currency, store, replacing, active: null, previousRequest: Promise.resolve() };
  return {
    next: () => next(queue),
    /** Ends the reply that is coming and keeps what has come of it. */
    stop: () => {
      queue.active?.stop.abort();
      if (queue.active) finish(queue, queue.active, { state: 'stopped' }, 'done');
    },
    /** Ends it because its question leaves; nothing else begins. */
    drop: () => {
      queue.active?.stop.abort();
      queue.active = null;
    },
    settled: () => queue.previousRequest,
    replacing,
  };
}

/** Begins the next turn, unless one is under way. */
function next(queue: Queue): void {
  if (queue.active) return;
  const { get, update } = queue.store;
  const question = get().messages.find(({ state }) => state === 'waiting');
  if (question) queue.previousRequest = run(queue, question, queue.previousRequest);
  else update({ busy: false });
}

async function run(queue: Queue, question: Message, before: Promise<void>): Promise<void> {
  const { currency, store, replacing } = queue;
  const request = begin(queue, question);
  const isActive = () => queue.active === request;
  const onPart: OnPart = (part, text) => {
    if (isActive()) store.patch(request.reply, grown(store.find(request.reply), part, text));
  };
  try {
    await before;
    const { file, ...body } = await bodyOf(currency, question, replacing.get(question.key));
    const { signal } = request.stop;
    if (file) {
      const sent = await sendPaper(currency, { ...body, file }, signal);
      return isActive() ? handOver(queue, request, sent) : undefined;
    }
    const answer = await sendQuestion(currency, body, signal, onPart);
    if (isActive()) complete(queue, request, answer);
  } catch (error) {
    if (!isActive()) return;
    store.patch(request.question, { failureReason: refusalOf(error) });
    finish(queue, request, { state: 'cut off' }, 'failed');
  }
}

/** Puts the reply that will come below its question. */
function begin(queue: Queue, question: Message): ActiveRequest {
  const { get, update, patch } = queue.store;
  const reply = newMessage({ role: 'assistant', text: '', picture: null, state: 'streaming' });
  const request = { question: question.key, reply: reply.key, stop: new AbortController() };
  queue.active = request;
  const at = get().messages.indexOf(question) + 1;
  update({ busy: true, messages: get().messages.toSpliced(at, 0, reply) });
  patch(question.key, { state: 'sending' });
  return request;
}

function handOver(queue: Queue, request: ActiveRequest, sent: SentPaper): void {
  queue.active = null;
  queue.replacing.delete(request.question);
  markHandedOver(queue.store, request, sent);
  next(queue);
}

function complete(queue: Queue, request: ActiveRequest, answer: Reply): void {
  const question = queue.store.find(request.question);
  const corrected = question?.corrections && { corrections: question.corrections };
  finish(queue, request, { ...answer, at: new Date(), ...corrected, state: 'done' }, 'done');
}

function finish(
  queue: Queue,
  request: ActiveRequest,
  reply: Partial<Message>,
  question: 'done' | 'failed',
): void {
  const { get, update, patch, find } = queue.store;
  queue.active = null;
  patch(request.reply, reply);
  patch(request.question, { state: question });
  if (question === 'done') queue.replacing.delete(request.question);
  const now = find(request.reply);
  if (now?.state === 'done') update({ announcement: { key: now.key, text: now.text } });
  if (now?.state === 'cut off' && now.text === '')
    update({ messages: get().messages.filter((message) => message !== now) });
  next(queue);
}

const grown = (reply: Message | undefined, part: Parameters<OnPart>[0], text: string): Partial<Message> =>
  part === 'delta' ? { text: `${reply?.text ?? ''}${text}` } : { beside: text };

// The server has it, and its answer comes when it is read.
function markHandedOver(
  { get, update, patch, find }: ThreadStore,
  { question, reply }: ActiveRequest,
  { id, picture: saved, reading }: SentPaper,
): void {
  const picture = find(question)?.picture;
  // The server may have converted a picture that this browser cannot show.
  if (saved && picture && !isShowable(picture)) patch(question, { picture: saved });
  patch(question, { id, state: 'done', reading: { id: reading.id, state: reading.state, answerId: null } });
  update({ messages: get().messages.filter(({ key }) => key !== reply) });
}

// Client errors show their own message; all others share one text.
const refusalOf = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : undefined;
