import { expect, test } from 'vitest';
import { blankTexts } from '#core/invoice/testing.ts';
import { minor, ZERO } from '#core/money.ts';
import { tableOf } from './export-csv.ts';

const row = (more: object) => ({
  id: 'inv_1',
  _id: 'inv_1',
  invoiceNumber: 'INV-0001',
  ...blankTexts,
  title: 'Catering',
  customerId: 'cus_1',
  customerName: 'Ngọzi Bello',
  customerEmail: 'ngozi@bello.example',
  currency: 'NGN' as const,
  totalAmount: minor(125_000_000_000),
  amountPaid: minor(0),
  balance: minor(5),
  status: 'sent' as const,
  displayStatus: 'sent' as const,
  credited: ZERO,
  withheld: ZERO,
  writtenOff: ZERO,
  earlyTerms: null,
  earlyDiscount: ZERO,
  date: '2026-11-02',
  dueDate: '2026-11-09',
  createdAt: new Date(0),
  ...more,
});

test('an invoice is one line of plain figures under the headings', () => {
  const [head, line, end] = tableOf([row({ poNumber: '=PO 7' })]).split('\r\n');
  expect(head).toBe(
    '\uFEFFInvoice ID,Customer,Email,Title,Status,Date Issued,Due Date,Currency,Amount,Paid,Balance,Purchase order number,Credited,Tax withheld,Written off,Discount for paying early (%),Discount until',
  );
  expect(line).toBe(
    "INV-0001,Ngọzi Bello,ngozi@bello.example,Catering,Sent,2026-11-02,2026-11-09,NGN,1250000000.00,0.00,0.05,'=PO 7,0.00,0.00,0.00,,",
  );
  expect(end).toBe('');
});

test('a discount for paying early stands there with its last day', () => {
  const [, line] = tableOf([row({ earlyTerms: { percent: 250, until: '2026-11-05' } })]).split('\r\n');
  expect(line).toMatch(/,2\.5,2026-11-05$/);
});

test.each([
  ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
  ['+2348012345678', "'+2348012345678"],
  ['-1+1', "'-1+1"],
  ['-5.00', "'-5.00"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['Bello, Ngọzi', '"Bello, Ngọzi"'],
  ['a "b" c', '"a ""b"" c"'],
])('a customer called %s stays text', (customerName, cell) => {
  expect(tableOf([row({ customerName })])).toContain(`INV-0001,${cell},`);
});
