import { useSyncExternalStore } from 'react';
import type { Currency } from '#core/money.ts';
import { closeThread } from '../api.ts';
import type { CardValues } from '../card/rules.ts';
import { createProposalActions } from '../proposal/actions.ts';
import { createEarlierActions } from './earlier-actions.ts';
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
  const earlier = createEarlierActions(currency, store);
  const { stop } = requests;
  return { send, stop, retry, edit, confirm, askAgain, clear, subscribe, get, ...earlier, ...papers };
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
  return useSyncExternalStore(conversation.subscribe, conversation.get, conversation.get);
}

function markEnded(message: Message): Message {
  if (message.state === 'streaming') return { ...message, state: 'stopped' };
  return message.state === 'sending' || message.state === 'waiting'
    ? { ...message, state: 'failed' }
    : message;
}
