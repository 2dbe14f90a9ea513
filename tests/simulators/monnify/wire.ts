import { HOUR_MS } from '#core/durations.ts';
import { type Minor, minor } from '#core/money.ts';
import type { Call, Reply } from '../serve.ts';

/** Envelope of an accepted call. */
export const accept = (responseBody: unknown): Reply => ({
  status: 200,
  body: { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody },
});

let isNumber = false;
/** A refusal in the envelope; the code 99 is now a text and now a number, as with the real one. */
export function refuse(status: number, message: string, code = '99'): Reply {
  isNumber = !isNumber;
  const responseCode = code === '99' && isNumber ? 99 : code;
  return { status, body: { requestSuccessful: false, responseMessage: message, responseCode } };
}

export const naira = (amount: Minor): number => amount / 100;
export const nairaText = (amount: Minor): string => (amount / 100).toFixed(2);

/** Kobo of a number of naira in a request; null for what is none or has parts of a kobo. */
export function koboOf(value: unknown): Minor | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null;
  const kobo = Math.round(value * 100);
  return Math.abs(kobo - value * 100) < 1e-4 * Math.max(1, value / 1e6) ? minor(kobo) : null;
}

const inLagos = (at: Date): string => new Date(at.getTime() + HOUR_MS).toISOString();

/** `2021-11-17 11:28:42.615`, in Lagos. */
export const writtenTime = (at: Date): string => inLagos(at).slice(0, 23).replace('T', ' ');
/** `2026-11-28 16:05:09`, in Lagos. */
export const secondsTime = (at: Date): string => writtenTime(at).slice(0, 19);
/** `2022-07-31T14:31:34.000+0000`. */
export const zonedTime = (at: Date): string => at.toISOString().replace('Z', '+0000');
/** `17/11/2021 3:48:10 PM`, in Lagos. */
export function spokenTime(at: Date): string {
  const iso = inLagos(at);
  const [year, month, day] = iso.slice(0, 10).split('-');
  const hour = Number(iso.slice(11, 13));
  return `${day}/${month}/${year} ${hour % 12 || 12}:${iso.slice(14, 19)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** A time by the clock of Lagos in a request, `YYYY-MM-DD HH:MM:SS`; null when it is none. */
export function readTime(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value)) return null;
  const at = new Date(`${value.replace(' ', 'T')}+01:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A page as Spring makes them. */
export function pageOf<T>(all: T[], number: number, size: number) {
  const content = all.slice(number * size, (number + 1) * size);
  const totalPages = Math.ceil(all.length / size);
  const sort = { sorted: true, unsorted: false, empty: false };
  return {
    content,
    pageable: {
      sort,
      pageSize: size,
      pageNumber: number,
      offset: number * size,
      paged: true,
      unpaged: false,
    },
    last: number + 1 >= totalPages,
    totalPages,
    totalElements: all.length,
    sort,
    first: number === 0,
    numberOfElements: content.length,
    size,
    number,
    empty: content.length === 0,
  };
}

/** The number and size a call asks for; null when they are no page. */
export function pagingOf({ query }: Call, numberName: string, sizeName: string) {
  const number = Number(query.get(numberName) ?? 0);
  const size = Number(query.get(sizeName) ?? 10);
  const isPage =
    Number.isInteger(number) && number >= 0 && Number.isInteger(size) && size >= 1 && size <= 100;
  return isPage ? { number, size } : null;
}

/** The JSON object of a request; null when it is none. */
export function readBody({ raw }: Call): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The first of the named fields that is not a text with something in it. */
export const missingText = (body: Record<string, unknown>, names: string[]): string | undefined =>
  names.find((name) => typeof body[name] !== 'string' || body[name] === '');
