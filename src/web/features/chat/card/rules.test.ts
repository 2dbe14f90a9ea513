import { expect, test } from 'vitest';
import type { Draft } from '#contract/assistant.ts';
import { eachFault } from '#core/invoice/testing.ts';
import { minor } from '#core/money.ts';
import { cardField, checkCard, toDraft, toInvoice, totalsOfCard, toValues } from './rules.ts';

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
test('a draft becomes the invoice it describes, in minor units', () => {
  const values = toValues(draft);
  expect(totalsOfCard(values)).toMatchObject({
    subtotal: 450_150,
    discount: 45_015,
    tax: 30_385,
    total: 435_520,
  });
  expect(checkCard(values, '2026-11-21')).toEqual({});
  // Sums of an unknown currency are no naira.
  expect(checkCard({ ...values, currency: null }, '2026-11-21')).toEqual({
    currency: 'Not found, please add it',
  });
  expect(toInvoice(values)).toMatchObject({
    amount: 450_150,
    clientEmail: 'adaeze@example.com',
    items: [{ description: 'Rice', quantity: 3_000_000, rate: 150_050 }],
    taxRate: 750,
    discount: 45_015,
  });
});

test('the card goes back as the draft it was, and as what it was made', () => {
  const before = toValues(draft);
  expect(toDraft(before, draft, 'NGN')).toEqual(draft);
  const fewer = before.items.map((item) => ({ ...item, quantity: '1.5', rate: minor(100_00) }));
  const corrected = toDraft({ ...before, items: fewer, email: ' ', taxRate: '' }, draft, 'NGN');
  expect(corrected).toEqual({
    ...draft,
    customerEmail: null,
    items: [{ description: 'Rice', quantity: 1.5, rate: 100 }],
    taxRate: 0,
    // Ten percent stay ten percent of what is billed now.
    total: 135,
  });
  const off = toDraft({ ...before, discount: minor(50_00), discountBps: null }, draft, 'NGN');
  expect(off).toMatchObject({ discount: { type: 'amount', value: 50 } });
});

test('an order number and a note go to the invoice and back, and one that is emptied is taken off', () => {
  const noted: Draft = { ...draft, poNumber: 'LPO 44/71', notes: 'Deliver at the back gate' };
  const values = toValues(noted);
  expect(toDraft(values, noted, 'NGN')).toEqual(noted);
  expect(toInvoice(values)).toMatchObject({ poNumber: 'LPO 44/71', notes: 'Deliver at the back gate' });
  expect(toDraft({ ...values, notes: ' ' }, noted, 'NGN')).toMatchObject({ notes: '' });
  expect(checkCard({ ...values, poNumber: 'P'.repeat(61) }, '2026-11-21')).toEqual({
    poNumber: 'Keep this to 60 characters',
  });
  expect(toValues(draft)).toMatchObject({ poNumber: null, notes: null });
});

test('a discount for paying early goes to the invoice and back, and never lasts longer than the invoice', () => {
  const early: Draft = { ...draft, earlyPayment: { percent: 2.5, until: '2026-11-30' } };
  const values = toValues(early);
  expect(toInvoice(values).earlyPayment).toEqual({ percent: 250, until: '2026-11-30' });
  expect(toDraft(values, early, 'NGN')).toEqual(early);
  const later = { earlyPercent: '100', earlyUntil: '2026-12-02' };
  expect(checkCard({ ...values, early: later }, '2026-11-21')).toEqual({
    earlyPercent: 'Enter a percentage above 0 and below 100',
  });
  expect(checkCard({ ...values, early: { ...later, earlyPercent: '2' } }, '2026-11-21')).toEqual({
    earlyUntil: expect.stringContaining('cannot be after Dec 1, 2026'),
  });
  const none = { ...values, early: { earlyPercent: ' ', earlyUntil: '' } };
  expect(toInvoice(none).earlyPayment).toBeNull();
  expect(toDraft(none, early, 'NGN')).toEqual(draft);
});

test('what one item has of its own goes to the invoice and back', () => {
  const apart: Draft = {
    ...draft,
    items: [
      { description: 'Rice', quantity: 3, rate: 1500.5, discount: { type: 'percent', value: 12.5 } },
      {
        description: 'Milk',
        quantity: 1,
        rate: 900,
        discount: { type: 'amount', value: 50 },
        taxCode: 'exempt',
      },
    ],
    pricesIncludeTax: true,
    discount: null,
    total: 4788.81,
  };
  const values = toValues(apart);
  expect(values.items).toMatchObject([{ discount: '12.5%' }, { discount: '50.00', taxCode: 'exempt' }]);
  expect(toDraft(values, apart, 'NGN')).toEqual(apart);
  expect(toInvoice(values)).toMatchObject({
    pricesIncludeTax: true,
    items: [{ discountPercent: 1_250 }, { discount: 50_00, taxCode: 'exempt' }],
  });
  const [rice, milk] = values.items;
  const wrong = [rice, milk].flatMap((item, at) =>
    item ? [{ ...item, discount: ['half', '901'][at] ?? '' }] : [],
  );
  expect(checkCard({ ...values, items: wrong }, '2026-11-21')).toEqual({
    'items.0.discount': 'Enter an amount, or a percentage such as 10%',
    'items.1.discount': 'The discount is more than the line',
  });
});

test.each([
  ['draft.items.1.discountPercent', 'items.1.discount'],
  ['draft.customerName', 'name'],
  ['draft.items.2.rate', 'items.2.rate'],
  ['draft.discount.value', 'discount'],
])('what the server says of %s stands at %s', (path, field) => {
  expect(cardField(path)).toBe(field);
});

test('sums are refused in the words of the server', () => {
  const [item] = toValues(draft).items;
  if (!item) throw new Error('the draft has an item');
  eachFault(
    ({ lines, taxBps, discount }, fault) => {
      const items = lines.map(({ rate, quantityMicro }) => ({
        ...item,
        rate,
        quantity: `${quantityMicro / 1e6}`,
      }));
      const sums = { items, taxRate: `${taxBps / 100}`, discount: minor(discount), discountBps: null };
      const field = fault?.field === 'discount' ? 'discount' : 'items';
      const expected = fault ? { [field]: fault.message } : {};
      expect(checkCard({ ...toValues(draft), ...sums }, '2026-11-21')).toEqual(expected);
    },
    { plainLines: true },
  );
});

test('only the form needs a contact, and a phone number is one', () => {
  const values = { ...toValues(draft), email: '' };
  expect(checkCard(values, '2026-11-21')).toEqual({});
  expect(checkCard(values, '2026-11-21', true)).toEqual({
    email: 'Email is required',
    phone: 'or a phone number',
  });
  expect(checkCard({ ...values, phone: '0803 123 4567' }, '2026-11-21', true)).toEqual({});
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ email: 'nobody' }, 'email'],
  [{ phone: '0803' }, 'phone'],
  [{ dueDate: '2026-11-20' }, 'dueDate'],
  [{ taxRate: '101' }, 'taxRate'],
  [
    {
      items: [
        {
          key: 'k',
          description: 'Rice',
          quantity: '0',
          rate: null,
          discount: '',
          taxCode: 'standard' as const,
        },
      ],
    },
    'items.0.quantity',
  ],
])('%j keeps the invoice from being created', (change, field) => {
  expect(checkCard({ ...toValues(draft), ...change }, '2026-11-21')).toHaveProperty([field]);
});
