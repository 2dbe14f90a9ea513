import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { allHold, checkLedger } from '#server/ops/ledger-checks/check.ts';
import { newOwner, refusalOf, sampleInvoice, testApp } from './harness.ts';

const params = { currency: 'NGN' } as const;
const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF';

test('with no room for files or records nothing is half kept, reading goes on, and all is well once there is room', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const room = { forFiles: true };
  const app = await testApp(
    {},
    {
      ports: (made) => ({
        ...made,
        files: {
          ...made.files,
          put: async (key, bytes) => {
            if (!room.forFiles) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
            await made.files.put(key, bytes);
          },
        },
      }),
    },
  );
  const owner = await newOwner(app);
  const upload = async (): Promise<Response> => {
    const body = new FormData();
    body.set('purpose', 'attachment');
    body.set('file', new Blob([PDF]), 'a.pdf');
    const headers = { authorization: `Bearer ${owner.token}` };
    return fetch(`${app.url}/api/ngn/files/upload`, { method: 'POST', headers, body });
  };
  const create = () => owner.call(api.invoices.create, { params, body: sampleInvoice() });
  const count = async () => (await owner.call(api.invoices.list, { params, query: {} })).data.length;
  const stored = await create();
  expect((await upload()).status).toBe(201);

  room.forFiles = false;
  const refused = await upload();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  const { rows } = await sql`select 1 from files where business_id = ${owner.businessId}`.execute(
    app.store.db,
  );
  expect(rows).toHaveLength(1);

  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
    app.store.db,
  );
  await sql`create trigger no_room before insert on activities execute function no_room()`.execute(
    app.store.db,
  );
  expect(await refusalOf(create())).toMatchObject({ status: 503, code: 'unavailable' });
  expect(await count()).toBe(1);
  expect((await owner.call(api.invoices.detail, { params: { ...params, id: stored.data.id } })).data.id).toBe(
    stored.data.id,
  );
  expect(consoleError.mock.calls.length).toBeGreaterThanOrEqual(2);

  room.forFiles = true;
  await sql`drop trigger no_room on activities`.execute(app.store.db);
  expect((await upload()).status).toBe(201);
  await create();
  expect(await count()).toBe(2);
  expect(allHold(await checkLedger(app.store.db))).toBe(true);
  await app.close();
});
