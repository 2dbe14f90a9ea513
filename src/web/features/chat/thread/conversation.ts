import { useSyncExternalStore } from 'react';
import type { Currency } from '#core/money.ts';
import { closeThread, listThreads, readThread } from '../api.ts';
import type { CardValues } from '../card/rules.ts';
import { createProposalActions } from '../proposal/actions.ts';
import { displayText, type Message, type Picture } from './messages.ts';
import { createPaperActions } from './paper-actions.ts';
import { createRequestQueue } from './request-queue.ts';
import { createThreadStore, EMPTY_THREAD, newMessage, type Thread } from './store.ts';

const newQuestion = (text: string, picture: Picture | null, corrections?: CardValues): Message => ({
  ...newMessage({ role: 'user', text, picture, state: 'waiting' }),
  ...(corrections && { corrections }),
});

/** One owner's conversation in this browser. It outlives the page, so that a reply goes on while they look elsewhere. */
function createConversation(currency: Currency) {
  const store = createThreadStore();
  const { get, update, find, subscribe } = store;
  const requests = createRequestQueue(currency, store);

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

  function send(text: string, picture: Picture | null = null, corrections?: CardValues): void {
    update({ messages: [...get().messages, newQuestion(text, picture, corrections)] });
    requests.next();
  }

  /** Sends a failed message again, as the newest. */
  function retry(key: string): void {
    const failed = find(key);
    if (failed?.state !== 'failed') return;
    const { messages } = get();
    const partial = messages[messages.indexOf(failed) + 1];
    const isLeaving = (message: Message) =>
      message === failed || (message === partial && partial.state === 'cut off');
    const before = requests.replacing.get(key) ?? { id: null, answerId: null };
    requests.replacing.set(key, { ...before, text: displayText(failed), retried: true });
    const again: Message = { ...failed, state: 'waiting', at: new Date() };
    update({ messages: [...messages.filter((message) => !isLeaving(message)), again] });
    requests.next();
  }

  /** Asks again from an earlier question: it and everything after it leave. */
  function edit(key: string, text: string, corrections?: CardValues): void {
    const old = find(key);
    if (!old) return;
    const { messages } = get();
    const at = messages.indexOf(old);
    const answer = messages[at + 1];
    const question = newQuestion(text, old.picture, corrections);
    const answerId = answer?.role === 'assistant' ? answer.id : null;
    const unsent = { id: old.id, answerId, text: displayText(old), retried: false };
    const earlier = requests.replacing.get(key) ?? unsent;
    if (old.state !== 'waiting') requests.replacing.set(question.key, earlier);
    const leaving = new Set(messages.slice(at));
    if ([...leaving].some(({ state }) => state === 'streaming')) requests.drop();
    update({ messages: [...messages.slice(0, at), question] });
    requests.next();
  }

  /** Puts the conversation away. Throws `ApiError`, and then it stays. */
  async function clear(): Promise<void> {
    requests.drop();
    update({ busy: false, messages: get().messages.map(markEnded) });
    await requests.settled();
    await closeThread(currency);
    requests.replacing.clear();
    update({ ...EMPTY_THREAD, earlier: null });
  }

  const { confirm, askAgain } = createProposalActions(currency, store, { send, edit });
  const papers = createPaperActions(currency, store);
  return {
    look,
    load,
    send,
    stop: requests.stop,
    retry,
    edit,
    confirm,
    askAgain,
    clear,
    subscribe,
    get,
    ...papers,
  };
}

export type Conversation = ReturnType<typeof createConversation>;

let current: { owner: string; conversation: Conversation } | null = null;

/** The conversation of an owner in a currency, created on first use. */
export function conversationOf(userId: string, currency: Currency): Conversation {
  const owner = `${userId}:${currency}`;
  if (current?.owner !== owner) current = { owner, conversation: createConversation(currency) };
  return current.conversation;
}

export function useThread(conversation: Conversation): Thread {
  return useSyncExternalStore(conversation.subscribe, conversation.get);
}

// The messages of the entry, and the answers to its pictures that came since; the rest of it is on the page already.
function withAnswers(stored: readonly Message[], count: number): Message[] {
  const before = stored.slice(0, count);
  const answers = new Set(before.map(({ reading }) => reading?.answerId));
  return [...before, ...stored.slice(count).filter(({ id }) => id !== null && answers.has(id))];
}

// A page that is left takes its question back from the assistant: nobody answers it any more. A picture is read on.
function markUnanswered(stored: readonly Message[]): Message[] {
  const last = stored.at(-1);
  if (last?.role !== 'user' || last.reading) return [...stored];
  return [...stored.slice(0, -1), { ...last, state: 'failed' }];
}

function markEnded(message: Message): Message {
  if (message.state === 'streaming') return { ...message, state: 'stopped' };
  return message.state === 'sending' || message.state === 'waiting'
    ? { ...message, state: 'failed' }
    : message;
}
