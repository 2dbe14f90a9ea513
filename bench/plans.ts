import { setTimeout as pause } from 'node:timers/promises';
import { api } from '#contract/index.ts';
import { addDays, dateIn, systemClock } from '#core/dates.ts';
import { fiveItems, openEnvironment, ownerWithCustomer } from './environment.ts';
import { type Row, rowOf, rowWithin, seconds } from './measure.ts';
import { copyBusinesses } from './seed.ts';
import type { FreshEnvironment } from './startup.ts';
import { startService, stopAll } from './traffic/service-processes.ts';

const AIM_SECONDS = 300;
const WORKERS = 2;
const POLL_INTERVAL_MS = 200;
const params = { currency: 'NGN' } as const;

/** Repeating invoices that all fall due at one minute, issued and sent by two processes: from the first invoice to the last. */
export async function measurePlans(
  freshPlace: FreshEnvironment,
  { businesses, due }: { businesses: number; due: number },
): Promise<Row[]> {
  const place = await freshPlace();
  try {
    const world = await openEnvironment(place, { ROLE: 'web' });
    try {
      const owner = await ownerWithCustomer(world);
      // Its day was yesterday, so that it is due at any hour; one that begins late begins with its next day.
      const starts = addDays(dateIn(systemClock()), -1);
      const { dueDate: _none, ...contents } = fiveItems();
      await owner.call(api.plans.create, {
        params,
        body: { ...contents, starts, rhythm: { weeks: 1 }, dueDays: 14, mode: 'send' },
      });
      const { query } = world.bare;
      await query('update plans set next_on = starts, next_number = next_number - 1');
      await copyBusinesses(query, owner.businessId, businesses - 1);
      await query(COPY_CUSTOMERS, [owner.businessId]);
      await query(COPY_PLANS, [owner.businessId, Math.ceil(due / businesses), due - 1]);
      await query('analyze');
      for (let worker = 0; worker < WORKERS; worker++) await startService(place, { env: { ROLE: 'worker' } });
      const count = async (sql: string) => (await query<{ count: number }>(sql))[0]?.count ?? 0;
      const issued = async (least: number) => {
        while ((await count(ISSUED)) < least) await pause(POLL_INTERVAL_MS);
        return performance.now();
      };
      const from = await issued(1);
      const taken = ((await issued(due)) - from) / 1000;
      await stopAll();
      const invoices = await count('select count(*)::int from invoices');
      const what = `${due} repeating invoices due at one minute, ${WORKERS} workers`;
      return [
        rowWithin(`${what}: from the first to the last`, taken, AIM_SECONDS, seconds),
        {
          ...rowOf(`${what}: invoices made`, String(invoices)),
          aim: String(due),
          verdict: invoices === due ? 'met' : 'missed',
        },
      ];
    } finally {
      await stopAll();
      await world.stop();
    }
  } finally {
    await place.remove();
  }
}

const ISSUED = `select count(*)::int from plan_occurrences where state = 'issued'`;
const COPY_CUSTOMERS = `insert into customers select (jsonb_populate_record(c, jsonb_build_object('business_id', b.business_id))).*
  from customers c, business_profiles b where c.business_id = $1 and b.business_id <> $1`;
// $2: so many in each business, at most $3 beside the first.
const COPY_PLANS = `insert into plans select (jsonb_populate_record(p, jsonb_build_object('business_id', b.business_id, 'id', p.id || n))).*
  from plans p, business_profiles b, generate_series(1, $2::integer) n
  where p.business_id = $1 and (n > 1 or b.business_id <> $1) order by n, b.business_id limit $3`;
