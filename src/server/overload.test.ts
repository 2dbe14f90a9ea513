import { expect, test } from 'vitest';
import { newOwner, testApp } from '../../tests/harness.ts';

const MOST = 4;

test('more requests than can be worked on at once are told when to come back; slow bodies hold no place', async () => {
  const app = await testApp({ MAX_REQUESTS_AT_ONCE: String(MOST) });
  const { token } = await newOwner(app);
  const list = () =>
    fetch(`${app.url}/api/ngn/invoice/get-all-invoices`, { headers: { Authorization: `Bearer ${token}` } });
  const slow = Array.from({ length: 20 }, () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const answered = fetch(`${app.url}/api/waitlist`, {
      method: 'POST',
      body: readable,
      duplex: 'half',
      headers: { 'Content-Type': 'application/json' },
    }).then((response) => response.arrayBuffer());
    return { answered, writer: writable.getWriter() };
  });
  await Promise.all(slow.map(({ writer }) => writer.write(Buffer.from('{'))));
  await expect.poll(async () => (await list()).status).toBe(200);

  const crowd = await Promise.all(Array.from({ length: 200 }, list));
  const sentAway = crowd.filter(({ status }) => status === 503);
  expect(crowd.every(({ status }) => status === 200 || status === 503)).toBe(true);
  expect(sentAway.length).toBeGreaterThan(0);
  expect(sentAway.every(({ headers }) => Number(headers.get('Retry-After')) > 0)).toBe(true);
  expect(crowd.length - sentAway.length).toBeGreaterThanOrEqual(MOST);

  await Promise.all(slow.map(({ writer }) => writer.close()));
  await Promise.all(slow.map(({ answered }) => answered));
  expect((await list()).status).toBe(200);
  await app.close();
});
