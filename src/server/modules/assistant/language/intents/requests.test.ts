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
