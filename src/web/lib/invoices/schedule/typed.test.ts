import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { scheduleTexts as texts } from './texts.ts';
import { checkParts, readParts, type TypedPart, typedParts, usualParts, withAnother } from './typed.ts';

const planned = { total: minor(500_000_00), currency: 'NGN', issued: '2026-11-02' } as const;
const [deposit, rest] = usualParts.deposit as [TypedPart, TypedPart];

test('the usual parts can be sent as they are, and come back as they were typed', () => {
  for (const parts of Object.values(usualParts)) {
    expect(checkParts(parts, planned)).toEqual({});
    expect(typedParts(readParts(parts))).toEqual(parts);
  }
  const dated = [{ ...deposit, sum: '20,000', when: 'day', day: '2026-12-24' } as const, rest];
  expect(readParts(dated)).toEqual([
    { label: 'Deposit', amount: minor(20_000_00), due: { day: '2026-12-24' } },
    { label: 'Rest', rest: true, due: { on: 'ask' } },
  ]);
  expect(typedParts([])).toBeNull();
});

test('one more part stands before the rest, and is asked for its sum', () => {
  const more = withAnother(usualParts.deposit);
  expect(more.map(({ label }) => label)).toEqual(['Deposit', 'Part 2', 'Rest']);
  expect(checkParts(more, planned)).toEqual({ 'schedule.1.sum': texts.errors.sum });
});

describe('a part says what is wrong with it', () => {
  const cases: [string, Partial<TypedPart>, Record<string, string>][] = [
    ['no name', { label: ' ' }, { 'schedule.0.label': texts.errors.name }],
    ['all of it', { sum: '100%' }, { 'schedule.0.sum': texts.errors.sum }],
    ['no number', { sum: 'half' }, { 'schedule.0.sum': texts.errors.sum }],
    ['no day', { when: 'day' }, { 'schedule.0.due': texts.errors.day }],
    ['too late', { when: 'days', day: '366' }, { 'schedule.0.due': texts.errors.days }],
    ['too little', { sum: '99' }, { 'schedule.0': 'A part is at least ₦100.00' }],
  ];
  test.each(cases)('%s', (_, change, problems) => {
    expect(checkParts([{ ...deposit, ...change }, rest], planned)).toEqual(problems);
  });
  test('but nothing of its sum before there is a total', () => {
    const much = [{ ...deposit, sum: '900,000' }, rest];
    expect(checkParts(much, { ...planned, total: minor(0) })).toEqual({});
    expect(Object.keys(checkParts(much, planned))).toEqual(['schedule']);
  });
});
