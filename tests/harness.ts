import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { type ApiError, createClient } from '#contract/client.ts';
import type { signup } from '#contract/identity.ts';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { type Minor, majorToMinor } from '#core/money.ts';
import { createPdfMaker } from '#server/adapters/pdf-typst/index.ts';
import { createService, type Overrides, type Service, TASK_WORKERS } from '#server/app.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import type { Db } from '#server/kernel/db.ts';
import { type Mail, type Mailer } from '#server/kernel/ports/messaging.ts';
import { type Log, type Ports, type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { createLog } from '#server/observability/log.ts';
import { allHold, checkLedger, printFindings } from '#server/ops/ledger-checks/check.ts';
import { guardPorts } from '#server/outbound/guarded-ports.ts';
import { createWorkerPool } from '#server/workers/pool.ts';
import { canaries, logSink } from './canary.ts';
import { recordingPorts } from './canary-ports.ts';
import { clockAhead, serviceTime } from './clock-ahead.ts';
import { freshDatabase } from './databases.ts';
import { type OpenedAccount, openAccount, registerBusiness } from './owners.ts';

const HUGE = '1000000';
const testEnvironment = {
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_SIGNUP_PER_HOUR: HUGE,
  RATE_WAITLIST_PER_HOUR: HUGE,
  RATE_RESEND_PER_HOUR: HUGE,
  RATE_PORTAL_LINKS_PER_HOUR: HUGE,
  RATE_UPLOADS_PER_HOUR: HUGE,
  RATE_PUBLIC_PDFS_PER_MINUTE: HUGE,
  RATE_ANSWERS_PER_HOUR: HUGE,
  RATE_ASSISTANT_PER_MINUTE: HUGE,
  RATE_REQUESTS_PER_MINUTE: HUGE,
  RATE_REQUESTS_PER_BUSINESS: HUGE,
  RATE_UPLOADS_PER_BUSINESS: HUGE,
  RATE_SENDS_PER_DAY: HUGE,
};

/** A running service on a database of its own, heard on a real port. */
export type TestApp = Service & {
  url: string;
  config: Config;
  /** Moves the service's clock forward. */
  advance(ms: number): void;
  scope(): SystemScope;
  /** Stops it and runs the ledger checks. `handmade`: the test wrote into the database past the product. */
  close(how?: { handmade?: boolean }): Promise<void>;
};

// Everything is written as in production, into the sink. A failure nobody expected is told on the console as well, where
// it fails the test.
const written = createLog('debug', logSink);
const testLog: Log = {
  info: (fields, message) => written.info(fields, message),
  warn: (fields, message) => written.warn(fields, message),
  error: (fields, message) => {
    written.error(fields, message);
    console.error(message, fields);
  },
};

// Worker processes take half a second to start: the services of a file share them.
const workers = createWorkerPool({ ...TASK_WORKERS, onProblem: (problem) => console.error(problem) });
const sharedWork = { workers: { ...workers, close: async () => {} }, pdf: createPdfMaker(workers) };

/** Starts the whole service. `env` overrides settings (limits, for example). */
export async function testApp(env: Record<string, string> = {}, overrides: Overrides = {}): Promise<TestApp> {
  const started = Date.now();
  const begin = env.CLOCK ? Date.parse(env.CLOCK) : started + clockAhead.ms;
  let offset = 0;
  const config: Config = {
    ...readConfig({ ...testEnvironment, DATA_DIR: mkdtempSync(join(tmpdir(), 'duewell-test-')), ...env }),
    clock: () => new Date(begin + offset + Date.now() - started),
  };
  const store = overrides.store ?? (await freshDatabase());
  const service = await createService(config, {
    log: testLog,
    // A test does the clock's work itself: on a busy machine a minute passes within one.
    sweeps: false,
    ...overrides,
    ports: (made) =>
      recordingPorts(overrides.ports?.({ ...made, ...sharedWork }) ?? { ...made, ...sharedWork }),
    store,
  });
  const server = createServer(getRequestListener(service.app.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await service.start(port);
  return {
    ...service,
    config,
    url: `http://127.0.0.1:${port}`,
    advance: (ms) => {
      offset += ms;
    },
    scope: () => systemScope(service.system, { clientAddress: 'test', requestId: 'test' }),
    close: async ({ handmade = false } = {}) => {
      server.closeAllConnections();
      server.close();
      const findings = handmade ? [] : await checkLedger(service.system.db);
      await service.stop();
      if (!allHold(findings)) throw new Error(`The books do not hold:\n${printFindings(findings)}`);
    },
  };
}

type Swap = NonNullable<Overrides['ports']>;

/** The service that the files of a worker share, and the ports it was made with. */
let shared: Promise<{ app: TestApp; made: Ports }> | null = null;
let inUse = false;

// It hears the telemetry of the whole process: what another file causes in a service of its own is that file's to expect.
const sharedLog: Log = {
  ...testLog,
  error: (fields, message) => {
    if (inUse) testLog.error(fields, message);
  },
};

async function startShared(): Promise<{ app: TestApp; made: Ports }> {
  const made: Ports[] = [];
  const keep: Swap = (ports) => {
    made.push(ports);
    return ports;
  };
  const app = await testApp({}, { ports: keep, log: sharedLog });
  return { app, made: made[0] as Ports };
}

/**
 * The service that the files of a worker share, each with businesses of its own: one more, with its database, costs more
 * than most files do. For a file that neither moves the clock, nor writes past the product, nor looks at what belongs to
 * nobody; it may be given ports in place of those that were made.
 */
export async function sharedApp(ports: Swap = (made) => made): Promise<TestApp> {
  shared ??= startShared();
  const { app, made } = await shared;
  inUse = true;
  app.system.ports = guardPorts(recordingPorts(ports(made)), app.config.clock, 0);
  return {
    ...app,
    advance: () => {
      throw new Error('others have this clock too: testApp() has one of its own');
    },
    close: async () => {
      await endJobs(app);
      inUse = false;
      const findings = await checkLedger(app.system.db);
      if (allHold(findings)) return;
      shared = null;
      throw new Error(`The books do not hold:\n${printFindings(findings)}`);
    },
  };
}

/** A mail server that takes everything, and puts it into a list. */
export const mailerInto = (mails: Mail[]): Mailer => ({
  send: async (mail) => ({ ok: true, id: String(mails.push(mail)) }),
});

/** Lets the jobs that have begun end, and forgets the others: what comes next does not meet what they do. */
export const endJobs = ({ store }: TestApp) =>
  eventually(async () => {
    await sql`delete from pgboss.job where state in ('created', 'retry')`.execute(store.db);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from pgboss.job where state = 'active'`.execute(store.db);
    return rows[0]?.n === 0;
  });

/** A signed-in owner of a registered business, with a client of the whole contract. */
export type Owner = {
  email: string;
  password: string;
  token: string;
  userId: string;
  businessId: string;
  call: ReturnType<typeof createClient>;
};

let owners = 0;

/**
 * A fresh owner; with `register: false` the business profile is left for later. A service of this process gets one by its
 * commands, another one by calls.
 */
export async function newOwner(
  app: Pick<TestApp, 'url'> & Partial<Pick<TestApp, 'system'>>,
  { register = true, name }: { register?: boolean; name?: string } = {},
): Promise<Owner> {
  const person = {
    firstName: 'Adaeze',
    lastName: 'Okafor',
    email: `owner${++owners}.${process.pid}@example.test`,
    password: 'correct horse staple 9',
    preferredCurrency: 'NGN',
    agreed: true,
  } as const;
  const { email, password } = person;
  canaries.register('password', password);
  const opened = app.system ? await openAccount(app.system, person) : await signUp(app.url, person);
  const { token, userId, businessId } = opened;
  canaries.register('token', token);
  const call = createClient({ baseUrl: app.url, token: () => token });
  const body = sampleBusiness(name);
  if (register && app.system) await registerBusiness(app.system, token, body);
  else if (register) await call(api.business.createProfile, { params: { currency: 'NGN' }, body });
  return { email, password, token, userId, businessId, call };
}

async function signUp(baseUrl: string, body: z.output<typeof signup>): Promise<OpenedAccount> {
  const { token, user } = await createClient({ baseUrl })(api.identity.register, { body });
  return { token, userId: user.id, businessId: user.businessId };
}

/** Has an owner's address confirmed, as pressing the link of the first message does. */
export async function confirmAddress(app: Pick<TestApp, 'store' | 'config'>, owner: Owner): Promise<void> {
  await app.store.db
    .updateTable('users')
    .set({ email_verified_at: app.config.clock() })
    .where('id', '=', owner.userId)
    .execute();
}

/** Has an owner's address confirmed and an operator accept the documents: what pays out a lot is no fresh account. */
export async function documentOwner(db: Db, owner: Owner): Promise<void> {
  const at = new Date();
  await db.updateTable('users').set({ email_verified_at: at }).where('id', '=', owner.userId).execute();
  await db
    .updateTable('business_profiles')
    .set({ documents_accepted_at: at })
    .where('business_id', '=', owner.businessId)
    .execute();
}

/** Has the owner's own account stand on documents. */
export const printOwnAccount = (owner: Owner) =>
  owner.call(api.settings.updateProfile, {
    params: { currency: 'NGN', id: owner.businessId },
    body: { ownAccountOnDocuments: true },
  });

const [ACCOUNT, BVN] = ['0108024071', '22212345678'];
canaries.register('account', ACCOUNT);
canaries.register('bvn', BVN);

/** A complete business profile as the onboarding wizard sends it. */
export const sampleBusiness = (name = 'Okafor Kitchen & Events') => ({
  businessCategory: 'Service Provider',
  businessName: name,
  industry: 'Retail',
  description: 'Catering for every feast',
  companySize: '2-10 employees',
  email: 'hello@okafor.test',
  country: 'NG',
  state: 'EN',
  city: 'Enugu',
  street: '14 Ogui Road',
  zipCode: '400001',
  websiteUrl: '',
  bankAccountNumber: ACCOUNT,
  bankName: 'Guaranty Trust Bank (GTB)',
  accountName: 'Okafor Kitchen',
  bankVerificationNumber: BVN,
});

/** An amount in naira (or dollars) as minor units. */
export const major = (amount: number): Minor => majorToMinor(amount);

/** The body of an invoice; by default two trays at ₦45,000 and 50 small chops at ₦600. */
export const sampleInvoice = (more: Record<string, unknown> = {}) => ({
  clientName: 'Mrs Bello',
  clientEmail: 'bello@example.test',
  dueDate: addDays(dateIn(serviceTime()), 7),
  title: 'Catering for naming ceremony',
  taxRate: 750,
  items: [
    { description: 'Jollof rice, large tray', quantity: 2_000_000, rate: major(45_000) },
    { description: 'Small chops', quantity: 50_000_000, rate: major(600) },
  ],
  ...more,
});

/** Runs a call that must be refused and gives the refusal. */
/** Uploads a PDF and gives its id. */
export async function uploadFile(app: Pick<TestApp, 'url'>, owner: Owner, purpose: string): Promise<string> {
  const form = new FormData();
  form.set('purpose', purpose);
  form.set('file', new File(['%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'], 'slip.pdf'));
  const answer = await fetch(`${app.url}/api/ngn/files/upload`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  return ((await answer.json()) as { data: { file: { id: string } } }).data.file.id;
}

export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('the call was not refused');
}

/** Waits until `check` gives something other than null, undefined or false. */
export async function eventually<T>(
  check: () => Promise<T | null | undefined | false>,
  timeoutMs = 240_000,
): Promise<T> {
  const until = Date.now() + timeoutMs;
  let pauseMs = 2;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > until) throw new Error('it did not happen in time');
    await new Promise((done) => setTimeout(done, pauseMs));
    pauseMs = Math.min(2 * pauseMs, 40);
  }
}
