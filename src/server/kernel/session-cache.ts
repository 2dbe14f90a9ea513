import { plusMs } from '#core/dates.ts';
import type { LiveHub } from './live.ts';

type Holder = { businessId: string; registered: boolean };

/** The actor of a session, and when it ends whatever they do. */
export type LiveSession<A extends Holder> = { actor: A; expiresAt: Date };

/** The sessions of the last calls, in this process. */
export type SessionCache<A extends Holder> = {
  /** The actor of a token, by its hash; `read` where it is not known, or was read too long ago. */
  actorOf(hash: string, now: Date, read: () => Promise<LiveSession<A> | null>): Promise<A | null>;
  /** Has the sessions of a business read again. */
  forget(businessId: string): void;
};

const KEPT_MS = 5_000;
const MAX_SESSIONS = 10_000;

type Entry<A extends Holder> = {
  until: Date;
  businessId: string | null;
  session: Promise<LiveSession<A> | null>;
};

/**
 * Keeps sessions for five seconds, so that a screen's calls do not each ask for the same one. A session that ended is
 * forgotten at once: here by the transaction that ended it, elsewhere by its event. What changes anything reads the session
 * again before it commits, so that the moment in which an event is under way lets nothing be written.
 */
export function createSessionCache<A extends Holder>(live: Pick<LiveHub, 'subscribe'>): SessionCache<A> {
  const entries = new Map<string, Entry<A>>();
  const forget = (businessId: string) => {
    // One that is still being read may have been read before the change.
    for (const [hash, entry] of entries)
      if (entry.businessId === null || entry.businessId === businessId) entries.delete(hash);
  };
  live.subscribe(
    ({ topic, businessId }) => topic === 'sessions' && forget(businessId),
    () => entries.clear(),
  );
  const keep = (hash: string, now: Date, read: () => Promise<LiveSession<A> | null>): Entry<A> => {
    if (entries.size >= MAX_SESSIONS) entries.clear();
    const entry: Entry<A> = { until: plusMs(now, KEPT_MS), businessId: null, session: read() };
    const drop = () => entries.get(hash) === entry && entries.delete(hash);
    // A business may be registered by the next call.
    const settle = (session: LiveSession<A> | null) =>
      session?.actor.registered ? (entry.businessId = session.actor.businessId) : drop();
    entry.session.then(settle, drop);
    entries.set(hash, entry);
    return entry;
  };
  return {
    actorOf: async (hash, now, read) => {
      const known = entries.get(hash);
      const isFresh = known !== undefined && known.until > now && plusMs(known.until, -KEPT_MS) <= now;
      const session = await (isFresh ? known : keep(hash, now, read)).session;
      return session && session.expiresAt > now ? session.actor : null;
    },
    forget,
  };
}
