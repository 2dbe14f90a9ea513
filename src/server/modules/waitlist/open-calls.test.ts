import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { newOwner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ CLOCK: '2026-03-02T09:00:00Z', RATE_WAITLIST_PER_HOUR: '6' });
});
afterAll(() => app.close());

test('an address joins the waitlist once, and not without end', async () => {
  const join = (email: string) => createClient({ baseUrl: app.url })(api.waitlist.join, { body: { email } });
  expect((await join('Ada@Example.africa')).message).toBe('You have successfully joined the waitlist.');
  expect(await refusalOf(join('ada@example.africa'))).toMatchObject({
    status: 409,
    message: 'You are already on the waitlist',
  });
  for (const [email, message] of [
    ['  ', 'Email is required'],
    ['ada@', 'Invalid Email'],
  ]) {
    const response = await fetch(`${app.url}/api/waitlist/join`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ message, errors: [{ path: 'email', message }] });
  }
  await join('bola@example.test');
  await join('chi@example.test');
  expect(await refusalOf(join('dele@example.test'))).toMatchObject({ status: 429 });
});

test('places are told in bare lists', async () => {
  const open = createClient({ baseUrl: app.url });
  const countries = await open(api.geography.countries, {});
  expect(countries).toEqual(
    expect.arrayContaining([expect.objectContaining({ iso2: 'NG', name: 'Nigeria' })]),
  );
  const states = await (await fetch(`${app.url}/v1/countries/NG/states`)).json();
  expect(states).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Lagos' })]));
});

test('activities are paged newest first, before there is a business', async () => {
  const owner = await newOwner(app, { register: false });
  await owner.call(api.identity.login, { body: { email: owner.email, password: owner.password } });
  const page = (query: object = {}) =>
    owner.call(api.activities.list, { params: { currency: 'NGN' }, query });
  const html = await page();
  expect(html.data.activities.map(({ activityType }) => activityType)).toEqual([
    'auth_login',
    'auth_register',
  ]);
  expect(html.page).toEqual({ nextCursor: null, total: 2 });
  const first = await page({ limit: 1 });
  const second = await page({ limit: 1, cursor: first.page.nextCursor });
  expect([...first.data.activities, ...second.data.activities]).toEqual(html.data.activities);
  expect(second.page.nextCursor).toBeNull();
});
