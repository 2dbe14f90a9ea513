import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError, startupErrorMessage } from '#server/config/startup-errors.ts';
import { endSlowBodies } from '#server/http/slow-clients.ts';
import { refuseMixedTestMode } from '#server/outbound/test-mode-guard.ts';
import { createService } from './app.ts';

const HEADERS_TIMEOUT_MS = 10_000;
// A large file over a slow mobile network; slow-clients.ts ends what does not get on.
const REQUEST_TIMEOUT_MS = 20 * 60_000;
const SWEEP_CONNECTIONS_MS = 2_000;
const STOP_TIMEOUT_MS = 15_000;
const ANSWERED_WITHIN_MS = 8_000;
const SWEEP_IDLE_MS = 100;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

const restoreErrorHandling = exitOnStartupError();
const config = readConfig();
const service = await createService(config);
await refuseMixedTestMode(service.system.db, service.system.ports.payments);
// Only a demonstration needs what fills it.
if (process.argv.includes('--demo')) await (await import('#server/demo/index.ts')).fillDemo(service);

const { log } = service.system;
const server = serve(
  {
    fetch: service.app.fetch,
    port: config.port,
    hostname: config.host,
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: SWEEP_CONNECTIONS_MS,
    },
  },
  async (info) => {
    await service.start(info.port);
    // Once started, unexpected errors go to the log with their stack.
    restoreErrorHandling();
    process.on('uncaughtException', (error) => {
      log.error(
        { err: error },
        'This process ends: something went wrong that nobody foresaw. Start it again',
      );
      process.exit(1);
    });
    greet(info.port);
  },
) as Server;

endSlowBodies(server);

server.on('error', (error: NodeJS.ErrnoException) => {
  const message =
    error.code === 'EADDRINUSE'
      ? `Port ${config.port} is taken. Set PORT to another one.`
      : startupErrorMessage(error);
  console.error(message);
  process.exit(1);
});

function greet(port: number): void {
  const address = service.system.publicUrl();
  // Where lines of the log are collected, they are all of one form.
  if (config.production) {
    const providers = service.system.ports.payments.all.map(({ name }) => name);
    log.info(
      { address, heardOn: `${config.host}:${port}`, role: config.operations.role, providers },
      'Ready',
    );
    return;
  }
  const lines = [
    `Duewell is ready at ${address}`,
    ...(config.publicUrl ? [`(heard on ${config.host}:${port})`] : []),
  ];
  if (!config.databaseUrl)
    lines.push('Embedded database: fine for trying out and for tests; for real money set DATABASE_URL.');
  if (!config.smtpUrl) lines.push(`No SMTP is set: every message is kept and readable at ${address}/mailbox`);
  lines.push(
    ...service.system.ports.payments.all.map(({ name, title, testMode }) => {
      const mode = testMode ? 'in test mode, no real money moves' : 'with real money';
      return `Payments run through ${title} ${mode}${name === 'sandbox' ? `: ${address}/sandbox` : ''}`;
    }),
  );
  console.log(lines.join('\n'));
}

let stopping = false;

// Accepted requests are finished, and readiness fails first so that no more are routed here. A second signal,
// or too long a wait, ends the process at once; it is built to survive that.
async function stop(): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  service.health.beginStopping();
  log.info({}, 'Told to stop');
  await pause(config.operations.drainMs);
  const closed = new Promise<void>((done) => server.close(() => done()));
  await service.rest();
  const idle = setInterval(() => server.closeIdleConnections(), SWEEP_IDLE_MS);
  await Promise.race([closed, pause(ANSWERED_WITHIN_MS)]);
  clearInterval(idle);
  await service.stop();
  process.exit(0);
}

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
