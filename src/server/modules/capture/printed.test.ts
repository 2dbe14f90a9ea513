import { describe, expect, test } from 'vitest';
import { datesIn } from './header/dates.ts';
import { numberInWords } from './numbers/number-words.ts';
import { readAmount } from './numbers/parse-amount.ts';
import { labelOf } from './totals/roles.ts';

const english = { decimal: '.', koboAt: null } as const;
const european = { decimal: ',', koboAt: null } as const;

describe('a printed number', () => {
  test.each([
    ['₦45,000.00', 45_000, 'NGN'],
    ['N45,000', 45_000, 'NGN'],
    ['#45,000', 45_000, 'NGN'],
    ['=N=45,000.00', 45_000, 'NGN'],
    ['₦45,000:00k', 45_000, 'NGN'],
    ['45,000=00', 45_000, null],
    ['45,000/-', 45_000, null],
    ['N1,250,000.5', 1_250_000.5, 'NGN'],
    ['NGN1,200.75', 1_200.75, 'NGN'],
    ['RM4.40', 4.4, 'MYR'],
    ['12.50SR', 12.5, null],
    ['(1,200.00)', -1_200, null],
    ['12.00-', -12, null],
    ['-$3.10', -3.1, 'USD'],
    ['1O,5OO.OO', 10_500, null],
    ['45.000.00', 45_000, null],
    ['N12.500', 12_500, 'NGN'],
    ['N1,600.000.00', 1_600_000, 'NGN'],
    ['6,500/bird', 6_500, null],
    ['$95/hr', 95, 'USD'],
    ['R28,500.00', 28_500, 'ZAR'],
    ['258,500|', 258_500, null],
    ['142,$00', 142_500, null],
    ['11,s00', 11_500, null],
    ['3', 3, null],
  ])('%s is %d', (text, value, currency) => {
    expect(readAmount(text, english)).toMatchObject({ value, currency });
  });

  test.each([
    ['1.234,56', 1_234.56],
    ['9,90', 9.9],
    ['3,3333', 3.3333],
    ['1.000', 1_000],
    ['-14,73', -14.73],
    ['529,87€', 529.87],
  ])('%s on European paper is %d', (text, value) => {
    expect(readAmount(text, european)?.value).toBe(value);
  });

  test.each([
    '08031234567',
    '0122334455',
    '30/09/2017',
    '05.03.2018',
    '12:30',
    'INV-0042',
    '5399-83',
    '471102/18',
    '₦',
    'N/A',
    '1,23,4',
    '23-04-25',
  ])('%s is no amount', (text) => {
    const read = readAmount(text, english);
    expect(read === null || !read.looksLikeMoney).toBe(true);
  });
});

describe('a printed date', () => {
  test.each([
    ['Date: 30/09/2017', '2017-09-30'],
    ['3-4-26', '2026-04-03'],
    ['05.03.2018', '2018-03-05'],
    ['2018-03-05', '2018-03-05'],
    ['24-MAR-2018', '2018-03-24'],
    ['Oct 3, 2016', '2016-10-03'],
    ['0ct 3, 2016', '2016-10-03'],
    ['August 3 , 2014', '2014-08-03'],
    ['3rd of November, 2026', '2026-11-03'],
    ['du 02 Juillet 2015', '2015-07-02'],
    ['05. März 2018', '2018-03-05'],
    ['[19/06/17] [11:37]', '2017-06-19'],
    ['03/20/2023', '2023-03-20'],
    ['3O/O9/2O17', '2017-09-30'],
    ['28 Augus 2025', '2025-08-28'],
    ['22 November 26 16:29', '2026-11-22'],
    ['Issued 20 Nov 2026', '2026-11-20'],
    ['19th Nov,026', '2026-11-19'],
    ['12Nov2026,4:37PM', '2026-11-12'],
    ['Lagos,04.11.2026', '2026-11-04'],
  ])('%s', (text, date) => {
    expect(datesIn(text, '2026-11-21').map((one) => one.date)).toEqual([date]);
  });

  test.each([
    ['Date: 27/08/202', '2025', '2025-08-27'],
    ['27-12-202 12:40', '2025', '2025-12-27'],
    ['Date: 23/03/2', '2025', '2025-03-23'],
    ['Date: 23/03/2', '2016', undefined],
    ['27/12/202', '2026', undefined],
    ['27/08/202', '2016', undefined],
    ['27/08/202', null, undefined],
  ])('%s on a paper of %s', (text, year, date) => {
    expect(datesIn(text, '2026-11-21', year)[0]?.date).toBe(date);
  });

  test.each([
    '22 November 16:29',
    '31/02/2026',
    '45/13/2026',
    '0803 123 4567',
    '12/05/1963',
    '1.2.3',
    '01/01/2048',
    '10.000,00',
  ])('%s is none', (text) => {
    expect(datesIn(text, '2026-11-21')).toEqual([]);
  });
});

test.each([
  ['Two hundred and fifty thousand naira only', 250_000],
  ['Amount in words: Fourhundredthirtyone thousandtwohundredfortynairaonly', 431_240],
  ['one million, two hundred and three thousand and seventeen naira, fifty kobo', 1_203_017],
  ['Nineteen hundred dollars', 1_900],
  ['SAY US DOLLARS NINE THOUSAND ONE HUNDRED AND SIXTY ONLY', 9_160],
  ['INR One Lakh One Thousand Eight Hundred Sixty One Only', 101_861],
  ['Three sixty seven thousand naira only', null],
  ['Hundred and two thousand hundred naira only', null],
  ['Someone', null],
])('%s in words', (text, value) => {
  expect(numberInWords(text)).toBe(value);
});

describe('a label', () => {
  test.each([
    ['Grand Total', 'total'],
    ['TOTAL (INCL. GST 6%)', 'total'],
    ['Tota1 :', 'total'],
    ['Total Amount Due', 'payable'],
    ['Balance Due', 'payable'],
    ['Sub-Total', 'subtotal'],
    ['Total Excl. VAT', 'subtotal'],
    ['VAT @ 7.5%', 'tax'],
    ['Less WHT (5%)', 'withholding'],
    ['Less: Discount', 'discount'],
    ['Amount Paid', 'paid'],
    ['Part Payment', 'paid'],
    ['Cash Tendered', 'cash'],
    ['Change Due', 'change'],
    ['Rounding Adj.', 'rounding'],
    ['Delivery charge', 'charge'],
    ['Agency fee', 'charge'],
    ['Agency commission', 'commission'],
    ['Total before discount', 'subtotal'],
    ['NHIL 2.5%', 'tax'],
    ['Transaction Amount', 'total'],
    ['Loyalty disc.', 'discount'],
    ['Total Qty', 'none'],
    ['TOTAL CARTONS', 'none'],
    ['Tax Invoice', 'none'],
    ['You saved', 'none'],
    ['Gesamtbetrag', 'total'],
    ['Zwischensumme', 'subtotal'],
    ['zzgl. Umsatzsteuer', 'tax'],
    ['Total TTC', 'total'],
    ['Total HT', 'subtotal'],
    ['TVA 20%', 'tax'],
    ['Montant à payer', 'payable'],
    ['Totale fattura', 'total'],
    ['Imponibile', 'subtotal'],
    ['Importe total', 'total'],
    ['Base imponible', null],
    ['Te betalen', 'payable'],
    ['Razem do zapłaty', 'payable'],
    ['Wholesale discount', 'discount'],
    ['Less HMO tariff rebate', 'discount'],
    ['Value Added Tax of item only', 'tax'],
    ['VAT (rate: 7.5%)', 'tax'],
    ['Coupon ADIRE5', 'discount'],
    ['Total before VAT / المجموع', 'subtotal'],
    ['Palm oil 25L', null],
    ['Bag of cement', null],
  ])('%s', (text, role) => {
    const read = labelOf(text)?.role ?? null;
    if (role === null) expect([null, 'subtotal', 'none']).toContain(read);
    else expect(read).toBe(role);
  });
});
