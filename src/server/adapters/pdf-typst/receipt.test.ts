import jsQR from 'jsqr';
import { beforeAll, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { ReceiptDocument } from '#server/kernel/ports/pdf.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';
import { drawnShapes, looseObjects, packed, pagesOf, sampleReceipt, tagsOf } from './testing.ts';

const LARGEST = 150 * 1024;

let maker: Typesetter;

beforeAll(() => {
  maker = createTypesetter();
});

async function printed(changes: Partial<ReceiptDocument> = {}): Promise<string> {
  const pages = await pagesOf(await maker.receipt(sampleReceipt(changes)));
  expect(pages).toHaveLength(1);
  return packed(pages.join('\n'));
}

test('a receipt says who paid whom, what for, when, how, and what is still owed', async () => {
  const text = await printed();
  for (const shown of [
    'Receipt',
    'RCT-000123',
    'Okafor Kitchen & Events',
    'Received from',
    'Mrs Bello',
    'Amount paid',
    '₦50,000.50',
    'Dec 8, 2026, 14:05',
    'Bank transfer',
    'dw_9f2c41d07be3',
    'Verified with Paystack',
    'Dec 8, 2026, 14:06',
    'Invoice INV-0042: Catering for naming ceremony',
    'Still owed on INV-0042 on Dec 8, 2026',
    '₦79,000.31',
    'pay.duewell.example/receipt/8Lr3nY0uC5',
    'Check that it is genuine: pay.duewell.example/verify AR7W-3QXN-94TC',
  ])
    expect(text).toContain(packed(shown));
  for (const absent of ['Refunded', 'credit', 'Taken off', 'TEST MODE', 'Amount due', 'Page1'])
    expect(text).not.toContain(packed(absent));
});

test('money that went back is said plainly, whole or in part', async () => {
  const full = await printed({
    refunded: { amount: minor(5_000_050), on: '2026-12-20', returned: false },
    shares: [],
  });
  expect(full).toContain(
    packed('All of this payment went back to the customer on Dec 20, 2026. Nothing of it is paid any more.'),
  );
  expect(full).toContain(packed('-₦50,000.50'));
  expect(full).toContain(packed('Invoice INV-0042'));
  const part = await printed({
    refunded: { amount: minor(100), on: '2026-12-20', returned: false },
    shares: [{ number: 'INV-0042', amount: minor(4_999_950) }],
  });
  expect(part).toContain(packed('Catering for naming ceremony ₦50,000.50'));
  expect(part).toContain(packed('A part of this payment went back to the customer on Dec 20, 2026.'));
  expect(part).toContain(packed('-₦1.00'));
});

test('the rows of several invoices add up to what was paid also after a refund', async () => {
  const text = await printed({
    refunded: { amount: minor(1_000_050), on: '2026-12-20', returned: false },
    shares: [
      { number: 'INV-0042', amount: minor(3_000_000) },
      { number: 'INV-0050', amount: minor(1_000_000) },
    ],
  });
  expect(text).toContain(packed('Invoice INV-0050 ₦10,000.00 Refunded ₦10,000.50 Paid ₦50,000.50'));
});

test('what was paid too much, another invoice, a cancelled one and test money are told', async () => {
  const text = await printed({
    shares: [
      { number: 'INV-0042', amount: minor(4_000_000) },
      { number: 'INV-0050', amount: minor(900_000) },
    ],
    credit: minor(100_050),
    early: minor(2_150),
    offer: 'Pay by Dec 12, 2026 and ₦9.00 is taken off.',
    owed: null,
    testMode: true,
  });
  for (const shown of [
    'Invoice INV-0050',
    '₦9,000.00',
    'Kept for the customer as credit',
    '₦1,000.50',
    'Taken off for paying early ₦21.50',
    'Pay by Dec 12, 2026 and ₦9.00 is taken off.',
    'TEST MODE',
  ])
    expect(text).toContain(packed(shown));
  expect(text).not.toContain(packed('Still owed'));
});

test('whatever people write stays text and on its page', async () => {
  const long = `#panic("x") $*_ <b> ${'Ọlọ́runfẹ́mi '.repeat(7)}`;
  const { business } = sampleReceipt();
  const text = await printed({
    business: { ...business, name: long, addressLines: [long, long] },
    customer: { name: long, email: long },
    invoice: { number: 'INV-0042', title: long },
    reference: 'r'.repeat(120),
  });
  expect(text.split(packed('#panic("x") $*_ <b>')).length - 1).toBeGreaterThanOrEqual(5);
});

test('the file is small, tagged and selectable, and its code leads to the receipt', async () => {
  const pdf = await maker.receipt(sampleReceipt());
  const source = looseObjects(pdf);
  expect(pdf.byteLength).toBeLessThanOrEqual(LARGEST);
  expect(source).toContain('/FontFile2');
  expect(source).not.toContain('/Type3');
  expect(source).toMatch(/\/MarkInfo\s*<<\s*\/Marked true/);
  const tags = await tagsOf(pdf);
  expect(tags.filter(({ role }) => /^H\d$/.test(role)).map(({ text }) => text)).toEqual(['Receipt Paid']);
  expect(tags.filter(({ role }) => role === 'TH')).toHaveLength(2);
  const { pixels, width, height } = await drawnShapes(pdf, 2);
  expect(jsQR.default(pixels, width, height)?.data).toBe(sampleReceipt().receiptUrl);
});
