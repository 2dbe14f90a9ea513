import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { DIRECTION_MARKS } from '#contract/wire.ts';
import { newOwner, type Owner, type TestApp, testApp } from '../harness.ts';
import { isLong } from '../length.ts';
import { recordResult } from './report.ts';
import { sampleOf, textsIn, textsUnder, withAt } from './schemas.ts';
import { NAUGHTY, SCRIPTS } from './strings.ts';

const PER_FIELD = isLong ? NAUGHTY.length : 1;
const ALL = [...NAUGHTY, ...SCRIPTS];

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp({ RATE_SESSION_CALLS: '1000000' });
  owner = await newOwner(app);
});
afterAll(() => app.close());

// Their owner is gone afterwards; what they take is tried where it is tested.
const ENDS =
  /^(identity\.(logout|revokeSession|revokeOthers|signOutEverywhere)|account\.(delete|remove|schedule))/;
const writes = endpoints.filter(
  ({ name, endpoint }) =>
    endpoint.method !== 'GET' &&
    endpoint.body &&
    endpoint.multipart !== true &&
    !name.startsWith('inbox.') &&
    !ENDS.test(name),
);

const pathOf = ({ path }: Endpoint): string =>
  path
    .replace(':currency', 'ngn')
    .replace(/:(\w+)/g, (_, name: string) => (name === 'userId' ? owner.userId : owner.businessId));

async function send(endpoint: Endpoint, body: unknown) {
  const answer = await fetch(app.url + pathOf(endpoint), {
    method: endpoint.method,
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Parts of an accepted text that did not come back as sent. */
function notEqual(text: string, key: string, answer: string): string | null {
  const input = textsUnder(JSON.parse(answer), key);
  const shown = (key === 'phone' ? text.replace(DIRECTION_MARKS, '') : text).trim();
  const acceptable = [text, shown, shown.toLowerCase()];
  return input.length === 0 || input.some((one) => acceptable.includes(one))
    ? null
    : `came back as ${JSON.stringify(input[0]?.slice(0, 60))}`;
}

test('any text in any field is kept as it is or refused in words', { timeout: 3_600_000 }, async () => {
  const problems: string[] = [];
  const counted: Record<string, number> = {};
  let at = 0;
  for (const { name, endpoint } of writes) {
    const schema = endpoint.body as NonNullable<Endpoint['body']>;
    const sample = sampleOf(schema);
    for (const path of textsIn(schema))
      for (let turn = 0; turn < PER_FIELD; turn++) {
        const text = ALL[at++ % ALL.length] ?? '';
        const { status, text: answer } = await send(endpoint, withAt(sample, path, text));
        const about = `${name} ${path.join('.')} ${JSON.stringify(text.slice(0, 40))}`;
        counted[status] = (counted[status] ?? 0) + 1;
        if (status >= 500) problems.push(`${about}: ${status} ${answer.slice(0, 200)}`);
        const wrong =
          status < 300 && answer.startsWith('{') ? notEqual(text, path.at(-1) ?? '', answer) : null;
        if (wrong) problems.push(`${about}: ${wrong}`);
      }
  }
  expect(problems).toEqual([]);
  expect(writes.length).toBeGreaterThan(50);
  expect(counted['200'] ?? 0).toBeGreaterThan(0);
  recordResult(
    'L7 fields',
    at,
    `in every text field of ${writes.length} writing routes, 0 times 5xx (${JSON.stringify(counted)})`,
  );
});
