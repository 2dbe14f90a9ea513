import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisSteps, slicePath } from './scale.ts';

test('an axis begins at zero, reaches its greatest value and has few, even steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (most) => {
      const steps = axisSteps(most);
      expect(steps[0]).toBe(0);
      expect(steps.at(-1)).toBeGreaterThanOrEqual(most);
      expect(steps.length).toBeLessThanOrEqual(6);
      expect((steps.at(-2) ?? 0) < most).toBe(true);
    }),
  );
});

test('an axis without values still has a height', () => {
  expect(axisSteps(0)).toEqual([0, 1]);
});

test('a whole ring is drawn, not nothing', () => {
  expect(slicePath(0, 1, 10, 5)).toContain('A10 10 0 1 1');
  expect(slicePath(0, 0.25, 10, 5)).toBe(
    'M0.000 -10.000A10 10 0 0 1 10.000 0.000L5.000 0.000A5 5 0 0 0 0.000 -5.000Z',
  );
});
