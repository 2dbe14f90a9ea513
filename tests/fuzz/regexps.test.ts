import { expect, test } from 'vitest';
import { MAX_PROMPT } from '#contract/assistant.ts';
import { isLong } from '../length.ts';
import { type RegexpSource, regexpsIn, timeOf, worstOf } from './regexps.ts';
import { recordResult } from './report.ts';

const LONG = 50_000;
const MOST_MS = 50;

/** Where a pattern never sees a text as long as that, and why. */
const shorter: [RegExp, number, string][] = [
  [/modules\/assistant\//, MAX_PROMPT, 'a message to the assistant has at most so many characters'],
  [/modules\/capture\//, 1_000, 'a line of a paper is cut there before it is looked at'],
  [/pages\/pay\/words\.ts|core\/money\.ts/, 64, 'reads numbers that were written by us'],
  [
    /notifications\/wording\/|notifications\/rules\//,
    10_000,
    'reads lines of messages, each field of which is short',
  ],
];
const longestOf = ({ where }: RegexpSource): number =>
  shorter.find(([place]) => place.test(where))?.[1] ?? LONG;

// Without repetition there is nothing to try again and again.
const repeats = ({ source }: RegexpSource): boolean => /[*+]|\{\d+,\}/.test(source);
const risky = ({ source }: RegexpSource): boolean =>
  repeats({ source, where: '', flags: '' }) && !/^\^?(?:\[[^\]]*\]|\\.)[*+]\$?$/.test(source);

test('no pattern takes long over a text that was made for it', { timeout: 600_000 }, () => {
  const all = ['src/core', 'src/contract', 'src/server'].flatMap(regexpsIn);
  const tried = all.filter(isLong ? repeats : risky).filter((one) => isLong || longestOf(one) === LONG);
  let slowest = 0;
  const found = tried.flatMap((pattern) => {
    const { ms, text } = worstOf(pattern, longestOf(pattern));
    slowest = Math.max(slowest, ms);
    const about = `${pattern.where} /${pattern.source}/: ${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 12))}…`;
    return ms > MOST_MS ? [about] : [];
  });
  expect(found).toEqual([]);
  expect(all.length).toBeGreaterThan(1_000);
  recordResult(
    'L8 patterns',
    tried.length,
    `of ${all.length}, slowest ${slowest.toFixed(1)} ms of processor time`,
  );
});

test('no pattern of the assistant is too long to read: a list of words is a set, phrases are several patterns', () => {
  const all = regexpsIn('src/server/modules/assistant/language');
  expect(all.filter(({ source }) => source.length > 200)).toEqual([]);
});

test('a pattern that tries everything is seen', () => {
  const bad = { where: '', source: '^(\\w+\\s?)*$', flags: '' };
  expect(timeOf(bad, `${'a'.repeat(40)}!`, 200)).toBeGreaterThan(MOST_MS);
  expect(timeOf({ where: '', source: '\\s+$', flags: '' }, `${' '.repeat(LONG)}x`)).toBeGreaterThan(MOST_MS);
});
