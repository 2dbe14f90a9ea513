import { describe, expect, test } from 'vitest';
import { extractInvoice } from './extract.ts';
import { NO_CONTEXT, pageOf } from './testing.ts';

const read = (text: string) => extractInvoice([pageOf(text)], NO_CONTEXT);

const goods = `
NAGARTA TIMBER YARD                         Invoice No. 881
Customer                                    Date: 16/11/2026
#    Item                   Qty    @        Amount
1    9 inch plank           1,200  650      780,000.00
2    Plywood sheet          40     18,500   740,000.00
                                   Total    1,520,000.00`;

const hall = `
Bookings of the Rock Garden           Booking no. 2217
Booked on: 10 November 2026           Balance due by: 28 November 2026
Facility                  No.    Price each    Cost
Garden, Sat 5 December    1      450,000       450,000
Canopies                  12     15,000        180,000
Total                                          N630,000`;

const press = `
Invoice no. 3391                      Date   23 Nov 2026
For    Brightway Academy
Job                       Copies      Each      Cost
Exercise books            2,000       ₦310      ₦620,000
School diaries            500         ₦1,450    ₦725,000
Cost of print                                   ₦1,345,000
Advance (70%) received 14 Nov                   ₦941,500
Balance on collection                           ₦403,500`;

const haulage = `
SAHEL HAULAGE                                   No: SH-0612
Zaria Road, Kaduna                              20/11/2026
Bill to: Gwarzo Building Supplies, Kano
Date          Trip                              Amount
03/11/2026    Ibafo to Kano                     1,150,000
09/11/2026    Ibafo to Kaduna                   980,000
Total                                           2,130,000`;

describe('a paper of a layout of its own', () => {
  test('names no customer from its lines of goods, and counts by its column', () => {
    const { customerName, items, total } = read(goods);
    expect({ customerName, total }).toEqual({ customerName: null, total: 1_520_000 });
    expect(items).toMatchObject([
      { description: '9 inch plank', quantity: 1_200, rate: 650 },
      { description: 'Plywood sheet', quantity: 40, rate: 18_500 },
    ]);
  });

  test('has the value of a label beside it where the paper is a list of them', () => {
    const slip = `
EASY CLEANERS
Name       : Barr. Hauwa Sani
3 Shirts           900     2,700
2 Kaftans          2,000   4,000
TOTAL N                    6,700`;
    expect(read(slip)).toMatchObject({ customerName: 'Barr. Hauwa Sani', total: 6_700 });
    expect(
      read('Insured    Ogbonna Logistics\nInsurer    Coronet Plc\nPremium due   N325,000.00'),
    ).toMatchObject({
      customerName: 'Ogbonna Logistics',
    });
  });

  test('closes its lines with a sum, and not with the day it is due', () => {
    expect(read(hall)).toMatchObject({
      total: 630_000,
      items: [
        { quantity: 1, rate: 450_000 },
        { quantity: 12, rate: 15_000 },
      ],
    });
  });

  test('has lines that prove themselves without a word that is known, and a total before what was paid', () => {
    expect(read(press)).toMatchObject({
      customerName: 'Brightway Academy',
      total: 1_345_000,
      amountPaid: 941_500,
      items: [
        { quantity: 2_000, rate: 310 },
        { quantity: 500, rate: 1_450 },
      ],
    });
  });

  test('is dated above its lines, and its customer ends where a place begins', () => {
    expect(read(haulage)).toMatchObject({ date: '2026-11-20', customerName: 'Gwarzo Building Supplies' });
  });

  test.each<[string, string, object]>([
    [
      'a discount',
      'Gross 1,520,000.00\nTrade discount 4% 60,800.00\nNet invoice value 1,459,200.00',
      { total: 1_459_200, discount: 60_800 },
    ],
    [
      'a discount without a name',
      'Yard total 1,520,000.00\n10% returning builder -152,000.00\nPlease pay 1,368,000.00',
      { total: 1_368_000, discount: 152_000 },
    ],
    [
      'tax withheld',
      'Total 1,520,000.00\nWHT 5% (deduct) -76,000.00\nAmount payable 1,444,000.00',
      { total: 1_520_000, withholding: 76_000 },
    ],
    [
      'a rebate by its tariff',
      'Total: 1,520,000.00\nLess HMO tariff rebate (5%): 76,000.00\nNet claim: 1,444,000.00',
      { total: 1_444_000, discount: 76_000 },
    ],
    [
      'a share below the subtotal',
      'Subtotal 1,520,000.00\nNon-profit (10% off) -152,000.00\nTotal 1,368,000.00',
      { total: 1_368_000, subtotal: 1_520_000, discount: 152_000 },
    ],
    [
      'what was withheld, in many words',
      'Net fee 1,520,000.00\nAdd: VAT at 7.5% 114,000.00\nGross amount 1,634,000.00\nLess: withholding tax at 5% of net fee (kindly forward credit note) (76,000.00)\nNet amount payable 1,558,000.00',
      { total: 1_634_000, withholding: 76_000, tax: 114_000 },
    ],
    [
      'two taxes of which one has another name',
      'Net charges 1,520,000.00\nLagos State consumption tax 5% 76,000.00\nVAT 7.5% 114,000.00\nTotal charges 1,710,000.00',
      { total: 1_710_000, tax: 190_000 },
    ],
    ['tax within the total', 'Total 1,520,000.00\nVAT 7.5% incl. in total: 106,046.51', { total: 1_520_000 }],
    [
      'a deposit with a remark',
      'Total 1,520,000.00\nDeposit on admission (rcpt 2207) 520,000.00\nOutstanding 1,000,000.00',
      { total: 1_520_000, amountPaid: 520_000 },
    ],
    [
      'cash that leaves a balance',
      'Total amount 1,520,000.00\nCash 1,000,000.00\nTo balance on Friday 520,000.00',
      { total: 1_520_000, amountPaid: 1_000_000 },
    ],
    [
      'delivery below the subtotal',
      'Total 1,520,000.00\nTransport maritime CFR Apapa 30,000.00\nTotal to pay 1,550,000.00',
      { total: 1_550_000, items: [{ total: 780_000 }, { total: 740_000 }] },
    ],
    [
      'nothing',
      'Amount excl. VAT 1,520,000.00\nVAT 0.00\nTotal to be paid 1,520,000.00',
      { total: 1_520_000, amountPaid: null },
    ],
  ])('takes %s off', (_, sums, wanted) => {
    const rows = sums
      .split('\n')
      .map((row) => row.replace(/ (\(?-?[\d,.]+\)?)$/, (sum) => sum.trim().padStart(30)));
    expect(read(goods.replace(/ +Total .*/, rows.join('\n')))).toMatchObject(wanted);
  });

  test('is written with dots that part thousands', () => {
    const dotted = `
GARBA TEXTILES                   Date: 15/11/2026
20    Atamfa    1.800            36.000
10    Shadda    3.500            35.000
      Total                      71.000`;
    expect(read(dotted)).toMatchObject({ total: 71_000, items: [{ total: 36_000 }, { total: 35_000 }] });
  });

  test('is due in days, which are no sum', () => {
    const { total } = read(
      'SUNRISE FARMS\nInvoice\n1,176,000     Broilers\n441,000       Eggs\nTotal due in 7 days',
    );
    expect(total).not.toBe(7);
  });

  test('in rand parts the thousands by white, and is not in rupees for a job RS 209', () => {
    const rand = `
Description      Qty    Excl. price    VAT %     Excl. total    Incl. total
Website          1      R28 500.00     15.00%    R28 500.00     R32 775.00
Hosting          12     R189.00        15.00%    R2 268.00      R2 608.20
Total exclusive: R30 768.00
Total VAT: R4 615.20
Grand total: R35 383.20`;
    expect(read(rand)).toMatchObject({
      currency: 'ZAR',
      subtotal: 30_768,
      total: 35_383.2,
      items: [{ total: 28_500 }, { total: 2_268 }],
    });
    expect(read(`Job no RS 209\n${goods}`).currency).toBe('NGN');
  });

  test('goes to a firm and not to its desk', () => {
    const letter = `To: The Admin Manager\nCrestfield Holdings\nIkorodu\n${goods.replace('Customer ', '         ')}`;
    expect(read(letter).customerName).toBe('Crestfield Holdings');
  });

  const budget = `
PALMCREST GARDENS                               20/11/2026
Notice no: PG/SC/27A/14B
Owner/Occupier: Dr. Uche Nnamani
Security                                        145,000
Diesel and generator maintenance                310,000
Cleaning                                        62,500`;
  test.each<[string, string, number | null]>([
    [
      'is the total of lines without heads',
      'Your share for the period                       517,500',
      517_500,
    ],
    [
      'is no total where it is a line as dear as those before it',
      'Lift  517,500\nTotal  1,035,000',
      1_035_000,
    ],
  ])('whose last sum comes to those above it: it %s', (_, foot, total) => {
    const { items, ...read_ } = read(
      `${budget}\n${foot.replace(/ +(?=[\d,]+$)/gm, (gap) => gap.padStart(48))}`,
    );
    expect(read_).toMatchObject({ total, customerName: 'Dr. Uche Nnamani', invoiceNumber: 'PG/SC/27A/14B' });
    expect(items).toHaveLength(total === 517_500 ? 3 : 4);
  });

  test('has a total whose first figures are gone where paid and balance tell it', () => {
    const rest = 'TOTAL        N15,000\nADVANCE PAID     N400,000\nBALANCE      N315,000';
    const { total, confidence } = read(`GODWIN FURNITURE WORKS\nINVOICE\n${rest}`);
    expect(total).toBe(715_000);
    expect(confidence.total).toBeLessThan(0.8);
    expect(read(`GODWIN FURNITURE WORKS\nINVOICE\n${rest.replace('15,000', '12,000')}`).total).not.toBe(
      715_000,
    );
  });

  test('names its goods under the middle of a head, with units and codes in columns of their own', () => {
    const centred = `
Item Code           Item Description        UOM       Qty    Unit Price    Amount
GV-25B      Gate valve 1" brass            Pcs        10     6,200.00      62,000.00
WC-CC-W     Close-coupled WC set, white    Set        4      92,000.00     368,000.00
                                                             Total         430,000.00`;
    expect(read(centred).items.map(({ description }) => description)).toEqual([
      'Gate valve 1" brass',
      'Close-coupled WC set, white',
    ]);
    const tests = `
Investigation             Code     Tariff       Units    Amount
Full blood count          H01      6,500.00     1        6,500.00
Lipid profile             C14      14,000.00    1        14,000.00
                                                Total    20,500.00`;
    expect(read(tests).items.map(({ description }) => description)).toEqual([
      'Full blood count',
      'Lipid profile',
    ]);
  });

  test('keeps a code before its goods apart, and finds them under the second line of a head', () => {
    const coded = `
GTIN             Item ref     Quantity   Price     Amount
Customer ref     Description
4123456000014    Wood glue    20         9.90      198.00
4123456000021    Brass screw  50         5.50      275.00
                                         Total     473.00`;
    expect(read(coded).items.map(({ description }) => description)).toEqual(['Wood glue', 'Brass screw']);
    const tills = `
99 SPEED MART
Marigold milk             RM13.58
Total Sales (Inclusive GST) RM   13.58
Rounding RM               13.60
CASH RM                   14.00`;
    expect(read(tills).total).toBe(13.6);
  });

  test('adds up sums of parts to the total below them', () => {
    const parts = `
GARDENIA BAKERIES
Total 0% supplies:        -9.62
Total 6% supplies:        15.52
Total payable:            5.90`;
    expect(read(parts).total).toBe(5.9);
  });

  test('counts beside the name above a price', () => {
    const order = `
Hello Glow Hub Beauty Store,
Order no NB-7713        22 Nov 2026
Shea butter 250ml × 24
@ N3,200 each     N76,800
Gift bag, kraft × 60
@ N250 each       N15,000
Subtotal:         N91,800
Total:            N91,800`;
    expect(read(order)).toMatchObject({
      customerName: 'Glow Hub Beauty Store',
      items: [
        { description: 'Shea butter 250ml', quantity: 24, rate: 3_200 },
        { description: 'Gift bag, kraft', quantity: 60, rate: 250 },
      ],
    });
  });
});

test.each([
  'Customer: Ngozi Bello - ngozi@bello.example, 0803 555 0112',
  'Customer: Ngozi Bello   ngozi@bello.example   Phone: 08035550112',
])('%s keeps what stands behind the name', (row) => {
  expect(extractInvoice([pageOf(`Ada Stores\n${row}\nTotal   80,000`)], NO_CONTEXT)).toMatchObject({
    customerName: 'Ngozi Bello',
    customerEmail: 'ngozi@bello.example',
    customerPhone: '+2348035550112',
  });
});

test.each(['Part paid 40,000 Bal 60,000', 'Deposit N40,000, balance N60,000'])(
  '%s is a payment and leaves the total whole',
  (row) => {
    const goods = 'Rice 2 x 40,000 = 80,000\nBeans 1 x 20,000 = 20,000';
    const found = extractInvoice([pageOf(`Ada Stores\n15/11/2026\n${goods}\n${row}`)], NO_CONTEXT);
    expect([found.total, found.amountPaid]).toEqual([100_000, 40_000]);
  },
);

test.each([
  ['x2 Milk', 'x3 Bread'],
  ['2x Milk', '3x Bread'],
  ['1x Milk', '2x Bread'],
  ['Milk x2', 'Bread x3'],
])('%s counts', (milk, bread) => {
  const till = `ADA MART\n21/11/2026\n${milk.padEnd(24)}3,000.00\n${bread.padEnd(24)}4,500.00\nTOTAL                   7,500.00`;
  const first = Number(/\d/.exec(milk)?.[0]);
  expect(extractInvoice([pageOf(till)], NO_CONTEXT).items).toMatchObject([
    { description: 'Milk', quantity: first, total: 3_000 },
    { description: 'Bread', quantity: first + 1, total: 4_500 },
  ]);
});

test('a rate by the hour before the hours is no count', () => {
  const paper = `Ada Studio\nTask            Rate/Hrs     Hrs      Amount\nCode review     40           85       3,400\nTotal                                 3,400`;
  expect(extractInvoice([pageOf(paper)], NO_CONTEXT).items).toMatchObject([{ quantity: 85, rate: 40 }]);
});

test('the bill of a supplier is said to be one', () => {
  const paper = `Mama Chi Stores\nInvoice No: 12\nBill to: Bello Ventures\nRice    80,000\nTotal   80,000`;
  const found = extractInvoice([pageOf(paper)], { ...NO_CONTEXT, ownNames: ['Bello Ventures'] });
  expect(found.customerName).toBeNull();
  expect(found.warnings[0]).toBe(
    'This paper bills you: it is from Mama Chi Stores. It is a bill you pay, not one you send.',
  );
});
