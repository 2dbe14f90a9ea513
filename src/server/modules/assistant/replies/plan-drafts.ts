import { counted, joinWithAnd } from '#core/english.ts';
import type { Draft } from '#contract/assistant.ts';
import type { PlanTerms } from '#contract/assistant-tasks.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { type Currency, formatMoney } from '#core/money.ts';
import { type PlanArguments, rhythmText, type StartedPlan } from '#server/modules/plans/tools/draft.ts';
import { contactText, customerNote, linesTable, sums, textsOnPaper } from './drafts.ts';
import { escapeMarkdown } from './escape.ts';
import { dayText, link, weekdayText } from './format.ts';
import { asidesText } from './questions.ts';
import { type Reply, reply } from './reply.ts';

/** A complete repeating invoice for its owner to look at before it runs. */
export function planProposed(
  { draft: args, schedule, dates }: PlanArguments,
  { mode }: PlanTerms,
  draft: Draft,
  currency: Currency,
  before: Draft | null,
): Reply {
  const name = escapeMarkdown(args.customer.name);
  return reply(
    `Please check this repeating invoice, **${escapeMarkdown(args.invoice.title)}**, for **${name}**${contactText(args)}:`,
    linesTable(args, draft, currency),
    sums(args, draft, currency),
    textsOnPaper(args),
    `It is made **${rhythmWords(schedule)}**. ${datesText(dates, addDays(args.invoice.dueDate, -schedule.dueDays))} ${endText(schedule)}`,
    `${modeText(schedule, args.customer.email)} Each is due ${schedule.dueDays === 0 ? 'on the day it is made' : `${counted(schedule.dueDays, 'day')} after it is made`}.`,
    mode === 'charge' && asidesText([{ kind: 'card', text: '' }]),
    customerNote(args, draft, 'repeating invoice', before),
    'Nothing is made yet. Say **yes** to start it, or tell me what to change.',
  );
}

/** Answer after a repeating invoice was started. */
export const planStarted = ({
  id,
  customerName,
  total_minor,
  currency,
  rhythm,
  next_on,
}: StartedPlan): string =>
  `The ${link('repeating invoice', '/invoices/repeating', { plan: id })} for **${escapeMarkdown(customerName)}** is started: ${formatMoney(total_minor, currency)} ${rhythmText(rhythm, 'en')}${next_on ? `, first on ${weekdayText(next_on)}` : ''}. Open it to pause or end it.`;

type Schedule = PlanArguments['schedule'];

function rhythmWords({ rhythm, starts }: Schedule): string {
  const { weeks, day, days = [] } = rhythm;
  const often = rhythmText(days.length > 0 ? { months: 1 } : rhythm, 'en');
  if (weeks !== undefined) return `${often} on ${weekdayText(starts).split(',')[0] ?? ''}`;
  return `${often} on ${joinWithAnd((day === undefined ? days : [day]).map(dayWords))}`;
}

const LAST_DAY = 31;
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
// A day that a month does not have is its last.
const dayWords = (day: number): string =>
  day === LAST_DAY ? 'the last day' : `the ${day}${ENDINGS[ordinals.select(day)] ?? 'th'}`;

// One that comes today is made as soon as it is agreed to.
function datesText([first = '', ...more]: readonly CalendarDate[], today: CalendarDate): string {
  const then = more.length > 0 ? `, then on ${joinWithAnd(more.map(dayText))}` : '';
  const day = weekdayText(first);
  return `The first comes ${first === today ? `**today, ${day}**` : `on **${day}**`}${then}.`;
}

function endText({ endsAfter, endsOn }: Schedule): string {
  if (endsAfter !== null) return `It ends after ${counted(endsAfter, 'time')}.`;
  return endsOn === null ? 'It goes on until you end it.' : `It ends on ${dayText(endsOn)}.`;
}

function modeText({ mode }: Schedule, email: string): string {
  if (mode === 'draft') return 'Each waits as a draft for you to look at.';
  return email === ''
    ? 'Each is sent by itself where it can be; without an email address it may wait for you to send it.'
    : 'Each is sent by itself.';
}
