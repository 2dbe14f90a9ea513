import { expect, test } from 'vitest';
import type { Draft, Outcome } from '#contract/assistant.ts';
import { checkCard, doubtsOf, toInvoice, totalsOfCard, toValues } from './card-rules.ts';

const draft: Draft = {
  customerName: 'Adaeze',
  customerEmail: 'adaeze@example.com',
  customerPhone: null,
  currency: 'NGN',
  items: [{ description: 'Rice', quantity: 3, rate: 1500.5 }],
  taxRate: 7.5,
  discount: { type: 'percent', value: 10 },
  dueDate: '2026-12-01',
  total: 4355.2,
};
const outcome = (change: Partial<Draft>, asks: Outcome['asks'] = null): Outcome => ({
  intent: 'create_invoice',
  draft: { ...draft, ...change },
  filters: null,
  customer: null,
  asks,
  refused: null,
  does: null,
  proposalId: 'p',
});

test('a draft becomes the invoice it describes, in minor units', () => {
  const values = toValues(draft);
  expect(totalsOfCard(values)).toMatchObject({
    subtotal: 450_150,
    discount: 45_015,
    tax: 30_385,
    total: 435_520,
  });
  expect(checkCard(values, '2026-11-21')).toEqual({});
  expect(toInvoice(values)).toMatchObject({
    amount: 450_150,
    clientEmail: 'adaeze@example.com',
    items: [{ description: 'Rice', quantity: 3_000_000, rate: 150_050 }],
    taxRate: 750,
    discount: 45_015,
  });
});

test.each([
  [{}, null, []],
  [{ customerEmail: null, dueDate: null }, null, ['email', 'dueDate']],
  [{ items: [] }, null, ['items.0.description', 'total']],
  [
    { items: [{ description: null, quantity: null, rate: null }] },
    null,
    ['items.0.description', 'items.0.rate', 'items.0.quantity'],
  ],
  [{}, 'rate' as const, ['items.0.rate']],
  [{ total: 9000 }, null, ['total']],
])('with %j and a question about %s, doubt is said at %j', (change, asks, fields) => {
  expect(Object.keys(doubtsOf(outcome(change, asks), 'NGN')).toSorted()).toEqual(fields.toSorted());
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ email: 'nobody' }, 'email'],
  [{ dueDate: '2026-11-20' }, 'dueDate'],
  [{ taxRate: '101' }, 'taxRate'],
  [{ items: [{ key: 'k', description: 'Rice', quantity: '0', rate: null }] }, 'items.0.quantity'],
])('%j keeps the invoice from being created', (change, field) => {
  expect(checkCard({ ...toValues(draft), ...change }, '2026-11-21')).toHaveProperty([field]);
});
