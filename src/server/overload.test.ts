import { expect, test } from 'vitest';
import { testApp } from '../../tests/harness.ts';

const MOST = 4;

test('more requests than can be worked on at once are told when to come back; slow bodies hold no place', async () => {
  const app = await testApp({ MAX_REQUESTS_AT_ONCE: String(MOST), RATE_LOGIN_FAILURES_PER_15_MIN: '1000' });
  // A password takes its time in another thread, on either kind of database.
  const logIn = () =>
    fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.test', password: 'not the password' }),
    });
  const slow = Array.from({ length: 20 }, () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const answered = fetch(`${app.url}/api/waitlist/join`, {
      method: 'POST',
      body: readable,
      duplex: 'half',
      headers: { 'Content-Type': 'application/json' },
    }).then((response) => response.arrayBuffer());
    return { answered, writer: writable.getWriter() };
  });
  await Promise.all(slow.map(({ writer }) => writer.write(Buffer.from('{'))));
  await expect.poll(async () => (await logIn()).status, { timeout: 10_000 }).toBe(401);

  const crowd = await Promise.all(Array.from({ length: 60 }, logIn));
  const sentAway = crowd.filter(({ status }) => status === 503);
  expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([401, 503]));
  expect(sentAway.every(({ headers }) => Number(headers.get('Retry-After')) > 0)).toBe(true);
  expect(crowd.length - sentAway.length).toBeGreaterThanOrEqual(MOST);

  await Promise.all(slow.map(({ writer }) => writer.close()));
  await Promise.all(slow.map(({ answered }) => answered));
  expect((await logIn()).status).toBe(401);
  await app.close();
});
