import { expect, test, vi } from 'vitest';
import { ask, measure, questions } from './enumeration.ts';

const HUGE = '1000000';
const limits = { RATE_LOGIN_FAILURES_PER_15_MIN: HUGE, RATE_LOGIN_FAILURES_PER_ADDRESS: HUGE };

test('nobody learns from an answer, or from the work behind it, whether an address has an account', async () => {
  const { app, known, verified, requestQueries } = await serviceAtRealCost();
  const askedOf = async (question: (typeof questions)[number], email: string) => {
    verified.length = 0;
    let answer = '';
    const queries = await requestQueries(async () => {
      ({ answer } = await ask(app.url, question, email));
    });
    return { answer, queries, compared: [...verified] };
  };
  for (const question of questions) {
    // The first call of a connection sets up more than the ones after it.
    await askedOf(question, `first.${known}`);
    const found = await askedOf(question, known);
    expect(await askedOf(question, `nobody.${known}`), question.name).toEqual(found);
    expect(found.queries.length, question.name).toBeGreaterThan(1);
    expect(found.compared, question.name).toEqual(
      question.name === 'log-in' ? [expect.stringMatching(/m=19456,t=2/)] : [],
    );
  }
  await app.close();
});

// A measurement, not a check: `SAMPLES=500 npx vitest run tests/security/enumeration.test.ts` prints it.
const samples = Number(process.env.SAMPLES ?? 0);
test.runIf(samples > 0)('nor, by medians, from how long it takes', { timeout: 600_000 }, async () => {
  const { app, known } = await serviceAtRealCost();
  const found = await measure(app, known, samples);
  console.table(found);
  expect(found.filter(({ alike, differMs }) => !alike || differMs > 5)).toEqual([]);
  await app.close();
});

// The hash compared where there is no account is made when the product is loaded.
async function serviceAtRealCost() {
  vi.stubEnv('HASHING_COST', 'real');
  vi.resetModules();
  const { newOwner, testApp } = await import('../harness.ts');
  const { verified } = await import('../quick-argon2.ts');
  const { requestQueries } = await import('../query-count.ts');
  const app = await testApp(limits);
  const { email: known } = await newOwner(app, { register: false });
  return { app, known, verified, requestQueries };
}
