import { expect, test } from 'vitest';
import { createGeography } from './index.ts';

const embedded = createGeography();

/** A stand-in for the service: answers by path, counts what it was asked. */
function service(answers: Record<string, unknown>, status = 200) {
  const requests: { path: string; key: string | null }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    requests.push({ path, key: new Headers(init?.headers).get('x-cscapi-key') });
    if (status !== 200) return new Response('{"error":"no"}', { status });
    return path in answers
      ? Response.json(answers[path])
      : Response.json({ error: 'No Cities found.' }, { status: 404 });
  };
  return { asked: requests, fetch };
}

test('the embedded countries are those of ISO 3166-1, named, in order', async () => {
  const countries = await embedded.countries();
  expect(countries).toHaveLength(249);
  expect(new Set(countries.map(({ id }) => id)).size).toBe(249);
  expect(countries).toContainEqual({ id: 566, iso2: 'NG', name: 'Nigeria' });
  expect(countries[0]?.name).toBe('Afghanistan');
  expect(countries.filter(({ name, iso2 }) => name === iso2)).toEqual([]);
});

test.each([
  ['NG', 37],
  ['GH', 16],
  ['KE', 47],
  ['ZA', 9],
  ['GB', 4],
  ['US', 51],
  ['CA', 13],
  ['FR', 0],
  ['XX', 0],
  ['__proto__', 0],
])('%s has %i states', async (country, count) => {
  const states = await embedded.states(country);
  expect(states).toHaveLength(count);
  expect(new Set(states.map(({ iso2 }) => iso2)).size).toBe(count);
});

test('every Nigerian state has its local governments, 774 in all, and no name or id twice', async () => {
  const states = await embedded.states('ng');
  const cities = await Promise.all(states.map(({ iso2 }) => embedded.cities('NG', iso2)));
  const governments = cities.flat().filter(({ id }) => id % 1_000 < 500);
  expect(governments).toHaveLength(774);
  expect(new Set(cities.flat().map(({ id }) => id)).size).toBe(cities.flat().length);
  expect(
    cities.filter((list) => new Set(list.map(({ name }) => name.toLowerCase())).size !== list.length),
  ).toEqual([]);
});

// Records may hold these ids: a change of the data files must not move them.
test.each([
  ['LA', 566025001, 'Agege'],
  ['LA', 566025020, 'Surulere'],
  ['LA', 566025502, 'Lekki'],
  ['LA', 566025504, 'Victoria Island'],
  ['FC', 566002002, 'Abuja Municipal'],
  ['ZA', 566037014, 'Zurmi'],
  ['RI', 566033022, 'Port Harcourt'],
])('in %s city %i is %s', async (state, id, name) => {
  expect(await embedded.cities('NG', state)).toContainEqual({ id, name });
});

test('what is unknown has no cities', async () => {
  expect(await embedded.cities('NG', 'XX')).toEqual([]);
  expect(await embedded.cities('US', 'LA')).toEqual([]);
  expect(await embedded.cities('XX', 'LA')).toEqual([]);
});

const NIGERIA = [{ id: 161, iso2: 'NG', name: 'Nigeria', capital: 'Abuja' }];
const LAGOS = [{ id: 306, iso2: 'LA', name: 'Lagos' }];

test('with a key the service answers, each question once, and only fields we promise go on', async () => {
  const { asked, fetch } = service({
    '/v1/countries': NIGERIA,
    '/v1/countries/NG/states': LAGOS,
    '/v1/countries/NG/states/LA/cities': [{ id: 76755, name: 'Epe' }],
  });
  const geography = createGeography({ key: 'k', fetch });
  const twice = await Promise.all([geography.cities('NG', 'la'), geography.cities('ng', 'LA')]);
  expect(twice).toEqual([[{ id: 76755, name: 'Epe' }], [{ id: 76755, name: 'Epe' }]]);
  expect(await geography.countries()).toEqual([{ id: 161, iso2: 'NG', name: 'Nigeria' }]);
  expect(asked).toEqual(
    ['/v1/countries', '/v1/countries/NG/states', '/v1/countries/NG/states/LA/cities'].map((path) => ({
      path,
      key: 'k',
    })),
  );
});

test('made-up codes are not asked about', async () => {
  const { asked, fetch } = service({ '/v1/countries': NIGERIA, '/v1/countries/NG/states': LAGOS });
  const geography = createGeography({ key: 'k', fetch });
  expect(await geography.states('../..')).toEqual([]);
  expect(await geography.cities('NG', 'LA/../..')).toEqual([]);
  expect(asked.map(({ path }) => path)).toEqual(['/v1/countries', '/v1/countries/NG/states']);
});

test('a list the service does not have comes from ours, without asking again', async () => {
  const { asked, fetch } = service({ '/v1/countries': NIGERIA, '/v1/countries/NG/states': LAGOS });
  const geography = createGeography({ key: 'k', fetch });
  expect(await geography.cities('NG', 'LA')).toEqual(await embedded.cities('NG', 'LA'));
  await geography.cities('NG', 'LA');
  expect(asked).toHaveLength(3);
});

test.each([
  ['a refused key', service({}, 401).fetch],
  ['an error', service({}, 500).fetch],
  ['another shape', service({ '/v1/countries': [{ id: 'x', iso2: 'NG' }] }).fetch],
  ['no JSON', async () => new Response('<html>')],
  ['no network', async () => Promise.reject(new TypeError('fetch failed'))],
])('%s falls back to our own lists', async (_what, fetch) => {
  const geography = createGeography({ key: 'k', fetch });
  expect(await geography.countries()).toEqual(await embedded.countries());
  expect(await geography.states('NG')).toEqual(await embedded.states('NG'));
  expect((await geography.cities('NG', 'LA')).length).toBeGreaterThan(20);
});

test('a silent service is given up on, left alone for a minute, then asked again', async () => {
  let now = new Date('2026-11-20T10:00:00Z');
  let requestCount = 0;
  const fetch: typeof globalThis.fetch = (_input, init) => {
    requestCount += 1;
    return new Promise((_, refuse) =>
      init?.signal?.addEventListener('abort', () => refuse(init.signal?.reason)),
    );
  };
  const geography = createGeography({ key: 'k', fetch, timeoutMs: 20, clock: () => now });
  expect(await geography.countries()).toHaveLength(249);
  await geography.countries();
  expect(requestCount).toBe(1);
  now = new Date('2026-11-20T10:01:01Z');
  await geography.countries();
  expect(requestCount).toBe(2);
});
