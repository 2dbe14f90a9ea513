import { afterAll, expect, test } from 'vitest';
import { createLog } from '#server/observability/log.ts';
import { type Channel, createCanaries, type Kind } from '../canary.ts';

const secrets = {
  password: 'a horse, correctly stapled',
  bvn: '22298765432',
  account: '2011223344',
  token: 'Zm9vYmFyYmF6cXV4LW5vdC1hLXJlYWwtdG9rZW4tMTIz',
} as const;
const canariesOf = () => {
  const canaries = createCanaries();
  for (const [kind, secret] of Object.entries(secrets)) canaries.register(kind as Kind, secret);
  return canaries;
};
const spellings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64, inside something': (text) => Buffer.from(`{"x":"${text}"}`).toString('base64'),
  'base64url, shifted': (text) => Buffer.from(`??${text}>>`).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  URL: (text) => encodeURIComponent(text),
};
let checked = 0;
afterAll(() => expect(checked).toBeGreaterThan(100));

test.each(Object.keys(spellings))(
  'a secret written %s is found, whichever it is and wherever',
  (spelling) => {
    for (const channel of ['log', 'refusal', 'prompt', 'mail', 'answer'] satisfies Channel[])
      for (const [kind, secret] of Object.entries(secrets)) {
        if (channel === 'answer' && kind === 'account') continue;
        const canaries = canariesOf();
        canaries.note(channel, `before ${spellings[spelling]?.(secret)} after`, '/api/somewhere');
        expect(canaries.findings().length, `${kind} in ${channel}`).toBeGreaterThan(0);
        checked += 1;
      }
  },
);

test('what is written by the service itself is found: a line of its log, a refusal, a hash, a PIN, a sealed value', () => {
  const canaries = canariesOf();
  const log = createLog('debug', { write: (line: string) => canaries.note('log', line) });
  log.info({ request: { account: secrets.account } }, 'A withdrawal');
  expect(canaries.findings()).toMatchObject([{ channel: 'log', what: 'a account, plain' }]);
  log.info({ body: { password: secrets.password } }, 'Redacted');
  expect(canaries.findings()).toEqual([]);
  const leaks = [
    '{"pin":"2749"}',
    '{"hash":"$argon2id$v=19$m=19456"}',
    `{"x":"d2.dky_${'0'.repeat(26)}.${'A'.repeat(40)}"}`,
  ];
  for (const leak of leaks) {
    canaries.note('answer', leak, '/api/ngn/user');
    expect(canaries.findings(), leak).toHaveLength(1);
  }
});

test('legal places are: the token of a log-in, an account number for its owner, and its last digits anywhere', () => {
  const canaries = canariesOf();
  canaries.note('answer', JSON.stringify({ token: secrets.token }), '/api/auth/login');
  canaries.note('answer', JSON.stringify({ accountNumber: secrets.account }), '/api/ngn/invoice/inv_1');
  canaries.note('mail', '••••••3344, on 22/11/2026');
  expect(canaries.findings()).toEqual([]);
  canaries.note('answer', JSON.stringify({ token: secrets.token }), '/api/ngn/transactions');
  expect(canaries.findings()).toHaveLength(1);
});
