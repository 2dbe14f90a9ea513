import { expect, test } from 'vitest';
import type { Extraction } from '#contract/assistant.ts';
import { mergeExtractions } from './merge.ts';
import { type ModelExtraction, parseModelExtraction } from './model-extraction.ts';

const empty: ModelExtraction = {
  isInvoice: true,
  customerName: null,
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
};
const rice = { description: 'Rice', quantity: 2, rate: 40_000, total: 80_000 };
const oil = { description: 'Oil', quantity: 1, rate: 20_000, total: 20_000 };
const seen: ModelExtraction = {
  ...empty,
  customerName: 'Bello Stores',
  items: [rice, oil],
  subtotal: 100_000,
  tax: 7500,
  total: 107_500,
  currency: 'NGN',
};
const own = (more: Partial<Extraction> = {}): Extraction => {
  const { isInvoice: _, ...rest } = empty;
  return { ...rest, confidence: {}, warnings: [], ...more };
};
const noOne = () => false;

test('where we saw nothing, what adds up is taken and is to be looked at', () => {
  const read = mergeExtractions(null, seen, noOne);
  expect(read).toMatchObject({ customerName: 'Bello Stores', total: 107_500, items: [rice, oil] });
  expect(read?.confidence.customerName).toBeLessThan(0.6);
  expect(read?.confidence.total).toBeLessThan(0.9);
});

test('figures that contradict each other are never taken', () => {
  expect(mergeExtractions(null, { ...seen, total: 117_500 }, noOne)).toMatchObject({
    total: null,
    items: [],
  });
  const wrongLines = { ...seen, items: [rice] };
  expect(mergeExtractions(own({ total: 90_000, confidence: { total: 0.4 } }), wrongLines, noOne)?.total).toBe(
    90_000,
  );
});

test('what both saw is surer, what only one of them saw is said', () => {
  const sure = own({
    total: 107_500,
    customerName: 'Bello Stores',
    confidence: { total: 0.7, customerName: 0.7 },
  });
  expect(mergeExtractions(sure, seen, noOne)).toMatchObject({
    warnings: [],
    confidence: { total: 0.97, customerName: 0.97 },
  });
  const other = own({
    total: 90_000,
    customerName: 'Musa & Co',
    confidence: { total: 0.9, customerName: 0.9 },
  });
  const read = mergeExtractions(other, seen, noOne);
  expect(read).toMatchObject({ total: 90_000, customerName: 'Musa & Co' });
  expect(read?.confidence).toMatchObject({ total: 0.65, customerName: 0.65 });
  expect(read?.warnings.join(' ')).toMatch(/the customer.*107,500/);
});

test('an unsure total gives way to one that is borne out', () => {
  const read = mergeExtractions(own({ total: 10_750, confidence: { total: 0.3 } }), seen, noOne);
  expect(read).toMatchObject({ total: 107_500, items: [rice, oil], tax: 7500 });
  expect(read?.warnings).toHaveLength(1);
});

test('lines of the other that come to our total fill the gap', () => {
  const lines = { ...seen, total: null, subtotal: null, tax: null };
  expect(mergeExtractions(own({ total: 100_000 }), lines, noOne)?.items).toEqual([rice, oil]);
  expect(mergeExtractions(own({ total: 99_000 }), lines, noOne)?.items).toEqual([]);
});

test('our own business is no customer, and a cat is no invoice', () => {
  expect(mergeExtractions(null, seen, (name) => name === 'Bello Stores')?.customerName).toBeNull();
  expect(mergeExtractions(null, { ...seen, isInvoice: false }, noOne)).toBeNull();
  expect(mergeExtractions(own({ total: 5 }), null, noOne)?.total).toBe(5);
});

test('an answer of another shape is none, and one that cannot be seen neither', () => {
  const odd = { ...seen, customerName: 'Bello\u0000 \ud800Stores\u202e', vendorName: '\u0000' };
  expect(parseModelExtraction(odd)).toMatchObject({ customerName: 'Bello Stores', vendorName: null });
  for (const answer of [
    null,
    'total 5',
    [],
    {},
    { ...seen, total: '5' },
    { ...seen, total: 1e15 },
    { ...seen, items: Array.from({ length: 101 }, () => rice) },
  ])
    expect(parseModelExtraction(answer)).toBeNull();
  expect(parseModelExtraction({ ...seen, date: '31/12/2026', currency: 'naira' })).toBeNull();
  expect(parseModelExtraction({ ...seen, date: '31/12/2026', currency: 'ngn' })).toMatchObject({
    date: null,
    currency: null,
  });
});
