import { createHash, randomUUID } from 'node:crypto';

/** Enough for a busy minute: on a slow phone a stream opens some seconds after the first reads of its page. */
const MOST_KEPT = 2000;
const ID_LENGTH = 16;

/** Live events heard last, so that a stream goes on from an event after which its page was read. */
export type RecentEvents<E> = {
  /** Id of the newest; the same in every process that heard it, and one of this process alone before there is any. */
  lastId(): string;
  /** Keeps an event under the id of its payload, which is told. */
  add(payload: string, event: E): string;
  /** Events heard after that one, oldest first; null where it is not known, or not any more. */
  after(id: string): Heard<E>[] | null;
  /** Nothing before this moment is known any more: events may have been lost. */
  forget(): void;
};

type Heard<E> = { id: string; event: E };

/** Keeps the newest events; PostgreSQL tells every process of them in one order. */
export function recentEvents<E>(mostKept = MOST_KEPT): RecentEvents<E> {
  let heard: Heard<E>[] = [];
  // Stands before the oldest that is kept.
  let before = randomUUID().slice(0, ID_LENGTH);
  return {
    lastId: () => heard.at(-1)?.id ?? before,
    add: (payload, event) => {
      const id = createHash('sha256').update(payload).digest('base64url').slice(0, ID_LENGTH);
      heard.push({ id, event });
      if (heard.length > mostKept) before = heard.shift()?.id ?? before;
      return id;
    },
    after: (id) => {
      if (id === before) return heard.slice();
      const at = heard.findIndex((one) => one.id === id);
      return at === -1 ? null : heard.slice(at + 1);
    },
    forget: () => {
      heard = [];
      before = randomUUID().slice(0, ID_LENGTH);
    },
  };
}
