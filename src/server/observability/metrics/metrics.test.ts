import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { api } from '#contract/index.ts';
import { HOUR_MS, MINUTE_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { releasePayouts } from '#server/modules/business/commands/payout-hold.ts';
import { freezePayouts, resumePayouts } from '#server/modules/ledger/commands/freezes.ts';
import { checkNow } from '#server/ops/ledger-checks/monitor.ts';
import { createFakeProvider, onlyProvider, payoutState } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, PIN, setPin } from '../../../../tests/money.ts';
import { databaseGauges, type GaugeSource, registerDatabaseGauges } from './database-gauges.ts';
import { fires, type Reading, readingOf } from './testing.ts';

type Rule = { alert: string; expr: string; annotations: { runbook: string } };

const { groups } = parse(readFileSync('ops/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;
let metrics = '';
const warned: object[] = [];
let geographyFails = false;
/** A fault nobody can cause here: what it makes of a reading. */
let seenAs = (reading: Reading): Reading => reading;
let readFrom: () => GaugeSource['db'];

beforeAll(async () => {
  const info = (fields: object) => {
    if ('port' in fields) metrics = `http://127.0.0.1:${String(fields.port)}`;
  };
  app = await testApp(
    { METRICS_PORT: '0' },
    {
      log: { info, warn: (fields) => void warned.push(fields), error: () => {} },
      ports: (made) => ({
        ...made,
        payments: onlyProvider(fake),
        geography: {
          ...made.geography,
          countries: async () => {
            if (geographyFails) throw new Error('nothing is where it was');
            return made.geography.countries();
          },
        },
      }),
    },
  );
  readFrom = () => app.store.db;
  await backedUp(0);
  owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(50_000_00));
});
afterAll(() => app.close());

const backedUp = async (hoursAgo: number) => {
  const { db } = app.store;
  await sql`delete from backups`.execute(db);
  await sql`insert into backups (finished_at, archive, rows, files, bytes, seconds)
    values (${app.system.now()}::timestamptz - make_interval(hours => ${hoursAgo}), 'one', 1, 0, 1, 1)`.execute(
    db,
  );
};
const textNow = async () => (await fetch(`${metrics}/metrics`)).text();
const countries = () => fetch(`${app.url}/v1/countries`).then((answer) => answer.arrayBuffer());

const nudge = (by: number) =>
  sql`update ledger_accounts set balance_minor = balance_minor + ${by}`.execute(app.store.db);
const resume = () => app.scope().transactAsSystem((ctx) => resumePayouts(ctx, 'Put right'));

/** The fault behind each rule, injected into the running service. */
const faults: Record<string, () => Promise<unknown>> = {
  DuewellBooksDoNotHold: async () => {
    await nudge(1);
    await checkNow(app.scope());
    // The result of the last check is still known: to any process, and after a start.
    await nudge(-1);
    await resume();
  },
  DuewellBooksNotChecked: async () => {
    await checkNow(app.scope());
    app.advance(31 * MINUTE_MS);
  },
  DuewellPayoutsStopped: async () => {
    await checkNow(app.scope());
    await app.scope().transactAsSystem((ctx) => freezePayouts(ctx, 'By hand', []));
  },
  DuewellMoneyHeld: () =>
    sql`update business_profiles set taken_over_at = now(), payouts_on_hold = true where business_id = ${owner.businessId}`.execute(
      app.store.db,
    ),
  DuewellKeyLost: async () => {
    const other = await newOwner(app);
    await setPin(other);
    await sql`delete from data_keys where business_id = ${other.businessId}`.execute(app.store.db);
    app.advance(11 * MINUTE_MS);
    await refusalOf(other.call(api.business.verifyPin, { params, body: { pin: PIN } }));
  },
  DuewellQueueStuck: async () => {
    await sql`select pgboss.create_queue('nobody.takes.this', '{"policy":"standard"}')`.execute(app.store.db);
    await sql`insert into pgboss.job (name, data, start_after)
      values ('nobody.takes.this', '{}', now() - interval '11 minutes')`.execute(app.store.db);
  },
  DuewellPayoutUnknown: async () => {
    await resume();
    await app.scope().transactAsSystem((ctx) => releasePayouts(ctx, owner.businessId, 'It is theirs'));
    await sql`update business_profiles set taken_over_at = null where business_id = ${owner.businessId}`.execute(
      app.store.db,
    );
    fake.onSend = () => ({ reported: payoutState('processing'), truth: payoutState('processing') });
    await owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(1_000_00)) });
    const { db } = app.store;
    await eventually(() =>
      db.selectFrom('withdrawals').select('id').where('tries', '=', 1).executeTakeFirst(),
    );
    app.advance(25 * HOUR_MS);
  },
  DuewellNoticesRefused: async () => {
    const forged = { method: 'POST', headers: { 'x-fake-signature': 'bad' }, body: '{}' };
    for (let times = 0; times < 11; times++) await fetch(`${app.url}/api/webhooks/fake`, forged);
  },
  DuewellServerErrors: async () => {
    geographyFails = true;
    await countries();
    geographyFails = false;
  },
  DuewellBackupOld: () => backedUp(27),
  DuewellNoBackup: () => sql`delete from backups`.execute(app.store.db),
  // A real failure is tested by tests/operations/log-archive.pg.test.ts: this database archives nothing.
  DuewellLogArchiveBehind: async () => {
    seenAs = (reading) => [...reading, { name: 'duewell_log_archive_age_seconds', labels: {}, value: 181 }];
  },
  DuewellLogArchiveFails: async () => {
    seenAs = (reading) => [...reading, { name: 'duewell_log_archive_failures', labels: {}, value: 3 }];
  },
  DuewellFiguresMissing: async () => {
    seenAs = (reading) => reading;
    readFrom = () => hanging;
  },
  DuewellNothingRead: async () => {
    readFrom = () => app.store.db;
    seenAs = () => [];
  },
  DuewellDiskFilling: async () => {
    seenAs = (reading) =>
      reading.map((one) => (one.name === 'duewell_disk_free_ratio' ? { ...one, value: 0.09 } : one));
  },
  DuewellProviderLeftAlone: async () => {
    fake.down = true;
    const [provider] = app.system.ports.payments.all;
    for (let times = 0; times < 5; times++) await provider?.verifyPayment('any');
    fake.down = false;
  },
};

const hanging: GaugeSource['db'] = new Proxy({} as GaugeSource['db'], {
  get: () => () => new Promise(() => {}),
});

/** A reading that is not one of those kept for ten seconds. */
async function freshReading(): Promise<Reading> {
  const registry = new Registry();
  registerDatabaseGauges(registry, { db: readFrom(), now: app.system.now });
  const text = await registry.metrics();
  const metricNames = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  return seenAs([
    ...readingOf(text),
    ...readingOf(await textNow()).filter(({ name }) => !metricNames.has(name)),
  ]);
}

test('every rule stays quiet while all is well, and is fired by its fault', async () => {
  expect(rules.map(({ alert }) => alert)).toEqual(Object.keys(faults));
  await countries();
  const quiet = await freshReading();
  const firing = (before: Reading, after: Reading) =>
    rules.filter(({ expr }) => fires(expr, before, after)).map(({ alert }) => alert);
  expect(firing(quiet, quiet)).toEqual([]);
  let before = quiet;
  const fired: string[] = [];
  for (const [alert, breakIt] of Object.entries(faults)) {
    await breakIt();
    const after = await freshReading();
    if (firing(before, after).includes(alert)) fired.push(alert);
    before = after;
  }
  expect(fired).toEqual(Object.keys(faults));
  expect(warned).toContainEqual({ port: fake.name });
});

test('every figure and every rule is explained, and no figure names a business or a person', async () => {
  const text = await textNow();
  const operations = readFileSync('docs/operations.md', 'utf8');
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const names = [...text.matchAll(/^# TYPE (duewell_\w+) /gm)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
  expect(rules.filter(({ annotations }) => !runbook.includes(`## ${annotations.runbook}\n`))).toEqual([]);
  expect(text).not.toMatch(/biz_|usr_|@example|0108024071/);
});

test('the port of the figures has nothing else, and a database that hangs does not keep a reader waiting', async () => {
  expect((await fetch(`${metrics}/api/docs`)).status).toBe(404);
  expect(await (await fetch(`${metrics}/livez`)).json()).toEqual({ status: 'ok' });
  const registry = new Registry();
  registerDatabaseGauges(registry, { db: hanging, now: app.system.now });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const text = registry.metrics().finally(() => vi.useRealTimers());
  await vi.advanceTimersByTimeAsync(4_000);
  const reading = readingOf(await text);
  // A gauge that could not be read is left out: a 0 would say that all is well.
  expect(reading).toEqual([{ name: 'duewell_figures_missing', labels: {}, value: databaseGauges.length }]);
});
