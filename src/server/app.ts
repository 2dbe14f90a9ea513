import { availableParallelism } from 'node:os';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { csrf } from 'hono/csrf';
import { openApiDocument } from '#contract/openapi.ts';
import { AppError } from '#core/errors.ts';
import { createDocumentReader } from '#server/adapters/documents/index.ts';
import { createPictureDrawer } from '#server/adapters/documents/picture-drawer.ts';
import { createDevMailbox } from '#server/adapters/email/dev-mailbox.ts';
import { createSmtpMailer } from '#server/adapters/email/smtp.ts';
import { createGeography } from '#server/adapters/geography/index.ts';
import { createLanguageModel } from '#server/adapters/model/index.ts';
import { createSignInProvider } from '#server/adapters/openid/index.ts';
import { createPdfMaker } from '#server/adapters/pdf-typst/index.ts';
import { createPusher } from '#server/adapters/push/index.ts';
import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import { createWhatsApp } from '#server/adapters/whatsapp-cloud/index.ts';
import type { Config } from '#server/config/config.ts';
import { readMasterKeys } from '#server/config/keys.ts';
import { migrate } from '#server/database/migrate.ts';
import { accessLog } from '#server/http/access-log.ts';
import { mount } from '#server/http/endpoints.ts';
import type { Env } from '#server/http/env.ts';
import { errorResponse } from '#server/http/error-response.ts';
import { loopbackOnly, securityHeaders, storableAddress } from '#server/http/headers.ts';
import { createHealth, type Health, serveHealth } from '#server/http/health.ts';
import { limitConcurrency } from '#server/http/overload.ts';
import { rememberCallers } from '#server/http/recent-callers.ts';
import { serveWebApp } from '#server/http/static.ts';
import { throttleRefusals } from '#server/http/throttle.ts';
import {
  openEmbedded,
  openServer,
  refuseUnsafeServer,
  SERVICE_LIMITS,
  type Store,
} from '#server/kernel/db.ts';
import { openJobs } from '#server/kernel/jobs.ts';
import { createLateReads } from '#server/kernel/late-reads.ts';
import { openLiveHub } from '#server/kernel/live.ts';
import { createSessionCache } from '#server/kernel/session-cache.ts';
import { createMasterKeys } from '#server/kernel/master-keys.ts';
import type { Log, System } from '#server/kernel/scope.ts';
import { openSealer } from '#server/kernel/sealing.ts';
import { createVaults } from '#server/kernel/vault.ts';
import { manifests } from '#server/modules/all.ts';
import { authenticate } from '#server/modules/identity/queries/accounts.ts';
import { createLog } from '#server/observability/log.ts';
import { openFiles } from '#server/outbound/file-store.ts';
import { guardPorts } from '#server/outbound/guarded-ports.ts';
import { chooseProviders } from '#server/outbound/payment-adapters.ts';
import { crawlerPages } from '#server/pages/crawlers.ts';
import { mailboxPages } from '#server/pages/dev-mailbox/index.ts';
import { cardPages } from '#server/pages/card/index.ts';
import { docsPage } from '#server/pages/docs/index.ts';
import { portalPages } from '#server/pages/my/index.ts';
import { operatorPages } from '#server/pages/operator/index.ts';
import { payPages } from '#server/pages/pay/index.ts';
import { quotePages } from '#server/pages/quote/index.ts';
import { receiptPages } from '#server/pages/receipt/index.ts';
import { shopPages } from '#server/pages/shop/index.ts';
import { unsubscribePages } from '#server/pages/unsubscribe/index.ts';
import { verifyPages } from '#server/pages/verify/index.ts';
import { createSandbox, type Sandbox } from '#server/sandbox/index.ts';
import { createWorkerPool } from '#server/workers/pool.ts';
import { createBackgroundWork } from '#server/schedule/maintenance.ts';
import { jobRunners, routes } from './routes.ts';

/** Replacements for tests. */
export type Overrides = {
  store?: Store;
  log?: Log;
  ports?: (made: System['ports']) => System['ports'];
  /** False where a test itself does the clock's work. */
  sweeps?: boolean;
};

export type Service = {
  app: Hono<Env>;
  system: System;
  store: Store;
  sandbox: Sandbox;
  /** Sets the port the service listens on, and starts its background work. */
  start(port: number): Promise<void>;
  health: Health;
  /** Stops background work and ends the streams; requests are still answered. */
  rest(): Promise<void>;
  stop(): Promise<void>;
};

/** The composition root: opens the store, chooses the adapters, mounts every route. Does not listen yet. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const log = overrides.log ?? createLog(config.logLevel);
  const { role, tracesTo } = config.operations;
  const stopTraces = tracesTo
    ? await (await import('#server/observability/tracing.ts')).startTracing(tracesTo)
    : null;
  const store = overrides.store ?? (await openStore(config));
  await migrate(store, { newerAllowed: config.storage.runOnNewerSchema });
  const masterKeys = createMasterKeys(readMasterKeys(config));
  const sealer = await openSealer(store.db, masterKeys, config.clock());
  const address = { port: config.port };
  const publicUrl = () => config.publicUrl ?? `http://localhost:${address.port}`;
  const sandbox = createSandbox({
    db: store.db.withTables(),
    clock: config.clock,
    secret: sealer.derive('sandbox-webhooks'),
    publicUrl,
    webhookUrl: () => `http://127.0.0.1:${address.port}/api/webhooks/sandbox`,
    onError: (error) => log.error({ err: error }, 'The sandbox met an error'),
  });
  const { mailer, kept } = mailersOf(config, store);
  const ports = await portsOf(config, { mailer, sandbox, sealer, log });
  const queue = await openJobs(store, jobRunners, log, config.abandonedAfterSeconds, role !== 'web');
  const live = await openLiveHub(store);
  const system: System = {
    config,
    db: store.db,
    dbOf: store.forBusiness,
    lateReads: createLateReads(store, openReplica(config)),
    ports: guardPorts(overrides.ports?.(ports) ?? ports, config.clock, config.model?.timeoutMs ?? 0),
    sealer,
    vaultOn: createVaults({ masterKeys, sealer, clock: config.clock }),
    live,
    sessions: createSessionCache(live),
    log,
    data: manifests,
    publicUrl,
    now: config.clock,
    writeJobsOn: queue.writeJobsOn,
  };
  const health = createHealth({ db: store.db, dataDir: config.dataDir, idleSeconds: queue.idleSeconds });
  const app = createRouter(system, health, { sandbox, kept });
  const work = createBackgroundWork({
    system,
    store,
    queue,
    sandbox,
    health,
    scheduledJobs: overrides.sweeps !== false,
  });
  return {
    app,
    system,
    store,
    sandbox,
    health,
    rest: work.drain,
    start: async (port) => {
      address.port = port;
      await work.begin();
    },
    stop: async () => {
      await work.end();
      await closePorts(system.ports);
      await live.stop();
      await Promise.all([store.close(), system.lateReads.close()]);
      await stopTraces?.();
    },
  };
}

async function closePorts({ mailer, workers, documents, pictures }: System['ports']): Promise<void> {
  mailer.close?.();
  await Promise.all([workers.close(), documents.close(), pictures.close()]);
}

/** Prints documents and reads messages. */
export const TASK_WORKERS = {
  name: 'tasks',
  processes: Math.max(2, availableParallelism()),
  heapMegabytes: 300,
  growthBytes: 700_000_000,
  niceness: 5,
  // A second of work at most; a busy machine needs longer.
  timeoutMs: 30_000,
  queue: 64,
  share: 4,
  idleMs: 600_000,
};

type PortDependencies = Pick<System, 'sealer' | 'log'> & {
  mailer: System['ports']['mailer'];
  sandbox: Sandbox;
};

/** The adapters behind the ports, by the settings. */
async function portsOf(
  config: Config,
  { mailer, sandbox, sealer, log }: PortDependencies,
): Promise<System['ports']> {
  const { privateHosts } = config;
  const workers = createWorkerPool({ ...TASK_WORKERS, onProblem: logProblem(log) });
  const reach = (address: string) => guardedFetch(address, { privateHosts });
  return {
    google: config.google && createSignInProvider({ ...config.google, fetch: reach(config.google.issuer) }),
    mailer,
    files: await openFiles(config),
    pdf: createPdfMaker(workers),
    workers,
    payments: chooseProviders(config.payments, sandbox, config.clock, privateHosts),
    pusher: createPusher({ secret: sealer.deriveStable('web-push'), contact: contactOf(config) }),
    whatsapp:
      config.whatsapp && createWhatsApp({ ...config.whatsapp, fetch: reach(config.whatsapp.baseUrl) }),
    geography: createGeography(config.geographyKey ? { key: config.geographyKey } : {}),
    model: config.model && createLanguageModel({ ...config.model, privateHosts }),
    documents: createDocumentReader({ onProblem: logProblem(log) }),
    pictures: createPictureDrawer({ onProblem: logProblem(log) }),
  };
}

function createRouter(
  system: System,
  health: Health,
  local: { sandbox: Sandbox; kept: ReturnType<typeof createDevMailbox> | null },
): Hono<Env> {
  const app = new Hono<Env>();
  app.use(securityHeaders(system));
  app.use(throttleRefusals());
  app.use(accessLog(system));
  app.use(rememberCallers(() => system.now().getTime()));
  app.use(limitConcurrency(system.config.maxConcurrentRequests));
  app.use(compress({ threshold: 1024 }));
  app.onError((error, c) => errorResponse(error, c.get('requestId'), system.log));
  app.notFound((c) =>
    errorResponse(
      new AppError('not_found', 'There is nothing at this address'),
      c.get('requestId'),
      system.log,
    ),
  );
  serveHealth(app, health);
  if (system.config.operations.role === 'worker') return app;
  mount(app, system, routes, authenticate);
  app.get('/api/openapi.json', (c) => c.json(openApiDocument(system.publicUrl())));
  app.get('/api/docs', docsPage);
  app.route('/pay', payPages(system));
  app.route('/quote', quotePages(system));
  app.route('/receipt', receiptPages(system));
  app.route('/verify', verifyPages(system));
  app.route('/shop', shopPages(system));
  app.route('/my', portalPages(system));
  app.route('/card', cardPages(system));
  app.route('/unsubscribe', unsubscribePages(system));
  app.route('/operator', operatorPages(system));
  const localOnly = loopbackOnly(system);
  if (usesSandbox(system.config)) {
    app.use('/sandbox/*', storableAddress, csrf());
    // Customers reach the sandbox's checkout from anywhere; its control panel and the mailbox stay at this machine.
    app.use('/sandbox/*', (c, next) =>
      c.req.path.startsWith('/sandbox/checkout/') ? next() : localOnly(c, next),
    );
    app.route('/sandbox', local.sandbox.pages);
  }
  if (local.kept)
    app.use('/mailbox/*', storableAddress, localOnly).route('/mailbox', mailboxPages(local.kept));
  app.route('/', crawlerPages(system.publicUrl));
  serveWebApp(app, system.publicUrl);
  return app;
}

/** Whether a provider of any currency is the sandbox. Its pages make payments, so elsewhere there are none. */
const usesSandbox = ({ payments: { chosen } }: Config): boolean =>
  Object.values(chosen).some(
    ({ collecting, payingOut }) => collecting.includes('sandbox') || payingOut === 'sandbox',
  );

// Push services require a contact address; the sender address of our mail accepts replies.
const contactOf = ({ mailFrom }: Config): string =>
  `mailto:${/(?<![^\s<>])[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'no-reply@localhost'}`;

const logProblem = (log: Log) => (problem: string) =>
  log.warn({ problem }, 'A worker process did not do as expected');

/** Sends through SMTP where a server is set; else stores mail in the dev mailbox. */
function mailersOf(config: Config, store: Store) {
  if (config.smtpUrl)
    return { mailer: createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom }), kept: null };
  const kept = createDevMailbox({ db: store.db.withTables(), clock: config.clock });
  return { mailer: kept, kept };
}

const openReplica = ({ databaseReplicaUrl: url, databasePool }: Config): Store | null =>
  url ? openServer(url, databasePool, SERVICE_LIMITS) : null;

async function openStore(config: Config): Promise<Store> {
  if (!config.databaseUrl) return openEmbedded(config.dataDir);
  const { databasePool, databasePoolerUrl } = config;
  const store = openServer(config.databaseUrl, databasePool, SERVICE_LIMITS, databasePoolerUrl);
  if (config.production) await refuseUnsafeServer(store.db);
  return store;
}
