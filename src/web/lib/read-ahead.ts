import type { QueryClient } from '@tanstack/react-query';
import type { RawAnswer } from '#contract/client.ts';
import type { Currency } from '#core/money.ts';
import { getSession, sessionCurrency } from './session/session.ts';

/** The call that `head.js` began while the page's scripts were still on their way. */
type Begun = {
  token: string;
  paths: string[];
  answer: Promise<{ data: RawAnswer[]; lastEventId?: string } | null>;
};

/** Asks the cache for all that a page's first screen shows, before it is drawn. */
export type ReadFirst = (
  queries: QueryClient,
  owner: { currency: Currency; userId: string; businessId: string },
) => readonly Promise<void>[];

/** An answer nobody has come for by then is old news. */
const LONGEST_MS = 30_000;
/** The first screen waits for its figures no longer than this, where older ones could stand there for less. */
const LONGEST_WAIT_MS = 3000;
const LONGEST_WAIT_OF_KNOWN_MS = 1000;

const begun: Begun | undefined = Reflect.get(globalThis, 'readAhead');
const waiting = new Set(begun?.paths);
let isFirstScreen = begun !== undefined;
let firstReads: Promise<unknown> = Promise.resolve();

/**
 * The answer of a read that was asked for ahead, once: whoever reads it again asks anew. Null where it was not asked for, came
 * to nothing or is of another session; the call is then made by itself.
 */
export function readAhead(path: string): Promise<RawAnswer | null> | null {
  if (!begun || !waiting.delete(path) || performance.now() > LONGEST_MS) return null;
  return answerOf(begun, path);
}

async function answerOf({ token, paths, answer }: Begun, path: string): Promise<RawAnswer | null> {
  const answers = await answer;
  // Somebody else may have logged in in another tab meanwhile.
  if (getSession().token !== token) return null;
  return answers?.data[paths.indexOf(path)] ?? null;
}

/** The live event after which this was read; null where nothing was. */
export const firstEventId = async (): Promise<string | null> => (await begun?.answer)?.lastEventId ?? null;

/**
 * Fills the cache for the first screen of this document, so that it is drawn once, with its figures. Those of the visit before
 * are shown without a wait; the new ones replace them when they are there.
 */
export async function readFirstScreen(
  queries: QueryClient,
  load: () => Promise<readonly (ReadFirst | undefined)[]>,
): Promise<void> {
  if (!isFirstScreen) return;
  isFirstScreen = false;
  const parts = await load();
  const { user } = getSession();
  if (!begun || !user) return;
  const owner = { currency: sessionCurrency(), userId: user.id, businessId: user.businessId };
  const reads = parts.flatMap((readFirst) => readFirst?.(queries, owner) ?? []);
  firstReads = Promise.all(reads);
  const isKnown = anyFigures(queries);
  // While the page shows how it looked at its last visit, it is drawn anew once only.
  if (isKnown && !lastViewNote()) return;
  await within(isKnown ? LONGEST_WAIT_OF_KNOWN_MS : LONGEST_WAIT_MS, begun.answer);
  await within(0, firstReads);
}

/** How `head.js` tells when the figures were read that it shows meanwhile. */
const lastViewNote = (): Element | null => document.querySelector('[data-as-of]:not([hidden])');

/** Takes that away once the first screen has been read anew, or could not be. */
export const endLastView = (): void => void firstReads.then(() => lastViewNote()?.remove());

/** Waits for what the first screen needs, unless the visit before has left something to show. */
export async function waitUnlessKnown(queries: QueryClient, work: Promise<unknown>): Promise<void> {
  if (!anyFigures(queries)) await within(LONGEST_WAIT_MS, work);
}

const anyFigures = (queries: QueryClient): boolean => queries.getQueryCache().getAll().some(hasFigures);

export type Known = { queryKey: readonly unknown[]; state: { data: unknown; dataUpdatedAt: number } };

/** Whether a query knows what an owner would want to see. */
export const hasFigures = ({ queryKey, state }: Known): boolean =>
  state.data !== undefined && !SMALL.includes(String(queryKey[0]));

const SMALL = ['live.status', 'identity.session', 'business.getProfile', 'privacy.standing'];

const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
