import { dateIn, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { advanceDueSchedules, notifyNewlyOverdue } from '#server/modules/reminders/flows/scheduled.ts';
import type { FreshEnvironment } from './startup.ts';
import { type BenchEnvironment, openEnvironment } from './environment.ts';
import { ms, type Row, rowOf, rowWithin, seconds, timed } from './measure.ts';
import { copyBusinesses, prepareSeed } from './seed.ts';
import type { Owner } from '../tests/harness.ts';

const AIM_SECONDS = 60;
const CALLS_ALONE = 200;

type Size = { businesses: number; overdue: number };
type Pass = { what: string; run: (scope: SystemScope) => Promise<unknown>; left: string };

// The queries count what a pass has still to do at $1.
const passes: Pass[] = [
  {
    what: 'telling owners of overdue invoices',
    run: notifyNewlyOverdue,
    left: `select count(*)::int as left from invoices i where due_date < $1::timestamptz::date and not exists
      (select from overdue_notices n where n.business_id = i.business_id and n.invoice_id = i.id)`,
  },
  {
    what: 'advancing their reminders',
    run: advanceDueSchedules,
    left: 'select count(*)::int as left from invoices where remind_at <= $1',
  },
];

/**
 * The clock's work for invoices that all became overdue on one day, in businesses of a hundred kinds of amounts: once with nothing
 * beside it, once while an owner reads a page of invoices again and again. No jobs run: messages are queued only.
 */
export async function measureBackground(freshPlace: FreshEnvironment, size: Size): Promise<Row[]> {
  const place = await freshPlace();
  const world = await openEnvironment(place, { ROLE: 'web' });
  try {
    const owner = await fill(world, size);
    const calm = await latencies(world, owner, (asked) => asked < CALLS_ALONE);
    const rows: Row[] = [rowOf('p95 of a page of invoices, nothing beside it', ms(p95(calm)))];
    for (const pass of passes) rows.push(...(await measurePass(world, owner, pass, size.overdue)));
    return rows;
  } finally {
    await world.stop();
    await place.remove();
  }
}

async function measurePass(
  world: BenchEnvironment,
  owner: Owner,
  pass: Pass,
  overdue: number,
): Promise<Row[]> {
  await forget(world);
  const before = process.cpuUsage();
  const taken = (await timed(() => finish(world, pass))) / 1000;
  const { user, system } = process.cpuUsage(before);
  await forget(world);
  let over = false;
  const besides = finish(world, pass).finally(() => {
    over = true;
  });
  const busy = await latencies(world, owner, () => !over);
  await besides;
  const what = `${pass.what}, ${overdue} invoices`;
  return [
    rowWithin(what, taken, AIM_SECONDS, seconds),
    rowOf(`${what}, processor of the service`, seconds((user + system) / 1e6)),
    rowOf(`p95 of a page of invoices beside it (${busy.length} calls)`, ms(p95(busy))),
  ];
}

// At eleven in the morning in Lagos, when reminders may go.
const clock = (): Date => new Date(`${dateIn(new Date(), 'UTC')}T10:00:00Z`);

async function finish(world: BenchEnvironment, { run, left }: Pass): Promise<void> {
  const { system } = world.service;
  const remaining = async () => (await world.bare.query<{ left: number }>(left, [clock()]))[0]?.left ?? 0;
  let before = Infinity;
  let todo = await remaining();
  while (todo > 0 && todo < before) {
    await run(systemScope({ ...system, now: clock }, { clientAddress: 'bench', requestId: 'bench' }));
    before = todo;
    todo = await remaining();
  }
}

async function latencies(world: BenchEnvironment, { token }: Owner, goOn: (asked: number) => boolean) {
  const request = {
    url: `${world.url}/api/ngn/invoice/get-all-invoices?limit=25`,
    method: 'GET',
    token,
    expect: 200,
  };
  const taken: number[] = [];
  while (goOn(taken.length)) taken.push(await world.load.run([request], 1));
  return taken;
}

const p95 = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? 0;

// Businesses are copies of one that signed up; every second has its reminders sent by the service.
async function fill(world: BenchEnvironment, { businesses, overdue }: Size): Promise<Owner> {
  const { query } = world.bare;
  await prepareSeed(query);
  const owner = await world.owner();
  const { businessId } = owner;
  await copyBusinesses(query, businessId, businesses - 1);
  await query(`insert into reminder_settings (business_id, mode, steps, hour, quiet_from, quiet_until, weekends, email, whatsapp, weekly_cap, language, since, updated_at)
    select business_id, 'automatic', '[0, 3, 7]', 9, 20, 8, true, true, true, 3, 'en', null, now() from business_profiles where right(business_id, 1) ~ '[02468]'`);
  await query(CUSTOMERS);
  await query(INVOICES, [clock(), plusMs(clock(), -10 * DAY_MS), Math.ceil(overdue / businesses), overdue]);
  await query('vacuum analyze');
  return owner;
}

async function forget({ bare: { query } }: BenchEnvironment): Promise<void> {
  for (const table of [
    'overdue_notices',
    'reminder_steps',
    'reminders',
    'messages',
    'activities',
    'pgboss.job_common',
  ])
    await query(`delete from ${table}`);
  await query(`update invoices set remind_at = 'epoch'`);
  await query('vacuum analyze');
}

const CUSTOMERS = `insert into customers (business_id, id, name, email, phone, created_at, updated_at)
  select business_id, business_id || '_c' || n, 'Customer ' || n, 'customer' || n || '@example.test', null, now(), now()
  from business_profiles, generate_series(1, 20) n`;
// $1: the time; $2: when they were sent; $3: so many in each business, at most $4.
const INVOICES = `insert into invoices (business_id, id, public_id, number, currency, customer_id, customer_name, customer_email, title, description,
    payment_terms, notes, subtotal_minor, discount_minor, tax_bps, tax_minor, total_minor, paid_minor, issue_date, due_date, sent_at, created_at)
  select business_id, bench_id('inv', $2), business_id || '-' || n, 'INV-' || lpad(n::text, 4, '0'), 'NGN', business_id || '_c' || (n % 20 + 1),
    'Customer ' || (n % 20 + 1), 'customer' || (n % 20 + 1) || '@example.test', 'Catering', '', 'Payment within 9 days', '',
    n * 10000, 0, 0, 0, n * 10000, 0, $2::timestamptz::date, $1::timestamptz::date - 1, $2, $2
  from business_profiles, generate_series(1, $3::integer) n limit $4`;
