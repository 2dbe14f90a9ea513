import { isValidElement } from 'react';
import { expect, test } from 'vitest';
import { paymentMethods } from '#contract/payments.ts';
import { minor } from '#core/money.ts';
import { offlineMethods } from '#core/payment-methods.ts';
import { recordOf } from '#core/records.ts';
import { displayStatuses } from '#core/invoice/display-status.ts';
import { methodsFigures, statusFigures } from './figures.tsx';

test('however money came, no two parts of its chart have one colour', () => {
  const methods = [...offlineMethods, 'statement'] as const;
  const { chart } = methodsFigures({
    currency: 'NGN',
    paymentMethods: { ...recordOf(paymentMethods, () => minor(100)), total: minor(1100) },
    typedIn: methods.map((method) => ({ method, amount: minor(100) })),
  });
  expect(colorsOf(chart).size).toBe(paymentMethods.length + methods.length);
});

test('wherever an invoice stands, its part of the chart has a colour of its own', () => {
  const statuses = recordOf(displayStatuses, () => 1);
  const { chart } = statusFigures({
    invoiceStatus: { statuses, paid: 1, overdue: 1, pending: 1, total: displayStatuses.length },
  });
  expect(colorsOf(chart).size).toBe(displayStatuses.length);
});

function colorsOf(chart: unknown): Set<string> {
  const props: { slices?: { color: string }[] } = isValidElement<object>(chart) ? chart.props : {};
  return new Set(props.slices?.map(({ color }) => color));
}
