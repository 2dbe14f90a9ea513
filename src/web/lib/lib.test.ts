import { notifyManager } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { UNDATED } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { shownToasts } from '#web/ui/toast-store.ts';
import { requestKeys, toastFailure, toastReason } from './api.ts';
import { formatAgo, formatDue, formatInstant, formatShortMoney, greeting } from './format.ts';
import { parseSearch, stringifySearch } from './navigation/search-params.ts';
import { retryDelay, shouldRetry } from './query-client.ts';

test.each([
  [4, 'Nighty Night'],
  [5, 'Good Morning'],
  [11, 'Good Morning'],
  [12, 'Good Afternoon'],
  [16, 'Good Afternoon'],
  [17, 'Good Evening'],
  [21, 'Good Evening'],
  [22, 'Nighty Night'],
  [0, 'Nighty Night'],
])('at %i the greeting is %s', (hour, expected) => {
  expect(greeting(hour)).toBe(expected);
});

test.each([
  [0, 'Just now'],
  [59 * 60, 'Just now'],
  [60 * 60, '1h ago'],
  [23 * 3600 + 3599, '23h ago'],
  [24 * 3600, '1d ago'],
])('%i seconds ago reads %s', (seconds, expected) => {
  const now = new Date('2026-12-01T12:00:00Z');
  expect(formatAgo(new Date(now.getTime() - seconds * 1000), now)).toBe(expected);
});

test.each([
  ['2026-12-12', 'Due Dec 12, 2026'],
  [UNDATED, 'No due date'],
])('an invoice of %s reads %s', (day, shown) => {
  expect(formatDue(day)).toBe(shown);
});

test.each([
  ['2026-12-01T11:43:00Z', 'Today, 12:43'],
  ['2026-11-30T23:30:00Z', 'Today, 00:30'],
  ['2026-11-30T22:59:00Z', 'Nov 30, 23:59'],
  ['2025-12-31T23:30:00Z', 'Jan 1, 00:30'],
  ['2025-12-31T22:30:00Z', 'Dec 31, 2025, 23:30'],
  ['2027-01-01T12:00:00Z', 'Jan 1, 2027, 13:00'],
])('money of %s is dated %s', (instant, expected) => {
  expect(formatInstant(new Date(instant), new Date('2026-12-01T12:00:00Z'))).toBe(expected);
});

test.each([
  [25_000_000, '₦250k'],
  [123_000_000, '₦1.2m'],
  [99_996_000, '₦1m'],
  [99_996_000_000, '₦1bn'],
  [150_000_000_000, '₦1.5bn'],
  [50_000, '₦500'],
  [10_050, '₦100.50'],
  [0, '₦0'],
])('%i kobo on an axis is %s', (amount, expected) => {
  expect(formatShortMoney(minor(amount), 'NGN')).toBe(expected);
});

test('without a network nothing is tried again', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(shouldRetry(0, new ApiError(0, 'offline', 'Offline'))).toBe(false);
  vi.unstubAllGlobals();
});

test('a refusal is not tried again, a silence is, three times', () => {
  expect(shouldRetry(0, new ApiError(404, 'not_found', 'No'))).toBe(false);
  expect(shouldRetry(2, new ApiError(503, 'unavailable', 'Later'))).toBe(true);
  expect(shouldRetry(3, new ApiError(0, 'offline', 'Offline'))).toBe(false);
  expect([0, 1, 2, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000]);
});

test('a call is known to be under way before the next press can come', async () => {
  let isKnown = false;
  // As `useMutation` tells its component.
  notifyManager.batchCalls(() => {
    isKnown = true;
  })();
  // Presses are tasks of their own; a microtask comes before any of them.
  await Promise.resolve();
  expect(isKnown).toBe(true);
});

test.each([
  [new ApiError(422, 'step_up_cancelled', 'Not confirmed'), { kind: 'info', title: 'Not confirmed' }],
  [new ApiError(409, 'conflict', 'It was sent before'), { title: 'Failed', text: 'It was sent before' }],
  [new ApiError(500, 'internal', 'Failed'), { kind: 'error', title: 'Failed', text: undefined }],
])('a failure is told with its reason: %s', (error, expected) => {
  toastReason(error, 'Failed');
  const { kind, title, text } = shownToasts().at(-1) ?? {};
  expect({ kind, title, text }).toMatchObject(expected);
});

test('a failure without an answer says that there was no connection', () => {
  toastFailure(new ApiError(0, 'unknown', 'You are offline'), 'Failed');
  expect(shownToasts().at(-1)).toMatchObject({ title: 'Failed', text: 'You are offline' });
});

test('search text stays text through the address', () => {
  const search = { search: '0042', status: 'Due', note: 'a&b=c' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
  expect(stringifySearch({ search: '', status: undefined })).toBe('');
});

test('a press that got no answer is repeated under its key, and another amount has another', () => {
  const keyFor = requestKeys();
  const [first, other] = [keyFor({ amount: 100 }), keyFor({ amount: 200 })];
  expect(other).not.toBe(first);
  expect([keyFor({ amount: 100 }), keyFor({ amount: 200 })]).toEqual([first, other]);
  expect(requestKeys()({ amount: 100 })).not.toBe(first);
});
