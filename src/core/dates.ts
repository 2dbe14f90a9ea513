import { DAY_MS, HOUR_MS } from './durations.ts';
import type { Language } from './languages.ts';

/** A day of the calendar as `YYYY-MM-DD`; never a `Date`, so no zone can move it. */
export type CalendarDate = string;

/** Reads the current time; the only seam through which the product learns it. */
export type Clock = () => Date;

/** The zone in which a business's days begin unless it says otherwise. */
export const DEFAULT_ZONE = 'Africa/Lagos';

/** In place of a day that nobody knows yet: a part of an invoice that its owner has not asked for. It is after every other day. */
export const UNDATED: CalendarDate = '2999-12-31';

/** Hours ahead of UTC of zones that never change their clocks; Nigeria has not since 1919. A phone makes a formatter in tens of milliseconds. */
const FIXED_ZONES = new Map([
  [DEFAULT_ZONE, 1],
  ['UTC', 0],
]);

/** `2026-12-08T14:05…`: an instant by the clocks of a zone that never changes them; undefined for any other. */
function fixedClock(now: Date, zone: string): string | undefined {
  const ahead = FIXED_ZONES.get(zone);
  return ahead === undefined ? undefined : plusMs(now, ahead * HOUR_MS).toISOString();
}

/** The machine's clock. */
export const systemClock: Clock = () => new Date();

/** A clock that starts at the given instant and runs at the machine's pace. */
export function clockFrom(start: Date): Clock {
  const offset = start.getTime() - Date.now();
  return () => new Date(Date.now() + offset);
}

/** The calendar date of an instant in a zone: the one place where "today" is computed. */
export function dateIn(now: Date, zone: string = DEFAULT_ZONE): CalendarDate {
  const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return fixedClock(now, zone)?.slice(0, 10) ?? formatter('en-CA', options).format(now);
}

/** The hour (0-23) of an instant in a zone. */
export function hourIn(now: Date, zone: string): number {
  return Number(timeIn(now, zone).slice(0, 2));
}

/** `14:05`: the time of day of an instant in a zone. */
export function timeIn(now: Date, zone: string = DEFAULT_ZONE): string {
  const options = { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return fixedClock(now, zone)?.slice(11, 16) ?? formatter('en-GB', options).format(now);
}

/** A calendar date moved by whole days. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The first day of a date's month, moved by whole months. */
export function monthStart(date: CalendarDate, months = 0): CalendarDate {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Whether a string is a real day written `YYYY-MM-DD` (2026-02-30 is not). */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = Number(value.slice(8));
  return day >= 1 && day <= daysOfMonth(Number(value.slice(0, 4)), Number(value.slice(5, 7)));
}

// Reckoned: lists check every date they show.
function daysOfMonth(year: number, month: number): number {
  if (month !== 2) return MONTH_DAYS[month - 1] ?? 0;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** An instant moved by milliseconds. */
export function plusMs(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

/** The later of two instants; the other one where there is only one. */
export const laterOf = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));

/** An ISO 8601 string read as an instant, or null when it is none. */
export function parseInstant(value: string): Date | null {
  const time = Date.parse(value);
  return Number.isFinite(time) ? new Date(time) : null;
}

/** `Dec 12, 2026`: how dates read in lists; `Dec 12` without its year, a dash for a day nobody knows yet. */
export function formatDate(date: CalendarDate, language: Language = 'en', withYear = true): string {
  if (date === UNDATED) return '–';
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  const locale = dateLocales[language];
  if (locale !== ENGLISH) return formatUtc(date, { month: 'short', day: 'numeric', ...year }, locale);
  const [years = '', month = '', day = ''] = date.split('-');
  const shown = `${ENGLISH_MONTHS[Number(month) - 1]} ${Number(day)}`;
  return withYear ? `${shown}, ${Number(years)}` : shown;
}

/** `Dec 8, 2026, 14:05`: an instant in a zone. */
export function formatMoment(instant: Date, zone: string, language: Language): string {
  return `${formatDate(dateIn(instant, zone), language)}, ${timeIn(instant, zone)}`;
}

/** `Nov 2026`: how the month of a date reads beside a chart. */
export function formatMonth(date: CalendarDate): string {
  return formatUtc(date, { month: 'short', year: 'numeric' });
}

/** `November`: the name of a date's month. */
export function monthName(date: CalendarDate, language: Language): string {
  return formatUtc(date, { month: 'long' }, dateLocales[language]);
}

/** `Saturday, December 12, 2026`: how dates read on a document, or in a message of another language. */
export function formatLongDate(date: CalendarDate, language: Language = 'en'): string {
  if (date === UNDATED) return '–';
  const options = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const;
  return formatUtc(date, options, dateLocales[language]);
}

// Readers of Pidgin write dates as in English; the locale data's phonetic spelling is hardly known.
const ENGLISH = 'en-US';
const dateLocales: Record<Language, string> = { en: ENGLISH, pcm: ENGLISH, ha: 'ha', yo: 'yo', ig: 'ig' };
const ENGLISH_MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function formatUtc(date: CalendarDate, options: Intl.DateTimeFormatOptions, locale = ENGLISH): string {
  return formatter(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}

// A formatter is dear to make and its memory slow to come back, so each kind is made once.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const cached = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, cached);
  return cached;
}
