import * as z from 'zod/mini';
import { getSession } from '../session/session.ts';
import { readJson, storage } from '../storage.ts';

const KEY = 'lastVisit';
/** Away for so long, an owner who comes back begins another visit. */
const AWAY_MS = 30 * 60_000;

const visit = z.object({ owner: z.string(), seen: z.number(), before: z.nullable(z.number()) });

/**
 * When this owner was last here before the visit under way; undefined on a device that does not know. It stays at log-out, or
 * nobody who logs out would ever be told what came meanwhile.
 */
export function visitBefore(): Date | undefined {
  const now = Date.now();
  const owner = getSession().user?.id ?? '';
  const stored = visit.safeParse(readJson(KEY));
  const last = stored.success && stored.data.owner === owner ? stored.data : null;
  const before = last && now - last.seen > AWAY_MS ? last.seen : (last?.before ?? null);
  // A page that is read again behind another one was not looked at.
  const seen = last && document.visibilityState === 'hidden' ? last.seen : now;
  storage.write(KEY, JSON.stringify({ owner, seen, before }));
  return before === null ? undefined : new Date(before);
}
