import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { checkBooks } from '#server/books/check.ts';
import { openEmbedded } from '#server/db.ts';
import { eventually, newOwner, sampleInvoice } from './harness.ts';
import { startService } from './journeys/service.ts';
import { freshStore } from './stores.ts';

// The process is killed while four clients create invoices. What was acknowledged must be there afterwards, a key
// asked for again must give the same invoice, and nothing may be there that nobody asked for.
const ROUNDS = 2;
const CLIENTS = 4;
const MIDST = 6;
const params = { currency: 'NGN' } as const;

test('a killed process loses nothing it acknowledged and doubles nothing', { timeout: 90_000 }, async () => {
  // On a server each process begins on the same database; the embedded one lives in the data folder.
  const server = process.env.TEST_DATABASE_URL ? await freshStore() : null;
  const env = { DATABASE_URL: server?.connectionString ?? '' };
  let service = await startService(env);
  const { dataDir } = service;
  const owner = await newOwner(service);
  const acknowledged = new Map<string, string>();
  const asked = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const call = createClient({ baseUrl: service.url, token: () => owner.token });
    const create = async (key: string) => {
      asked.add(key);
      const { data } = await call(
        api.invoices.create,
        { params, body: sampleInvoice() },
        { idempotencyKey: key },
      );
      expect(acknowledged.get(key) ?? data.id).toBe(data.id);
      acknowledged.set(key, data.id);
    };
    const load = { on: true };
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let at = 0; load.on; at++) await create(`${round}-${client}-${at}`).catch(() => {});
    });
    // In the midst of work, however fast the machine is.
    await eventually(async () => acknowledged.size >= MIDST * (round + 1), 30_000);
    await service.kill();
    load.on = false;
    await Promise.all(clients);
    service = await startService({ ...env, DATA_DIR: dataDir });
    const again = createClient({ baseUrl: service.url, token: () => owner.token });
    for (const [key, id] of [...acknowledged].slice(-10)) {
      const { data } = await again(
        api.invoices.create,
        { params, body: sampleInvoice() },
        { idempotencyKey: key },
      );
      expect(data.id).toBe(id);
    }
    const { data, page } = await again(api.invoices.list, { params });
    const ids = new Set(data.map((invoice) => invoice.id));
    expect([...acknowledged.values()].filter((id) => !ids.has(id))).toEqual([]);
    expect(page.total).toBeLessThanOrEqual(asked.size);
  }
  expect(acknowledged.size).toBeGreaterThan(5);
  await service.kill();
  const store = server ?? (await openEmbedded(dataDir));
  expect((await checkBooks(store.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});
