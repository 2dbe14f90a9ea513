import type { Query, QueryClient } from '@tanstack/react-query';
import { getSession } from '../session/session.ts';
import { answerOf, type KeptAnswer, offlineDb, STORE, written } from './database.ts';

/** Queries that may be stored: lists and figures. Never a full record, for it holds account numbers. */
const KEPT = new Set([
  'live.status',
  'invoices.list',
  'invoices.count',
  'invoices.unpaid',
  'customers.list',
  'customers.newest',
  'payments.list',
  'payments.metrics',
  'analytics.paymentInfo',
  'analytics.report',
  'activities.list',
]);
/** Two pages of a list: its last 50 invoices. */
const PAGES = 2;
const ANSWERS = 40;
const MONTH_MS = 30 * 86_400_000;
const WRITE_AFTER_MS = 1000;
/** Reading the disk holds up the first screen no longer than this. */
const PATIENCE_MS = 300;

let begun: Promise<void> | null = null;

/** Gives the cache what was last read on this device, and keeps the device's copy up to date from then on. Once. */
export function openOfflineCopy(queries: QueryClient): Promise<void> {
  begun ??= begin(queries);
  return begun;
}

function begin(queries: QueryClient): Promise<void> {
  keepUpToDate(queries);
  const given = restore(queries).catch(() => undefined);
  return Promise.race([given, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Whether a query is persisted, for the time shown beside lists that may be old. */
export function isKept({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return KEPT.has(String(queryKey[0]));
}

async function restore(queries: QueryClient): Promise<void> {
  const owner = getSession().user?.id;
  const db = await offlineDb();
  const all: KeptAnswer[] = await answerOf(db.transaction(STORE).objectStore(STORE).getAll());
  const newest = all.sort((a, b) => b.updatedAt - a.updatedAt);
  const own = newest
    .filter((one) => one.owner === owner && Date.now() - one.updatedAt < MONTH_MS)
    .slice(0, ANSWERS);
  for (const { queryKey, data, updatedAt } of own) {
    if (queries.getQueryData(queryKey) !== undefined) continue;
    queries.setQueryData(queryKey, data, { updatedAt });
    // Always stale: loading a page again refetches.
    void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
  await remove(newest.filter((one) => !own.includes(one)).map(({ hash }) => hash));
}

async function remove(hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  const change = (await offlineDb()).transaction(STORE, 'readwrite');
  for (const hash of hashes) change.objectStore(STORE).delete(hash);
  await written(change);
}

function keepUpToDate(queries: QueryClient): void {
  const changed = new Map<string, Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    const now = [...changed.values()];
    changed.clear();
    if (now.length > 0) void write(now).catch(() => undefined);
  };
  queries.getQueryCache().subscribe((event) => {
    // Data set manually, ahead of the server, is not a response.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (!isKept(event.query) || isSearch(event.query.queryKey)) return;
    changed.set(event.query.queryHash, event.query);
    clearTimeout(timer);
    timer = setTimeout(flush, WRITE_AFTER_MS);
  });
  addEventListener('pagehide', flush);
}

async function write(changed: Query[]): Promise<void> {
  const { token, user } = getSession();
  if (token === null || !user) return;
  const db = await offlineDb();
  // The session may have ended while the database was opened.
  if (getSession().user?.id !== user.id) return;
  const change = db.transaction(STORE, 'readwrite');
  for (const { queryHash: hash, queryKey, state } of changed) {
    const kept: KeptAnswer = {
      hash: `${user.id} ${hash}`,
      owner: user.id,
      queryKey,
      data: beginning(state.data),
      updatedAt: state.dataUpdatedAt,
    };
    change.objectStore(STORE).put(kept);
  }
  await written(change);
}

/** The first pages of a list that was read further. */
function beginning(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data;
  if (!Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data;
  return { pages: data.pages.slice(0, PAGES), pageParams: data.pageParams.slice(0, PAGES) };
}

/** Search results are not persisted; only lists as they first open are. */
function isSearch(queryKey: readonly unknown[]): boolean {
  const [name, , filter] = queryKey;
  if (typeof filter === 'string') return name === 'customers.list' && filter !== '';
  return typeof filter === 'object' && filter !== null && 'search' in filter && filter.search !== '';
}
