import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, type CalendarDate, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { actingScope, type Ctx } from '#server/kernel/scope.ts';
import { ownerActor } from '#server/modules/identity/queries/accounts.ts';
import { major, newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';
import { settle } from './commands/days.ts';
import { issueDue } from './commands/issue.ts';
import { lockPlan } from './commands/lock.ts';
import { issueDuePlans } from './flows/issue.ts';
import { duePlans } from './queries/due.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp({
    CLOCK: '2026-01-30T05:00:00Z',
    SESSION_IDLE_MINUTES: '1000000',
    SESSION_MAX_DAYS: '1000',
  });
  owner = await newOwner(app);
});
afterAll(() => app.close());

const today = (): CalendarDate => dateIn(app.config.clock());
const run = () => issueDuePlans(app.scope());
/** Moves the clock on to 8:00 of a day. */
const goTo = (day: CalendarDate): void =>
  app.advance(Date.parse(`${day}T07:00:00Z`) - app.config.clock().getTime());

let customers = 0;
async function newCustomer(more: object = {}): Promise<string> {
  const body = { name: `Adaeze ${++customers}`, email: `adaeze${customers}@buyers.example`, ...more };
  return (await owner.call(api.customers.create, { params, body })).data.id;
}

const planBody = (customerId: string, more: object = {}) => ({
  customerId,
  title: 'Rent for {month} {year}',
  items: [{ description: 'Shop 4, {period}', quantity: 1_000_000, rate: major(50_000) }],
  taxRate: 0,
  starts: today(),
  rhythm: { months: 1, day: 31 },
  dueDays: 7,
  mode: 'draft' as const,
  ...more,
});
const create = async (more: object = {}, customerId?: string) =>
  (
    await owner.call(api.plans.create, {
      params,
      body: planBody(customerId ?? (await newCustomer()), more),
    })
  ).data;
const at = (id: string) => ({ params: { ...params, id } });
const read = async (id: string) => (await owner.call(api.plans.detail, at(id))).data;
const invoicesOf = async (customerId: string) =>
  (await owner.call(api.invoices.list, { params, query: { customerId } })).data;
const marks = ({ occurrences }: { occurrences: { number: number; state: string }[] }) =>
  occurrences.map(({ number, state }) => `${number} ${state}`);
const activities = async (type: string) =>
  (await owner.call(api.activities.list, { params, query: {} })).data.activities.filter(
    ({ activityType }) => activityType === type,
  );

test('issued at seven, once however often and by however many it is run, filled in and due by its terms', async () => {
  const plan = await create({ mode: 'send' });
  expect(plan).toMatchObject({
    next: { number: 1, day: '2026-01-31' },
    dates: ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
  });
  goTo('2026-01-31');
  app.advance(-90 * 60_000);
  await run();
  expect(await invoicesOf(plan.customerId)).toEqual([]);
  app.advance(90 * 60_000);
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await invoicesOf(plan.customerId)).toMatchObject([
    { title: 'Rent for January 2026', status: 'sent', date: '2026-01-31', dueDate: '2026-02-07' },
  ]);
  const after = await read(plan.id);
  expect(after).toMatchObject({
    next: { number: 2, day: '2026-02-28' },
    last: { day: '2026-01-31' },
    occurrences: [{ number: 1, state: 'issued', invoice: { totalAmount: major(50_000) } }],
  });
  const { data } = await owner.call(api.invoices.detail, at(after.last?.invoiceId ?? ''));
  expect(data.items[0]?.description).toBe('Shop 4, Jan 31, 2026 – Feb 27, 2026');
  expect(await activities('plan_issued')).toHaveLength(1);
});

test('five weeks without service: the newest is issued, the earlier ones wait for a decision', async () => {
  const plan = await create({ rhythm: { weeks: 1 }, starts: '2026-02-02' });
  goTo('2026-03-05');
  await run();
  await run();
  expect(await invoicesOf(plan.customerId)).toMatchObject([{ date: '2026-03-05', status: 'pending' }]);
  const missed = await read(plan.id);
  expect(missed).toMatchObject({ missed: 4, next: { number: 6, day: '2026-03-09' } });
  expect(marks(missed)).toEqual(['4 missed', '3 missed', '2 missed', '1 missed', '5 issued']);
  await owner.call(api.plans.skip, { ...at(plan.id), body: { number: 1 } });
  const issued = await owner.call(api.plans.issue, { ...at(plan.id), body: { number: 2 } });
  expect(marks(issued.data)).toEqual(['4 missed', '3 missed', '5 issued', '2 issued', '1 skipped']);
  const again = owner.call(api.plans.issue, { ...at(plan.id), body: { number: 2 } });
  expect(await refusalOf(again)).toMatchObject({ status: 409 });
  expect(issued.data.next).toEqual({ number: 6, day: '2026-03-09' });
});

test('a pause leaves out what falls into it; skip and issue now take the next one, and one press is one invoice', async () => {
  const plan = await create({ rhythm: { days: [1, 16] }, starts: '2026-03-10' });
  const numbered = (number: number) => ({ ...at(plan.id), body: { number } });
  expect(plan.dates.slice(0, 3)).toEqual(['2026-03-16', '2026-04-01', '2026-04-16']);
  await owner.call(api.plans.pause, at(plan.id));
  expect(await refusalOf(owner.call(api.plans.pause, at(plan.id)))).toMatchObject({ status: 409 });
  const paused = await refusalOf(owner.call(api.plans.issue, numbered(1)));
  expect(paused).toMatchObject({ status: 409, message: expect.stringContaining('paused. Resume it') });
  goTo('2026-04-02');
  await run();
  const resumed = (await owner.call(api.plans.resume, at(plan.id))).data;
  expect(resumed).toMatchObject({ state: 'active', missed: 0, next: { number: 3, day: '2026-04-16' } });
  await owner.call(api.plans.skip, numbered(3));
  const presses = await Promise.allSettled([1, 2, 3].map(() => owner.call(api.plans.issue, numbered(4))));
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await read(plan.id)).toMatchObject({
    next: { number: 5, day: '2026-05-16' },
    last: { day: '2026-04-02' },
  });
  expect(await invoicesOf(plan.customerId)).toMatchObject([{ title: 'Rent for May 2026' }]);
  const ended = (await owner.call(api.plans.end, at(plan.id))).data;
  expect(ended).toMatchObject({ state: 'ended', next: null, dates: [] });
  expect(await refusalOf(owner.call(api.plans.end, at(plan.id)))).toMatchObject({ status: 409 });
  expect(await refusalOf(owner.call(api.plans.resume, at(plan.id)))).toMatchObject({ status: 409 });
  const change = { ...at(plan.id), body: planBody(plan.customerId) };
  expect(await refusalOf(owner.call(api.plans.update, change))).toMatchObject({ status: 409 });
});

test('it ends by itself after so many times', async () => {
  const plan = await create({ rhythm: { weeks: 1 }, endsAfter: 2 });
  expect(plan.dates).toHaveLength(2);
  await run();
  goTo(addDays(today(), 7));
  await run();
  expect(await read(plan.id)).toMatchObject({ state: 'ended', next: null });
  goTo(addDays(today(), 7));
  await run();
  expect(await invoicesOf(plan.customerId)).toHaveLength(2);
});

test('a change touches what is to come, and the customer stays', async () => {
  goTo('2026-06-01');
  const plan = await create({ rhythm: { months: 1, day: 1 } });
  await run();
  const items = [{ description: 'Shop 4', quantity: 1_000_000, rate: major(60_000) }];
  const dearer = planBody(plan.customerId, { rhythm: { day: 1, months: 1 }, items });
  const same = (await owner.call(api.plans.update, { ...at(plan.id), body: dearer })).data;
  expect(same).toMatchObject({ totalAmount: major(60_000), next: { number: 2, day: '2026-07-01' } });
  // The 1st was issued: another rhythm goes on after it.
  const weekly = { ...dearer, rhythm: { weeks: 1 }, starts: '2026-06-01' };
  const other = (await owner.call(api.plans.update, { ...at(plan.id), body: weekly })).data;
  expect(other).toMatchObject({ next: { number: 2, day: '2026-06-08' } });
  expect(other.occurrences).toMatchObject([{ number: 1, invoice: { totalAmount: major(50_000) } }]);
  const foreign = { ...at(plan.id), body: { ...weekly, customerId: await newCustomer() } };
  expect(await refusalOf(owner.call(api.plans.update, foreign))).toMatchObject({
    status: 422,
    errors: [{ path: 'customerId' }],
  });
  goTo('2026-06-08');
  await run();
  expect(await invoicesOf(plan.customerId)).toMatchObject([
    { totalAmount: major(60_000) },
    { totalAmount: major(50_000) },
  ]);
});

test('one that cannot be issued says why, once, and the others go on', async () => {
  const [gone, fine] = [await create({ rhythm: { weeks: 1 } }), await create({ rhythm: { weeks: 1 } })];
  await owner.call(api.customers.remove, at(gone.customerId));
  await run();
  app.advance(2 * 3_600_000);
  await run();
  const problem = expect.stringContaining('is no longer one of your customers');
  expect(await read(gone.id)).toMatchObject({ problem, occurrences: [] });
  expect(await read(fine.id)).toMatchObject({ problem: null, occurrences: [{ state: 'issued' }] });
  expect(await activities('plan_failed')).toMatchObject([{ status: 'failed' }]);
  const back = { name: gone.customerName, email: `adaeze${customers - 1}@buyers.example` };
  await owner.call(api.customers.create, { params, body: back });
  app.advance(2 * 3_600_000);
  await run();
  expect(await read(gone.id)).toMatchObject({ problem: null, occurrences: [{ state: 'issued' }] });
});

test('nobody is said to have an invoice that only its owner can hand over', async () => {
  const customerId = await newCustomer({ email: undefined, phone: '08031234567' });
  const plan = await create({ rhythm: { weeks: 1 }, mode: 'send' }, customerId);
  await run();
  expect(await invoicesOf(plan.customerId)).toMatchObject([{ status: 'pending' }]);
  expect((await activities('plan_issued'))[0]?.description).toContain('send it yourself');
});

test('words are filled in in the language of the customer', async () => {
  goTo('2026-08-01');
  const plan = await create({ rhythm: { months: 1, day: 1 } }, await newCustomer({ language: 'ha' }));
  expect(await read(plan.id)).toMatchObject({
    title: 'Rent for {month} {year}',
    nextTitle: 'Rent for Agusta 2026',
  });
  await run();
  expect(await invoicesOf(plan.customerId)).toMatchObject([{ title: 'Rent for Agusta 2026' }]);
  const { data: ended } = await owner.call(api.plans.end, at(plan.id));
  expect(ended.nextTitle).toBe('Rent for Agusta 2026');
});

test('a merged customer takes its plans along', async () => {
  const [kept, plan] = [await newCustomer(), await create({ rhythm: { weeks: 1 } })];
  await owner.call(api.customers.merge, { ...at(kept), body: { customerId: plan.customerId } });
  await run();
  expect(await read(plan.id)).toMatchObject({ customerId: kept, occurrences: [{ state: 'issued' }] });
  // Its form may still name the one it was.
  const body = planBody(plan.customerId, { title: 'Rent' });
  expect((await owner.call(api.plans.update, { ...at(plan.id), body })).data.title).toBe('Rent');
});

const impossible: [string, object][] = [
  ['endsOn', { endsOn: '2026-01-01' }],
  ['endsOn', { endsOn: '2027-01-01', endsAfter: 3 }],
  ['rhythm.day', { rhythm: { months: 1, day: 0 } }],
  ['rhythm.day', { rhythm: { months: 1, day: 32 } }],
  ['rhythm.day', { rhythm: { months: 1 } }],
  ['rhythm', { rhythm: { months: 1, day: 1, days: [1, 16] } }],
  ['rhythm', { rhythm: {} }],
  ['rhythm.days', { rhythm: { days: [28, 31] } }],
  ['rhythm.days', { rhythm: { days: [4, 4] } }],
  ['rhythm.weeks', { rhythm: { weeks: 53 } }],
  ['rhythm.months', { rhythm: { months: 37, day: 1 } }],
  ['starts', { starts: '2024-01-01' }],
  ['title', { title: `{period}${'t'.repeat(100)}` }],
  ['clientEmail', { customerId: undefined }],
  ['items', { items: [] }],
  ['discount', { discount: 60_000 }],
  ['dueDays', { dueDays: 366 }],
  ['cap', { mode: 'charge' }],
  ['cap', { mode: 'charge', cap: 49_999 }],
];
test.each(impossible)('refused, by its field: %s %o', async (path, more) => {
  const items = [{ description: 'Shop 4', quantity: 1, rate: 50_000 }];
  const answer = await fetch(`${app.url}/api/ngn/plans`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...planBody(await newCustomer()), items, ...more }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([422, { errors: [{ path }] }]);
});

test('a preview keeps nothing', async () => {
  const before = (await owner.call(api.plans.list, { params })).data.length;
  const body = { starts: addDays(today(), 3), rhythm: { weeks: 2 }, endsAfter: 3 };
  const { dates } = (await owner.call(api.plans.preview, { params, body })).data;
  expect(dates).toEqual([3, 17, 31].map((days) => addDays(today(), days)));
  expect((await owner.call(api.plans.list, { params })).data).toHaveLength(before);
  const plan = await create({ rhythm: { weeks: 1 }, endsAfter: 3 });
  await owner.call(api.plans.issue, { ...at(plan.id), body: { number: 1 } });
  // Of three one is made: the change has two left, after it.
  const change = { starts: today(), rhythm: { weeks: 2 }, endsAfter: 3, planId: plan.id };
  const { dates: left } = (await owner.call(api.plans.preview, { params, body: change })).data;
  expect(left).toEqual([14, 28].map((days) => addDays(today(), days)));
  const stranger = await newOwner(app);
  const foreign = stranger.call(api.plans.preview, { params, body: change });
  expect(await refusalOf(foreign)).toMatchObject({ status: 404 });
});

test('an account that waits for its deletion is issued nothing', async () => {
  const plan = await create({ rhythm: { weeks: 1 } });
  const due = (at_: Date | null) =>
    app.store.db.updateTable('users').set({ deletion_due_at: at_ }).where('id', '=', owner.userId).execute();
  await due(new Date(app.config.clock().getTime() + 30 * DAY_MS));
  expect((await duePlans(app.system.db, app.config.clock())).map(({ id }) => id)).not.toContain(plan.id);
  await run();
  await due(null);
  expect((await read(plan.id)).occurrences).toEqual([]);
});

test('one that may not be sent today is not made today: nothing of it stays, and tomorrow it goes', async () => {
  const school = await newOwner(app);
  const billed: string[] = [];
  for (let at_ = 0; at_ < 6; at_++) {
    const body = { name: `Pupil ${at_}`, email: `pupil${at_}@school.example` };
    const { data } = await school.call(api.customers.create, { params, body });
    const plan = planBody(data.id, { mode: 'send', rhythm: { weeks: 1 }, title: 'Fees' });
    billed.push((await school.call(api.plans.create, { params, body: plan })).data.id);
  }
  await run();
  const list = async () => (await school.call(api.plans.list, { params })).data;
  const made = async () => (await school.call(api.invoices.list, { params, query: {} })).data;
  expect(await made()).toHaveLength(5);
  const waiting = (await list()).filter(({ problem }) => problem !== null);
  expect(waiting).toMatchObject([
    { last: null, next: { number: 1 }, problem: expect.stringContaining('wait until tomorrow') },
  ]);
  app.advance(DAY_MS);
  await run();
  expect((await made()).map(({ status }) => status)).toEqual(billed.map(() => 'sent'));
  expect((await list()).filter(({ problem }) => problem !== null)).toEqual([]);
});

// Guards behind another: no sweep and no call comes to them.
test('asked directly, a plan that is paused issues nothing, and a day that is settled stays so', async () => {
  const plan = await create({ rhythm: { weeks: 1 } });
  const actor = await ownerActor(app.system.db, owner.businessId);
  if (!actor) throw new Error('no owner');
  const act = (work: (ctx: Ctx) => Promise<void>) => actingScope(app.scope(), actor).transact(work);
  await owner.call(api.plans.issue, { ...at(plan.id), body: { number: 1 } });
  const again = act(async (ctx) => {
    const row = await lockPlan(ctx, { ...params, id: plan.id });
    await settle(ctx, row, { number: 1, day: plan.starts }, { state: 'skipped', invoice_id: null });
  });
  await expect(again).rejects.toThrow();
  const inDollars = act(async (ctx) => void (await lockPlan(ctx, { currency: 'USD', id: plan.id })));
  await expect(inDollars).rejects.toMatchObject({ code: 'not_found' });
  await owner.call(api.plans.pause, at(plan.id));
  goTo(addDays(today(), 21));
  await act((ctx) => issueDue(ctx, plan.id));
  expect(marks(await read(plan.id))).toEqual(['1 issued']);
});
