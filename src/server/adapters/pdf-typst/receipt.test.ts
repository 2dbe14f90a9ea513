import jsQR from 'jsqr';
import { beforeAll, expect, test } from 'vitest';
import { languageCodes } from '#core/languages.ts';
import { minor } from '#core/money.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';
import { drawnShapes, looseObjects, packed, pagesOf, paidPart, sampleReceipt, tagsOf } from './testing.ts';

const LARGEST = 150 * 1024;

let maker: Typesetter;

beforeAll(() => {
  maker = createTypesetter();
});

async function printed(...content: Parameters<typeof sampleReceipt>): Promise<string> {
  const pages = await pagesOf(await maker.receipt(sampleReceipt(...content)));
  expect(pages).toHaveLength(1);
  return packed(pages.join('\n'));
}

const { invoice } = paidPart;
const back = { refundedAt: new Date('2026-12-20T09:00:00Z') };

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
    'For Invoice INV-0042 Catering for naming ceremony',
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
  const full = await printed({ ...back, refunded: minor(5_000_050), shares: [] });
  expect(full).toContain(packed('On Dec 20, 2026, all of it, ₦50,000.50, went back to the person who paid.'));
  expect(full).toContain(packed('Refunded -₦50,000.50'));
  const part = await printed({ ...back, refunded: minor(100), returned: true });
  expect(part).toContain(packed('On Dec 20, 2026, ₦1.00 of this payment went back to the person who paid.'));
  expect(part).toContain(packed('Part returned by the bank'));
  expect(part).toContain(packed('Returned by the bank -₦1.00'));
});

test('the rows of several invoices add up to what was paid also after a refund', async () => {
  const text = await printed({
    ...back,
    refunded: minor(1_000_050),
    shares: [
      { number: 'INV-0042', amount: minor(3_000_000) },
      { number: 'INV-0050', amount: minor(1_000_000) },
    ],
  });
  expect(text).toContain(
    packed('Invoice INV-0042 ₦30,000.00 Invoice INV-0050 ₦10,000.00 Refunded ₦10,000.50 Paid ₦50,000.50'),
  );
});

test('what was paid too much, another invoice, a cancelled one and test money are told', async () => {
  const text = await printed(
    {
      shares: [
        { number: 'INV-0042', amount: minor(4_000_000) },
        { number: 'INV-0050', amount: minor(900_000) },
      ],
      credit: minor(100_050),
      early: minor(2_150),
      invoice: { ...invoice, cancelled: true },
    },
    { testMode: true },
  );
  for (const shown of [
    'Invoice INV-0050',
    '₦9,000.00',
    'Kept for the customer as credit',
    '₦1,000.50',
    'Taken off for paying early ₦21.50',
    'TEST MODE',
  ])
    expect(text).toContain(packed(shown));
  expect(text).not.toContain(packed('Still owed'));
});

test('a receipt taken back says so, and one no provider confirmed says who says it', async () => {
  expect(await printed({ undone: true, evidence: 'hand' })).toContain(
    packed('Okafor Kitchen & Events recorded this payment and later undid that. It does not count any more.'),
  );
  const recorded = await printed({ evidence: 'hand', method: 'cash' });
  expect(recorded).toContain(packed('Not confirmed by a bank or a payment provider.'));
  expect(recorded).not.toContain(packed('14:05'));
});

// A word of the English paper in another one was never translated; amounts, names and codes are no words.
test.each(languageCodes.filter((code) => code !== 'en'))(
  'no word of it is left in English: %s',
  async (language) => {
    const told = {
      ...back,
      refunded: minor(100),
      surcharge: minor(200),
      evidence: 'hand',
      method: 'cash',
    } as const;
    const { document } = sampleReceipt(told, { language });
    const { document: english } = sampleReceipt(told);
    const words = ({ kind, headline, notices, facts, shares, sums, online, payer }: typeof document) => [
      kind,
      online,
      shares?.label ?? '',
      ...notices,
      ...[headline, payer, ...facts, ...sums].map(({ label }) => label),
    ];
    const paper = await printed(told, { language });
    for (const word of words(document)) expect(paper).toContain(packed(word));
    const same = words(document).filter((word) => words(english).includes(word));
    expect(same.filter((word) => !(language === 'pcm' && /^(Receipt|Reference)$/.test(word)))).toEqual([]);
  },
);

test('whatever people write stays text and on its page', async () => {
  const long = `#panic("x") $*_ <b> ${'Ọlọ́runfẹ́mi '.repeat(7)}`;
  const { business } = sampleReceipt();
  const text = await printed(
    {
      customer: { name: long, email: long },
      invoice: { ...invoice, title: long },
      reference: 'r'.repeat(120),
    },
    { business: { ...business, name: long, addressLines: [long, long] } },
  );
  expect(text.split(packed('#panic("x") $*_ <b>')).length - 1).toBeGreaterThanOrEqual(5);
});

test('the file is small, tagged and selectable, and its code leads to the receipt', async () => {
  const pdf = await maker.receipt(sampleReceipt({ surcharge: minor(200) }));
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
