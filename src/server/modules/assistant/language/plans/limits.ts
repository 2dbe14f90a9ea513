import type { PlanTerms } from '#contract/assistant-tasks.ts';
import { addDays, type CalendarDate, monthStart } from '#core/dates.ts';
import { addMonths, dateOf, type Duration, durationAt, mondayOf, monthEnd } from '../dates/calendar.ts';
import { dayAt } from '../dates/days.ts';
import { pastDay } from '../dates/periods.ts';
import { countAt, matchesAt } from '../amounts/number-words.ts';
import { rawText, skipForward, type Span, type Word } from '../tokens/tokenize.ts';
import { textOf } from '../tokens/utterance.ts';
import type { Aside } from '../types.ts';
import { MONTHS } from '../vocabulary/lexicon.ts';
import { spanOf } from './rhythm.ts';

/** The start and the end of a plan as said; absent where nothing is. `lasts` is a length of time from its start. */
type Limits = {
  starts?: CalendarDate | null;
  ends?: CalendarDate | null;
  times?: number | null;
  lasts?: Duration;
  mode?: PlanTerms['mode'];
  /** A start was said whose day nobody can know. */
  isStartUnknown?: boolean;
  spans: Span[];
  asides: Aside[];
};

const STARTS =
  /^(?:start|starts|starting|begin|begins|beginning|commence|commences|commencing|effective|from|since)$/;
const AFTER_START = /^(?:one|invoice|bill|na|it|am|date|day|on|from|in|with|the|by|is|as|of|at|effective)$/;
const ENDS =
  /^(?:until|untill|till|til|end|ends|ending|stop|stops|stopping|finish|finishes|finishing|through|upto)$/;
const AFTER_END = /^(?:it|am|date|on|in|by|at|the|is|up|to)$/;
const YEAR = /^20\d\d$/;

const NO_END = '(?:no|without|remove|clear|comot) (?:(?:an|the) )?end(?: date)?|(?:never|not) ends?';
const UNTIL_TOLD =
  '(?:until|till|til) (?:further notice|(?:i|we) (?:say|tell|stop|cancel)(?: (?:so|stop|it|am|you))*)';
const NEVER = new RegExp(` (?:${NO_END}|forever|for ever|indefinitely|${UNTIL_TOLD})(?= )`);
const AS_DRAFT =
  '(?:only |just )?(?:keep|make|leave|save|as)(?: (?:it|them|each|all|every one|am))?(?: as)?(?: an?)? drafts?';
const ONLY_DRAFT = '(?:only|just) (?:an? )?drafts?|drafts? only';
const CHECKED_FIRST = String.raw`(?:but |and )?(?:let me|make i|i (?:will|want to|wan|go|must)|for me to|so i can|so that i can) (?:check|look at|look|see|review)(?: \S+){0,2} (?:first|before \S+(?: \S+)?)`;
const NOT_SENT = "(?:do not|don't|dont|no) send(?: (?:it|them|am))?(?: (?:automatically|by itself))?";
const SENDING =
  '(?:,? ?(?:and |then |just |make e )?(?:send|sends|sent|email|deliver|go|goes|dey go)(?: (?:it|am|them|each|all|out|every one))* )?';
const BY_ITSELF = '(?:automatically|by itself|by themselves|straight|on its own|by e self)';
const MODES: readonly [Exclude<PlanTerms['mode'], null>, RegExp][] = [
  ['draft', new RegExp(` (?:${AS_DRAFT}|${ONLY_DRAFT}|${CHECKED_FIRST}|${NOT_SENT})(?= )`)],
  ['send', new RegExp(` ${SENDING}${BY_ITSELF}(?= )`)],
  ['charge', / (?:charge|debit)(?: \S+){0,4} card(?= )/],
];
const CARD = / (?:(?:his|her|their|the) )?(?:saved |bank |debit |atm )?card(?= )/;

/** Start, end and what becomes of each invoice, in the words of a message about one that repeats. */
export function limitsIn(words: readonly Word[], today: CalendarDate): Limits {
  const limits: Limits = { spans: [], asides: [] };
  const text = textOf(words);
  const never = NEVER.exec(text);
  if (never) Object.assign(limits, { ends: null, times: null });
  if (never) limits.spans.push(spanOf(text, never));
  readMode(text, limits);
  for (let at = 0; at < words.length; at++) {
    if (limits.spans.some(({ from, to }) => from <= at && at < to)) continue;
    const to =
      startAt(words, at, today, limits) ?? timesAt(words, at, limits) ?? endAt(words, at, today, limits);
    if (to === null) continue;
    limits.spans.push({ from: at, to });
    at = to - 1;
  }
  return limits;
}

function readMode(text: string, limits: Limits): void {
  for (const [mode, pattern] of MODES) {
    const said = pattern.exec(text);
    const where = mode === 'charge' && said ? CARD.exec(text) : said;
    if (!where) continue;
    limits.mode ??= mode;
    limits.spans.push(spanOf(text, where));
  }
}

function startAt(words: readonly Word[], at: number, today: CalendarDate, limits: Limits): number | null {
  if (!STARTS.test(words[at]?.word ?? '') && !isFirstOne(words, at) && !isOnMonth(words, at)) return null;
  const from = skipForward(words, at + 1, AFTER_START, 4);
  const start = edgeAt(words, from, today, false) ?? unknownAt(words, at, from);
  const to = keep(words, { at, from, said: start, key: 'starts' }, limits);
  // "from January to June"
  const second = to !== null && /^(?:to|-|–)$/.test(words[to]?.word ?? '') ? to + 1 : null;
  const end = second === null ? null : edgeAt(words, second, start?.date ?? today, true);
  return second === null || !end ? to : keep(words, { at, from: second, said: end, key: 'ends' }, limits);
}

// "First one today".
const isFirstOne = (words: readonly Word[], at: number): boolean =>
  words[at]?.word === 'first' && /^(?:one|invoice|bill)$/.test(words[at + 1]?.word ?? '');

// "Every year on 1 January".
const isOnMonth = (words: readonly Word[], at: number): boolean =>
  words[at]?.word === 'on' &&
  !/^(?:due|pay|paid|payable)$/.test(words[at - 1]?.word ?? '') &&
  words.slice(at + 1, at + 5).some(({ word }) => MONTHS.has(word) && word !== 'may');

function endAt(words: readonly Word[], at: number, today: CalendarDate, limits: Limits): number | null {
  if (!ENDS.test(words[at]?.word ?? '') || /^months?$/.test(words[at - 1]?.word ?? '')) return null;
  const lead = skipForward(words, at + 1, AFTER_END, 4);
  const month = words[lead]?.word === 'after' ? skipForward(words, lead + 1, /^the$/, 1) : lead;
  const from = MONTHS.has(words[month]?.word ?? '') ? month : lead;
  return keep(
    words,
    { at, from, said: edgeAt(words, from, today, true) ?? unknownAt(words, at, from), key: 'ends' },
    limits,
  );
}

type Said = { at: number; from: number; said: Edge | null; key: 'starts' | 'ends' };

function keep(words: readonly Word[], { at, from, said, key }: Said, limits: Limits): number | null {
  if (!said) return null;
  limits[key] = said.date;
  if (key === 'ends') limits.times = null;
  else limits.isStartUnknown = said.date === null;
  if (said.date === null) limits.asides.push({ kind: 'no_such_date', text: rawText(words, from, said.to) });
  return at < from ? said.to : null;
}

/** A day, or the edge of a month or year that is named without one; null where it is no date. */
type Edge = { date: CalendarDate | null; to: number };

function edgeAt(words: readonly Word[], at: number, today: CalendarDate, isEnd: boolean): Edge | null {
  const whole = wholeAt(words, at, today, isEnd);
  if (whole) return whole;
  const day = dayAt(words, at, today);
  if (!day) return null;
  if (day.date) return { date: day.date, to: day.to };
  const start = matchesAt(words, at, 'the') ? at + 1 : at;
  const gone = day.past ? pastDay(words, start, today) : null;
  return gone ? { date: gone.from, to: gone.end } : { date: null, to: day.to };
}

// "Until school resumes": up to the next mark or the next thing that is said.
function unknownAt(words: readonly Word[], at: number, from: number): Edge | null {
  if (!/^(?:start\w*|begin\w*|commenc\w*|until|untill|till|til)$/.test(words[at]?.word ?? '')) return null;
  const to = skipForward(
    words,
    from,
    /^(?!(?:for|every|each|bill|invoice|charge|send|weekly|monthly)$)\p{L}/u,
    6,
  );
  return to > from ? { date: null, to } : null;
}

function wholeAt(words: readonly Word[], at: number, today: CalendarDate, isEnd: boolean): Edge | null {
  const start = matchesAt(words, at, 'end', 'of') ? at + 2 : at;
  const year = words[start]?.word ?? '';
  if (YEAR.test(year)) return { date: `${year}-${isEnd || start > at ? '12-31' : '01-01'}`, to: start + 1 };
  if (matchesAt(words, at, 'next', 'year'))
    return { date: `${Number(today.slice(0, 4)) + 1}-${isEnd ? '12-31' : '01-01'}`, to: at + 2 };
  if (matchesAt(words, at, 'next', 'month'))
    return { date: isEnd ? monthEnd(today, 1) : monthStart(today, 1), to: at + 2 };
  if (matchesAt(words, at, 'next', 'week') && !isEnd) return { date: mondayOf(today, 1), to: at + 2 };
  const month = MONTHS.get(words[start]?.word ?? '');
  if (!month || /^\d{1,2}(?:st|nd|rd|th)?$/.test(words[start + 1]?.word ?? '')) return null;
  const said = yearAfter(words, start + 1, today);
  const isOver = month < Number(today.slice(5, 7)) || (!isEnd && month === Number(today.slice(5, 7)));
  const first = dateOf(said?.year ?? Number(today.slice(0, 4)) + (isOver ? 1 : 0), month, 1);
  if (!first) return null;
  return { date: isEnd || start > at ? monthEnd(first) : first, to: said?.to ?? start + 1 };
}

function yearAfter(
  words: readonly Word[],
  at: number,
  today: CalendarDate,
): { year: number; to: number } | null {
  if (matchesAt(words, at, 'next', 'year')) return { year: Number(today.slice(0, 4)) + 1, to: at + 2 };
  const year = words[at]?.word ?? '';
  return YEAR.test(year) ? { year: Number(year), to: at + 1 } : null;
}

// "for 6 months", "6 times", "stop after 5 times".
function timesAt(words: readonly Word[], at: number, limits: Limits): number | null {
  const from = skipForward(
    words,
    at,
    /^(?:stop|end|ends|stops|it|am|after|for|only|just|the|next|about)$/,
    5,
  );
  const count = countAt(words, from);
  if (count && /^(?:times?|invoices|bills)$/.test(words[count.to]?.word ?? '')) {
    Object.assign(limits, { times: count.value, ends: null });
    return matchesAt(words, count.to + 1, 'only') ? count.to + 2 : count.to + 1;
  }
  const isLength = words.slice(at, from).some(({ word }) => word === 'for' || word === 'after');
  const length = isLength ? durationAt(words, from) : null;
  if (!length || length.unit === 'day') return null;
  const { to, ...lasts } = length;
  Object.assign(limits, { lasts });
  return to;
}

/** The end of a plan that lasts so long: as often as it goes into it, else the day before it is over. */
export function endAfter(
  { count, unit }: Duration,
  { every, unit: of, starts }: PlanTerms,
  today: CalendarDate,
): Pick<PlanTerms, 'ends' | 'times'> {
  const length = unit === 'year' ? count * 12 : count;
  const isSameUnit = of === (unit === 'year' ? 'month' : unit);
  const times = isSameUnit && every ? length / every : 0;
  if (Number.isInteger(times) && times > 0) return { ends: null, times };
  const from = starts ?? today;
  const over = unit === 'week' ? addDays(from, 7 * count) : addMonths(from, length);
  return { ends: addDays(over, -1), times: null };
}
