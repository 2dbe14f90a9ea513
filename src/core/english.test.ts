import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counted, formatCount, joinWithAnd } from './english.ts';

test('a count reads as the platform writes it', () => {
  const platform = new Intl.NumberFormat('en-NG');
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: -2_000, max: 2_000 }), fc.maxSafeInteger()), (count) => {
      expect(formatCount(count)).toBe(platform.format(count === 0 ? 0 : count));
    }),
  );
  expect([counted(1, 'invoice'), counted(1_200, 'invoice'), counted(2, 'person', 'people')]).toEqual([
    '1 invoice',
    '1,200 invoices',
    '2 people',
  ]);
});

test('words are joined as the platform joins them', () => {
  const platform = new Intl.ListFormat('en-GB', { type: 'conjunction' });
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 5 })), (words) => {
      expect(joinWithAnd(words)).toBe(platform.format(words));
    }),
  );
});
