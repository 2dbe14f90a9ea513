import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dateIn, daysBetween, hourIn, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { instantAt, weekdayOf } from '#core/time-zones.ts';
import { type DunningProgress, type DunningSchedule, type Plan, planAfter, planOf } from './plan.ts';
import { allowedFrom, isAllowedAt } from './sending-hours.ts';

const zone = 'Africa/Lagos';
const usual: DunningSchedule = {
  mode: 'automatic',
  steps: [-3, 0, 3, 7, 14],
  hour: 9,
  quietFrom: 20,
  quietUntil: 8,
  weekends: true,
  weeklyCap: 2,
  zone,
  since: null,
};
// A Wednesday.
const due = '2026-03-11';
const fresh: DunningProgress = {
  due,
  revision: 1,
  sentAt: instantAt(addDays(due, -7), 12, zone),
  partlyPaid: false,
  off: false,
  since: null,
  promise: null,
  claimedUntil: null,
  covered: false,
  doneSteps: new Set<string>(),
  planned: null,
  lastByHand: null,
  lastStep: null,
  toCustomer: [],
};
/** `+3 09` is nine o'clock three days after the due date. */
const at = (text: string): Date => {
  const [days, hour] = text.split(' ').map(Number);
  return instantAt(addDays(due, days ?? 0), hour ?? 0, zone);
};
const history = (when: Date) => `${daysBetween(due, dateIn(when, zone))} ${hourIn(when, zone)}`;
const said = ({ due: now, next, stop, skip }: Plan) =>
  [
    now ? `now ${now.step}` : next ? `${next.step} at ${history(next.at)}` : (stop ?? 'nothing'),
    ...(now || !stop || !next ? [] : [stop]),
    ...skip.map(({ step, why }) => `${step} ${why}`),
  ].join(', ');

describe('what an invoice’s ladder does next', () => {
  const weekdays = { weekends: false };
  test.each<[string, string, Partial<DunningSchedule>, Partial<DunningProgress>, string]>([
    ['waits for the first step', '-5 12', {}, {}, '-3 at -3 9'],
    ['takes the step at its hour', '-3 9', {}, {}, 'now -3'],
    [
      'makes up for the latest missed step only',
      '8 12',
      {},
      {},
      'now 7, -3 too_late, 0 too_late, 3 superseded',
    ],
    [
      'leaves what was missed long ago',
      '25 12',
      {},
      {},
      'nothing, -3 too_late, 0 too_late, 3 too_late, 7 too_late, 14 too_late',
    ],
    ['does not make up in the night', '3 22', {}, {}, '3 at 4 9'],
    ['waits for the morning', '4 3', {}, {}, '3 at 4 9'],
    [
      'leaves out what passed before it was sent',
      '4 8',
      {},
      { sentAt: at('3 10') },
      '7 at 7 9, -3 passed, 0 passed, 3 passed',
    ],
    [
      'leaves out what passed before it was switched on',
      '1 8',
      { since: at('0 12') },
      {},
      '3 at 3 9, -3 passed, 0 passed',
    ],
    ['moves a Saturday to Monday', '3 9', weekdays, { doneSteps: new Set(['-3', '0']) }, '3 at 5 9'],
    [
      'never sends two that were moved to one day',
      '5 9',
      { ...weekdays, steps: [3, 4, 5] },
      {},
      'now 5, 3 superseded, 4 superseded',
    ],
    [
      'keeps a day between two that were moved together',
      '5 10',
      { ...weekdays, steps: [3, 5] },
      { doneSteps: new Set(['3']), lastStep: at('5 9') },
      '5 at 6 9',
    ],
    [
      'keeps two days from a reminder by hand',
      '0 9',
      {},
      { doneSteps: new Set(['-3']), lastByHand: at('-1 15') },
      '0 at 1 15',
    ],
    [
      'keeps to the customer’s week',
      '0 9',
      {},
      { doneSteps: new Set(['-3']), toCustomer: [at('-4 9'), at('-3 9')] },
      '3 at 3 9',
    ],
    [
      'counts other invoices of the customer',
      '0 9',
      { weeklyCap: 1 },
      { doneSteps: new Set(['-3']), toCustomer: [at('-1 9')] },
      '3 at 6 9',
    ],
    [
      'waits for a promise',
      '0 9',
      {},
      { promise: { id: 'p', day: addDays(due, 2) } },
      'promise:p at 3 9, promised',
    ],
    [
      'waits until the promised day is over',
      '2 23',
      {},
      { promise: { id: 'p', day: addDays(due, 2) } },
      'promise:p at 3 9, promised',
    ],
    [
      'speaks of a broken promise first',
      '3 9',
      {},
      { doneSteps: new Set(['-3', '0']), promise: { id: 'p', day: addDays(due, 2) } },
      'now promise:p, 3 superseded',
    ],
    [
      'goes on after a broken promise',
      '4 9',
      {},
      { doneSteps: new Set(['-3', '0', '3', 'promise:p']), promise: { id: 'p', day: addDays(due, 2) } },
      '7 at 7 9',
    ],
    ['stops when a part was paid', '0 9', {}, { partlyPaid: true }, 'partly_paid'],
    ['stops when it is off', '0 9', {}, { off: true }, 'switched_off'],
    ['stops when all are off', '0 9', { mode: 'off' }, {}, 'off'],
    [
      'gives up a prepared message for the next',
      '3 9',
      { mode: 'prepare' },
      { doneSteps: new Set(['-3', '0']), planned: { step: '0', at: at('0 9') } },
      'now 3, 0 superseded',
    ],
    [
      'lets a prepared message go after a week',
      '22 9',
      { mode: 'prepare' },
      { doneSteps: new Set(['-3', '0', '3', '7', '14']), planned: { step: '14', at: at('14 9') } },
      'nothing, 14 not_sent',
    ],
  ])('%s', (_, now, schedule, standing, expected) => {
    expect(said(planOf({ ...usual, ...schedule }, { ...fresh, ...standing }, at(now)))).toBe(expected);
  });
});

const hours = fc.record({
  hour: fc.nat(23),
  quietFrom: fc.nat(23),
  quietUntil: fc.nat(23),
  weekends: fc.boolean(),
  zone: fc.constantFrom(zone, 'America/New_York', 'Asia/Kolkata'),
});
const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });

test('a message that may not go now goes at the first day it may, never earlier', () => {
  fc.assert(
    fc.property(hours, moments, (chosen, moment) => {
      const then = allowedFrom(moment, chosen);
      expect(then >= moment && then <= plusMs(moment, 4 * DAY_MS)).toBe(true);
      expect(isAllowedAt(then, chosen)).toBe(true);
      expect(allowedFrom(then, chosen)).toEqual(then);
    }),
    {
      numRuns: 300,
      // The one hour that is not quiet is left out on the day of the change.
      examples: [
        [
          { hour: 0, quietFrom: 3, quietUntil: 2, weekends: true, zone: 'America/New_York' },
          new Date('2026-03-07T08:00:00.000Z'),
        ],
      ],
    },
  );
});

type Event =
  | { kind: 'wait'; hours: number }
  | { kind: 'hand' | 'pay' | 'part' | 'resume' | 'withdraw' | 'off' | 'on' | 'settings' | 'tap' }
  | { kind: 'promise'; days: number }
  | { kind: 'elsewhere' };

const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        hours: fc.integer({ min: 1, max: 24 * 12 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('hand', 'part', 'resume', 'withdraw', 'off', 'on', 'settings', 'tap'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('pay' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('promise' as const), days: fc.nat(10) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('elsewhere' as const) }) },
  ),
  { minLength: 5, maxLength: 60 },
);

test('whatever happens, in whatever order: no step twice, none after payment or promise, none in quiet hours, never too many', () => {
  const schedules = fc.record({
    mode: fc.constantFrom('automatic' as const, 'prepare' as const),
    steps: fc.uniqueArray(fc.integer({ min: -30, max: 60 }), { minLength: 1, maxLength: 8 }),
    weeklyCap: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(hours, schedules, fc.boolean(), events, (chosen, rest, sleepy, happenings) => {
      const world = createWorld({ ...chosen, ...rest, since: null }, sleepy);
      for (const event of happenings) world.happen(event);
      expect(world.problems).toEqual([]);
    }),
    { numRuns: 250 },
  );
});

/** An invoice and its ladder over time, held against rules that know nothing of how the plan is made. */
function createWorld(given: DunningSchedule, sleepy: boolean) {
  const schedule = { ...given };
  let now = instantAt(addDays(due, -20), 12, given.zone);
  let standing: DunningProgress = { ...fresh, sentAt: now };
  let paid = false;
  let lookAt: Date | null = now;
  const sent: { step: string; at: Date }[] = [];
  const toCustomer: Date[] = [];
  const problems: string[] = [];
  const within = (list: readonly Date[], ms: number) => list.filter((one) => one > plusMs(now, -ms));

  const check = (plan: Plan) => {
    const step = plan.due?.step ?? '';
    const gripe = (why: string) => problems.push(`${step} at ${now.toISOString()}: ${why}`);
    if (sent.some((one) => one.step === step)) gripe('went before');
    if (paid) gripe('was paid');
    if (standing.partlyPaid || standing.off) gripe('was stopped');
    if (!isAllowedAt(now, schedule)) gripe('is in quiet time');
    if (standing.promise && standing.promise.day >= dateIn(now, schedule.zone)) gripe('is promised');
    if (
      sent.some((one) => dateIn(one.at, schedule.zone) === dateIn(now, schedule.zone)) &&
      schedule.mode === 'automatic'
    )
      gripe('is the second of a day');
    if (standing.lastByHand && now < plusMs(standing.lastByHand, 2 * DAY_MS)) gripe('follows one by hand');
    if (within(toCustomer, 7 * DAY_MS).length >= schedule.weeklyCap) gripe('is over the cap');
    if (!schedule.weekends && [0, 6].includes(weekdayOf(dateIn(now, schedule.zone))))
      gripe('is at a weekend');
    const days = Number(step);
    if (!step.startsWith('promise') && dateIn(now, schedule.zone) < addDays(due, days)) gripe('is early');
    if (!step.startsWith('promise') && daysBetween(addDays(due, days), dateIn(now, schedule.zone)) > 12)
      gripe('is late');
  };
  const look = () => {
    if (paid || !lookAt || lookAt > now) return;
    const seen = { ...standing, toCustomer: within(toCustomer, 7 * DAY_MS) };
    const plan = planOf(schedule, seen, now);
    const handledSteps = new Set([...standing.doneSteps, ...plan.skip.map(({ step }) => step)]);
    const gone = plan.skip.some(({ step }) => step === standing.planned?.step);
    standing = { ...standing, doneSteps: handledSteps, planned: gone ? null : standing.planned };
    lookAt = (plan.due ? planAfter(schedule, seen, plan, now) : plan).checkAt;
    if (!plan.due) return;
    check(plan);
    standing.doneSteps = new Set([...handledSteps, plan.due.step]);
    sent.push({ step: plan.due.step, at: now });
    if (schedule.mode === 'automatic') {
      standing = { ...standing, lastStep: now };
      toCustomer.push(now);
    } else standing = { ...standing, planned: { step: plan.due.step, at: now } };
  };
  const lookUntil = (until: Date) => {
    const next = lookAt;
    if (!next || next >= until || paid || problems.length > 0) return;
    now = new Date(Math.max(now.getTime(), next.getTime()));
    look();
    if (lookAt && lookAt <= next) problems.push(`looks for ever at ${now.toISOString()}`);
    lookUntil(until);
  };
  const wake = () => {
    lookAt = now;
  };
  const deeds: { [K in Event['kind']]: (event: Extract<Event, { kind: K }>) => void } = {
    wait: ({ hours: more }) => {
      const until = plusMs(now, more * 3_600_000);
      // A service that sleeps misses every look in between.
      if (!sleepy) lookUntil(until);
      now = until;
    },
    hand: () => {
      standing = { ...standing, lastByHand: now };
      toCustomer.push(now);
      wake();
    },
    tap: () => {
      if (!standing.planned) return;
      standing = { ...standing, planned: null, lastStep: now };
      toCustomer.push(now);
      wake();
    },
    pay: () => {
      paid = true;
    },
    part: () => {
      standing = { ...standing, partlyPaid: true };
    },
    resume: () => {
      standing = { ...standing, partlyPaid: false, off: false, since: now };
      wake();
    },
    withdraw: () => {
      standing = { ...standing, promise: null, since: now };
      wake();
    },
    off: () => {
      standing = { ...standing, off: true };
      wake();
    },
    on: () => {
      standing = { ...standing, off: false, since: now };
      wake();
    },
    settings: () => {
      schedule.since = now;
      schedule.steps = schedule.steps.map((days) => days + 1).filter((days) => days <= 60);
      wake();
    },
    promise: ({ days }) => {
      const id = `p${standing.doneSteps.size}${now.getTime()}`;
      standing = { ...standing, promise: { id, day: addDays(dateIn(now, schedule.zone), days) } };
      wake();
    },
    elsewhere: () => toCustomer.push(now),
  };
  return {
    problems,
    happen: (event: Event) => {
      const deed: (event: never) => void = deeds[event.kind];
      deed(event as never);
      look();
    },
  };
}
