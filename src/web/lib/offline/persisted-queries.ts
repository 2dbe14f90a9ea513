import type { Query, QueryClient } from '@tanstack/react-query';
import { getSession } from '../session/session.ts';
import { keepViews } from './last-view.ts';
import { openOfflineDatabase, requestResult, STORE, type StoredQuery, transactionDone } from './database.ts';

/** Queries that may be stored: lists and figures. Never a full record, for it holds account numbers. */
const PERSISTED_QUERIES = new Set([
  'live.status',
  'invoices.list',
  'invoices.count',
  'invoices.unpaid',
  'customers.list',
  'customers.choices',
  'customers.newest',
  'payments.list',
  'payments.metrics',
  'analytics.paymentInfo',
  'analytics.report',
  'analytics.today',
  'activities.list',
]);
/** Two pages of a list: its last 50 invoices. */
const PAGES = 2;
const MAX_STORED = 40;
const MONTH_MS = 30 * 86_400_000;
const WRITE_AFTER_MS = 1000;
/** Reading the disk holds up the first screen no longer than this. */
const RESTORE_TIMEOUT_MS = 300;

let opening: Promise<void> | null = null;

/** Gives the cache what was last read on this device, and keeps the device's copy up to date from then on. Once. */
export function startOfflineCache(queries: QueryClient): Promise<void> {
  opening ??= startPersisting(queries);
  return opening;
}

function startPersisting(queries: QueryClient): Promise<void> {
  persistUpdates(queries);
  const restored = restore(queries).catch(() => undefined);
  return Promise.race([restored, new Promise<void>((resolve) => setTimeout(resolve, RESTORE_TIMEOUT_MS))]);
}

/** Whether a query is persisted, for the time shown beside lists that may be old. */
export function isPersisted({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return PERSISTED_QUERIES.has(String(queryKey[0]));
}

async function restore(queries: QueryClient): Promise<void> {
  const owner = getSession().user?.id;
  const db = await openOfflineDatabase();
  const all: StoredQuery[] = await requestResult(db.transaction(STORE).objectStore(STORE).getAll());
  const newest = all.sort((a, b) => b.updatedAt - a.updatedAt);
  const own = newest
    .filter((one) => one.owner === owner && Date.now() - one.updatedAt < MONTH_MS)
    .slice(0, MAX_STORED);
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
  const transaction = (await openOfflineDatabase()).transaction(STORE, 'readwrite');
  for (const hash of hashes) transaction.objectStore(STORE).delete(hash);
  await transactionDone(transaction);
}

function persistUpdates(queries: QueryClient): void {
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
    if (!isPersisted(event.query) || isSearch(event.query.queryKey)) return;
    changed.set(event.query.queryHash, event.query);
    clearTimeout(timer);
    timer = setTimeout(() => {
      flush();
      keepViews(queries);
    }, WRITE_AFTER_MS);
  });
  addEventListener('pagehide', flush);
}

async function write(changed: Query[]): Promise<void> {
  const { token, user } = getSession();
  if (token === null || !user) return;
  const db = await openOfflineDatabase();
  // The session may have ended while the database was opened.
  if (getSession().user?.id !== user.id) return;
  const transaction = db.transaction(STORE, 'readwrite');
  for (const { queryHash: hash, queryKey, state } of changed) {
    const stored: StoredQuery = {
      hash: `${user.id} ${hash}`,
      owner: user.id,
      queryKey,
      data: firstPages(state.data),
      updatedAt: state.dataUpdatedAt,
    };
    transaction.objectStore(STORE).put(stored);
  }
  await transactionDone(transaction);
}

/** The first pages of a list that was read further. */
function firstPages(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data;
  if (!Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data;
  return { pages: data.pages.slice(0, PAGES), pageParams: data.pageParams.slice(0, PAGES) };
}

/** Search results are not persisted; only lists as they first open are. */
function isSearch(queryKey: readonly unknown[]): boolean {
  const [name, , filter] = queryKey;
  if (typeof filter === 'string') return String(name).startsWith('customers.') && filter !== '';
  return typeof filter === 'object' && filter !== null && 'search' in filter && filter.search !== '';
}
