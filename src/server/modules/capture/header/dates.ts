import { type CalendarDate, isCalendarDate } from '#core/dates.ts';
import { monthOf } from '../text/months.ts';

/** A printed date. Day first unless the document shows otherwise; `other` is the month-first reading. */
export type PrintedDate = {
  date: CalendarDate;
  other: CalendarDate | null;
  /** Written unambiguously. */
  isUnambiguous: boolean;
  /** Which order its figures prove, if any. */
  proves: 'day' | 'month' | null;
  at: number;
  end: number;
};

/** As `today` where any day counts. */
export const FAR_FUTURE: CalendarDate = '2090-01-01';

const digit = '[0-9OolI|SB]';
// A letter S or B alone is no 5 or 8.
const num2 = '(?:[0-9OolI|][0-9OolI|SB]?|[SB][0-9])';
// "22 November 16:29" tells a time, and no year.
const year = `(?:(?:19|20|2[oO]|l9)${digit}{2}|'?${digit}{2}(?!:[0-9]{2}))`;
const edge = '(?<![\\p{L}0-9./-]|[0-9],)';
const close = '(?![0-9](?![0-9]?:[0-9]{2}))(?![/.,-][0-9](?![0-9]?:[0-9]{2}))';
// The I of "Issued 20 Nov" is no 1.
const noWord = '(?![OolI|SB](?!st|nd|rd|th)\\p{Ll}{2})';
const ordinal = '(?:st|nd|rd|th|er|\\.|º)?';

const iso = new RegExp(`${edge}(20\\d{2})\\s?([-/.])\\s?(${num2})\\s?\\2\\s?(${num2})(?![0-9])`, 'gu');
const figures = new RegExp(
  `${edge}(${num2})\\s?([/.\\-–])\\s?(${num2})\\s?[/.\\-–]\\s?(${year})${close}`,
  'gu',
);
// "Nov,026": the first figure was not read.
const dayMonth = new RegExp(
  `${edge}${noWord}(${num2})${ordinal}\\s?(?:of |de |day of )?[-/., ]{0,2}([\\p{L}01]{3,12})\\.?[-/., ]{0,3}(?:de |del )?(${year}|0[12][0-9])${close}`,
  'gu',
);
const monthDay = new RegExp(
  `${edge}([\\p{L}0]{3,12})\\.?\\s?[-/ ]?\\s?(${num2})${ordinal}\\s?[-/, ]{1,3}(${year})${close}`,
  'gu',
);

const cutYear = new RegExp(
  `${edge}(${num2})([/.\\-])(${num2})\\2(20[0-9]|(?<=\\d{2}[/-]\\d{2}[/-])2)(?![0-9/.,-])`,
  'gu',
);

const asNumber = (text: string) =>
  Number(
    text.replace(/'/g, '').replace(/[Oo]/g, '0').replace(/[lI|]/g, '1').replace(/S/g, '5').replace(/B/g, '8'),
  );

/**
 * The dates printed in a row of text, in order. Days that do not exist are none. A year whose last figure is gone ("27/08/202", "27/08/2") is
 * `onlyYear`, the one that the paper shows elsewhere, unless the day would be still to come.
 */
export function datesIn(text: string, today: CalendarDate, onlyYear: string | null = null): PrintedDate[] {
  const latest = Number(today.slice(0, 4)) + 3;
  const found = [
    ...matchDates(text, iso, (m) =>
      writtenDate(asNumber(m[1] ?? ''), asNumber(m[3] ?? ''), asNumber(m[4] ?? '')),
    ),
    ...matchDates(text, dayMonth, (m) => monthNameDate(m[1], m[2], m[3])),
    ...matchDates(text, monthDay, (m) => monthNameDate(m[2], m[1], m[3])),
    ...matchDates(text, figures, (m) => numericDate(asNumber(m[1] ?? ''), asNumber(m[3] ?? ''), m[4] ?? '')),
    ...matchDates(text, cutYear, (m) => cutDate(m, today, onlyYear)),
  ];
  const plausible = found.filter(
    ({ date }) => Number(date.slice(0, 4)) >= 1990 && Number(date.slice(0, 4)) <= latest,
  );
  return plausible
    .filter((one, at) => !plausible.slice(0, at).some((other) => one.at < other.end && other.at < one.end))
    .toSorted((a, b) => a.at - b.at);
}

type DateReading = Omit<PrintedDate, 'at' | 'end'>;

function matchDates(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => DateReading | null,
): PrintedDate[] {
  const found: PrintedDate[] = [];
  // Of "| Issued 26 Nov 2026" the bar and the word are no day of a month, and the day begins within them.
  for (let from = 0, match = next(text, pattern, from); match; match = next(text, pattern, from)) {
    const reading = read(match);
    from = reading ? match.index + match[0].length : match.index + 1;
    if (reading) found.push({ ...reading, at: match.index, end: from });
  }
  return found;
}

function next(text: string, pattern: RegExp, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

function writtenDate(y: number, m: number, d: number): DateReading | null {
  const date = dateOf(y, m, d);
  return date ? { date, other: null, isUnambiguous: true, proves: null } : null;
}

function monthNameDate(day = '', word = '', y = ''): DateReading | null {
  const month = monthOf(word);
  return month ? writtenDate(fullYear(y), month, asNumber(day)) : null;
}

function numericDate(first: number, second: number, y: string): DateReading | null {
  const dayFirst = dateOf(fullYear(y), second, first);
  const monthFirst = dateOf(fullYear(y), first, second);
  const date = dayFirst ?? monthFirst;
  if (!date) return null;
  const isAmbiguous = dayFirst && monthFirst && dayFirst !== monthFirst;
  const proves = isAmbiguous || dayFirst === monthFirst ? null : dayFirst ? 'day' : 'month';
  return { date, other: isAmbiguous ? monthFirst : null, isUnambiguous: !isAmbiguous, proves };
}

function cutDate(
  [, first = '', , second = '', start = '']: RegExpMatchArray,
  today: CalendarDate,
  onlyYear: string | null,
): DateReading | null {
  if (!onlyYear?.slice(start.length === 1 ? 2 : 0).startsWith(start)) return null;
  const reading = numericDate(asNumber(first), asNumber(second), onlyYear);
  return reading && reading.date <= today ? { ...reading, isUnambiguous: false } : null;
}

const fullYear = (text: string) => {
  const value = asNumber(text);
  return text.replace(/'/g, '').length <= 3 ? 2000 + value : value;
};

function dateOf(y: number, m: number, d: number): CalendarDate | null {
  const date = `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}
