import { counted } from '#core/english.ts';
import { type CalendarDate, UNDATED } from '#core/dates.ts';
import { type Currency, formatMoney, MAX_SUM, type Minor, minor } from '#core/money.ts';

// Light Markdown: bold, lists, tables and links to pages of the app.

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const dateParts = (date: CalendarDate) => {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month: MONTHS[Number(month) - 1] ?? '', day: String(Number(day)) };
};

// The day of a part nobody asked for yet.
const WHEN_ASKED = 'when asked';

/** `27 November 2026` */
export function dayText(date: CalendarDate): string {
  if (date === UNDATED) return WHEN_ASKED;
  const { day, month, year } = dateParts(date);
  return `${day} ${month} ${year}`;
}

/** `Friday, 27 November 2026` */
export const weekdayText = (date: CalendarDate): string =>
  date === UNDATED ? WHEN_ASKED : `${DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]}, ${dayText(date)}`;

/** `27 Nov 2026`, for tables. */
export function shortDay(date: CalendarDate): string {
  if (date === UNDATED) return WHEN_ASKED;
  const { day, month, year } = dateParts(date);
  return `${day} ${month.slice(0, 3)} ${year}`;
}

/** `November 2026` */
export function monthText(date: CalendarDate): string {
  const { month, year } = dateParts(date);
  return `${month} ${year}`;
}

/** `14–20 November 2026`, `28 October – 3 November 2026`, or one day in full. */
export function spanText({ from, to }: { from: CalendarDate; to: CalendarDate }): string {
  if (from === to) return dayText(from);
  const [a, b] = [dateParts(from), dateParts(to)];
  if (a.year !== b.year) return `${dayText(from)} – ${dayText(to)}`;
  return a.month === b.month ? `${a.day}–${dayText(to)}` : `${a.day} ${a.month} – ${dayText(to)}`;
}

export type Money = (amount: number) => string;
/** Minor units of one currency in words. */
export const moneyIn =
  (currency: Currency): Money =>
  (amount) =>
    formatMoney(minor(Math.max(-MAX_SUM, Math.min(MAX_SUM, amount))), currency);

/** Percentages with one decimal, such as `0.1%`. */
export const percentText = (percent: number): string => `${Math.round(Math.abs(percent) * 10) / 10}%`;

export const currencyName: Record<Currency, string> = { NGN: 'naira', USD: 'dollars' };

/** How many there are and what they come to, in minor units of `currency`. */
export type Totals = { count: number; sum?: Minor; currency: Currency };
/** Note beside an answer in one currency about the same in the other; the two are never added. */
export const inOtherCurrency = ({ count, sum, currency }: Totals, noun: string): string =>
  `In ${currencyName[currency]} as well: ${counted(count, noun)}${sum === undefined ? '' : `, ${moneyIn(currency)(sum)}`}.`;

export const paragraphs = (...texts: (string | null | false | undefined)[]): string =>
  texts.filter((part) => typeof part === 'string' && part !== '').join('\n\n');

export const list = (...lines: (string | null | false | undefined)[]): string =>
  lines.flatMap((line) => (line ? [`- ${line}`] : [])).join('\n');

/** A table; columns whose heading begins with `>` are set to the right. Cells are Markdown. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(headings.map((heading) => heading.replace(/^>/, ''))),
    line(headings.map((heading) => (heading.startsWith('>') ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/** A link to a page of the app; `text` is Markdown. Parameters without a value are left out. */
export function link(text: string, path: string, params: Record<string, string | undefined> = {}): string {
  const query = Object.entries(params).flatMap(([key, value]) =>
    value ? [`${key}=${encodeParam(value)}`] : [],
  );
  return `[${text}](/dashboard${path}${query.length > 0 ? `?${query.join('&')}` : ''})`;
}

const encodeParam = (value: string) =>
  encodeURIComponent(value.isWellFormed() ? value : '').replace(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
