import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { seededRandom } from '#core/seeded-random.ts';
import { type BusinessFixture, createDataset, type Dataset } from '../bench/traffic/dataset.ts';
import { drawCalls } from '../bench/traffic/request-mix.ts';
import { type TestApp, testApp } from './harness.ts';

// In a database where one business has hundreds of invoices and more than a thousand have a few, whatever the
// service asks while it answers a call is found by an index: the planner itself is asked for each statement.
const SIZE = { invoices: 400, businesses: 1_000, atWork: 2 };
const BIG_ROWS = 500;
const MIXED_CALLS = 60;

/** Calls that are streams, or that read everything on purpose. */
const adminDatabase = new Set([
  'live.news',
  'payments.payableNews',
  'account.exportData',
  'account.googleCallback',
  'whatsapp.challenge',
]);

let app: TestApp;
let dataset: Dataset;
let direct: pg.Client;
beforeAll(async () => {
  app = await testApp({ RATE_REQUESTS_PER_MINUTE: '1000000' }, { sweeps: false });
  direct = new pg.Client({ connectionString: app.store.connectionString ?? '' });
  await direct.connect();
  await direct.query('set plan_cache_mode = force_generic_plan');
  dataset = await createDataset(
    app,
    async (text, values) => (await direct.query(text, values as unknown[])).rows,
    SIZE,
  );
});
afterAll(async () => {
  await direct.end();
  await app.close({ handmade: true });
});

type Statement = { text: string; values: unknown[] };

/** Every statement with its values that goes to the database while `work` runs. */
async function statementsOf(work: () => Promise<void>): Promise<Statement[]> {
  const statements = new Map<string, Statement>();
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...words: unknown[]
  ) {
    const [query, parameters] = words;
    const { text, values } =
      typeof query === 'string' ? { text: query, values: parameters } : (query as Statement);
    if (text && this !== direct) statements.set(text, { text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(original, this, words);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return [...statements.values()].filter(({ text }) =>
    /^\s*(select|with|insert|update|delete)\b/i.test(text),
  );
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  Schema?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

type Planned = { 'QUERY PLAN': { Plan: Plan }[] };

/** The plan for the values at hand, and the one a connection keeps for any values once it has been asked often. */
async function plansOf({ text, values }: Statement): Promise<Planned[]> {
  const now = await direct.query<Planned>(`explain (format json, verbose) ${text}`, values);
  if (values.length === 0) return now.rows;
  await direct.query(`prepare kept as ${text}`);
  const genericPlan = await direct.query<Planned>(
    `explain (format json, verbose) execute kept (${values.map(() => 'null').join(', ')})`,
  );
  await direct.query('deallocate kept');
  return [...now.rows, ...genericPlan.rows];
}

async function scansOf(statement: Statement, big: Set<string>): Promise<string[]> {
  const { text } = statement;
  const found: string[] = [];
  const walk = (plan: Plan) => {
    const { 'Node Type': node, 'Relation Name': relation = '', Plans = [] } = plan;
    const isFullScan = node === 'Seq Scan' || (node.startsWith('Index') && !plan['Index Cond']);
    if (isFullScan && plan.Schema === 'public' && big.has(relation))
      found.push(`${node} of ${relation} ${plan['Index Name'] ?? ''} in: ${text.slice(0, 300)}`);
    Plans.forEach(walk);
  };
  for (const planned of await plansOf(statement))
    planned['QUERY PLAN'].forEach(({ Plan: plan }) => walk(plan));
  return found;
}

async function bigTables(): Promise<Set<string>> {
  const { rows } = await direct.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= ${BIG_ROWS}`,
  );
  return new Set(rows.map(({ relname }) => relname));
}

/** The address of every call that reads, about records of a business like most. */
function readingPaths({ links, businessId, invoices }: BusinessFixture): string[] {
  return endpoints
    .filter(({ name, endpoint }) => endpoint.method === 'GET' && !adminDatabase.has(name))
    .map(({ name, endpoint }) =>
      endpoint.path
        .replace(':currency', 'ngn')
        .replace(':publicId', links[0] ?? '')
        .replace(':id', name.startsWith('analytics') ? businessId : (invoices[0] ?? ''))
        .replace(/:\w+/, 'nigeria'),
    )
    .flatMap((path) =>
      path.endsWith('get-all-invoices')
        ? [
            path,
            ...['overdue', 'paid', 'pending', 'sent', 'due'].map((status) => `${path}?status=${status}`),
            `${path}?search=bello&limit=25`,
          ]
        : [path],
    );
}

test('no statement of a call that reads, nor of the everyday mix, reads a large table from end to end', async () => {
  const usual = dataset.others[0] as BusinessFixture;
  const ask = (path: string, init: RequestInit = {}, token: string | null = usual.token) =>
    fetch(`${app.url}${path}`, {
      ...init,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(init.body ? { 'Content-Type': 'application/json' } : {}),
      },
    });
  const statements = await statementsOf(async () => {
    for (const path of readingPaths(usual)) expect((await ask(path)).status, path).not.toBe(500);
    const calls = drawCalls(dataset, seededRandom(1));
    for (let made = 0; made < MIXED_CALLS; made++) {
      const { method, path, token, body } = calls.next().value;
      expect((await ask(path, { method, ...(body ? { body } : {}) }, token)).status, path).toBeLessThan(400);
    }
  });
  expect(statements.length).toBeGreaterThan(100);
  const big = await bigTables();
  for (const table of ['invoices', 'customers', 'payments', 'users', 'business_profiles'])
    expect(big).toContain(table);
  const scans: string[] = [];
  for (const statement of statements) scans.push(...(await scansOf(statement, big)));
  expect(scans).toEqual([]);
});

test('lines of other statements are found by their amounts', async () => {
  const usual = dataset.others[0] as BusinessFixture;
  await direct.query(`insert into bank_accounts_own
    select business_id, 'own_1', 'NGN', 'GTB', '1234', now() from business_profiles`);
  await direct.query(`insert into statement_imports (business_id, id, account_id, file_name, file_sha256, from_day, to_day, row_count,
      breaks, unreadable, imported_by, created_at)
    select business_id, 'stm_' || n, id, 'gtb.csv', 'x', '2026-01-01', '2026-01-31', 1, '[]', '[]', 'usr_1', now()
    from bank_accounts_own, generate_series(1, 4) n`);
  await direct.query(`insert into statement_lines (business_id, id, import_id, position, fingerprint, day, amount_minor, narration, payer,
      reference)
    select business_id, id || n, id, n, id || n, '2026-01-09', n * 5000, 'TRF', '', ''
    from statement_imports, generate_series(1, 20) n`);
  await direct.query('analyze');
  const statements = await statementsOf(async () => {
    const answer = await fetch(`${app.url}/api/ngn/bank-statements/stm_1/lines`, {
      headers: { Authorization: `Bearer ${usual.token}` },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toHaveProperty('data.lines.length', 20);
  });
  const big = await bigTables();
  expect(big).toContain('statement_lines');
  const ofLines = statements.filter(({ text }) => text.includes('"statement_lines"'));
  expect(ofLines.some(({ text }) => text.includes('= any('))).toBe(true);
  for (const statement of ofLines) expect(await scansOf(statement, big)).toEqual([]);
});
