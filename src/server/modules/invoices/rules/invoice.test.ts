import { expect, test } from 'vitest';
import { AppError } from '#core/errors.ts';
import { eachFault } from '#core/invoice/testing.ts';
import { MAX_MINOR, minor } from '#core/money.ts';
import { invoiceNumber, statusOf, totalsFor, whatsappUrl } from './invoice.ts';

const at = new Date('2026-11-01T09:00:00Z');
const today = '2026-11-17';

test.each([
  { sent: false, paid: false, deleted: false, due: '2026-11-16', status: 'pending' },
  { sent: false, paid: false, deleted: false, due: '2026-11-17', status: 'pending' },
  { sent: true, paid: false, deleted: false, due: '2026-11-18', status: 'sent' },
  { sent: true, paid: false, deleted: false, due: '2026-11-17', status: 'due' },
  { sent: true, paid: false, deleted: false, due: '2026-11-16', status: 'overdue' },
  { sent: true, paid: true, deleted: false, due: '2026-11-16', status: 'paid' },
  { sent: false, paid: true, deleted: false, due: '2026-11-18', status: 'paid' },
  { sent: true, paid: false, deleted: true, due: '2026-11-16', status: 'deleted' },
  { sent: false, paid: false, deleted: true, due: '2026-11-18', status: 'deleted' },
])(
  'sent $sent, paid $paid, deleted $deleted, due $due is $status',
  ({ sent, paid, deleted, due, status }) => {
    const invoice = {
      sent_at: sent ? at : null,
      settled_as: paid ? ('paid' as const) : null,
      deleted_at: deleted ? at : null,
      state: 'active' as const,
      due_date: due,
    };
    expect(statusOf(invoice, today)).toBe(status);
  },
);

type TotalsInput = Parameters<typeof totalsFor>[0];
const input = (rate: number, quantity: number, more: Partial<TotalsInput> = {}): TotalsInput => ({
  items: [{ description: 'Jollof rice', quantity: quantity * 1_000_000, rate: minor(rate) }],
  taxRate: 0,
  ...more,
});

test.each([
  { what: 'an amount that is not the sum', input: input(100, 2, { amount: minor(201) }), path: 'amount' },
  { what: 'a discount above the subtotal', input: input(100, 2, { discount: minor(201) }), path: 'discount' },
  { what: 'a discount below zero', input: input(100, 2, { discount: minor(-1) }), path: 'discount' },
  { what: 'nothing left to pay', input: input(100, 2, { discount: minor(200) }), path: 'discount' },
  { what: 'a line past every limit', input: input(MAX_MINOR, 1_000_000), path: 'items.0.rate' },
  { what: 'tax that lifts it over the limit', input: input(MAX_MINOR, 1, { taxRate: 1 }), path: 'items' },
])('$what is refused at $path', ({ input, path }) => {
  let refusal: unknown;
  try {
    totalsFor(input);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code: 'invalid_input', details: { errors: [{ path }] } });
});

test('sums are refused at the field of their fault and in its words', () => {
  eachFault(({ lines, taxBps, pricesIncludeTax, discount }, fault) => {
    const items = lines.map(({ quantityMicro, discountBps, ...line }) => ({
      description: 'Rice',
      ...line,
      quantity: quantityMicro,
      discountPercent: discountBps,
    }));
    const run = () => totalsFor({ items, taxRate: taxBps, pricesIncludeTax, discount: minor(discount) });
    if (!fault) return expect(run().total).toBeGreaterThan(0);
    const errors = [{ path: fault.field, message: fault.message }];
    return expect(run).toThrowError(expect.objectContaining({ details: { errors } }));
  });
});

test('the amount given may be the sum, and the largest amount is taken', () => {
  expect(totalsFor(input(100, 2, { amount: minor(200), taxRate: 750 })).total).toBe(215);
  expect(totalsFor(input(MAX_MINOR, 1)).total).toBe(MAX_MINOR);
});

test.each([
  [1, 'INV-0001'],
  [9_999, 'INV-9999'],
  [10_000, 'INV-10000'],
])('invoice %i is %s', (count, number) => {
  expect(invoiceNumber(count)).toBe(number);
});

const message = {
  businessName: 'Okafor Kitchen',
  number: 'INV-0001',
  total: minor(12_900_000),
  balance: minor(12_900_000),
  currency: 'NGN' as const,
  dueDate: '2026-12-12',
  payUrl: 'https://pay.example/pay/abc',
  phone: null,
};

test.each([
  ['0803 123 4567', '2348031234567'],
  ['+234 803 123 4567', '2348031234567'],
  ['+234 (0)803 123 4567', '2348031234567'],
  ['00447911123456', '447911123456'],
  ['12', ''],
  [null, ''],
])('the number %s is dialled as "%s"', (phone, digits) => {
  expect(new URL(whatsappUrl({ ...message, phone })).pathname).toBe(`/${digits}`);
});

test('the WhatsApp text tells who, how much, when and where, and stays short', () => {
  const textOf = (url: string) => new URL(url).searchParams.get('text') ?? '';
  const text = textOf(whatsappUrl(message));
  for (const part of [
    'Okafor Kitchen',
    'INV-0001',
    '₦129,000.00',
    'Dec 12, 2026',
    'https://pay.example/pay/abc',
  ])
    expect(text).toContain(part);
  expect(textOf(whatsappUrl({ ...message, balance: minor(0) }))).toContain('for ₦129,000.00 is paid. See it');
  expect(textOf(whatsappUrl({ ...message, businessName: 'Ọ'.repeat(400) })).length).toBeLessThan(300);
});
