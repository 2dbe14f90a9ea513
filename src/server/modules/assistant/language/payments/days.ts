import { addDays, type CalendarDate, monthStart } from '#core/dates.ts';
import { ordinalAt } from '../amounts/number-words.ts';
import { dayAt } from '../dates/days.ts';
import { periodsIn } from '../dates/periods.ts';
import type { Span, Word } from '../tokens/tokenize.ts';
import type { Clause, Utterance } from '../tokens/utterance.ts';
import type { Slot } from '../understanding/model.ts';

/** The day stated, today where none is; null for a span such as "last week". */
export function dayIn({ words, clauses }: Utterance, slots: readonly Slot[], today: string): string | null {
  const ofRest = clauses.find(isOfRest);
  const isOfMoney = (at: number): boolean => !ofRest || at < ofRest.from || at >= ofRest.to;
  const marked = slots.find(({ slot, from }) => slot === 'day' && isOfMoney(from));
  const [span] = marked
    ? periodsIn([ON, ...words.slice(marked.from, marked.to)], today)
    : periodsIn(words, today).filter(({ at }) => isOfMoney(at));
  if (span) return span.from === span.to ? span.to : null;
  const ofMonth = dayOfMonth(words, today);
  return ofMonth && isOfMoney(ofMonth.from) ? ofMonth.date : today;
}

/** "On the 10th" is the last one that was. */
export function dayOfMonth(
  words: readonly Word[],
  today: CalendarDate,
): (Span & { date: CalendarDate }) | null {
  for (const [from, { word }] of words.entries()) {
    const at = words[from + 1]?.word === 'the' ? from + 2 : from + 1;
    const day = word === 'on' ? ordinalAt(words, at) : null;
    if (!day || day.value > 31) continue;
    const month = monthStart(today, day.value > Number(today.slice(8)) ? -1 : 0);
    const date = addDays(month, day.value - 1);
    if (date.slice(0, 7) === month.slice(0, 7)) return { from, to: day.to, date };
  }
  return null;
}
const ON: Word = { raw: 'on', word: 'on', start: 0, end: 0 };

/** "He will bring the rest on Thursday": what is still to come. */
const REST_LATER =
  /\b(?:rest|remaining|remainder|balance) (?:\S+ ){0,3}?(?:say|says|said|na|by|will|go|later|next)\b/;
const WILL_BRING =
  /\b(?:will|go|promised? to|says? (?:he|she|they) will) (?:\S+ ){0,2}?(?:bring|pay|send|drop|complete|settle|give|transfer|finish|clear|balance)\b/;
const PROMISED = /\bpromised? (?:\S+ ){0,2}?(?:rest|remaining|remainder|balance)\b/;
/** "She paid the rest by transfer": it came. */
const CAME =
  /\b(?:paid|sent|brought|cleared|settled|completed|don \w+)(?: \S+){0,2} (?:rest|remaining|remainder|balance)\b/;
const isOfRest = ({ text }: Clause): boolean =>
  !CAME.test(text) && [REST_LATER, WILL_BRING, PROMISED].some((pattern) => pattern.test(text));

/** The words about what is still to come, which is noted as a promise of its own; null for none. */
export function restTold({ message, words, clauses }: Utterance): string | null {
  const clause = clauses.find(isOfRest);
  return clause ? message.slice(words[clause.from]?.start, words[clause.to - 1]?.end) : null;
}

/** A day that has come is none to promise: "on the 2nd" said on the 20th is next month's already. */
export function promisedDay(
  words: readonly Word[],
  slots: readonly Slot[],
  today: CalendarDate,
): CalendarDate | null {
  const marked = slots.find(({ slot }) => slot === 'day' || slot === 'due');
  const places = [
    ...Array.from({ length: (marked?.to ?? 0) - (marked?.from ?? 0) }, (_, by) => (marked?.from ?? 0) + by),
    ...words.keys(),
  ];
  for (const at of places) {
    const day = dayAt(words, at, today);
    if (day?.date && !day.past && !day.impossible && day.date <= addDays(today, MOST_DAYS)) return day.date;
  }
  return null;
}
const MOST_DAYS = 3660;
