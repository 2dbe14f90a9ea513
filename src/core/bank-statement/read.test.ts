import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  csvFile,
  grouped,
  layouts,
  type Movement,
  statementCells,
} from '../../../tests/bank-statements/layouts.ts';
import { addDays } from '../dates.ts';
import { parseAmount } from './amounts.ts';
import { dateOrderOf, parseDay } from './dates.ts';
import { fingerprintsOf } from './fingerprint.ts';
import type { StatementReading } from './model.ts';
import { type Answers, readStatement } from './read.ts';

function read(cells: readonly string[][], answers?: Answers): StatementReading {
  const reading = readStatement(cells, answers);
  if (typeof reading === 'string') throw new Error(reading);
  return reading;
}

const month: Movement[] = [
  { day: '2026-01-05', amount: 250_000_00, narration: 'NIP/TRF FROM', payer: 'ADA OKAFOR/INV-0001' },
  { day: '2026-01-05', amount: -15_000_00, narration: 'POS PURCHASE, "SHOP"\nABA' },
  { day: '2026-01-14', amount: 1_250_000_50, narration: 'DEPOSIT', payer: 'MAMA CHIDI' },
  { day: '2026-01-14', amount: 1_250_000_50, narration: 'DEPOSIT', payer: 'MAMA CHIDI' },
  { day: '2026-01-31', amount: -52_50, narration: 'SMS CHARGE' },
];
const layoutOf = (name: string) => {
  const found = layouts.find((layout) => layout.name.startsWith(name));
  if (!found) throw new Error(name);
  return found;
};
const rowsOf = (movements: readonly Movement[]) => movements.map(({ day, amount }) => ({ day, amount }));
const inTime = ({ lines }: StatementReading, backwards = false) => (backwards ? lines.toReversed() : lines);

test('a number written as text loses the mark of a spreadsheet', () => {
  const { lines } = read([
    ['Date', 'Narration', 'Reference', 'Credit'],
    ['23-Nov-2026', 'NIP/ADA', "'000101", '500.00'],
    ['24-Nov-2026', "'QUOTED' WORDS", 'A-1', '500.00'],
  ]);
  expect(lines.map(({ reference }) => reference)).toEqual(['000101', 'A-1']);
  expect(lines[1]?.narration).toBe("'QUOTED' WORDS");
});

describe('amounts', () => {
  test.each([
    ['1,250,000.00', 125_000_000],
    ['₦1,250,000', 125_000_000],
    ['NGN 12.5', 1250],
    ['N500', 500_00],
    ['(500)', -500_00],
    ['500 CR', 500_00],
    ['500.00DR', -500_00],
    ['-500', -500_00],
    ['\u2212500.00', -500_00],
    ['500-', -500_00],
    ['+500', 500_00],
    ['.50', 50],
    ['1250.5000', 125_050],
    ["1'250.00", 125_000],
    ['', 0],
    ['-', 0],
    ['0.00', 0],
    ['1,25,000', null],
    ['1.250,00', null],
    ['12.345', null],
    ['=1+1', null],
    ['abc', null],
    ['99999999999999999', null],
  ])('%s', (text, expected) => expect(parseAmount(text)).toBe(expected));

  test('every amount comes back as it was written', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -1e14, max: 1e14 }),
        (amount) => parseAmount(grouped(amount)) === (amount || 0),
      ),
    ));
});

describe('days', () => {
  test.each([
    ['14/01/2026', '2026-01-14'],
    ['14-Jan-2026', '2026-01-14'],
    ['14-January-26', '2026-01-14'],
    ['14/01/26', '2026-01-14'],
    ['2026-01-14', '2026-01-14'],
    ['2026-01-14T09:30:00.000Z', '2026-01-14'],
    ['14-01-2026 09:30', '2026-01-14'],
    ['14/01/26 09:30:11 PM', '2026-01-14'],
    ['14.01.2026', '2026-01-14'],
    ['Jan 14, 2026', '2026-01-14'],
    ['46036', '2026-01-14'],
    ['31/02/2026', null],
    ['Total', null],
    ['', null],
  ])('%s', (text, expected) => expect(parseDay(text, 'day_first')).toBe(expected));

  test('one reading for the whole column, and none where both fit', () => {
    expect(dateOrderOf(['03/04/2026', '13/04/2026', 'Total'])).toBe('day_first');
    expect(dateOrderOf(['03/04/2026', '04/13/2026'])).toBe('month_first');
    expect(dateOrderOf(['03/04/2026', '05/04/2026'])).toBeNull();
    expect(dateOrderOf(['04/04/2026', '05/05/2026'])).toBe('day_first');
    expect(dateOrderOf(['03-Apr-2026'])).toBe('day_first');
  });

  test('a question is asked where the days can be read both ways, and the answer is kept', () => {
    const cells = statementCells(layoutOf('Zenith'), month.slice(0, 2));
    expect(read(cells)).toMatchObject({ question: 'date_order' });
    const answered = read(cells, { dateOrder: 'month_first' });
    expect(answered).toMatchObject({ question: null, dateOrder: 'month_first' });
    expect(answered.lines.map(({ day }) => day)).toEqual(['2026-05-01', '2026-05-01']);
  });
});

describe.each(layouts.map((layout) => [layout.name, layout] as const))('%s', (_, layout) => {
  test('is read as it was written', () => {
    const reading = read(statementCells(layout, month));
    expect(reading).toMatchObject({ question: null, breaks: [], unreadable: [] });
    expect(rowsOf(inTime(reading, layout.backwards))).toEqual(rowsOf(month));
    expect(reading.lines.map(({ narration, payer }) => `${narration} ${payer}`).join()).toContain(
      'ADA OKAFOR/INV-0001',
    );
  });

  test('gives lines that are known again in a statement that overlaps', () => {
    const printed = (movements: readonly Movement[], opening: number) =>
      fingerprintsOf(read(statementCells(layout, movements, opening), { dateOrder: 'day_first' }).lines);
    fc.assert(
      fc.property(movements, fc.nat(), (made, cut) => {
        const at = made.length === 0 ? 0 : cut % made.length;
        const day = made[at]?.day ?? '';
        // Exports run by whole days.
        const from = made.findIndex((one) => one.day === day);
        const opening = 5_000_00 + made.slice(0, from).reduce((sum, { amount }) => sum + amount, 0);
        const whole = printed(made, 5_000_00);
        const later = printed(made.slice(from), opening);
        expect(new Set(whole).size).toBe(whole.length);
        expect(later.filter((one) => !whole.includes(one)).length).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});

const movements = fc
  .array(
    fc.record({
      days: fc.nat(40),
      amount: fc.constantFrom(500_00, -20_00, 7_50, 500_00),
      payer: fc.constantFrom('ADA', 'OBI'),
    }),
    {
      minLength: 1,
      maxLength: 25,
    },
  )
  .map((made) =>
    made
      .sort((a, b) => a.days - b.days)
      .map(
        ({ days, amount, payer }): Movement => ({
          day: addDays('2026-01-03', days),
          amount,
          narration: 'TRF',
          payer,
        }),
      ),
  );

describe('the running balance', () => {
  const withBalance = layouts.filter(({ headings }) => headings.some((heading) => /balance/i.test(heading)));
  test.each(withBalance.map((layout) => [layout.name, layout] as const))(
    '%s: a row cut out, and one changed, are named',
    (_, layout) => {
      const many = Array.from({ length: 20 }, (__, at) => ({
        day: addDays('2026-01-10', at),
        amount: (at + 1) * 100,
        narration: `N${at}`,
      }));
      const cells = statementCells(layout, many);
      const first = layout.above.length + 1;
      const cut = cells.filter((____, at) => at !== first + 8);
      const after = layout.backwards ? first + 7 : first + 8;
      expect(read(cut).breaks).toEqual([after + 1]);
      const edited = cells.map((row, at) =>
        at === first + 4 ? row.map((cell) => (/^[1-9]\d*\.00$/.test(cell) ? '9,999.00' : cell)) : row,
      );
      expect(read(edited).breaks).toEqual([first + 5]);
      expect(read(cells).breaks).toEqual([]);
    },
  );
});

describe('odd files', () => {
  test('words on a row of their own belong to the line above', () => {
    const cells = [
      ['Date', 'Narration', 'Credit'],
      ['14-Jan-2026', 'TRANSFER FROM', '500.00'],
      ['', 'ADA OKAFOR', ''],
      ['15-Jan-2026', 'OTHER', '1.00'],
      ['', 'Printed today', ''],
    ];
    expect(read(cells).lines.map(({ narration }) => narration)).toEqual([
      'TRANSFER FROM ADA OKAFOR',
      'OTHER',
    ]);
  });

  test('what makes no sense is named, sums at the foot are not', () => {
    const cells = [
      ['Date', 'Narration', 'Credit', 'Debit'],
      ['14-Jan-2026', 'A', '500.00', ''],
      ['14-Jan-2026', 'B', '5,00', ''],
      ['31/02/2026', 'C', '500.00', ''],
      ['Total', '', '500.00', '0.00'],
      ['14-Jan-2026', '=HYPERLINK("http://example.com")', '7.00', '-3.00'],
    ];
    const reading = read(cells);
    expect(reading.unreadable).toEqual([3, 4]);
    expect(reading.lines.map(({ amount }) => amount)).toEqual([500_00, 4_00]);
    expect(reading.lines[1]?.narration).toBe('=HYPERLINK("http://example.com")');
  });

  test('columns that cannot be guessed are asked for, and read as answered', () => {
    const cells = [
      ['When', 'What', 'How much'],
      ['14-Jan-2026', 'From Ada', '500.00'],
    ];
    expect(read(cells)).toMatchObject({
      question: 'columns',
      headings: cells[0],
      lines: [],
      sample: [cells[1]],
    });
    expect(read(cells, { columns: { day: 0, narration: 1, amount: 2 } }).lines).toMatchObject([
      { amount: 500_00 },
    ]);
  });

  test('empty and endless ones', () => {
    expect(readStatement([])).toBe('empty');
    expect(readStatement([['Date', 'Amount', 'Details']])).toBe('empty');
    const row = ['14-Jan-2026', '1.00', 'A'];
    expect(readStatement([['Date', 'Amount', 'Details'], ...Array.from({ length: 5001 }, () => row)])).toBe(
      'too_many_rows',
    );
  });

  test('any cells are read or refused, never thrown at', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.array(
            fc.oneof(fc.string(), fc.constantFrom('Date', 'Credit', 'Details', '1.00', '14-Jan-2026', 'CR')),
          ),
        ),
        (cells) => {
          const reading = readStatement(cells);
          return (
            typeof reading === 'string' ||
            reading.lines.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0)
          );
        },
      ),
    ));

  test('a CSV of the fixtures holds quotes and line breaks', () => {
    expect(csvFile(statementCells(layoutOf('Zenith'), month))).toContain('"POS PURCHASE, ""SHOP""\nABA"');
  });
});
