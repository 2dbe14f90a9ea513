import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { freeDisk, type Health } from '#server/http/health.ts';
import type { Store } from '#server/kernel/db.ts';
import type { LiveHub } from '#server/kernel/live.ts';
import { type GaugeSource, registerDatabaseGauges } from './database-gauges.ts';
import { collectEvents, gauge } from './registry.ts';

export type Measured = GaugeSource & {
  at: { port: number; host: string };
  store: Pick<Store, 'pool'>;
  live: Pick<LiveHub, 'listening'>;
  health: Health;
  dataDir: string;
};

export type MetricsServer = { port: number; stop(): Promise<void> };

/** Serves metrics in Prometheus' format at a port of their own, which must not be public. */
export async function serveMetrics(measured: Measured): Promise<MetricsServer> {
  const { registry, stop } = collectEvents();
  ofThisProcess(registry, measured);
  registerDatabaseGauges(registry, measured);
  const answers: Record<string, () => Promise<{ status: number; type: string; body: string }>> = {
    '/metrics': async () => ({ status: 200, type: registry.contentType, body: await registry.metrics() }),
    '/livez': async () => ({ status: 200, type: 'application/json', body: '{"status":"ok"}' }),
    '/readyz': async () => {
      const failing = await measured.health.failing();
      const ready = failing.length === 0;
      const body = JSON.stringify(ready ? { status: 'ready' } : { status: 'not_ready', failing });
      return { status: ready ? 200 : 503, type: 'application/json', body };
    },
  };
  const server = createServer((request, response) => {
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
    const nothing = { status: 404, type: 'text/plain', body: 'There is nothing at this address\n' };
    const broken = { status: 500, type: 'text/plain', body: 'The figures could not be read\n' };
    void (answer?.().catch(() => broken) ?? Promise.resolve(nothing)).then(({ status, type, body }) =>
      response.writeHead(status, { 'Content-Type': type }).end(body),
    );
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(measured.at.port, measured.at.host, done);
  });
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      stop();
    },
  };
}

function ofThisProcess(registry: Registry, { store, live, dataDir }: Measured): void {
  const registers = [registry];
  gauge({
    name: 'duewell_database_connections',
    help: 'Connections of the pool at work, requests that wait for one, and how many there may be',
    labelNames: ['state'],
    registers,
    collect() {
      const pool = store.pool();
      if (!pool) return;
      this.set({ state: 'in_use' }, pool.inUse);
      this.set({ state: 'waiting' }, pool.waiting);
      this.set({ state: 'max' }, pool.max);
    },
  });
  gauge({
    name: 'duewell_live_streams',
    help: 'Pages that listen for news',
    registers,
    collect() {
      this.set(live.listening());
    },
  });
  gauge({
    name: 'duewell_disk_free_ratio',
    help: 'Free part of the disk DATA_DIR is on, 0 to 1',
    registers,
    async collect() {
      this.set(await freeDisk(dataDir));
    },
  });
}
