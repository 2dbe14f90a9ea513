import { isValidElement } from 'react';
import { expect, test } from 'vitest';
import { paymentMethods } from '#contract/payments.ts';
import { minor } from '#core/money.ts';
import { offlineMethods } from '#core/payment-methods.ts';
import { recordOf } from '#core/records.ts';
import { methodsFigures } from './figures.tsx';

test('however money came, no two parts of its chart have one colour', () => {
  const methods = [...offlineMethods, 'statement'] as const;
  const { chart } = methodsFigures({
    currency: 'NGN',
    paymentMethods: { ...recordOf(paymentMethods, () => minor(100)), total: minor(1100) },
    typedIn: methods.map((method) => ({ method, amount: minor(100) })),
  });
  const props: { slices?: { color: string }[] } = isValidElement<object>(chart) ? chart.props : {};
  const colors = props.slices?.map(({ color }) => color);
  expect(colors).toHaveLength(paymentMethods.length + methods.length);
  expect(new Set(colors).size).toBe(colors?.length);
});
