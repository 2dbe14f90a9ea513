import type { Message } from './messages.ts';

export type Thread = {
  messages: readonly Message[];
  /** Loading state of the earlier conversation. */
  history: 'unread' | 'reading' | 'read' | 'failed';
  busy: boolean;
  /** The last finished reply, for those who hear the page. */
  announcement: { key: string; text: string } | null;
};

export const EMPTY_THREAD: Thread = { messages: [], history: 'unread', busy: false, announcement: null };

export function createThreadStore() {
  let thread = EMPTY_THREAD;
  const listeners = new Set<() => void>();
  const get = () => thread;
  const update = (change: Partial<Thread>) => {
    thread = { ...thread, ...change };
    for (const listener of listeners) listener();
  };
  const patch = (key: string, change: Partial<Message>) =>
    update({ messages: thread.messages.map((at) => (at.key === key ? { ...at, ...change } : at)) });
  const find = (key: string) => thread.messages.find((message) => message.key === key);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { get, update, patch, find, subscribe };
}

export type ThreadStore = ReturnType<typeof createThreadStore>;

export function newMessage(message: Pick<Message, 'role' | 'text' | 'picture' | 'state'>): Message {
  return { ...message, key: crypto.randomUUID(), id: null, at: new Date(), outcome: null, extraction: null };
}
