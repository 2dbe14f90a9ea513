import { performance } from 'node:perf_hooks';
import type { TestApp } from '../harness.ts';

/** One call that must not tell whether there is an account. */
type Question = { name: string; path: string; body: (email: string) => object };
/** `floorMs`: of an empty call in the same moments. */
type Medians = {
  name: string;
  knownMs: number;
  unknownMs: number;
  floorMs: number;
  differMs: number;
  alike: boolean;
};

export const questions: Question[] = [
  {
    name: 'log-in',
    path: '/api/auth/login',
    body: (email) => ({ email, password: 'not the password 5' }),
  },
  { name: 'resend', path: '/api/auth/resend-verification', body: (email) => ({ email }) },
  { name: 'reset', path: '/api/auth/forgot-password', body: (email) => ({ email }) },
];

/** Asks both in turns, so that whatever else the machine does falls on both. */
export async function measure(app: Pick<TestApp, 'url'>, known: string, samples: number): Promise<Medians[]> {
  const found: Medians[] = [];
  for (const question of questions) {
    const times = { known: [] as number[], unknown: [] as number[], floor: [] as number[] };
    const answers = new Set<string>();
    for (let at = -5; at < samples; at++) {
      if (at >= 0) times.floor.push(await emptyCall(app.url));
      const turns = [
        ['known', known],
        ['unknown', `nobody${at + 5}.${known}`],
      ] as const;
      for (const [who, email] of at % 2 === 0 ? turns : turns.toReversed()) {
        const { ms, answer } = await ask(app.url, question, email);
        answers.add(answer);
        if (at >= 0) times[who].push(ms);
      }
    }
    const [knownMs, unknownMs] = [medianOf(times.known), medianOf(times.unknown)];
    found.push({
      name: question.name,
      knownMs,
      unknownMs,
      floorMs: medianOf(times.floor),
      differMs: Math.abs(knownMs - unknownMs),
      alike: answers.size === 1,
    });
  }
  return found;
}

export async function ask(url: string, { path, body }: Question, email: string) {
  const begun = performance.now();
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body(email)),
  });
  const text = await response.text();
  const ms = performance.now() - begun;
  return { ms, answer: `${response.status} ${text.replace(/"requestId":"[^"]+"/, '')}` };
}

async function emptyCall(url: string): Promise<number> {
  const begun = performance.now();
  await (await fetch(`${url}/healthz`)).text();
  return performance.now() - begun;
}

const medianOf = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
