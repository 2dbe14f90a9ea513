import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp({ RATE_PUBLIC_PDFS_PER_MINUTE: '2', RATE_UPLOADS_PER_BUSINESS: '1' });
  owner = await newOwner(app);
});
afterAll(() => app.close());

test('a stranger has so many PDFs a minute', async () => {
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
  const { public_id: publicId } = await app.system.db
    .selectFrom('invoices')
    .select('public_id')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  const statuses: number[] = [];
  for (let at = 0; at < 5; at++) {
    const answer = await fetch(`${app.url}/api/pay/${publicId}/pdf`);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  expect(statuses.slice(0, 2)).toEqual([200, 200]);
  // A new minute may begin meanwhile, once.
  expect(statuses.slice(2)).toContain(429);
});

test('a file sent to the assistant counts as an upload of its business', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const send = async () => {
    const body = new FormData();
    body.set('file', new File([new Uint8Array(picture)], 'a.png', { type: 'image/png' }));
    const headers = { Authorization: `Bearer ${owner.token}` };
    const answer = await fetch(`${app.url}/api/ngn/aiagent/conversation`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  };
  expect([await send(), await send()]).toEqual([200, 429]);
});
