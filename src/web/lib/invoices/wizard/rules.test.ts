import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPercent, readQuantity, readTaxRate } from '#contract/invoice-form.ts';
import { eachFault } from '#core/invoice/testing.ts';
import { MAX_MINOR, minor } from '#core/money.ts';
import { emptyDraft, emptyEntry, type InvoiceDraft, isBlank } from './draft.ts';
import { documentOf } from './paper-document.ts';
import { checkStep, entryPrice, readEntry, toInvoice, totalsOfDraft } from './rules.ts';

const TODAY = '2026-11-21';
const item = { description: 'Logo', quantity: 3_000_000, rate: minor(10), taxCode: 'standard' as const };
const full: InvoiceDraft = {
  ...emptyDraft,
  title: ' Website ',
  description: 'A shop',
  customer: { id: 'cus_1', name: 'Mrs Bello', email: 'folake@bello.ng', phone: '' },
  dueDate: TODAY,
  paymentTerms: 'Net 7',
  items: [item],
  taxRate: '7.5',
};

test('an untouched first step names every required field in the words people know', () => {
  expect(checkStep(emptyDraft, 0, TODAY)).toEqual({
    title: 'Title is required',
    description: 'Description is required',
    customer: 'Please select a customer',
    dueDate: 'Due date is required',
    paymentTerms: 'Payment terms are required',
  });
  expect(checkStep(full, 0, TODAY)).toEqual({});
});

test('the paper of a customer who keeps tax says what is to be paid, as the invoice will', () => {
  const issue = { currency: 'NGN', business: 'Okafor', issued: TODAY, hasTaxId: false } as const;
  const draft = { ...full, items: [{ ...item, rate: minor(100_000_00) }] };
  const paper = documentOf(draft, { ...issue, usualKind: 'professional' });
  expect(paper.terms?.value).toBe(
    'If you deduct withholding tax at 10%, pay ₦292,500.00 and send us the certificate.\nNet 7',
  );
  expect(documentOf(draft, { ...issue, usualKind: null }).terms?.value).toBe('Net 7');
});

describe('each fault is told at its field', () => {
  const newCustomer = { customer: { id: '', name: ' ', email: 'nobody', phone: '' }, addsCustomer: true };
  const unreachable = { customer: { id: '', name: 'Ada', email: '', phone: '' }, addsCustomer: true };
  const byPhone = { customer: { ...unreachable.customer, phone: '0803 123 4567' }, addsCustomer: true };
  test.each<[string, number, Partial<InvoiceDraft>, Record<string, string>]>([
    ['yesterday', 0, { dueDate: '2026-11-20' }, { dueDate: 'Due date cannot be in the past' }],
    ['no such day', 0, { dueDate: '2026-02-30' }, { dueDate: 'Due date is required' }],
    [
      'new customer',
      0,
      newCustomer,
      { 'customer.name': 'Name is required', 'customer.email': 'Invalid Email' },
    ],
    [
      'a customer without email and phone',
      0,
      unreachable,
      { 'customer.email': 'Email is required', 'customer.phone': 'or a phone number' },
    ],
    ['a customer with a phone alone', 0, byPhone, {}],
    ['a long order number', 0, { poNumber: 'P'.repeat(61) }, { poNumber: 'Keep this to 60 characters' }],
    ['no items', 1, { items: [] }, { items: 'At least one item is required' }],
    ['tax of 101', 1, { taxRate: '101' }, { taxRate: 'Tax rate must be between 0 and 100' }],
    ['tax in words', 1, { taxRate: '7.5.1' }, { taxRate: 'Tax rate must be between 0 and 100' }],
    ['discount of 31', 1, { discount: minor(31) }, { discount: 'The discount is more than the subtotal' }],
    ['discount of all', 1, { discount: minor(30) }, { discount: 'The total must be more than zero' }],
  ])('%s', (_what, step, change, errors) => {
    expect(checkStep({ ...full, ...change }, step, TODAY)).toEqual(errors);
  });
});

test('an item needs a description, a quantity of at least 1 and a rate above 0', () => {
  expect(readEntry({ ...emptyEntry, quantity: '0.5' }, [])).toEqual({
    errors: {
      'entry.description': 'Description is required',
      'entry.quantity': 'Quantity must be at least 1',
      'entry.rate': 'Enter an amount above zero',
    },
  });
  const typed = { ...emptyEntry, description: ' Rice ', quantity: '1,000.25', rate: minor(10) };
  expect(readEntry(typed, [])).toEqual({
    item: { description: 'Rice', quantity: 1_000_250_000, rate: minor(10), taxCode: 'standard' },
  });
});

test.each([
  ['12.5%', { discountPercent: 1_250 }, 875_00],
  ['250', { discount: minor(250_00) }, 750_00],
  ['1,000', { discount: minor(1_000_00) }, 0],
])('an item less %s', (discount, read, price) => {
  const typed = { ...emptyEntry, description: 'Rice', rate: minor(1_000_00), discount };
  expect(readEntry(typed, [])).toMatchObject({ item: read });
  expect(entryPrice(typed)).toBe(price);
});

test.each([
  ['1,000.01', 'The discount is more than the line'],
  ['half', 'Enter an amount, or a percentage such as 10%'],
  ['101%', 'Enter an amount, or a percentage such as 10%'],
])('an item less %s is not taken', (discount, message) => {
  const typed = { ...emptyEntry, description: 'Rice', rate: minor(1_000_00), discount };
  expect(readEntry(typed, [])).toEqual({ errors: { 'entry.discount': message } });
});

test('sums beyond what an invoice may carry are refused before they are computed', () => {
  const huge = { ...emptyEntry, description: 'Bridge', quantity: '1000000', rate: minor(MAX_MINOR) };
  expect(readEntry(huge, [])).toEqual({ errors: { 'entry.rate': 'That amount is too large' } });
  expect(readEntry({ ...huge, quantity: '1' }, [item])).toHaveProperty('errors');
  expect(entryPrice(huge)).toBeNull();
});

test('sums are refused in the words of the server', () => {
  eachFault(({ lines, taxBps, pricesIncludeTax, discount }, fault) => {
    const items = lines.map((line) => ({
      ...item,
      ...line,
      quantity: line.quantityMicro,
      taxCode: line.taxCode ?? 'standard',
      discountPercent: line.discountBps ?? undefined,
    }));
    const draft = {
      ...full,
      items,
      taxRate: `${taxBps / 100}`,
      pricesIncludeTax,
      discount: minor(discount),
    };
    const field = fault?.field === 'discount' ? 'discount' : 'items';
    expect(checkStep(draft, 1, TODAY)).toEqual(fault ? { [field]: fault.message } : {});
  });
});

test('tax is rounded half up once, and what is sent is what was shown', () => {
  expect(totalsOfDraft(full)).toMatchObject({ subtotal: 30, tax: 2, total: 32 });
  expect(toInvoice(full)).toMatchObject({
    amount: 30,
    taxRate: 750,
    discount: 0,
    title: 'Website',
    customerId: 'cus_1',
  });
  expect(toInvoice({ ...full, customer: { ...full.customer, id: '' } })).not.toHaveProperty('customerId');
});

test('every percentage with two decimals is read to the basis point', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (bps) => {
      expect(readTaxRate((bps / 100).toFixed(2))).toBe(bps);
    }),
  );
  expect(readTaxRate('')).toBe(0);
});

test.each<[string, number | null]>([
  ['30', 3000],
  [' 30% ', 3000],
  ['2.5 %', 250],
  ['0', null],
  ['100', null],
  ['', null],
  ['30%%', null],
])('of a total, "%s" is %s basis points', (typed, expected) => {
  expect(readPercent(typed)).toBe(expected);
});

test.each<[string, number | null]>([
  ['2,5', 2.5],
  ['1,250', 1250],
  ['1,250.5', 1250.5],
  ['12,500.25', 12_500.25],
  ['12,34,5', null],
  ['2,', null],
])('a count of "%s" is %s', (typed, expected) => {
  expect(readQuantity(typed)).toBe(expected === null ? null : Math.round(expected * 1_000_000));
});

test('a percentage with a comma is not ten times as much', () => {
  expect(readTaxRate('7,5')).toBe(750);
  expect(readPercent('2,5')).toBe(250);
});

test('a draft is blank until something is typed, wherever the wizard stands', () => {
  expect(isBlank({ ...emptyDraft, step: 1, key: 'k', addsCustomer: true })).toBe(true);
  expect(isBlank({ ...emptyDraft, entry: { ...emptyEntry, description: 'R' } })).toBe(false);
});
