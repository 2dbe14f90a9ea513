import * as z from 'zod/mini';
import { type CalendarDate, dateIn, isCalendarDate, parseInstant } from '#core/dates.ts';
import { isEmailAddress } from '#core/email.ts';
import {
  type Currency,
  hasAtMostTwoDecimals,
  majorToMinor,
  MAX_MINOR,
  MAX_SUM,
  type Minor,
  minorToMajor,
  quantityToMicro,
  currencies,
} from '#core/money.ts';

/** The one place where major units exist on the server: 1500.5 on the wire is 150050 inside. Sums of documents fit too. */
export const amount = z.codec(
  z.number('Enter an amount').check(
    z.refine((value) => hasAtMostTwoDecimals(value), 'Amounts have at most two decimals'),
    z.refine((value) => Math.abs(value) <= MAX_SUM / 100, 'That amount is too large'),
  ),
  z.custom<Minor>((value) => Number.isSafeInteger(value)),
  { decode: majorToMinor, encode: minorToMajor },
);

/** An amount above zero, in major units on the wire. */
export const positiveAmount = z.codec(
  z.number('Enter an amount').check(
    z.positive('Enter an amount above zero'),
    z.refine((value) => hasAtMostTwoDecimals(value), 'Amounts have at most two decimals'),
    z.refine((value) => value <= MAX_MINOR / 100, 'That amount is too large'),
  ),
  z.custom<Minor>((value) => Number.isSafeInteger(value)),
  { decode: majorToMinor, encode: minorToMajor },
);

/** A quantity of at least 1 with at most six decimals; millionths inside. */
export const quantity = z.codec(
  z.number('Quantity must be a number').check(
    z.gte(1, 'Quantity must be at least 1'),
    z.lte(1_000_000, 'That quantity is too large'),
    z.refine(
      (value) => Math.abs(Math.round(value * 1e6) / 1e6 - value) < 1e-12,
      'Quantities have at most six decimals',
    ),
  ),
  z.custom<number>((value) => Number.isSafeInteger(value)),
  { decode: quantityToMicro, encode: (micro) => micro / 1_000_000 },
);

/** A part of a quantity, zero or more; millionths inside. */
export const partQuantity = z.codec(
  z
    .number('Quantity must be a number')
    .check(z.gte(0, 'Enter a quantity above zero'), z.lte(1_000_000, 'That quantity is too large')),
  z.custom<number>((value) => Number.isSafeInteger(value)),
  { decode: quantityToMicro, encode: (micro) => micro / 1_000_000 },
);

/** A percentage 0 to 100 with at most two decimals; basis points (7.5 % is 750) inside. */
export const percent = z.codec(
  z.number('Enter a percentage').check(
    z.gte(0, 'Tax rate must be between 0 and 100'),
    z.lte(100, 'Tax rate must be between 0 and 100'),
    z.refine((value) => hasAtMostTwoDecimals(value), 'Use at most two digits after the point'),
  ),
  z.custom<number>((value) => Number.isSafeInteger(value)),
  { decode: (value) => majorToMinor(value), encode: (bps) => bps / 100 },
);

/** An instant: ISO 8601 in UTC on the wire, `Date` inside. */
export const instant = z.codec(
  z.string().check(z.refine((text) => parseInstant(text) !== null, 'Give a time as ISO 8601')),
  z.date(),
  {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  },
);

/** A calendar date: `YYYY-MM-DD` or an ISO time in, ISO out, `YYYY-MM-DD` inside. */
export const calendarDate = (message = 'Give a date as YYYY-MM-DD') =>
  z.codec(
    z.string(message).check(z.refine((text) => isCalendarDate(text) || isInstant(text), message)),
    z.custom<CalendarDate>((value) => typeof value === 'string'),
    { decode: toCalendarDate, encode: (date) => `${date}T00:00:00.000Z` },
  );

const isInstant = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T/.test(text) && isCalendarDate(text.slice(0, 10)) && parseInstant(text) !== null;

function toCalendarDate(text: string): CalendarDate {
  const time = isCalendarDate(text) ? null : parseInstant(text);
  return time === null ? text : dateIn(time);
}

type TextOptions = {
  min?: number;
  max?: number;
  required?: string;
  tooShort?: string;
  lines?: boolean;
  /** Pasted from a chat it may bring marks of direction, which say nothing: `drop` takes them out. */
  marks?: 'refuse' | 'drop';
};

/**
 * Text of one or more lines a person typed; trimmed. Control characters and broken Unicode are refused, and in
 * one line, which may be a name or a title, marks that turn the direction of the words around it.
 */
export const text = (options: TextOptions = {}) => {
  const { min = 1, max = 200, required = 'This field is required', tooShort = required } = options;
  const { lines = false, marks = 'refuse' } = options;
  return z.string(required).check(
    z.overwrite((value) => (marks === 'drop' ? value.replace(DIRECTION_MARKS, '') : value)),
    z.trim(),
    z.refine((value) => min === 0 || value.length > 0, required),
    z.refine((value) => value.length === 0 || value.length >= min, tooShort),
    z.maxLength(max, `Keep this to ${max} characters`),
    z.refine((value) => isCleanText(value, lines), 'This text has characters we cannot store'),
    z.refine(
      (value) => lines || value.search(DIRECTION_MARKS) < 0,
      'This text has invisible marks that turn the direction of writing. Type it anew',
    ),
  );
};

/** Embeddings, overrides, isolates and the three marks. */
export const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** An optional telephone number as it was typed. */
export const optionalPhone = z.optional(z.nullable(text({ min: 0, max: 30, marks: 'drop' })));

/** Optional text; blank counts as left out. */
export const optionalText = (max = 200, lines = false) =>
  z.optional(z.nullable(text({ min: 0, max, lines })));

function isCleanText(value: string, lines: boolean): boolean {
  if (!value.isWellFormed()) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  return !(lines ? /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/ : /[\u0000-\u001f\u007f]/).test(value);
}

/** An email address, lower-cased; the specification's messages, any final part of two or more letters. */
export const email = z.string('Email is required').check(
  z.trim(),
  z.toLowerCase(),
  z.refine((value) => value.length > 0, { message: 'Email is required', abort: true }),
  z.refine(isEmailAddress, 'Invalid Email'),
);

/** Digits only; spaces and dashes people type between them are dropped. */
export const digits = (length: number, message: string) =>
  z.string(message).check(
    z.overwrite((value) => value.replace(/[\s-]/g, '')),
    z.refine((value) => new RegExp(`^\\d{${length}}$`).test(value), message),
  );

/** `#rrggbb`, lower-cased. */
export const hexColor = z
  .string('Give a colour such as #3b82f6')
  .check(z.trim(), z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, 'Give a colour such as #3b82f6'));

/** A web address for display; only http and https. */
export const webAddress = z.string().check(
  z.trim(),
  z.maxLength(300, 'Keep this to 300 characters'),
  z.refine((value) => value === '' || isWebAddress(value), 'Give a web address such as https://example.com'),
);

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.');
}

/** One of the currencies offered. */
export const currencyCode = z.enum(['NGN', 'USD'], 'Currency is required');

/** A record's opaque id, given under both names the specification uses. */
export const recordId = { id: z.string(), _id: z.string() };

/** The `{currency}` of a path: `ngn` or `usd` on the wire, its ISO code inside. */
const pathCurrency = z.codec(z.enum(['ngn', 'usd']), z.enum(currencies), {
  decode: (lower): Currency => (lower === 'ngn' ? 'NGN' : 'USD'),
  encode: (currency) => (currency === 'NGN' ? 'ngn' : 'usd'),
});

/** Parameters of every path under `/api/:currency`. */
export const currencyParams = z.object({ currency: pathCurrency });
export const currencyAndId = z.object({ currency: pathCurrency, id: z.string() });

/** Pagination of lists: without it the complete list, up to the cap. */
export const paging = {
  limit: z.optional(
    z.coerce
      .number('limit must be a number')
      .check(z.int('limit must be a whole number'), z.gte(1), z.lte(1000)),
  ),
  cursor: z.optional(z.string().check(z.maxLength(200))),
};

/** Beside `data` of a paged list: where the next page begins, and how many there are in all. */
export const page = z.object({ nextCursor: z.nullable(z.string()), total: z.number() });

/** The same where counting may have ended early: with `atLeast` there are more than `total`. */
export const estimatedPage = z.object({ ...page.shape, atLeast: z.optional(z.boolean()) });

/** Formats of a report as a file. */
export const fileFormats = ['pdf', 'csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];
export const fileFormat = z.enum(fileFormats, 'format is pdf, csv or xlsx');
/** The last so many months, the current one included. */
export const reportMonths = z.optional(z.enum(['3', '6', '12'], 'months is 3, 6 or 12'));

/** The acknowledgement of a call that returns no data. */
export const empty = z.object({ data: z.nullable(z.object({})) });
