import { strToU8, zipSync } from 'fflate';
import writeXlsxFile, { type CellObject } from 'write-excel-file/node';
import { describe, expect, test } from 'vitest';
import type { StatementReading, Unreadable } from '#core/bank-statement/model.ts';
import {
  csvFile,
  layouts,
  type Movement,
  statementCells,
} from '../../../../../tests/bank-statements/layouts.ts';
import { run } from './read-task.ts';

const movements: Movement[] = [
  { day: '2026-01-14', amount: 250_000_00, narration: 'TRF "ADA"\nINV-0001' },
  { day: '2026-01-15', amount: -10_50, narration: 'CHARGE; Ọlá, ₦' },
];
const [layout] = layouts;
if (!layout) throw new Error('no layouts');
const cells = statementCells(layout, movements);
const read = (bytes: Uint8Array): Promise<StatementReading | Unreadable> => run({ bytes, answers: {} });
const utf16 = (text: string, little: boolean) =>
  Uint8Array.from(
    [...`\uFEFF${text}`].flatMap((sign) => {
      const unit = sign.charCodeAt(0);
      return little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255];
    }),
  );
const cellOf = (value: string | number | Date | null): CellObject | null => {
  if (value === null) return null;
  if (value instanceof Date) return { value, type: Date, format: 'dd/mm/yyyy' };
  return typeof value === 'number' ? { value, type: Number } : { value, type: String };
};
const workbook = async (rows: (string | number | Date | null)[][]) =>
  new Uint8Array(
    await writeXlsxFile([{ sheet: 'Sheet1', data: rows.map((row) => row.map(cellOf)) }]).toBuffer(),
  );

const known = [
  { day: '2026-01-14', amount: 250_000_00, narration: 'TRF "ADA" INV-0001' },
  { day: '2026-01-15', amount: -10_50, narration: 'CHARGE; Ọlá, ₦' },
];

describe('a CSV file', () => {
  test.each([
    ['UTF-8', strToU8(csvFile(cells))],
    ['UTF-8 with its mark', strToU8(`\uFEFF${csvFile(cells)}`)],
    ['UTF-16 LE', utf16(csvFile(cells), true)],
    ['UTF-16 BE', utf16(csvFile(cells), false)],
    ['semicolons', strToU8(csvFile(cells, ';'))],
    ['tabs and old line ends', strToU8(csvFile(cells, '\t', '\r'))],
    ['mixed line ends', strToU8(csvFile(cells).replace('\r\n', '\n').replace('\r\n', '\r'))],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject({ question: null, lines: known, breaks: [] });
  });
});

describe('an XLSX file', () => {
  test('gives its days, amounts and formulas as text', async () => {
    const bytes = await workbook([
      ['Statement', null],
      ['Date', 'Narration', 'Debit', 'Credit', 'Balance'],
      [new Date('2026-01-14T00:00:00Z'), 'TRF ADA', null, 0.1 + 0.2, 100.3],
      ['15/01/2026', '=1+1', 10.5, null, '89.80'],
    ]);
    expect(await read(bytes)).toMatchObject({
      breaks: [],
      lines: [
        { row: 3, day: '2026-01-14', amount: 30, narration: 'TRF ADA' },
        { row: 4, day: '2026-01-15', amount: -10_50, narration: '=1+1' },
      ],
    });
  });

  test('that would unpack to very much, or to very many files, is refused before it is unpacked', async () => {
    const zeros = new Uint8Array(61 * 1024 * 1024);
    expect(await read(zipSync({ 'xl/worksheets/sheet1.xml': zeros }))).toBe('too_large');
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}.xml`, new Uint8Array(0)]));
    expect(await read(zipSync(many))).toBe('too_large');
  });
});

test.each([
  ['a PDF', strToU8('%PDF-1.7 …'), 'pdf'],
  ['an old Excel file', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0]), 'old_excel'],
  ['a picture', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'not_a_list'],
  ['a ZIP of something else', zipSync({ 'a.txt': strToU8('a') }), 'not_a_list'],
  ['a broken ZIP', Uint8Array.from([0x50, 0x4b, 3, 4, 9, 9]), 'not_a_list'],
  ['nothing', new Uint8Array(0), 'empty'],
  ['more than 5 MB', new Uint8Array(5 * 1024 * 1024 + 1), 'too_large'],
  ['one endless line', strToU8('a'.repeat(1_000_000)), 'empty'],
])('%s is refused', async (_, bytes, expected) => expect(await read(bytes)).toBe(expected));
