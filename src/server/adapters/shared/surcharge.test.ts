import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, minor, subtract } from '#core/money.ts';
import { collectionFee as paystackFee } from '#server/adapters/payments-paystack/prices.ts';
import { collectionFee as sandboxFee } from '#server/sandbox/rules.ts';
import { surchargeFor } from './surcharge.ts';

const amounts = fc.integer({ min: 1, max: 1_000_000_000_00 }).map(minor);

test.each([
  ['sandbox, naira', (amount: typeof amounts extends fc.Arbitrary<infer M> ? M : never) => sandboxFee(amount, 'NGN')],
  ['sandbox, dollars', (amount: typeof amounts extends fc.Arbitrary<infer M> ? M : never) => sandboxFee(amount, 'USD')],
  ['Paystack, naira', paystackFee],
])('%s: what a payer bears is the fee of the whole sum, so that the amount is left', (_name, feeOf) => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const gross = add(amount, surchargeFor(amount, feeOf));
      expect(subtract(gross, feeOf(gross))).toBe(amount);
    }),
  );
});

test('₦45,000.00 for the business costs its customer ₦786.80 more, and ₦786.80 is the fee of both', () => {
  expect(surchargeFor(minor(45_000_00), paystackFee)).toBe(786_80);
});
