import type { Message } from './messages.ts';

/** A conversation that goes on and was not opened yet, as it stood on entry. */
export type Earlier = { id: string; title: string; messages: number; goesOn: boolean };

export type Thread = {
  messages: readonly Message[];
  /** Undefined until it is known, null where there is none. */
  earlier: Earlier | null | undefined;
  /** Loading state of the earlier conversation. */
  history: 'unread' | 'reading' | 'read' | 'failed';
  busy: boolean;
  /** The last finished reply, for those who hear the page. */
  announcement: { key: string; text: string } | null;
};

export const EMPTY_THREAD: Thread = {
  messages: [],
  earlier: undefined,
  history: 'unread',
  busy: false,
  announcement: null,
};

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
  return {
    ...message,
    key: crypto.randomUUID(),
    id: null,
    beside: null,
    at: new Date(),
    outcome: null,
    extraction: null,
  };
}
