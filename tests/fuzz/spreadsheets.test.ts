import fc from 'fast-check';
import { unzipSync } from 'fflate';
import Papa from 'papaparse';
import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { unguarded } from '#core/csv.ts';
import { minor, minorToMajor, ZERO } from '#core/money.ts';
import type { ReportDocument } from '#server/kernel/ports/pdf.ts';
import { tablesCsv } from '#core/tables.ts';
import { reportSheets } from '#server/modules/analytics/rules/report-tables.ts';
import { run as makeXlsx } from '#server/tables/xlsx.ts';
import { readSheet } from '#web/features/customers/import/sheet.ts';
import { isLong } from '../length.ts';
import { recordResult } from './report.ts';

const PATIENCE = { timeout: 600_000 };
const RUNS = isLong ? 2_000 : 60;
const sign = fc.constantFrom(
  ...'=+-@\t\r\n\0＝＋－＠−﹢﹣﹦﹫ \u00a0\u3000\u200b\ufeff\u202e\'",;|',
  '=cmd|',
  'HYPERLINK(',
  'a',
  '1',
);
const text = fc.array(sign, { maxLength: 8 }).map((parts) => parts.join(''));
const amount = fc.integer({ min: -1_000_000_00, max: 1_000_000_000_00 }).map(minor);

const none = { quotes: 0, total: ZERO };
const outlook = {
  quotes: { won: none, lost: none, waiting: none },
  expected: { overdue: ZERO, weeks: [{ from: '2026-11-23', amount: ZERO }], later: ZERO, undated: ZERO },
};

const reportOf = (names: string[], amounts: ReturnType<typeof minor>[]): ReportDocument => {
  const [first = minor(0)] = amounts;
  const figured = { amount: first, change: null };
  return {
    business: {
      id: 'b',
      name: names[0] ?? '',
      addressLines: [],
      primaryColor: '#000',
      secondaryColor: '#000',
      logo: null,
    },
    currency: 'NGN',
    months: 3,
    from: '2026-01-01',
    to: '2026-03-31',
    made: { date: '2026-04-01', time: '09:00' },
    testMode: false,
    revenue: figured,
    invoicesSent: { amount: 1, change: -5 },
    successRate: { amount: 50, change: null },
    averageValue: figured,
    trend: [],
    methods: [],
    statuses: [],
    customers: names.map((name, at) => ({
      name,
      paid: amounts[at] ?? minor(-1),
      invoices: at,
      average: minor(1),
    })),
  };
};

const isFormula = (cell: string) => /^[=+\-@]/.test(cell.normalize('NFKC').replace(/^[\s\p{C}]+/u, ''));

test(
  'no table holds a formula, numbers stay numbers, and what is read again is what there was',
  PATIENCE,
  async () => {
    let cells = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 6 }),
        fc.array(amount, { minLength: 6, maxLength: 6 }),
        async (names, amounts) => {
          const report = reportOf(names, amounts);
          const rows = Papa.parse<string[]>(
            tablesCsv(reportSheets(report, outlook).flatMap(({ tables }) => tables)).slice(1),
            {
              delimiter: ',',
              newline: '\r\n',
            },
          ).data;
          const customers = rows.slice(rows.findIndex((row) => row[0] === 'Customer') + 1, -1);
          expect(customers.map((row) => [unguarded(row[0] ?? ''), row[1]])).toEqual(
            names.map((name, at) => [name, String(minorToMajor(amounts[at] ?? minor(0)))]),
          );
          for (const cell of rows.flatMap((row) => row)) {
            cells += 1;
            expect(isFormula(cell) && !/^-?[\d.]+$/.test(cell), JSON.stringify(cell)).toBe(false);
          }
        },
      ),
      { numRuns: RUNS },
    );
    recordResult('O3 CSV', cells, 'cells: no formula, numbers are numbers, read again as they were');
  },
);

test('a workbook holds texts and numbers only', PATIENCE, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), async (names) => {
      const file = Buffer.from(
        await makeXlsx({ sheets: reportSheets(reportOf(names, [minor(-5_00)]), outlook), currency: 'NGN' }),
      );
      const inside = unzipSync(new Uint8Array(file));
      for (const [name, content] of Object.entries(inside))
        if (/sheet\d+\.xml$/.test(name))
          expect(Buffer.from(content).toString()).not.toMatch(/<f[\s>]|<hyperlink/);
      const sheets = await readXlsx(file);
      expect(JSON.stringify(sheets)).toContain('-5');
    }),
    { numRuns: Math.ceil(RUNS / 6) },
  );
  recordResult('O3 XLSX', Math.ceil(RUNS / 6), 'workbooks without a formula or a link');
});

const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'list.csv');

test('a list is read, or refused in words, whatever it is', async () => {
  const wide = `${Array(1_000).fill('a').join()}\n`;
  const utf16 = Buffer.from('\uFEFFName,Email\nAda,ada@b.test\n', 'utf16le');
  const known = { headings: ['Name', 'Email'], rows: [{ line: 2, cells: ['Ada', 'ada@b.test'] }] };
  const table: [string, File, unknown][] = [
    ['a mark before it', fileOf('\uFEFFName,Email\nAda,ada@b.test\n'), known],
    ['UTF-16', fileOf(new Uint8Array(utf16)), known],
    ['UTF-16 the other way', fileOf(new Uint8Array(Buffer.from(utf16).swap16())), known],
    [
      'a guarded number',
      fileOf("Name,Phone\nAda,'+2348031234567\n"),
      { headings: ['Name', 'Phone'], rows: [{ line: 2, cells: ['Ada', '+2348031234567'] }] },
    ],
    ['a million cells', fileOf(wide.repeat(1_000)), expect.objectContaining({ rows: expect.any(Array) })],
    ['two million and more', fileOf(wide.repeat(3_000)), 'too_large'],
    ['quotes without end', fileOf(`Name,Email\n${'"'.repeat(1_000_001)}`), expect.anything()],
    ['quotes one by one', fileOf(`Name,Email\n${'","'.repeat(300_000)}`), expect.anything()],
    ['one quote, then all', fileOf(`Name,Email\n"${'a,b\n'.repeat(500_000)}`), expect.anything()],
    ['line breaks only', fileOf('\n'.repeat(1_000_000)), 'empty'],
    ['a ZIP that is none', fileOf('PK\x03\x04nothing'), 'not_a_list'],
    ['zero bytes', fileOf('Name\0,Email\nAda,b\n'), 'not_a_list'],
  ];
  for (const [about, file, expected] of table) expect(await readSheet(file), about).toEqual(expected);
  recordResult('O3 import', table.length, 'lists, one of a million cells');
});
