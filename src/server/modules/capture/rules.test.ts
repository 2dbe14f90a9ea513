import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Extraction } from '#contract/assistant.ts';
import { MAX_MINOR } from '#core/money.ts';
import { rounds } from '../../../../tests/length.ts';
import { draftOf } from './rules.ts';
import { formatAmount } from './warnings.ts';

const figure = fc.option(
  fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -1, 0.005, 0.1, 7, 1e6, 1e9, 1e12, 1e13, 1e14, 1e16, 1e20),
  ),
  { nil: null },
);
const reading = fc.record({
  items: fc.array(
    fc.record({ description: fc.constant('x'), quantity: figure, rate: figure, total: figure }),
    {
      maxLength: 4,
    },
  ),
  subtotal: figure,
  discount: figure,
  tax: figure,
  total: figure,
});
const paper: Extraction = {
  customerName: 'Ada',
  customerEmail: null,
  customerPhone: null,
  vendorName: null,
  invoiceNumber: null,
  date: null,
  dueDate: null,
  currency: null,
  items: [],
  subtotal: null,
  discount: null,
  tax: null,
  total: null,
  withholding: null,
  amountPaid: null,
  confidence: {},
  warnings: [],
};

test('whatever figures stand on a paper, its draft is one that a document can carry', () => {
  fc.assert(
    fc.property(reading, (figures) => {
      const draft = draftOf({ ...paper, ...figures }, { today: '2026-11-20', home: 'NGN' });
      for (const { rate, quantity } of draft.items)
        expect([(rate ?? 0) * 100 <= MAX_MINOR, (quantity ?? 0) < 1e6 + 1]).toEqual([true, true]);
      expect((draft.total ?? 0) * 100).toBeLessThanOrEqual(2 * MAX_MINOR);
      formatAmount(figures.total ?? 0, 'NGN');
    }),
    { numRuns: rounds(500, 20_000) },
  );
});
