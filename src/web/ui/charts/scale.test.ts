import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  axisTicks,
  labelledPoints,
  largest,
  nextPointIndex,
  paintOf,
  slicePath,
  spreadOut,
  wrapped,
} from './scale.ts';

test('an axis begins at zero, reaches its greatest value and has few, even steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (most) => {
      const steps = axisTicks(most);
      expect(steps[0]).toBe(0);
      expect(steps.at(-1)).toBeGreaterThanOrEqual(most);
      expect(steps.length).toBeLessThanOrEqual(6);
      expect((steps.at(-2) ?? 0) < most).toBe(true);
    }),
  );
});

test('an axis without values still has a height', () => {
  expect(axisTicks(0)).toEqual([0, 1]);
});

test.each([
  ['Card', ['Card']],
  ['QR code', ['QR code']],
  ['Bank transfer', ['Bank', 'transfer']],
  ['Bank transfer, typed in', ['Bank', 'transfer,', 'typed in']],
  ['Seen in your bank statement', ['Seen in', 'your bank', 'statement']],
])('%s stands beside a ring in lines', (name, lines) => {
  expect(wrapped(name, 9)).toEqual(lines);
});

test('a whole ring is drawn, not nothing', () => {
  expect(slicePath(0, 1, 10, 5)).toContain('A10 10 0 1 1');
  expect(slicePath(0, 0.25, 10, 5)).toBe(
    'M0.000 -10.000A10 10 0 0 1 10.000 0.000L5.000 0.000A5 5 0 0 0 0.000 -5.000Z',
  );
});

test('values are written where they have room, the greatest always', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 12 }),
      fc.integer({ min: 1, max: 6 }),
      (values, apart) => {
        const at = labelledPoints(values, apart);
        expect(at.map((each) => values[each])).toContain(Math.max(...values));
        expect(at.slice(1).every((each, index) => each - (at[index] ?? 0) >= apart)).toBe(true);
      },
    ),
  );
});

test.each([
  ['ArrowRight', null, false, 0],
  ['ArrowLeft', null, false, 5],
  ['ArrowRight', 5, false, 5],
  ['ArrowRight', 5, true, 0],
  ['ArrowUp', 0, true, 5],
  ['ArrowUp', 3, false, null],
  ['Home', 3, false, 0],
  ['End', null, true, 5],
  ['Tab', 3, true, null],
])('%s from point %s (round: %s) leads to %s of six', (key, from, round, to) => {
  expect(nextPointIndex(key, from, 6, round)).toBe(to);
});

test('labels keep their distance and their order, and stay where there is room for them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 240 }), { maxLength: 6 }), (wanted) => {
      const places = spreadOut(wanted, 40, 0, 240);
      const sorted = [...places].sort((a, b) => a - b);
      for (const [at, place] of sorted.entries()) {
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(240);
        if (at > 0) expect(place - (sorted[at - 1] ?? 0)).toBeGreaterThanOrEqual(40);
      }
      for (const [a, first] of wanted.entries())
        for (const [b, second] of wanted.entries())
          if (first < second) expect(places[a]).toBeLessThan(places[b] ?? 0);
    }),
  );
});

test('the largest parts keep their order', () => {
  const parts = [3, 1, 4, 1, 5].map((part) => ({ part }));
  expect(largest(parts, 3).map(({ part }) => part)).toEqual([3, 4, 5]);
});

test('a colour is a token of the theme, and pale it is mixed with what lies under the chart', () => {
  expect(paintOf('c1')).toBe('var(--c1)');
  expect(paintOf('pale c1')).toMatch(/^color-mix\(in oklab, var\(--c1\) .*var\(--surface\)\)$/);
});

test('labels with room around them stay in their places', () => {
  expect(spreadOut([200, 20, 90], 40, 0, 240)).toEqual([200, 20, 90]);
});
