import { expect, onTestFinished, test, vi } from 'vitest';
import { createCircuitBreaker, type Verdict } from './circuit-breaker.ts';

const verdict = (answer: string): Verdict => answer as Verdict;

function circuitAt(slowMs = 1_000) {
  const clock = { ms: 0 };
  const circuit = createCircuitBreaker({ port: 'test', slowMs, now: () => new Date(clock.ms) });
  const run = (answer: () => Promise<string>) =>
    circuit.execute({ call: answer, classify: verdict, fallback: () => 'instead' });
  const respond = (answer: Verdict) => run(async () => answer);
  return { circuit, clock, ask: run, says: respond };
}

test('five failures in a row open it; after its rest one question goes through, and a good answer closes it', async () => {
  const { circuit, clock, says: respond } = circuitAt();
  for (const answer of ['bad', 'bad', 'bad', 'bad', 'good', 'bad', 'neutral', 'bad', 'bad', 'bad'] as const)
    await respond(answer);
  expect(circuit.isOpen()).toBe(false);
  await respond('bad');
  expect([circuit.isOpen(), await respond('good')]).toEqual([true, 'instead']);
  clock.ms += 1_999;
  expect(await respond('good')).toBe('instead');
  clock.ms += 1;
  expect(await respond('bad')).toBe('bad');
  // The next rest is twice as long.
  clock.ms += 3_999;
  expect(await respond('good')).toBe('instead');
  clock.ms += 1;
  expect([await respond('good'), await respond('good'), circuit.isOpen()]).toEqual(['good', 'good', false]);
});

test('only one at a time tries whether it works again, and a neutral answer leaves the way free for the next', async () => {
  const { circuit, clock, ask, says: respond } = circuitAt();
  for (let at = 0; at < 5; at++) await respond('bad');
  clock.ms += 2_000;
  let answerTrial: (answer: string) => void = () => {};
  const trial = ask(() => new Promise((done) => (answerTrial = done)));
  expect(await respond('good')).toBe('instead');
  answerTrial('neutral');
  expect([await trial, circuit.isOpen(), await respond('good'), circuit.isOpen()]).toEqual([
    'neutral',
    true,
    'good',
    false,
  ]);
});

test('who does not answer is noticed before the time is up, counted once, and believed again when the answer comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { circuit, ask, says: respond } = circuitAt(20);
  const answers: ((answer: string) => void)[] = [];
  const hanging = Array.from({ length: 5 }, () => ask(() => new Promise((done) => answers.push(done))));
  vi.advanceTimersByTime(20);
  expect([circuit.isOpen(), await respond('good')]).toEqual([true, 'instead']);
  answers[0]?.('good');
  await hanging[0];
  expect(circuit.isOpen()).toBe(false);
  for (const answer of answers.slice(1)) answer('bad');
  await Promise.all(hanging);
  expect(circuit.isOpen()).toBe(false);
});

test('what has no answer in its place is always asked', async () => {
  const { circuit, says: respond } = circuitAt();
  for (let at = 0; at < 5; at++) await respond('bad');
  expect(await circuit.execute({ call: async () => 'sent', classify: () => 'neutral' })).toBe('sent');
});
