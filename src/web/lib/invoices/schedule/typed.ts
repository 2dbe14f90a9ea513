import { definedMessages, type FieldMessages, readShare } from '#contract/invoice-form.ts';
import { isCalendarDate } from '#core/dates.ts';
import { minorToMajor } from '#core/money.ts';
import { type PartTerms, type Planned, scheduleFault } from '#core/payment-schedule.ts';
import { scheduleTexts as texts } from './texts.ts';

/** Days a part can be due on, as they are chosen. */
export const partDays = ['acceptance', 'days', 'day', 'ask'] as const;

/** A part as it is typed: `sum` is an amount or a percentage with its sign, `day` the day or how many days. */
export type TypedPart = { label: string; sum: string; when: (typeof partDays)[number]; day: string };

const USUAL_DAYS = 30;
const usual = texts.usual;

/** The parts of each kind before anything is typed. */
export const usualParts: Record<'deposit' | 'parts', TypedPart[]> = {
  deposit: [
    { label: usual.deposit, sum: '60%', when: 'acceptance', day: '' },
    { label: usual.rest, sum: '', when: 'ask', day: '' },
  ],
  parts: [
    { label: usual.part(1), sum: '40%', when: 'acceptance', day: '' },
    { label: usual.part(2), sum: '30%', when: 'days', day: String(USUAL_DAYS) },
    { label: usual.part(3), sum: '', when: 'days', day: String(2 * USUAL_DAYS) },
  ],
};

/** One more part, before the last. */
export const withAnother = (parts: readonly TypedPart[]): TypedPart[] =>
  parts.toSpliced(parts.length - 1, 0, { label: usual.part(parts.length), sum: '', when: 'ask', day: '' });

/** Problems of typed parts, by `schedule.0.sum`; of their sums only once there is a `total` (minor units). */
export function checkParts(parts: readonly TypedPart[], planned: Planned): FieldMessages {
  const typed = definedMessages(Object.fromEntries(parts.flatMap(problemsOf(parts.length))));
  if (Object.keys(typed).length > 0 || planned.total === 0) return typed;
  const fault = scheduleFault(readParts(parts), planned);
  return fault ? { [fault.path]: fault.message } : {};
}

const problemsOf =
  (count: number) =>
  ({ label, sum, when, day }: TypedPart, at: number): [string, string | undefined][] => [
    [`schedule.${at}.label`, label.trim() === '' ? texts.errors.name : undefined],
    [`schedule.${at}.sum`, at < count - 1 && readShare(sum) === null ? texts.errors.sum : undefined],
    [`schedule.${at}.due`, dayProblem(when, day)],
  ];

function dayProblem(when: TypedPart['when'], day: string): string | undefined {
  if (when === 'day') return isCalendarDate(day) ? undefined : texts.errors.day;
  const isCount = /^\d{1,3}$/.test(day.trim()) && Number(day) <= 365;
  return when === 'days' && !isCount ? texts.errors.days : undefined;
}

/** Typed parts without a problem, as they are sent. */
export const readParts = (parts: readonly TypedPart[]): PartTerms[] =>
  parts.map(({ label, sum, ...due }, at) => ({
    label: label.trim(),
    ...(at === parts.length - 1 ? { rest: true } : readShare(sum)),
    due: readDue(due),
  }));

function readDue({ when, day }: Pick<TypedPart, 'when' | 'day'>): PartTerms['due'] {
  if (when === 'days') return { days: Number(day) };
  return when === 'day' ? { day } : { on: when };
}

/** Stored parts as they would be typed; null where it is paid in one. */
export const typedParts = (parts: readonly PartTerms[]): TypedPart[] | null =>
  parts.length === 0
    ? null
    : parts.map(({ label, percent, amount, due }) => ({
        label,
        sum: percent === undefined ? (amount ? minorToMajor(amount).toFixed(2) : '') : `${percent / 100}%`,
        when: due.on ?? (due.day === undefined ? 'days' : 'day'),
        day: due.day ?? (due.days === undefined ? '' : String(due.days)),
      }));
