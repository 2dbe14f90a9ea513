import { describe, expect, test } from 'vitest';
import type { ReadPage, ReadWord } from '#server/kernel/ports/index.ts';
import { extractInvoice, readInvoicePages } from './extract.ts';
import { invoicesOf, readInvoices } from './invoices.ts';
import { NO_CONTEXT, pageOf } from './testing.ts';

const read = (text: string) => extractInvoice([pageOf(text)], NO_CONTEXT);
const change = (page: ReadPage, words: (word: ReadWord) => ReadWord[]): ReadPage => ({
  ...page,
  readings: page.readings.map(({ source, lines }) => ({
    source,
    lines: lines.map((line) => ({ words: line.words.flatMap(words) })),
  })),
});

const market = `
SABON GARI STORES
SALES INVOICE                              No. 4512
Sold To: Halima Garba                      Date: 12/10/2026
Qty           Description             Price          Amount
3 cartons     A4 paper                4,500.00       13,500.00
12 bags       T bar                   1,650.00       19,800.00
                                      Total          33,300.00`;

// A third of a letter's height of white at a place within each word that is long enough.
const cut =
  (at: number) =>
  (word: ReadWord): ReadWord[] => {
    const place = at % word.text.length;
    if (word.text.length < 4 || place === 0) return [word];
    const width = (word.width * place) / word.text.length - 2;
    const tail = {
      ...word,
      text: word.text.slice(place),
      x: word.x + width + 4,
      width: word.width - width - 4,
    };
    return [{ ...word, text: word.text.slice(0, place), width }, tail];
  };

describe('a paper', () => {
  test.each([1, 2, 3, 4, 5, 6])('whose numbers and labels are cut after %d letters is read whole', (at) => {
    const labels = /^(?:[\d,.]+|\d+\/\d+\/\d+|Total|Amount|Price|INVOICE)$/;
    const page = change(pageOf(market), (word) => (labels.test(word.text) ? cut(at)(word) : [word]));
    expect(extractInvoice([page], NO_CONTEXT)).toMatchObject({
      total: 33_300,
      date: '2026-10-12',
      items: [
        { quantity: 3, rate: 4_500, total: 13_500 },
        { quantity: 12, rate: 1_650, total: 19_800 },
      ],
    });
  });

  test.each<[string, (x: number, y: number) => number]>([
    ['bows', (x) => 24 * x ** 2],
    ['waves', (x) => 26 * Math.sin(Math.PI * x)],
    ['turns down at its spine', (x) => 60 * Math.exp((x - 1) / 0.3)],
    ['is folded down its middle', (x) => 36 * Math.abs(x)],
    ['is seen from the side', (x, y) => 0.2 * x * (y - 120)],
  ])('that %s is read along its rows', (_, down) => {
    const page = pageOf(market);
    const bent = change(page, (word) => {
      const across = ((word.x + word.width / 2) / page.width) * 2 - 1;
      return [{ ...word, y: word.y + down(across, word.y) }];
    });
    expect(extractInvoice([bent], NO_CONTEXT)).toMatchObject({
      total: 33_300,
      date: '2026-10-12',
      customerName: 'Halima Garba',
      items: [
        { quantity: 3, rate: 4_500, total: 13_500 },
        { quantity: 12, rate: 1_650, total: 19_800 },
      ],
    });
  });

  test.each(['-', '- ', '– '])('that writes "%s" before its prices takes nothing away', (dash) => {
    const found = read(market.replace(/(?<= )(?=\d[\d,]*\.00)/g, dash));
    expect(found).toMatchObject({ total: 33_300, items: [{ total: 13_500 }, { total: 19_800 }] });
  });

  test('keeps the first short word of a line, and the unit apart', () => {
    expect(read(market).items.map(({ description }) => description)).toEqual(['A4 paper', 'T bar']);
  });

  test.each([
    ['without a sign is in naira', '', 'NGN'],
    ['with numbers of things is in naira', 'Quote #56 at desk No. 12', 'NGN'],
    ['in dollars stays in dollars', 'All prices in US dollars. Quote #56', 'USD'],
    ['from abroad is in no known currency', 'GST No 4411 Kuala Lumpur, Malaysia', null],
  ])('%s', (_, words, currency) => {
    expect(read(`${market}\n${words}`)).toMatchObject({ currency, total: 33_300 });
  });

  test.each(['Accounts Payable', 'Attention: Accounts Payable', 'Special Handling', 'Finance Department'])(
    'for %s is for whom stands beside it',
    (line) => {
      const found = read(market.replace('Sold To: Halima Garba', `Sold To:\n${line}\nRedoak Schools`));
      expect(found.customerName).toBe('Redoak Schools');
    },
  );

  test.each(['Sale ID: 88213', 'Trans# 88213', 'Our Ref: 88213'])('numbered %s', (label) => {
    expect(read(market.replace('No. 4512', label)).invoiceNumber).toBe('88213');
  });
});

describe('sums', () => {
  test('of a tax summary are not the total', () => {
    const found = read(`
BRIGHTLANE LTD
INVOICE                  Invoice No: 311     Date: 12/10/2026
Description              Qty      Price         Amount
Books                    2        100.00        200.00
Lamps                    1        300.00        300.00
VAT Summary              Rate     Net     VAT      Gross
                         5%       200.00  10.00    210.00
                         20%      300.00  60.00    360.00
Subtotal                                        500.00
Total VAT                                       70.00
Total                                           570.00`);
    expect(found).toMatchObject({ total: 570, tax: 70, subtotal: 500 });
  });

  test('gross, commission and net are told apart', () => {
    const found = read(`${market.replace(/ +Total.*/, '')}
                                      Gross Amount       33,300.00
                                      Agency Commission 10%   3,330.00
                                      Net Amount Due     29,970.00`);
    expect(found).toMatchObject({ subtotal: 33_300, discount: 3_330, total: 29_970 });
  });

  test('carried to the next page are no lines', () => {
    const [head, foot] = market.split(/(?=12 bags)/);
    const found = extractInvoice(
      [
        pageOf(`${head}              Carried forward                        13,500.00`),
        pageOf(`Qty           Description             Price          Amount
              Brought forward                        13,500.00
${foot}`),
      ],
      NO_CONTEXT,
    );
    expect(found).toMatchObject({ total: 33_300, items: [{ total: 13_500 }, { total: 19_800 }] });
  });
});

test('the number of a sale is no place in Idaho, where the month would come first', () => {
  const till = (line: string) =>
    read(`NORTHGATE AUTO PARTS\n${line}\n10-07-2025 12:40\nTOTAL     4,500.00`).date;
  expect([till('Sale ID 48213'), till('Boise, ID 48213')]).toEqual(['2025-07-10', '2025-10-07']);
});

describe('a file', () => {
  const other = market.replace('4512', '4513').replace('Halima Garba', 'Funmi Alabi');

  test('of two invoices has two, each with what is its own', () => {
    const pages = [pageOf(market), pageOf(other)];
    const found = readInvoices(pages, NO_CONTEXT).map(({ extraction }) => extraction);
    expect(found.map(({ customerName, total }) => [customerName, total])).toEqual([
      ['Halima Garba', 33_300],
      ['Funmi Alabi', 33_300],
    ]);
    expect(found.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  test('of two whose totals are faded has two as well', () => {
    const pages = [market, other].map((text) =>
      pageOf(text.replace(/^( +Total[^\d\n]*).*$/m, '$1').replace('13,500.00\n', '\n')),
    );
    expect(invoicesOf(pages, NO_CONTEXT).map(({ extraction }) => extraction.total)).toEqual([null, null]);
  });

  test('of two of which one has lost its number has two by their days and totals', () => {
    const second = market.replace('No. 4512', 'No.').replace('12/10', '14/10').replace('33,300', '38,250');
    const pages = [market, second.replace('12 bags', '15 bags').replace('19,800', '24,750')].map((text) =>
      pageOf(text),
    );
    const found = readInvoices(pages, NO_CONTEXT).map(({ extraction }) => extraction);
    expect(found.map(({ date, total }) => [date, total])).toEqual([
      ['2026-10-12', 33_300],
      ['2026-10-14', 38_250],
    ]);
  });

  test('of one invoice over two pages has one', () => {
    const [head = '', foot = ''] = market.split(/(?=12 bags)/);
    for (const second of [`Invoice No: 4512 Page 2\n${foot}`, market.replace('No. 4512', 'No.')])
      expect(invoicesOf([pageOf(`${head}\nTotal 33,300.00`), pageOf(second)], NO_CONTEXT)).toHaveLength(1);
  });

  test('that may be none is still read', () => {
    const text = 'MAMA KELECHI\nAmount   4,500.00';
    expect(readInvoicePages([pageOf(text)], NO_CONTEXT).recognised).toBe(false);
    expect(readInvoices([pageOf(text)], NO_CONTEXT)[0]?.extraction.total).toBe(4_500);
    expect(readInvoices([pageOf('NO PARKING')], NO_CONTEXT)).toEqual([]);
  });
});

// Pieces of what was one word stand nearer to each other than words do.
const pieces = /^(?:il|cmber|5|2S|2|2,|2-0ct-2026)$/;
const closed = ({ words }: { words: ReadWord[] }) => ({
  words: words.map((word, at) => {
    const before = words[at - 1];
    return before && pieces.test(word.text) ? { ...word, x: before.x + before.width + 4 } : word;
  }),
});

describe('a faded or bent paper', () => {
  const faded = market.replace(/^( +Total[^\d\n]*).*$/m, '$1');

  test('whose total has no figure has the sum its lines prove, and none where a line is lost', () => {
    expect(faded).not.toBe(market);
    const { total, confidence } = read(faded);
    expect(total).toBe(33_300);
    expect(confidence.total).toBeLessThan(0.8);
    for (const lost of ['\n', '13,$0 00\n'])
      expect(read(faded.replace('13,500.00\n', lost)).total).toBeNull();
  });

  test('whose total is lost below its subtotal has that, unless something stands between', () => {
    const paper = (between: string) => `
NORTHGATE AUTO PARTS                              Invoice No: 4512
Description             Qty     Price           Amount
Bag of cement           3       4,500.00        13,500.00
Roll-up banner          12      1,650.00        19,800.00
                                Subtotal        33,300.00
${between}                                Total`;
    expect(read(paper('')).total).toBe(33_300);
    expect(read(paper('                                      VAT\n')).total).toBeNull();
  });

  test('whose total lost its last figure has the one of ten that its parts make', () => {
    const paper = (total: string) =>
      `${market.replace('Total ', 'Tota  ').replace(/33,300.00$/, total)}`.replace(
        / +Tota /,
        `                                      Subtotal         33,300.00
                                      VAT 7.5%           2,497.55
                                      Tota `,
      );
    expect(read(paper('35,797.5')).total).toBe(35_797.55);
    expect(read(paper('36,797.5')).total).not.toBe(36_797.55);
  });

  const sums = (rows: string) =>
    read(`${market.replace(/ +Total.*/, '').trimEnd()}\n${rows.replace(/^ */gm, ' '.repeat(30))}`);

  test.each([
    [
      'counts both halves of a tax',
      'CGST 9%        2,997.00\nSGST 9%        2,997.00\nTotal         39,294.00',
      { tax: 5_994, total: 39_294 },
    ],
    [
      'leaves out what was paid of earlier bills',
      `Previous balance     18,000.00\nPayment received     -10,000.00\nBalance brought forward 8,000.00
      Total        33,300.00`,
      { total: 33_300, amountPaid: null },
    ],
  ])('%s', (_, rows, found) => {
    expect(sums(rows)).toMatchObject(found);
  });

  test('rounded below its only line has the rounded sum', () => {
    const found = read(`
INVOICE                Number: TE10044           2026/10/30
Product                Volume       Unit rate    Amount
Diesel litres          1,250.40     1,187.35     1,484,662.44
                                    Gross        1,484,662.44
                                    Rounding            -0.44
                                    Amount payable 1,484,662.00`);
    expect(found.total).toBe(1_484_662);
  });

  test('of francs parts the thousands by white', () => {
    const found = read(`
ETS KOFFI
FACTURE N° 0217/2026                     Le 22 octobre 2026
Désignation         Qté       P.U.       Montant (FCFA)
Ciment              80        5 250          420 000
Fer                 60        4 800          288 000
Total HT                                     708 000
TVA 18%                                      127 440
Total TTC                                    835 440`);
    expect(found).toMatchObject({ currency: 'XOF', subtotal: 708_000, tax: 127_440, total: 835_440 });
    expect(found.items).toMatchObject([
      { quantity: 80, rate: 5_250 },
      { quantity: 60, rate: 4_800 },
    ]);
  });

  test('of a transfer shows its sum in large letters', () => {
    const page = pageOf(`
OPay                          Transaction Receipt
₦25,000.00
Nov 19th, 2026 10:22:07
Fee                                  ₦10.00
Remark                       2 bags of rice`);
    const large = change(page, (word) => [word.text === '₦25,000.00' ? { ...word, height: 32 } : word]);
    expect(extractInvoice([large], NO_CONTEXT)).toMatchObject({ total: 25_000, date: '2026-11-19' });
    expect(extractInvoice([page], NO_CONTEXT).total).toBeNull();
  });

  test('that lost a deduction and what is left shows the sum above as doubtful', () => {
    const paper = `${market.replace('Total ', 'Gross Amount ').trimEnd()}
                                      Agency Commission
                                      Net Amount Due`;
    const { total, confidence } = read(paper);
    expect(total).toBe(33_300);
    expect(confidence.total).toBeLessThan(0.8);
  });

  test.each([
    ['8 Apr il 2026', '2026-04-08'],
    ['Nov 16, 202 5', '2025-11-16'],
    ['21 Sept cmber 20 2S', '2025-09-21'],
    ['7 Apri1 2025', '2025-04-07'],
    ['12/10/202', '2026-10-12'],
    ['1 2 October 2026', '2026-10-12'],
    ['1 2-0ct-2026', '2026-10-12'],
    ['October 1 2, 2026', '2026-10-12'],
  ])('reads %s as a day where a word was cut in two or its end is gone', (text, date) => {
    const paper = market.replace('12/10/2026', text).replace('No. 4512', 'No. BL/2026/45');
    const page = change(pageOf(paper), (word) => [word]);
    const close = page.readings.map(({ source, lines }) => ({ source, lines: lines.map(closed) }));
    expect(extractInvoice([{ ...page, readings: close }], NO_CONTEXT).date).toBe(date);
  });

  test('whose total is lost has not the rest after a payment for it', () => {
    const paper = `${market.replace(/ +Total.*/, '').replace('13,500.00\n', '\n')}
                                      Amount Paid        13,300.00
                                      Amount Due         20,000.00`;
    expect(read(paper).total).toBeNull();
  });

  test('whose words stand far apart is followed along its curve', () => {
    for (const bend of [-0.03, -0.015, 0.015, 0.03]) {
      const flat = pageOf(market);
      const readings = flat.readings.map(({ source, lines }) => ({
        source,
        // Each word found by itself, as on paper that bends.
        lines: lines.flatMap(({ words }) =>
          words.map((word) => {
            const across = ((word.x + word.width / 2) / flat.width) * 2 - 1;
            return { words: [{ ...word, y: word.y + bend * flat.width * (1 - across ** 2) }] };
          }),
        ),
      }));
      const { total, items } = extractInvoice([{ ...flat, readings }], NO_CONTEXT);
      expect([bend, total, items.map((item) => item.total)]).toEqual([bend, 33_300, [13_500, 19_800]]);
    }
  });
});
