import { sql } from 'kysely';
import type { Owner } from '../tests/harness.ts';
import type { Effort } from './create-invoice.ts';
import { type BenchEnvironment, maintain } from './environment.ts';
import type { Call } from './load-worker.ts';
import { interleave, ms, over, type Row, times, verdictOf } from './measure.ts';
import { customerName, INVOICES_PER_CUSTOMER, prepareSeed, seedInvoices } from './seed.ts';

const AIM = 2;
const SAMPLE = 40;
const SETTLE_MS = 300;
const CLIENTS = 16;
// Family names of the made-up customers: each is a seventh of them.
const COMMON_WORDS = ['bello', 'okafor', 'eze', 'ibrahim'];

type Business = { count: number; owner: Owner; invoices: string[]; customers: string[] };

/** Fills one business for every size, all in one database. */
export async function seedBusinesses(world: BenchEnvironment, sizes: number[]): Promise<Business[]> {
  const { query } = world.bare;
  await prepareSeed(query);
  const made: Business[] = [];
  for (const count of sizes) {
    const owner = await world.owner();
    await seedInvoices(query, owner.businessId, count);
    // The embedded database has kept this thread busy: connections that went stale meanwhile must be seen to close.
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    made.push({ count, owner, ...(await sampleOf(world, owner.businessId)) });
  }
  await maintain(world);
  return made;
}

async function sampleOf({ bare: { query } }: BenchEnvironment, businessId: string) {
  const some = async (table: string) => {
    const rows = await query<{ id: string }>(
      `select id from (select id, row_number() over (order by id) as n, count(*) over () as total from ${table} where business_id = $1) numbered
        where n % greatest(1, total / ${SAMPLE}) = 0 limit ${SAMPLE}`,
      [businessId],
    );
    return rows.map((row) => row.id);
  };
  return { invoices: await some('invoices'), customers: await some('customers') };
}

type ReadView = { what: string; paths: (business: Business) => string[] };

/** Of the pages below, the first so many are lists and searches. */
const LISTS = 4;

/** Pages owners read most. */
export const readViews: ReadView[] = [
  { what: 'first page of 25 invoices', paths: () => ['/api/ngn/invoice/get-all-invoices?limit=25'] },
  {
    what: 'invoices of a customer, by search',
    paths: ({ count }) =>
      pickSpread(count / INVOICES_PER_CUSTOMER).map(
        (n) =>
          `/api/ngn/invoice/get-all-invoices?limit=25&search=${encodeURIComponent(customerName(n).toLowerCase())}`,
      ),
  },
  {
    what: 'invoices with a common word, by search',
    paths: () => COMMON_WORDS.map((word) => `/api/ngn/invoice/get-all-invoices?limit=25&search=${word}`),
  },
  {
    what: 'first page of the invoices of a year',
    paths: () => ['/api/ngn/invoice/get-all-invoices?limit=25&period=365'],
  },
  {
    what: 'invoices of a customer, by the customer',
    paths: ({ customers }) =>
      customers.map((id) => `/api/ngn/invoice/get-all-invoices?limit=25&customerId=${id}`),
  },
  {
    what: 'first page of overdue invoices',
    paths: () => ['/api/ngn/invoice/get-all-invoices?limit=25&status=overdue'],
  },
  { what: 'one invoice', paths: ({ invoices }) => invoices.map((id) => `/api/ngn/invoice/${id}`) },
  {
    what: 'dashboard figures',
    paths: ({ owner }) => [`/api/ngn/user/get-business-payment-info/${owner.businessId}`],
  },
  { what: 'report of six months', paths: ({ owner }) => [`/api/ngn/analytics/${owner.businessId}`] },
];

const pickSpread = (customers: number): number[] =>
  Array.from({ length: SAMPLE }, (_, i) => 1 + Math.floor((i * (customers - 1)) / SAMPLE));

/** Reads of the most used pages, in businesses of every size, interleaved. */
export async function measureReading(
  world: BenchEnvironment,
  businesses: Business[],
  effort: Effort,
): Promise<Row[]> {
  const calls = Math.ceil(effort.calls / 2);
  const rows: Row[] = [];
  const empty = [{ url: world.emptyUrl, method: 'GET', expect: 200 }];
  for (const view of readViews) {
    const contestants = Object.fromEntries(
      businesses.map((business): [string, () => Promise<number>] => {
        const requests = callsOf(world, business, view);
        return [String(business.count), async () => (await world.load.run(requests, calls)) / calls];
      }),
    );
    const results = await interleave(view.what, effort, {
      ...contestants,
      http: async () => (await world.load.run(empty, calls)) / calls,
    });
    rows.push(...rowsOf(view.what, businesses, results));
  }
  return rows;
}

/**
 * The list and its searches by sixteen clients: the time of each and the service's processor, the searches beside the list of
 * the same business. The processor is that of the thread that answers, on the embedded database with the database's.
 */
export async function measureListing(
  world: BenchEnvironment,
  businesses: Business[],
  effort: Effort,
): Promise<Row[]> {
  const calls = effort.calls * 2;
  const views = readViews.slice(0, LISTS);
  const rows: Row[] = [];
  for (const business of businesses) {
    const processor: Record<string, number[]> = {};
    const contestants = Object.fromEntries(
      views.map((view): [string, () => Promise<number>] => [
        view.what,
        async () => {
          const from = process.threadCpuUsage();
          const elapsedMs = await world.load.run(callsOf(world, business, view), calls, CLIENTS);
          const { user, system } = process.threadCpuUsage(from);
          (processor[view.what] ??= []).push((user + system) / 1_000 / calls);
          return elapsedMs / calls;
        },
      ]),
    );
    const results = await interleave(`lists of ${business.count}, ${CLIENTS} clients`, effort, contestants);
    const at = (round: Record<string, number>, name = '') => round[name] ?? Number.NaN;
    for (const { what } of views) {
      const ratio = over(results, (round) => at(round, what) / at(round, views[0]?.what));
      const isSearch = what.includes('search');
      rows.push({
        what: `${what}, of ${business.count.toLocaleString('en')}, ${CLIENTS} clients; floor: its processor`,
        median: ms(over(results, (round) => at(round, what))),
        floor: ms(over((processor[what] ?? []).slice(-effort.rounds), (used) => used)),
        ratio: what === views[0]?.what ? '' : times(ratio),
        aim: isSearch ? `≤ ${AIM} ×` : '',
        verdict: isSearch ? verdictOf(ratio, AIM) : '',
      });
    }
  }
  return rows;
}

/** The requests of one look at one business. */
export const callsOf = (world: BenchEnvironment, business: Business, view: ReadView): Call[] =>
  view
    .paths(business)
    .map((path) => ({ url: world.url + path, method: 'GET', token: business.owner.token, expect: 200 }));

function rowsOf(what: string, businesses: Business[], results: Record<string, number>[]): Row[] {
  const [smallest, largest] = [businesses[0]?.count ?? 0, businesses.at(-1)?.count ?? 0];
  const at = (round: Record<string, number>, name: string | number) => round[name] ?? Number.NaN;
  const http = over(results, (round) => at(round, 'http'));
  return businesses.map(({ count }) => {
    const ratio = over(results, (round) => at(round, count) / at(round, smallest));
    const judge = count === largest;
    return {
      what: `${what}, of ${count.toLocaleString('en')}`,
      median: ms(over(results, (round) => at(round, count))),
      floor: ms(http),
      ratio: count === smallest ? '' : times(ratio),
      aim: judge ? `≤ ${AIM} ×` : '',
      verdict: judge ? verdictOf(ratio, AIM) : '',
    };
  });
}

/** How much the database holds, so that the figures can be told apart. */
export async function sizeOf(world: BenchEnvironment): Promise<string> {
  const { rows } = await sql<{
    size: string;
  }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(world.service.store.db);
  return rows[0]?.size ?? '';
}
