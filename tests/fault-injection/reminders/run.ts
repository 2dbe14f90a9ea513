import { sql } from 'kysely';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { seededRandom } from '#core/seeded-random.ts';
import { instantAt } from '#core/time-zones.ts';
import type { Db, Store } from '#server/kernel/db.ts';
import { freshDatabase } from '../../databases.ts';
import { newOwner, sampleInvoice, testApp } from '../../harness.ts';
import { type SmtpTestServer, startSmtpServer } from '../../mail/smtp-server.ts';
import { type Problem, type Result, timed } from '../result.ts';
import { type Child, sharedSettings, startChild } from '../service-process.ts';
import { pause } from '../webhook-courier.ts';

const WORKERS = 2;
/** A process sends the messages of a queue one after another. */
const IN_FLIGHT = 1;
const STEP = '3';
/** A living process that stands still for so long on a busy machine would be taken for a dead one. */
const ABANDONED_AFTER_SECONDS = 10;
const STUCK_MS = 300_000;
const params = { currency: 'NGN' as const };

type Options = { invoices: number; kills: number; seed?: number };

/**
 * H9. Reminders go out over SMTP while the processes that send them are killed. Each customer gets a reminder once at most;
 * one that a killed process was sending is `unknown` in the database, everything else arrives.
 */
export const remindersUnderFire = (options: Options): Promise<Result> =>
  timed('reminders, workers killed', () => run(options));

async function run({ invoices, kills, seed = Date.now() % 1e6 }: Options) {
  const store = await freshDatabase();
  const office = await startSmtpServer();
  // As slow as a server near by, so that there is always one on its way.
  office.message = async () => {
    await pause(4);
    return null;
  };
  const settings = sharedSettings({
    DATABASE_URL: store.connectionString ?? '',
    SMTP_URL: `smtp://${office.host}:${office.port}`,
    ABANDONED_AFTER_SECONDS: String(ABANDONED_AFTER_SECONDS),
    DATABASE_POOL: '4',
  });
  settings.CLOCK_OFFSET_MS = String(await prepare(store, settings, invoices));
  const done = await killUntilDone({ store, office, settings, kills, chance: seededRandom(seed), invoices });
  const problems = [...done.problems, ...(await heldAgainstTheBooks(store.db, office, done.killed))];
  const unknown = await countOf(store.db, sql`state = 'unknown'`);
  await office.close();
  await store.close();
  return {
    rounds: done.killed,
    acknowledged: office.received.length,
    problems,
    note: `seed ${seed}: ${invoices} reminders, ${office.received.length} arrived, ${unknown} unknown after ${done.killed} kills`,
  };
}

/** A business with so many open invoices, each of a customer of its own, whose step is due; gives how far its day is away. */
async function prepare(
  store: Store,
  { DATA_DIR = '' }: Record<string, string>,
  invoices: number,
): Promise<number> {
  const app = await testApp({ DATA_DIR }, { store: { ...store, close: async () => {} }, sweeps: false });
  const owner = await newOwner(app);
  const due = addDays(dateIn(app.scope().now), 7);
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice({ dueDate: due }) });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  await owner.call(api.reminders.updateSettings, {
    params,
    body: { mode: 'automatic', steps: [Number(STEP)] },
  });
  await multiply(store.db, data.id, invoices);
  await app.close({ handmade: true });
  return instantAt(addDays(due, Number(STEP)), 9, 'Africa/Lagos').getTime() - Date.now();
}

async function multiply(db: Db, invoiceId: string, count: number): Promise<void> {
  await sql`insert into customers (business_id, id, name, email, created_at, updated_at)
    select c.business_id, 'cus_' || lpad(n::text, 26, '0'), 'Customer ' || n, 'customer' || n || '@example.test', c.created_at, c.updated_at
    from invoices i join customers c on c.business_id = i.business_id and c.id = i.customer_id, generate_series(2, ${count}::int) n
    where i.id = ${invoiceId}`.execute(db);
  await sql`insert into invoices (business_id, id, public_id, number, currency, customer_id, customer_name, customer_email, title,
      description, payment_terms, notes, subtotal_minor, discount_minor, tax_bps, tax_minor, total_minor, issue_date, due_date,
      sent_at, created_at)
    select business_id, 'inv_' || lpad(n::text, 26, '0'), 'public' || n, 'T-' || n, currency, 'cus_' || lpad(n::text, 26, '0'),
      'Customer ' || n, 'customer' || n || '@example.test', title, description, payment_terms, notes, subtotal_minor,
      discount_minor, tax_bps, tax_minor, total_minor, issue_date, due_date, sent_at, created_at
    from invoices, generate_series(2, ${count}::int) n where id = ${invoiceId}`.execute(db);
  // Each got its invoice from here before, so a reminder reaches no new customer.
  await sql`insert into messages (business_id, key, id, invoice_id, customer_id, customer_name, channel, kind, to_address, state, created_at)
    select business_id, 'deliver:' || id, 'msg_' || right(id, 26), id, customer_id, customer_name, 'email', 'invoiceSent',
      customer_email, 'sent', created_at from invoices where id <> ${invoiceId}`.execute(db);
}

type Fire = {
  store: Store;
  office: SmtpTestServer;
  settings: Record<string, string>;
  kills: number;
  chance: () => number;
  invoices: number;
};

async function killUntilDone({ store, office, settings, kills, chance, invoices }: Fire) {
  const start = () => startChild(settings, 'tests/fault-injection/reminders/worker.ts');
  const workers: Child[] = await Promise.all(Array.from({ length: WORKERS }, start));
  const problems: Problem[] = [];
  let killed = 0;
  let progress = { arrived: -1, at: performance.now() };
  while (!(await isDone(store.db, invoices))) {
    if (office.received.length > progress.arrived)
      progress = { arrived: office.received.length, at: performance.now() };
    if (performance.now() - progress.at > STUCK_MS) {
      problems.push({ kind: 'stuck', text: `nothing more arrives after ${progress.arrived}` });
      break;
    }
    // Spread over the whole of it, one or both at a time.
    if (killed < kills && office.received.length >= ((killed + 1) * invoices) / (kills + 2)) {
      // The only time it is both: nobody has to wait until what they left is taken for abandoned.
      const isAll = kills === 1 || chance() < 0.3;
      const dying = isAll ? workers.map((_, at) => at) : [Math.floor(chance() * WORKERS)];
      await pause(chance() * 20);
      killed += dying.length;
      await Promise.all(dying.map((at) => workers[at]?.kill()));
      if (isAll) await letItLie(store.db);
      const born = await Promise.all(dying.map(start));
      for (const [index, at] of dying.entries()) workers[at] = born[index] ?? (await start());
    }
    await pause(50);
  }
  await Promise.all(workers.map((worker) => worker.kill()));
  return { killed, problems };
}

/** As if all that nobody works on any more had been left so long ago that it is taken up again. */
async function letItLie(db: Db): Promise<void> {
  const since = sql`interval '1 second' * ${sql.lit(ABANDONED_AFTER_SECONDS)}`;
  await sql`update messages set claimed_at = claimed_at - ${since} where state = 'sending'`.execute(db);
  await sql`update pgboss.job set started_on = started_on - ${since} where state = 'active'`.execute(db);
}

/** Every reminder was made, and none of them waits or is on its way. */
async function isDone(db: Db, invoices: number): Promise<boolean> {
  const settled = await countOf(db, sql`state not in ('queued', 'sending')`);
  return settled >= invoices;
}

async function countOf(db: Db, what: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from messages where kind = 'invoiceReminder' and ${what}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function heldAgainstTheBooks(db: Db, office: SmtpTestServer, killed: number): Promise<Problem[]> {
  const problems: Problem[] = [];
  const arrived = Map.groupBy(office.received, ({ to }) => to.join());
  const messages = await db
    .selectFrom('messages')
    .select(['key', 'to_address', 'state', 'reason'])
    .where('kind', '=', 'invoiceReminder')
    .execute();
  for (const { key, to_address: to, state, reason } of messages) {
    const times = arrived.get(to)?.length ?? 0;
    if (times > 1) problems.push({ kind: 'doubled', text: `${to} got ${times} of ${key}` });
    if (state === 'sent' && times === 0)
      problems.push({ kind: 'lost', text: `${key} is sent and did not arrive` });
    if (state !== 'sent' && state !== 'unknown')
      problems.push({ kind: 'wrong', text: `${key} is ${state}: ${reason}` });
  }
  const unknown = messages.filter(({ state }) => state === 'unknown').length;
  if (unknown > killed * IN_FLIGHT)
    problems.push({ kind: 'wrong', text: `${unknown} are unknown after ${killed} kills` });
  const { rows } = await sql<{
    id: string;
  }>`select i.id from invoices i where i.sent_at is not null and not exists
    (select 1 from reminder_steps s where s.business_id = i.business_id and s.invoice_id = i.id and s.step = ${STEP}
      and s.state in ('done', 'queued'))`.execute(db);
  problems.push(...rows.map(({ id }) => ({ kind: 'lost' as const, text: `${id} was never reminded of` })));
  return problems;
}
