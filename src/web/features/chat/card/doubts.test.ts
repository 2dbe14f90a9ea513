import { expect, test } from 'vitest';
import type { Draft, Extraction, Outcome } from '#contract/assistant.ts';
import { doubtsOf, factsOf, openDoubts } from './doubts.ts';
import { toValues } from './rules.ts';

const draft: Draft = {
  customerName: 'Adaeze',
  customerEmail: 'adaeze@example.com',
  customerPhone: null,
  currency: 'NGN',
  items: [
    { description: 'Rice', quantity: 3, rate: 1500.5 },
    { description: 'Beans', quantity: 1, rate: 900 },
  ],
  taxRate: 7.5,
  discount: { type: 'percent', value: 10 },
  dueDate: '2026-12-01',
  total: 5225.95,
};
const outcome = (asks: Outcome['asks']): Outcome => ({
  intent: 'create_invoice',
  draft,
  filters: null,
  customer: null,
  asks,
  refused: null,
  does: null,
  proposalId: 'p',
});
const read: Extraction = {
  customerName: 'Adaeze',
  customerEmail: 'adaeze@example.com',
  customerPhone: null,
  vendorName: 'Iya Basira Stores',
  invoiceNumber: '0071',
  date: '2026-11-01',
  dueDate: '2026-12-01',
  currency: 'NGN',
  items: draft.items.map((item) => ({ ...item, total: null })),
  subtotal: null,
  discount: null,
  tax: null,
  total: 5225.95,
  withholding: 250,
  amountPaid: null,
  confidence: {},
  warnings: [],
};
const doubts = (change: Partial<Draft>, asks: Outcome['asks'] = null, extraction: Extraction | null = null) =>
  doubtsOf({ outcome: outcome(asks), draft: { ...draft, ...change }, extraction });

test.each([
  [{}, null, []],
  [{ customerEmail: null, dueDate: null }, null, ['dueDate', 'email']],
  [{ items: [], total: null }, null, ['items.0.description']],
  [
    { items: [{ description: null, quantity: null, rate: null }] },
    null,
    ['items.0.description', 'items.0.quantity', 'items.0.rate'],
  ],
  [{}, 'rate' as const, ['items.0.rate']],
  [{ currency: null }, null, ['currency']],
  [{ total: 9000 }, null, ['total']],
])('with %j and a question about %s, doubt is said at %j', (change, asks, fields) => {
  expect(Object.keys(doubts(change, asks)).toSorted()).toEqual(fields);
});

test.each([
  [{ confidence: { customerName: 0.79, total: 0.8 } }, {}, ['name']],
  [{ confidence: { 'items.1': 0.3, dueDate: 0.5 } }, {}, ['dueDate', 'items.1']],
  // A field corrected by a message is no longer the extracted one.
  [
    { confidence: { customerName: 0.1, 'items.1': 0.1 } },
    { customerName: 'Ada', items: draft.items.slice(0, 1) },
    [],
  ],
  [{ dueDate: null }, {}, ['dueDate']],
  [{ dueDate: '2024-01-02' }, {}, ['dueDate']],
  [{ total: 5000 }, {}, ['total']],
])('a reading with %j of a draft with %j is doubted at %j', (change, corrected, fields) => {
  const total = 'items' in corrected ? null : read.total;
  const found = doubts(corrected, null, { ...read, total, ...change });
  expect(Object.keys(found).toSorted()).toEqual(fields);
});

test('a doubt goes when its field is changed, and follows its line', () => {
  const before = toValues(draft);
  const all = { name: 'n', email: 'e', 'items.0.rate': 'r', 'items.1': 'line', total: 't' };
  expect(openDoubts(all, before, before)).toEqual(all);
  const [, second] = before.items;
  const now = { ...before, name: 'Ada', items: second ? [second] : [] };
  expect(openDoubts(all, before, now)).toEqual({ email: 'e', 'items.0': 'line' });
});

test('what has no place on the invoice is told beside it', () => {
  const named = (change: Partial<Extraction>) =>
    factsOf({ ...read, ...change }, draft, (day) => day).map(({ name, value }) => `${name}: ${value}`);
  expect(named({})).toEqual([
    'From: Iya Basira Stores',
    'Number: 0071',
    'Date: 2026-11-01',
    'Withholding tax: ₦250.00',
  ]);
  expect(
    named({ currency: 'MYR', withholding: null, amountPaid: 20, dueDate: '2024-01-02' }).slice(3),
  ).toEqual([
    'Due date: 2024-01-02',
    'Currency: MYR, which cannot be invoiced here',
    'Total: MYR 5,225.95',
    'Paid already: MYR 20.00',
  ]);
});
