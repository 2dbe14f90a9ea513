import { expect, test } from 'vitest';
import { FRIDAY } from '../testing.ts';
import { NO_MEMORY } from '../types.ts';
import { understand } from '../understand.ts';

test.each([
  ['bill Ada 15k every 10th', 'create_plan', null],
  ['invoice Ada 20k monthly', 'create_plan', null],
  ['invoice Ada 50k for monthly rent', 'create_invoice', null],
  ['invoice Ada 3 monthly subscriptions at 5k each', 'create_invoice', null],
  ['stop the monthly invoice of Adaeze', 'change_plan', { customerName: 'Adaeze' }],
  ['put the recurring bill for Ada on hold', 'change_plan', { customerName: 'Ada' }],
  ["is Tunde's repeating invoice paused?", 'list_plans', { customerName: 'Tunde' }],
  ['remind everybody every week about the invoice', 'send_reminder', { status: 'unpaid' }],
  ['show me the estimate of Bello', 'list_quotes', { customerName: 'Bello' }],
  ["what's the estimate for next month?", 'sales_projection', { horizonMonths: 1 }],
  ["resend Ada's estimate", 'change_quote', { customerName: 'Ada' }],
  ['withdraw the quote for Chief Okafor', 'change_quote', { customerName: 'Chief Okafor' }],
  ['withdraw 50k', 'withdraw', null],
  ['send a quote to Ada for 5k', 'create_quote', null],
  ['send the invoice to Ada', 'send_invoice', { customerName: 'Ada' }],
])('%s', (sentence, intent, filters) => {
  expect(understand(sentence, NO_MEMORY, FRIDAY)).toMatchObject({ intent, filters });
});

test('a quote that is not made yet is not taken for one that is there', () => {
  const { memory } = understand('quote Ada 3 roofs at 200k each', NO_MEMORY, FRIDAY);
  expect(understand('send the quote to Ada', memory, FRIDAY).intent).not.toBe('change_quote');
});

const half = { type: 'percent', value: 50 };

test.each([
  [', 60% deposit, valid for 14 days', { type: 'percent', value: 60 }, 14],
  [', 50% upfront', half, undefined],
  [', half before I start, 14 days validity', half, 14],
  [' with deposit of 200k', { type: 'amount', value: 200_000 }, undefined],
  [', deposit: 150,000 before I start', { type: 'amount', value: 150_000 }, undefined],
  [', one third deposit', { type: 'percent', value: 33.33 }, undefined],
  [', 50% deposit and the rest on completion', half, undefined],
  [', make dem pay half first, e go expire next week Friday', half, 7],
  [' valid for a week with 50% deposit', half, 7],
  [', 50% mobilisation, offer stands till month end', half, 10],
  [' valid until 30 November', undefined, 10],
  [', expires Friday', undefined, 7],
  [', good for two weeks', undefined, 14],
  [', valid 48hrs', undefined, 2],
  [', no deposit', undefined, undefined],
])('a quote%s', (words, deposit, validDays) => {
  const { draft, asides } = understand(
    `Quote Chief Okafor for 3 sliding gates at 420k each${words}`,
    NO_MEMORY,
    FRIDAY,
  );
  const items = [{ description: 'sliding gates', quantity: 3, rate: 420_000 }];
  expect(draft).toMatchObject({ customerName: 'Chief Okafor', items, discount: null, dueDate: null });
  expect([draft?.deposit, draft?.validDays, asides]).toEqual([deposit, validDays, []]);
});

test.each([
  ['quote Ada 3 gates at 420k each, deposit of 0', 'deposit'],
  ['quote Ada 3 gates at 420k each, deposit of 2 million', 'deposit'],
  ['quote Ada 3 gates at 420k each, deposit $500', 'deposit'],
  ['quote Ada 3 gates at 420k each, valid till 1 November', 'past_date'],
  [
    'Quotation for Ibom Suites\ncabinets 3.6m\n40% on acceptance\n30% when fixed\nthe rest at handover',
    'parts',
  ],
  ['quote Dr Etim 900k for interior, they pay 400k now, 300k on 15 December, balance 15 January', 'parts'],
])('%s: what is left out is told', (sentence, kind) => {
  const { draft, asides } = understand(sentence, NO_MEMORY, FRIDAY);
  expect(asides).toMatchObject([{ kind }]);
  expect([draft?.deposit, draft?.validDays, draft?.dueDate]).toEqual([undefined, undefined, null]);
});

test.each([
  ['quote Uche the deposit for a bridal gown 40k', 'bridal gown'],
  ['quote Ada for 2 half gates at 50k each', 'half gates'],
  ['quote Ada for cleaning 60k on Monday, 40k on Friday', 'cleaning'],
  ['quote Ada 3 open tanks at 20k each', 'open tanks'],
])('%s tells of no terms', (sentence, description) => {
  const { draft } = understand(sentence, NO_MEMORY, FRIDAY);
  expect(draft?.items[0]).toMatchObject({ description });
  expect([draft?.deposit, draft?.validDays]).toEqual([undefined, undefined]);
});

test.each([
  ['40 percent upfront', { type: 'percent', value: 40 }, 5],
  ['yes, but with 50% deposit', half, 5],
  ['they should pay half before I start', half, 5],
  ['make it valid for 30 days', { type: 'amount', value: 100_000 }, 30],
  ['add delivery 20k, valid for 7 days', { type: 'amount', value: 100_000 }, 7],
  ['no deposit', undefined, 5],
  ['make it 1 gate for 90k', undefined, 5],
  ['make it 4 gates', { type: 'amount', value: 100_000 }, 5],
])('"%s" changes the open quote', (sentence, deposit, validDays) => {
  const asked = 'quote Ada 3 gates at 420k each, deposit 100k, valid for 5 days';
  const { memory } = understand(asked, NO_MEMORY, FRIDAY);
  const { intent, draft } = understand(sentence, memory, FRIDAY);
  expect({ intent, deposit: draft?.deposit, validDays: draft?.validDays }).toEqual({
    intent: 'edit_draft',
    deposit,
    validDays,
  });
  expect(draft?.items[0]?.description).toMatch(/^gates?$/);
});

test('money that came is no deposit of the open quote, and an invoice has none', () => {
  const { memory } = understand('quote Ada 3 gates at 420k each, 60% deposit', NO_MEMORY, FRIDAY);
  expect(understand('Bola paid 50k deposit', memory, FRIDAY).intent).toBe('record_payment');
  const { draft } = understand('invoice Bola 5k for a cap, 50% deposit', memory, FRIDAY);
  expect(draft).not.toHaveProperty('deposit');
  expect(draft).not.toHaveProperty('quote');
});
