import type { PlanTerms } from '#contract/assistant-tasks.ts';
import { weekdays } from '#contract/plans.ts';
import { isInside, type Span, type Word } from '../tokens/tokenize.ts';
import { textOf } from '../tokens/utterance.ts';
import { MONTHS, NUMBER_WORDS, ORDINALS, WEEKDAYS } from '../vocabulary/lexicon.ts';

type On = PlanTerms['on'];
/** A rhythm as said; `every` is null for one that a plan cannot have, or where it is not clear which is meant. */
export type Rhythm = Pick<PlanTerms, 'every' | 'unit' | 'on'> & { spans: Span[] };
type Often = { every: number; unit: 'week' | 'month' };

const any = (words: Iterable<string>): string => `(?:${[...words].join('|')})`;
const COUNT = String.raw`(?:other|alternate|single|${[...NUMBER_WORDS.keys()].join('|')}|second|third|fourth|sixth|\d{1,3})`;
const UNIT = 'day|week|fortnight|month|quarter|year|half-year';
const NO_PLAN = 'term|semester|session|weekend|weekday|hour|morning|evening|time|now and then';
const DAY = String.raw`(?:\d{1,2}(?:st|nd|rd|th)|day \d{1,2}|(?:twenty |thirty )?${any(ORDINALS.keys())})`;
const DAYS = `(${DAY}(?:(?: ,| and| &| plus){1,2} (?:the )?${DAY}){0,5})`;
const WEEKDAY = `${any(WEEKDAYS.keys())}`;
const MORE_WEEKDAYS = `((?:(?: ,| and| &){1,2} (?:every )?${WEEKDAY}s?){0,6})`;
// Not "every month ending March".
const MONTH_END = `(?:month|months|month's) (?:end|ending|ends)(?! (?:(?:in|on|by|of|after) )?(?:\\d{1,2}\\S{0,2} )?${any(MONTHS.keys())} )|month-end|eom`;
// Words that may follow "weekly" where it says how often, and does not name a thing: "50k monthly rent".
const FOLLOWS =
  /^(?:invoices?|bills?|billing|[,.;!?()-]|for|from|start\w*|beginning|effective|to|till|until|please|abeg|on|every|by|and|at|with|as|automatically|straight|then|instead|rather|now|not|o|only)$/;

// Each begins with the space before it; the space after it is left for the next.
const EVERY = new RegExp(
  ` (?:once )?(?:every|each) (?:(?:every|each|single) )?(?:(${COUNT}) )?(?:\\1 )?(?:calendar )?(${UNIT})s?(?= )`,
  'g',
);
const ONCE = / once (?:in )?(?:a|an|per) (week|fortnight|month|quarter|year)(?= )/g;
const ADVERB = / (?:once )?(weekly|fortnightly|monthly|quarterly|yearly|annually|half-yearly)(?= )/g;
const EVERY_WEEKDAY = new RegExp(
  ` (?:on )?(?:every|each) (?:(${COUNT}) )?(${WEEKDAY})s?${MORE_WEEKDAYS}(?= )| on (${WEEKDAY})s${MORE_WEEKDAYS}(?= )`,
  'g',
);
const EVERY_DAYS = new RegExp(
  ` (?:on )?(?:every|each) (?:the )?${DAYS}(?: day)?(?: (?:of|in) (?:the|every|each|a) month)?(?= )(?! (?:${UNIT}|${WEEKDAY})s? )`,
  'g',
);
const DAYS_OF_MONTH = new RegExp(
  ` (?:on )?(?:the )?${DAYS}(?: day)?(?: of| in)? (?:every|each) (?:${COUNT} )?months?(?= )`,
  'g',
);
const EVERY_END = new RegExp(
  ` (?:on |at |by )?(?:(?:the )?(?:end|last day)(?: of)? (?:every|each) (?:${COUNT} )?months?|(?:every|each) (?:${MONTH_END}|last day(?: of (?:the|every|each) month)?|end of (?:the )?month))(?= )`,
  'g',
);
// Said of the days of a rhythm that stands elsewhere.
const NOT_A_START =
  '(?<! (?:start|starts|starting|begin|begins|beginning|from|due|until|till|end|ends|since|stop|by))';
const ON_DAYS = new RegExp(
  `${NOT_A_START} (?:on|to) (?:the )?${DAYS}(?: of the month)?(?= )(?! (?:of )?${any(MONTHS.keys())} )`,
  'g',
);
const ON_WEEKDAY = new RegExp(`${NOT_A_START} (?:on|to) (${WEEKDAY})s?(?= )`, 'g');
const ON_END = new RegExp(
  `${NOT_A_START} (?:on |at |to )(?:the )?(?:(?:end|last day) of (?:the )?month|last day|${MONTH_END})(?= )`,
  'g',
);
const NOW_AND_THEN = `termly|bi-?weekly|bi-?monthly|from time to time|regularly|once in a while|every so often`;
const TIMES = `(?:twice|thrice|${COUNT} times) (?:a|an|per|every|each) (?:${UNIT})s?`;
const NTH_WEEKDAY = `(?:every|each|the) (?:last|first|second|third|fourth|1st|2nd|3rd|4th) ${WEEKDAY}(?: of (?:the|every|each) month)?`;
const UNCLEAR = new RegExp(
  ` (?:(?:every|each) (?:${NO_PLAN})s?|${NOW_AND_THEN}|${TIMES}|${NTH_WEEKDAY})(?= )`,
  'g',
);
const DAILY = / daily(?= )/g;

/** How often and on which days an invoice is to be made; null where nothing says so. `unit` is that of a rhythm told before. */
export function rhythmIn(words: readonly Word[], unit: PlanTerms['unit'] = null): Rhythm | null {
  const text = textOf(words);
  const spans: Span[] = [];
  const found = (pattern: RegExp, accept: (match: RegExpMatchArray, span: Span) => boolean): void => {
    for (const match of text.matchAll(pattern)) {
      const span = spanOf(text, match);
      if (accept(match, span)) spans.push(span);
    }
  };
  const often: (Often | null)[] = [];
  const on: On[] = [];
  const add = (one: Often | null, day?: On): boolean => {
    often.push(one);
    if (day !== undefined) on.push(day);
    return true;
  };
  const isNew = (span: Span): boolean => !isInside(spans, span.from);
  const adverb = (_: unknown, { to }: Span): boolean =>
    to >= words.length || FOLLOWS.test(words[to]?.word ?? '');
  found(UNCLEAR, () => add(null));
  found(DAILY, (match, span) => adverb(match, span) && add(null));
  found(EVERY_WEEKDAY, ([, count, day, more, plural, others], span) => {
    if (!isNew(span)) return false;
    const [weekday, rest] = [day ?? plural ?? '', more ?? others ?? ''];
    return add(rest.trim() === '' ? { every: countOf(count), unit: 'week' } : null, weekdayOf(weekday));
  });
  found(EVERY, ([, count, name = ''], span) => isNew(span) && add(oftenOf(countOf(count), name)));
  found(ONCE, ([, name = '']) => add(oftenOf(1, name)));
  found(ADVERB, ([, word = ''], span) => adverb(word, span) && add(oftenOf(1, ADVERBS[word] ?? word)));
  const monthly: Often = { every: 1, unit: 'month' };
  const weak = (pattern: RegExp, dayIn: (text: string) => On): void =>
    found(pattern, ([whole, days]) => {
      on.push(dayIn(days ?? whole));
      if (often.length === 0) often.push(monthly);
      return true;
    });
  weak(EVERY_END, () => 'last');
  weak(DAYS_OF_MONTH, daysOf);
  found(EVERY_DAYS, ([, days = ''], span) => {
    if (isInside(spans, span.to - 1)) return false;
    on.push(daysOf(days));
    if (often.length === 0) often.push(monthly);
    return true;
  });
  const known = often.find((one) => one !== null)?.unit ?? unit;
  const onDay =
    (dayIn: (text: string) => On) =>
    ([, days = '']: RegExpMatchArray, span: Span): boolean =>
      isNew(span) && on.push(dayIn(days)) > 0;
  if (known === 'month') found(ON_DAYS, onDay(daysOf));
  if (known === 'month')
    found(
      ON_END,
      onDay(() => 'last'),
    );
  if (known === 'week') found(ON_WEEKDAY, onDay(weekdayOf));
  return spans.length === 0 ? null : { ...agreed(often, on, unit), spans };
}

/** "Monthly retainer for the school 150k": how often by the name of what is billed, where nothing else says it. */
export function rhythmOfGoods(words: readonly Word[]): Rhythm | null {
  const named = words.flatMap(({ word }) => ADVERBS[word] ?? []);
  const often = oftenOf(1, named[0] ?? '');
  return often && named.length === 1 ? { ...often, on: null, spans: [] } : null;
}

// Two rhythms, or days that are none of the rhythm's, leave open what is meant.
function agreed(often: readonly (Often | null)[], on: readonly On[], unit: PlanTerms['unit']) {
  const none = { every: null, unit: null, on: null };
  const [first] = often;
  const [day = null, ...days] = on;
  if (often.some((one) => one?.every !== first?.every || one?.unit !== first?.unit) || first === null)
    return none;
  if (days.some((other) => String(other) !== String(day))) return none;
  const isWeekday = typeof day === 'string' && day !== 'last';
  const of = first?.unit ?? unit;
  if (day !== null && isWeekday !== (of === 'week')) return none;
  if (Array.isArray(day) && first && first.every !== 1) return none;
  return { every: first?.every ?? null, unit: of, on: day };
}

const ADVERBS: Record<string, string> = {
  weekly: 'week',
  fortnightly: 'fortnight',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annually: 'year',
  'half-yearly': 'half-year',
};
const SPANS: Record<string, Often> = {
  week: { every: 1, unit: 'week' },
  fortnight: { every: 2, unit: 'week' },
  month: { every: 1, unit: 'month' },
  quarter: { every: 3, unit: 'month' },
  'half-year': { every: 6, unit: 'month' },
  year: { every: 12, unit: 'month' },
};
const WEEK_DAYS = 7;

function oftenOf(count: number, name: string): Often | null {
  if (name === 'day') return count % WEEK_DAYS === 0 ? { every: count / WEEK_DAYS, unit: 'week' } : null;
  const span = SPANS[name];
  return span ? { ...span, every: span.every * count } : null;
}

function countOf(word: string | undefined): number {
  if (word === undefined || word === 'single') return 1;
  if (word === 'other' || word === 'alternate') return 2;
  return NUMBER_WORDS.get(word) ?? ORDINALS.get(word) ?? Number(word);
}

const weekdayOf = (word: string): On => weekdays[WEEKDAYS.get(word) ?? 0] ?? null;

/** The days of the month in a list such as "1st and 16th". */
function daysOf(list: string): On {
  const days = [...list.matchAll(new RegExp(DAY, 'g'))].map(([day]) => dayNumber(day));
  const [only = null] = days;
  return days.length > 1 ? days : only;
}

function dayNumber(day: string): number {
  const figures = /\d+/.exec(day)?.[0];
  if (figures) return Number(figures);
  const [tens = '', unit] = day.split(' ');
  return unit === undefined
    ? (ORDINALS.get(tens) ?? 0)
    : (NUMBER_WORDS.get(tens) ?? 0) + (ORDINALS.get(unit) ?? 0);
}

/** The words of a match of the text of words, which begins with a space. */
export function spanOf(text: string, { index = 0, 0: found }: RegExpMatchArray): Span {
  const from = text.slice(0, index).split(' ').length - 1;
  return { from, to: from + found.trim().split(' ').length };
}

/** The words with years said in words as figures, and "2weeks" as two words. */
export function spelledOut(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word, next, last] = [words[at], words[at + 1], words[at + 2]];
    if (!word) continue;
    const unit = NUMBER_WORDS.get(last?.word ?? '') ?? 0;
    const split = /^(\d{1,2})-?(weeks?|months?|years?|days?)$/.exec(word.word);
    if (split) {
      const middle = word.start + (split[1] ?? '').length;
      joined.push({ ...word, raw: split[1] ?? '', word: split[1] ?? '', end: middle });
      joined.push({ ...word, raw: split[2] ?? '', word: split[2] ?? '', start: middle });
    } else if (word.word === 'twenty' && next?.word === 'twenty' && last && unit > 0 && unit < 10) {
      joined.push({ raw: `202${unit}`, word: `202${unit}`, start: word.start, end: last.end });
      at += 2;
    } else joined.push(word);
  }
  return joined;
}
