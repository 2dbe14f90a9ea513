import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { ReportDocument } from '#server/kernel/ports/pdf.ts';
import { createTypesetter } from './typesetter.ts';
import { packed, pagesOf, sampleReport } from './testing.ts';

const maker = createTypesetter();
const printed = async (changes: Partial<ReportDocument> = {}) => {
  const pages = await pagesOf(await maker.report(sampleReport(changes)));
  return { pages: pages.length, text: packed(pages.join('\n')) };
};

test('a report says what went up and down, and what cannot be compared', async () => {
  const { text, pages } = await printed();
  expect(pages).toBe(1);
  for (const shown of [
    'Oct 1, 2026 – Dec 5, 2026',
    'Okafor Kitchen & Events',
    'Total revenue ₦48,235.05 +12.5%',
    'Invoices sent 1,087 -4.2%',
    'Success rate 86.2% no change',
    'Average invoice value ₦72,100.33 nothing before',
    'Nov 2026 ₦10,000.00 1',
    'Bank transfer ₦48,235.05 100%',
    'Paid 75 86.2%',
    'Mrs Bello 2 ₦600.00 ₦1,200.00',
    'Made with Duewell on Dec 5, 2026 at 14:05',
  ])
    expect(text).toContain(packed(shown));
  for (const absent of ['Card', 'TESTMODE', 'Page1']) expect(text).not.toContain(absent);
});

test('without any money or invoices it says so plainly', async () => {
  const { text } = await printed({
    revenue: { amount: minor(0), change: null },
    successRate: { amount: null, change: null },
    methods: [{ label: 'Card', amount: minor(0) }],
    statuses: [{ label: 'Paid', invoices: 0 }],
    customers: [],
    trend: [{ label: 'Dec 2026', revenue: minor(0), invoices: 0 }],
  });
  for (const shown of [
    'Nothing was received in these months.',
    'No invoices were issued in these months.',
    'No customer has paid yet.',
  ])
    expect(text).toContain(packed(shown));
});

test.each(['Adébáyọ̀ Ṣọlá Ọlọ́runfẹ́mi', 'Ị̀kẹ́nna Ụ̀wakwe ị́ ị̀ ụ́ ụ̀ ṅ ñ', '#panic() $x$ *b* \\ <a> @b [c] "d"'])(
  'the name %s is printed as it is written',
  async (name) => {
    const customers = [{ name, paid: minor(1), invoices: 1, average: minor(1) }];
    const { text } = await printed({ customers, business: { ...sampleReport().business, name } });
    expect(text.split(packed(name)).length - 1).toBe(2);
  },
);

test('a year of great sums and five long names stands on one page; of sums beyond reason nothing is lost', async () => {
  const year = (sum: number, name: string): Partial<ReportDocument> => {
    const most = minor(sum);
    return {
      months: 12,
      revenue: { amount: most, change: 123_456.7 },
      averageValue: { amount: most, change: -100 },
      trend: Array.from({ length: 12 }, () => ({ label: 'Nov 2026', revenue: most, invoices: 123_456 })),
      methods: ['Bank transfer', 'Card', 'USSD', 'QR code', 'Wallet'].map((label) => ({
        label,
        amount: most,
      })),
      customers: Array.from({ length: 5 }, () => ({ name, paid: most, invoices: 12_345, average: most })),
    };
  };
  const name = 'Ọláwálé Adéṣínà & Sons Construction and General Merchandise Ltd';
  expect((await printed(year(125_000_000_000, name))).pages).toBe(1);
  const { text } = await printed(year(9_000_000_000_000_000, name.repeat(2).slice(0, 120)));
  // Two key figures, twelve months, five methods, and two columns of five customers.
  expect(text.split('₦90,000,000,000,000.00').length - 1).toBe(2 + 12 + 5 + 10);
});
