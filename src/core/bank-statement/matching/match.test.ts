import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minor } from '../../money.ts';
import { taxesOn } from '../../withholding.ts';
import { matchLines } from './match.ts';
import type { IncomingLine, OpenInvoice } from './model.ts';
import { settlementFinder } from './settlements.ts';
import { sumsOf } from './sums.ts';
import { codeKeys, isNamed, nameWords, numberKeys, wordsOf } from './words.ts';

const invoice = (
  at: number,
  customerName: string,
  naira: number,
  more: Partial<OpenInvoice> = {},
): OpenInvoice => ({
  id: `i${at}`,
  number: `INV-${String(at).padStart(4, '0')}`,
  issuedOn: '2026-01-01',
  code: '',
  references: [],
  customerId: `c:${customerName}`,
  customerName,
  outstanding: minor(naira * 100),
  asked: minor(naira * 100),
  taxes: taxesOn(minor(naira * 100), '2026-01-01', { hasTaxId: true, usualKind: null }),
  claims: [],
  ...more,
});
const line = (narration: string, naira: number, more: Partial<IncomingLine> = {}): IncomingLine => ({
  id: 'l1',
  day: '2026-01-20',
  amount: minor(Math.round(naira * 100)),
  narration,
  payer: '',
  reference: '',
  ...more,
});
const book = [
  invoice(1, 'Ada Okafor Enterprises', 50_000),
  invoice(2, 'Ada Okafor Enterprises', 30_000),
  invoice(3, 'Ada Okafor Enterprises', 20_000),
  invoice(4, 'Mr Musa Bello', 50_000, { code: 'K7PQ-2M9XR4T', references: ['PO 778812', 'MAINTENANCE'] }),
  invoice(5, 'Zaria Mills Ltd', 107_500, {
    taxes: taxesOn(minor(100_000_00), '2026-01-01', { hasTaxId: true, usualKind: null }),
  }),
  invoice(6, 'Obi', 12_345),
  invoice(7, 'Ngozi Eze', 12_345),
  invoice(8, 'Ngozi Eze', 12_345, { code: 'WQRT-ZXKMPHN' }),
  invoice(9, 'Kano Steel Plc', 60_000, { asked: minor(57_000_00) }),
  invoice(10, 'Kano Steel Plc', 40_000, {
    claims: [{ amount: minor(11_111_00), day: '2026-01-16' }],
  }),
  invoice(11, 'Benin Paints Ltd', 200_000, {
    early: { outstanding: minor(196_000_00), asked: minor(196_000_00), until: '2026-01-20' },
  }),
];
const best = (one: IncomingLine) => matchLines([one], book).get(one.id)?.[0];
const short = (one: IncomingLine) => {
  const found = best(one);
  return found
    ? [found.certainty, found.reason, ...found.shares.map(({ invoiceId }) => invoiceId)].join(' ')
    : 'none';
};

describe('a line is matched', () => {
  test.each([
    ['by number and amount', line('NIP/GTB/ADA/INV-0001', 50_000), 'certain number_and_amount i1'],
    ['by a number without its hyphen', line('TRF INV0001 THANKS', 50_000), 'certain number_and_amount i1'],
    [
      'by a number in small letters with a space',
      line('for inv 0001', 50_000),
      'certain number_and_amount i1',
    ],
    ['by a code of the paper', line('k7pq 2m9xr4t', 50_000), 'certain number_and_amount i4'],
    ['by a code that holds no digit', line('TRF WQRT ZXKMPHN', 12_345), 'certain number_and_amount i8'],
    ['not by an order number that is a word', line('MAINTENANCE', 50_000), 'possible amount_alone i1'],
    ['by an order number', line('PO 778812', 50_000), 'certain number_and_amount i4'],
    [
      'by a number in the reference column',
      line('TRANSFER', 50_000, { reference: 'INV-0004' }),
      'certain number_and_amount i4',
    ],
    ['by name and amount', line('NIP TRF FROM OKAFOR ADA', 50_000), 'likely name_and_amount i1'],
    [
      'by the name in the payer column',
      line('TRANSFER', 50_000, { payer: 'BELLO MUSA' }),
      'likely name_and_amount i4',
    ],
    ['by accents left out', line('ÀDÁ ỌKAFOR', 30_000), 'likely name_and_amount i2'],
    ['to two invoices of a customer', line('ADA OKAFOR', 80_000), 'likely name_and_sum i1 i2'],
    ['to three invoices of a customer', line('ADA OKAFOR', 100_000), 'likely name_and_sum i1 i2 i3'],
    ['less 5 % of the base of its tax', line('ZARIA MILLS', 102_500), 'likely name_and_withholding i5'],
    ['less 10 %, by its number', line('INV-0005', 97_500), 'likely name_and_withholding i5'],
    [
      'less the tax they said they keep, by its number',
      line('INV-0009', 57_000),
      'certain number_and_amount i9',
    ],
    ['less no tax after all', line('INV-0009', 60_000), 'certain number_and_amount i9'],
    ['less that tax, by name', line('KANO STEEL', 57_000), 'likely name_and_amount i9'],
    ['with that tax, to two invoices', line('KANO STEEL', 97_000), 'likely name_and_sum i9 i10'],
    ['less the discount on its last day', line('INV-0011', 196_000), 'certain number_and_amount i11'],
    ['in full while less is asked', line('INV-0011', 200_000), 'possible number_alone i11'],
    [
      'in full after the discount',
      line('INV-0011', 200_000, { day: '2026-01-21' }),
      'certain number_and_amount i11',
    ],
    [
      'less the discount a day late: that is no tax',
      line('BENIN PAINTS INV-0011', 196_000, { day: '2026-01-21' }),
      'possible number_alone i11',
    ],
    ['by an alert of its amount', line('MOBILE TRF', 11_111), 'likely claim_and_amount i10'],
    ['not by an alert of another week', line('MOBILE TRF', 11_111, { day: '2026-01-24' }), 'none'],
    ['by a number with another amount', line('PART OF INV-0001', 10_000), 'possible number_alone i1'],
    ['by name alone: the oldest', line('ADA OKAFOR', 7_777), 'possible name_alone i1'],
    ['by amount alone', line('CASH DEPOSIT', 30_000), 'possible amount_alone i2'],
    [
      'by a number and amount of a month before',
      line('INV-0001', 50_000, { day: '2025-12-01' }),
      'certain number_and_amount i1',
    ],
    [
      'not surely by a number and amount of long before',
      line('INV-0001', 50_000, { day: '2025-11-30' }),
      'possible long_before i1',
    ],
    [
      'not by name and amount of long before',
      line('OBI PAID', 12_345, { day: '2020-05-02' }),
      'possible long_before i6',
    ],
    ['not by a part of a number', line('INV-00012', 50_000), 'possible amount_alone i1'],
    ['not by a digit in front', line('XINV-0001', 50_000), 'possible amount_alone i1'],
    ['by a name of one word', line('OBI PAID', 12_345), 'likely name_and_amount i6'],
    [
      'to neither of two equal invoices of the name',
      line('NGOZI EZE', 12_345),
      'possible name_and_amount i7',
    ],
    ['to nothing', line('SMS CHARGE REVERSAL', 4), 'none'],
  ])('%s', (_, one, expected) => expect(short(one)).toBe(expected));

  test('once for certain: a second line of the same has to be looked at', () => {
    const lines = [line('INV-0001', 50_000), { ...line('INV-0001 again', 50_000), id: 'l2' }];
    const found = matchLines(lines, book);
    expect(found.get('l1')?.[0]?.certainty).toBe('certain');
    expect(found.get('l2')?.[0]?.certainty).toBe('possible');
  });

  test('to neither for certain where it names two invoices of its amount', () => {
    expect(matchLines([line('INV-0001 INV-0004', 50_000)], book).get('l1')).toMatchObject([
      { certainty: 'likely' },
      { certainty: 'likely' },
    ]);
  });

  test('with what was kept back told apart from what came', () => {
    expect(best(line('ZARIA MILLS', 102_500))).toMatchObject({
      shares: [{ invoiceId: 'i5', amount: 102_500_00 }],
      withheld: { amount: 5_000_00, kind: 'professional' },
    });
    expect(best(line('INV-0009', 57_000))?.withheld).toEqual({ amount: 3_000_00, kind: null });
  });

  test('never to more than came, never to more than is owed', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            naira: fc.integer({ min: 1, max: 60 }),
            name: fc.constantFrom('Ada Eze', 'Obi', 'Musa Bello'),
          }),
        ),
        fc.array(
          fc.record({
            naira: fc.integer({ min: 1, max: 90 }),
            words: fc.constantFrom('ADA EZE', 'OBI INV-0001', 'X'),
          }),
        ),
        (owed, came) => {
          const open = owed.map(({ naira, name }, at) => invoice(at, name, naira));
          const lines = came.map(({ naira, words }, at) => ({ ...line(words, naira), id: `l${at}` }));
          for (const one of lines)
            for (const { shares, certainty } of matchLines(lines, open).get(one.id) ?? []) {
              const sum = shares.reduce((total, { amount }) => total + amount, 0);
              expect(sum).toBeLessThanOrEqual(one.amount);
              if (certainty === 'certain') expect(sum).toBe(one.amount);
              for (const share of shares)
                expect(share.amount).toBeLessThanOrEqual(
                  open.find(({ id }) => id === share.invoiceId)?.outstanding ?? 0,
                );
            }
        },
      ),
    ));
});

test('words, names and codes', () => {
  expect(wordsOf('Nip/trf-àdá, 5k')).toEqual(['NIP', 'TRF', 'ADA', '5K']);
  expect(nameWords('Mr. Ada & Sons Ltd')).toEqual(['ADA', 'SONS']);
  expect(nameWords('Ventures Limited')).toEqual([]);
  expect(isNamed(['A1', 'B1', 'C1', 'D1', 'E1'], new Set(['A1', 'B1', 'C1', 'D1']))).toBe(true);
  expect(isNamed(['ADA', 'OBI', 'EZE'], new Set(['ADA', 'OBI']))).toBe(false);
  expect(numberKeys('INV-0001')).toEqual(['INV 0001', 'INV0001']);
  expect(numberKeys('12')).toEqual([]);
  expect(codeKeys('')).toEqual([]);
});

test('sums take the fewest and oldest of the first twelve, six at most', () => {
  const of = (amounts: number[]) =>
    sumsOf(amounts.map((amount, at) => ({ id: `i${at}`, asked: minor(amount) })));
  expect(of([1, 2, 3, 3]).get(6)).toEqual([
    { invoiceId: 'i2', amount: 3 },
    { invoiceId: 'i3', amount: 3 },
  ]);
  expect(
    of([5, 5, 5])
      .get(10)
      ?.map(({ invoiceId }) => invoiceId),
  ).toEqual(['i0', 'i1']);
  expect(of(Array.from({ length: 7 }, () => 1)).has(7)).toBe(false);
  expect(of([...Array.from({ length: 12 }, () => 1), 1000]).has(1001)).toBe(false);
  expect(of([5]).size).toBe(0);
});

test('what a provider settled is known by its name or its mark, its amount and the day', () => {
  const find = settlementFinder([
    { senders: ['Paystack'], marks: [], day: '2026-01-09', amount: minor(985_00) },
    {
      senders: ['Paystack', 'Duewell withdrawal'],
      marks: ['Rent', 'wdr_7Hq2Lm9'],
      day: '2026-01-09',
      amount: minor(700_00),
    },
  ]);
  const line = (day: string, naira: number, narration: string) => ({
    day,
    amount: minor(naira * 100),
    narration,
    payer: '',
    reference: '',
  });
  const counted = { provider: 'Paystack', isCounted: true };
  const named = { provider: 'Paystack', isCounted: false };
  for (const [one, expected] of [
    [line('2026-01-12', 985, 'TRF PAYSTACK/SETTLEMENT'), counted],
    [line('2026-01-12', 985, 'TRF ADA'), null],
    [line('2026-01-12', 986, 'TRF PAYSTACK/SETTLEMENT'), named],
    [line('2026-01-17', 985, 'PAYSTACK'), named],
    [line('2026-01-08', 985, 'PAYSTACK'), named],
    [line('2026-01-10', 700, 'NIP DUEWELL WITHDRAWAL'), counted],
    [line('2026-01-10', 700, 'NIP/rent/ABA'), counted],
    [line('2026-01-10', 700, 'NIP/CURRENT/ABA'), null],
    [line('2026-01-10', 700, 'FT WDR7HQ2LM9'), counted],
    [line('2026-01-10', 701, 'RENT'), null],
    [line('2026-01-10', 701, 'DUEWELL'), named],
  ] as const)
    expect([one.narration, find(one)]).toEqual([one.narration, expected]);
});
