import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvOf } from '#core/csv.ts';
import { decodeText, kindOf } from '#core/spreadsheet-file.ts';
import { checkRows, refusedRows } from './check.ts';
import { guessMapping, type Mapping } from './columns.ts';
import { cellsOfText, MOST_ROWS, readSheet, sheetOf } from './sheet.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian: boolean, withBom = true) => {
  const units = [...(withBom ? `\uFEFF${text}` : text)].map((sign) => sign.charCodeAt(0));
  return Uint8Array.from(
    units.flatMap((unit) => (littleEndian ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
};
const LIST = 'Name;E-mail\r\nAdé Ọlá;ade@example.com\r\n';

describe('a file in any encoding', () => {
  test.each([
    ['UTF-8', bytesOf(LIST)],
    ['UTF-8 with its mark', bytesOf(`\uFEFF${LIST}`)],
    ['UTF-16 LE', utf16(LIST, true)],
    ['UTF-16 BE', utf16(LIST, false)],
    ['UTF-16 LE without a mark', utf16(LIST, true, false)],
    ['UTF-16 BE without a mark', utf16(LIST, false, false)],
  ])('%s', (_, bytes) => {
    expect(decodeText(bytes).replace('\uFEFF', '')).toBe(LIST);
  });

  test('Windows-1252, as old spreadsheets save it', () => {
    expect(decodeText(Uint8Array.from([0x41, 0x64, 0xe9, 0x20, 0x93, 0x80, 0x94]))).toBe('Adé “€”');
  });
});

describe('the cells of a text file', () => {
  test.each([
    ['commas', 'Name,Email\nAde,a@b.co\n'],
    ['semicolons', 'Name;Email\nAde;a@b.co\n'],
    ['tabs', 'Name\tEmail\nAde\ta@b.co\n'],
    ['pipes', 'Name|Email\nAde|a@b.co\n'],
    ['old Mac line ends', 'Name,Email\rAde,a@b.co\r'],
    ['empty lines around', '\n\nName,Email\n\nAde,a@b.co\n\n'],
    ["Excel's own separator line", 'sep=;\nName;Email\nAde;a@b.co\n'],
    ['a mark and spaces', '\uFEFF Name , Email \n Ade , a@b.co \n'],
  ])('%s', async (_, text) => {
    const sheet = sheetOf((await cellsOfText(decodeText(bytesOf(text)))) ?? []);
    expect(sheet).toMatchObject({ headings: ['Name', 'Email'], rows: [{ cells: ['Ade', 'a@b.co'] }] });
  });

  test('a quoted cell holds separators, quotes and line breaks', async () => {
    const cells = await cellsOfText('Name,Email\n"Okafor, ""Mama"" \nand Sons",o@example.com\n');
    const sheet = sheetOf(cells ?? []);
    expect(sheet).toMatchObject({
      rows: [{ line: 2, cells: ['Okafor, "Mama" \nand Sons', 'o@example.com'] }],
    });
  });

  test('rows are counted as the spreadsheet shows them', async () => {
    const sheet = sheetOf((await cellsOfText('Name,Email\n\nAde,a@b.co\n')) ?? []);
    expect(sheet).toMatchObject({ rows: [{ line: 3 }] });
  });

  test('whatever is written is read again', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.replace(/[\0\uFEFF]/g, '').trim());
    const rows = fc.array(fc.tuple(cell, cell, fc.constant('x')), { minLength: 2, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const sheet = sheetOf((await cellsOfText(decodeText(bytesOf(csvOf(written))))) ?? []);
        if (typeof sheet === 'string') throw new Error(sheet);
        expect([sheet.headings, ...sheet.rows.map(({ cells }) => cells)]).toEqual(written);
      }),
    );
  });
});

test('what cannot be read is told apart', async () => {
  const file = (bytes: Uint8Array<ArrayBuffer> | string, name = 'list.csv') => new File([bytes], name);
  const start = (...bytes: number[]) => Uint8Array.from([...bytes, ...Array.from({ length: 20 }, () => 0)]);
  const locked = Buffer.concat([start(0xd0, 0xcf, 0x11, 0xe0), Buffer.from('EncryptedPackage', 'utf16le')]);
  const rows = (count: number) => `Name,Email\n${'Ade,a@b.co\n'.repeat(count)}`;
  for (const [about, input, expected] of [
    ['nothing', file(''), 'empty'],
    ['headings alone', file('Name,Email\n'), 'empty'],
    ['an old workbook', file(start(0xd0, 0xcf, 0x11, 0xe0)), 'old_excel'],
    ['a workbook with a password', file(locked), 'locked'],
    ['a picture', file(start(0x89, 0x50, 0x4e, 0x47)), 'not_a_list'],
    ['a document', file('%PDF-1.7 …'), 'not_a_list'],
    ['zero bytes in text', file('Name\0,Email\nx,y'), 'not_a_list'],
    ['a broken workbook', file(start(0x50, 0x4b, 0x03, 0x04), 'list.xlsx'), 'not_a_list'],
    ['5 MB and a byte', file(new Uint8Array(5 * 1024 * 1024 + 1)), 'too_large'],
    ['too many rows', file(rows(MOST_ROWS + 1)), 'too_many_rows'],
  ] as const)
    expect(await readSheet(input), about).toBe(expected);
  expect(await readSheet(file(rows(MOST_ROWS)))).toMatchObject({ headings: ['Name', 'Email'] });
});

test('a workbook is known by its bytes, under any name', () => {
  expect(kindOf(Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 1]))).toBe('xlsx');
});

test.each([
  ['Customer Name,Email Address,Phone No', [0, 1, 2]],
  ['NAME,E-MAIL,GSM', [0, 1, 2]],
  ['Phone Number;Client;e_mail', [1, 2, 0]],
  ['S/N,Full Name,Company,WhatsApp Number,Email', [1, 4, 3]],
  ['Business,Mobile,Mail,Email', [0, 3, 1]],
  ['id,first name,surname,email', [1, 3, null]],
  ['Name,Email,Phone,Deducts tax for,Added', [0, 1, 2, 3]],
  ['Client,Email,WHT type', [0, 1, null, 2]],
])('%s', (line, [name, email, phone, withholdingKind = null]) => {
  const headings = line.split(/[,;]/);
  expect(guessMapping({ headings, rows: [] })).toEqual({
    name,
    email,
    phone,
    withholdingKind,
  });
});

test('columns without headings are known by what is in them', () => {
  const rows = [
    { line: 2, cells: ['Ade', '0803 555 0142', 'ade@example.com'] },
    { line: 3, cells: ['Bisi', '+234 803 555 0143', 'bisi@example.com'] },
  ];
  expect(guessMapping({ headings: ['', '', ''], rows })).toEqual({
    name: null,
    phone: 1,
    email: 2,
    withholdingKind: null,
  });
});

test('refused rows come back as they stood with one reason, also after a second round', () => {
  const mapping: Mapping = { name: 0, email: 1, phone: null, withholdingKind: null };
  const refused = (headings: string[], ...cells: string[]) =>
    refusedRows(
      { headings, rows: [] },
      checkRows([{ line: 2, cells }], mapping).filter(({ problem }) => problem !== null),
    );
  const first = refused(['Name', 'Email', 'Town'], '', 'x@example.com', 'Jos');
  expect(first).toEqual([
    ['Name', 'Email', 'Town', 'Reason'],
    ['', 'x@example.com', 'Jos', 'Name is required'],
  ]);
  expect(refused(first[0] ?? [], 'Ade', 'x at example', 'Jos', 'Name is required')).toEqual([
    ['Name', 'Email', 'Town', 'Reason'],
    ['Ade', 'x at example', 'Jos', 'Invalid Email'],
  ]);
});

test('each row is ready, or says what is wrong with it', () => {
  const mapping: Mapping = { name: 0, email: 1, phone: 2, withholdingKind: 3 };
  const rows = [
    ['Chioma  Nwosu', 'Chioma@Example.com ', '8035550142'],
    ['', 'x@example.com', ''],
    ['Emeka', 'emeka at example', ''],
    ['Chioma again', 'chioma@example.com', ''],
    ['=HYPERLINK(1)', 'mailto:f@example.com', '+2348035550142'],
    ['No mail'],
    ['Mama Bola', '', '0805 555 0163'],
    ['Half', 'half@example.com', '0805'],
    ['Blank', 'blank@example.com', 'N/A'],
    ['Zenith Foods Ltd', 'pay@zenith.example', '', 'rent, hire or lease'],
    ['Gift Ltd', 'gift@example.com', '', 'Gifts'],
    ['No mail', ' - ', '0805 555 0164'],
    ['No mail either', 'N/A', '0805 555 0165'],
  ].map((cells, at) => ({ line: at + 2, cells }));
  expect(checkRows(rows, mapping)).toMatchObject([
    { line: 2, name: 'Chioma Nwosu', email: 'chioma@example.com', phone: '0803 555 0142', problem: null },
    { line: 3, name: '', email: 'x@example.com', phone: '', problem: 'Name is required' },
    { line: 4, name: 'Emeka', email: 'emeka at example', phone: '', problem: 'Invalid Email' },
    {
      line: 5,
      name: 'Chioma again',
      email: 'chioma@example.com',
      phone: '',
      problem: 'Same email as row 2',
    },
    {
      line: 6,
      name: '=HYPERLINK(1)',
      email: 'f@example.com',
      phone: '0803 555 0142',
      problem: 'Same phone as row 2',
    },
    { line: 7, name: 'No mail', email: '', phone: '', problem: 'Email is required or a phone number' },
    { line: 8, name: 'Mama Bola', email: '', phone: '0805 555 0163', problem: null },
    {
      line: 9,
      name: 'Half',
      problem: 'Enter a phone number such as 0803 123 4567 or +44 7700 900123',
    },
    { line: 10, name: 'Blank', phone: '', withholdingKind: '', problem: null },
    { line: 11, withholdingKind: 'rent, hire or lease', problem: null },
    { line: 12, problem: 'Choose what they deduct tax for, or leave it blank' },
    { line: 13, email: '', problem: null },
    { line: 14, email: '', problem: null },
  ]);
});
