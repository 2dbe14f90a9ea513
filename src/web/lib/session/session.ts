import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { Currency } from '#core/money.ts';
import { deleteOfflineDatabase } from '../offline/database.ts';
import { readJson, storage } from '../storage.ts';

const storedUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  image: z.nullable(z.string()),
  currency: z.enum(['NGN', 'USD']),
  isEmailVerified: z.boolean(),
  isBusinessRegistered: z.boolean(),
  businessId: z.string(),
});

/** The signed-in owner as this browser remembers them between visits. */
export type SessionUser = z.output<typeof storedUser>;

type Session = { token: string | null; user: SessionUser | null };

const PRESERVED_AT_LOGOUT = ['currency'];
const SESSION_KEYS = [
  'token',
  'userData',
  'businessProfile',
  'businessActivity',
  'businessPaymentInfo',
  'currency',
];

/** Typed and not sent. */
const TYPED = /^(?:draft|chat)[:-]/;
/** How pages looked when they were left; `head.js` and lib/offline/last-view.ts. */
const VIEWS = /^view:/;

const listeners = new Set<() => void>();
let current = readSession();

function readSession(): Session {
  const user = storedUser.safeParse(readJson('userData'));
  return { token: storage.read('token'), user: user.success ? user.data : null };
}

function refresh(): void {
  current = readSession();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', refresh);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', refresh);
  };
}

/** The session as the browser has it now: another tab may have changed it. */
export function rereadSession(): Session {
  refresh();
  return current;
}

export function getSession(): Session {
  return current;
}

/** The session, followed across tabs. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, getSession);
}

/** Keeps the token and the owner of a sign-up or login. */
export function startSession(token: string, user: SessionUser): void {
  storage.remove('loggedOut');
  storage.forget(VIEWS);
  storage.write('token', token);
  saveUser(user);
}

export function saveUser(user: SessionUser): void {
  const stored = storedUser.parse(user);
  storage.write('userData', JSON.stringify(stored));
  storage.write('currency', user.currency.toLowerCase());
  refresh();
}

/**
 * Forgets the session. A logout keeps the currency and nothing else of what was typed or read; an expired session forgets
 * that as well, but keeps the drafts for when its owner comes back.
 */
export function endSession(reason: 'logout' | 'expired'): void {
  const keys =
    reason === 'logout' ? SESSION_KEYS.filter((key) => !PRESERVED_AT_LOGOUT.includes(key)) : SESSION_KEYS;
  // First: a tab that hears of the rest keeps nothing on its way out.
  if (reason === 'logout') storage.write('loggedOut', 'yes');
  storage.remove(...keys);
  storage.forget(VIEWS);
  if (reason === 'logout') storage.forget(TYPED);
  deleteOfflineDatabase();
  refresh();
}

/** The currency that calls are made in: `ngn` unless the owner chose otherwise. */
export function sessionCurrency(): Currency {
  return storage.read('currency') === 'usd' ? 'USD' : 'NGN';
}

/** The owner's currency, for keys and calls. */
export function useCurrency(): Currency {
  return useSyncExternalStore(subscribe, sessionCurrency, sessionCurrency);
}
