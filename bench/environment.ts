import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { api } from '#contract/index.ts';
import { newInvoice } from '#contract/invoices.ts';
import { createService, type Service } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { major, newOwner, type Owner, sampleInvoice } from '../tests/harness.ts';
import { type Load, startLoad } from './load.ts';
import { type RawDatabase, rawDatabaseOn } from './raw-database.ts';

const KEEP_ALIVE_MS = 600_000;
const UNLIMITED = '1000000000';

/** Settings under which the limits do not stop the clients. */
export const unlimited = {
  NODE_ENV: 'development',
  LOG_LEVEL: 'error',
  RATE_SIGNUP_PER_HOUR: UNLIMITED,
  RATE_REQUESTS_PER_MINUTE: UNLIMITED,
  RATE_REQUESTS_PER_BUSINESS: UNLIMITED,
  RATE_SENDS_PER_DAY: UNLIMITED,
  RATE_ANSWERS_PER_HOUR: UNLIMITED,
};

/** Where a measuring run keeps its records. */
export type BenchDatabase = { dataDir: string; databaseUrl: string | null };

/** The whole service at work, an empty HTTP handler on the same kind of server, the bare database, and clients. */
export type BenchEnvironment = {
  url: string;
  emptyUrl: string;
  service: Service;
  bare: RawDatabase;
  load: Load;
  owner(): Promise<Owner>;
  stop(): Promise<void>;
};

/** `settings` beside those that lift the limits. */
export async function openEnvironment(
  { dataDir, databaseUrl }: BenchDatabase,
  settings: Record<string, string> = {},
): Promise<BenchEnvironment> {
  const service = await createService(
    readConfig({
      ...unlimited,
      PORT: '0',
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...settings,
    }),
    // All that was filled in is overdue at once: the clock's work has a measurement of its own.
    { sweeps: false },
  );
  const empty = new Hono();
  empty.post('/empty', (c) => c.json({ status: 'success' }));
  empty.get('/empty', (c) => c.json({ status: 'success' }));
  const [product, floor] = [await listen(service.app.fetch), await listen(empty.fetch)];
  await service.start(product.port);
  const bare = rawDatabaseOn(service.store);
  const load = startLoad();
  const url = `http://127.0.0.1:${product.port}`;
  return {
    url,
    emptyUrl: `http://127.0.0.1:${floor.port}/empty`,
    service,
    bare,
    load,
    owner: () => newOwner({ url }),
    stop: async () => {
      await load.stop();
      await bare.close();
      for (const { server } of [product, floor]) {
        server.closeAllConnections();
        server.close();
      }
      await service.stop();
    },
  };
}

/** The maintenance the service does hourly, and a server's autovacuum within a minute. */
export const maintain = ({ service, bare }: BenchEnvironment): Promise<unknown> =>
  service.store.kind === 'server' ? bare.query('vacuum analyze') : service.store.maintain();

async function listen(
  fetch: Hono['fetch'] | Service['app']['fetch'],
): Promise<{ server: Server; port: number }> {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  // A contestant may wait long for its turn; its connections must not be closed meanwhile.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port };
}

export const CLIENT = 'bello@example.test';

const DESCRIPTIONS = ['Jollof rice, large tray', 'Small chops', 'Drinks', 'Service', 'Delivery'];

/** An invoice of five items, for the same customer every time. */
export const fiveItems = (title = 'Catering') => ({
  ...sampleInvoice({
    title,
    clientEmail: CLIENT,
    clientName: undefined,
    paymentTerms: 'Payment within 14 days',
  }),
  items: DESCRIPTIONS.map((description) => ({ description, quantity: 1_000_000, rate: major(150_000) })),
});

/** The same as the browser puts it on the wire. */
export const fiveItemsOnWire = (): string => JSON.stringify(z.encode(newInvoice, fiveItems()));

/** Adds the customer those invoices are for. */
export const addCustomer = ({ call }: Owner) =>
  call(api.customers.create, { params: { currency: 'NGN' }, body: { name: 'Mrs Bello', email: CLIENT } });

/** A new owner who has that customer. */
export async function ownerWithCustomer(world: Pick<BenchEnvironment, 'owner'>): Promise<Owner> {
  const owner = await world.owner();
  await addCustomer(owner);
  return owner;
}
