// Bank statements as Nigerian banks lay them out. Every account, person and movement in them is invented.
import type { CalendarDate } from '#core/dates.ts';

/** A movement that a statement is made of: minor units, above zero what came. */
export type Movement = { day: CalendarDate; amount: number; narration: string; payer?: string };

/** A bank's way to write: the rows above the table, its headings, and the cells of one line. */
export type Layout = {
  name: string;
  above: string[][];
  headings: string[];
  /** Newest line first. */
  backwards?: true;
  cells(line: Movement & { balance: number; at: number }): string[];
  below: string[][];
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const parts = (day: CalendarDate) => day.split('-') as [string, string, string];
const slashed = (day: CalendarDate) => parts(day).toReversed().join('/');
const named = (day: CalendarDate) => {
  const [year, month, date] = parts(day);
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`;
};
const shortYear = (day: CalendarDate) => slashed(day).replace(/\d\d(\d\d)$/, '$1');

/** `1,250,000.00` of minor units. */
export const grouped = (amount: number): string => {
  const digits = Math.abs(amount).toString().padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
};
const out = (amount: number) => (amount < 0 ? grouped(-amount) : '');
const came = (amount: number) => (amount > 0 ? grouped(amount) : '');
const words = ({ narration, payer }: Movement) => [narration, payer].filter(Boolean).join(' ');

/** Six banks' styles, one signed column, and one amount beside CR and DR. */
export const layouts: readonly Layout[] = [
  {
    name: 'GTBank style',
    above: [['CUSTOMER STATEMENT'], ['Account Name', 'INVENTED TRADERS'], ['Account No', '0000000000'], []],
    headings: [
      'Trans. Date',
      'Value. Date',
      'Reference',
      'Debits',
      'Credits',
      'Balance',
      'Originating Branch',
      'Remarks',
    ],
    cells: (l) => [
      named(l.day),
      named(l.day),
      `'${l.at}`,
      out(l.amount),
      came(l.amount),
      grouped(l.balance),
      'E-CHANNELS',
      words(l),
    ],
    below: [[], ['Total', '', '', '1.00', '1.00']],
  },
  {
    name: 'Zenith style',
    above: [['Statement of account'], ['Currency: NGN']],
    headings: ['DATE POSTED', 'VALUE DATE', 'DESCRIPTION', 'DEBIT', 'CREDIT', 'BALANCE'],
    cells: (l) => [
      slashed(l.day),
      slashed(l.day),
      words(l),
      out(l.amount) || '0.00',
      came(l.amount) || '0.00',
      grouped(l.balance),
    ],
    below: [['', '', 'End of statement', '', '', '']],
  },
  {
    name: 'UBA style',
    above: [['UBA-like statement', '', '']],
    headings: ['TRAN DATE', 'VALUE DATE', 'NARRATION', 'CHQ NO', 'DEBIT', 'CREDIT', 'BALANCE'],
    cells: (l) => [
      named(l.day),
      named(l.day),
      words(l),
      '',
      out(l.amount) || '-',
      came(l.amount) || '-',
      grouped(l.balance),
    ],
    below: [],
  },
  {
    name: 'Access style, newest first',
    above: [[], ['Account statement'], []],
    headings: [
      'Date',
      'Transaction Details',
      'Reference',
      'Value Date',
      'Withdrawals',
      'Lodgements',
      'Balance',
    ],
    backwards: true,
    cells: (l) => [
      named(l.day),
      words(l),
      `S${l.at}`,
      named(l.day),
      out(l.amount),
      came(l.amount),
      `₦${grouped(l.balance)}`,
    ],
    below: [['Thank you for banking with us']],
  },
  {
    name: 'First Bank style',
    above: [['Account Summary'], ['Opening balance', '0.00']],
    headings: [
      'TransDate',
      'Reference',
      'Transaction Details',
      'ValueDate',
      'Deposit',
      'Withdrawal',
      'Balance',
    ],
    cells: (l) => [
      shortYear(l.day),
      '',
      words(l),
      shortYear(l.day),
      came(l.amount),
      out(l.amount),
      `${grouped(Math.abs(l.balance))} ${l.balance < 0 ? 'DR' : 'CR'}`,
    ],
    below: [],
  },
  {
    name: 'Kuda style',
    above: [['All Statements'], []],
    headings: ['Date/Time', 'Money In', 'Money out', 'Category', 'To / From', 'Description', 'Balance'],
    cells: (l) => [
      `${shortYear(l.day)} 14:05:09`,
      came(l.amount),
      out(l.amount),
      'inward transfer',
      l.payer ?? '',
      l.narration,
      `₦${grouped(l.balance)}`,
    ],
    below: [],
  },
  {
    name: 'one signed column, no balance',
    above: [],
    headings: ['Date', 'Description', 'Amount (NGN)'],
    cells: (l) => [l.day, words(l), l.amount < 0 ? `(${grouped(-l.amount)})` : grouped(l.amount)],
    below: [],
  },
  {
    name: 'one column beside CR and DR',
    above: [['Statement']],
    headings: ['Transaction Date', 'Narration', 'Type', 'Amount', 'Running Balance'],
    cells: (l) => [
      `${parts(l.day).toReversed().join('-')} 09:30`,
      words(l),
      l.amount < 0 ? 'DR' : 'CR',
      grouped(Math.abs(l.amount)),
      grouped(l.balance),
    ],
    below: [],
  },
];

/** The cells of a statement over the movements, oldest first as given. */
export function statementCells(
  layout: Layout,
  movements: readonly Movement[],
  opening = 100_000_00,
): string[][] {
  let balance = opening;
  const lines = movements.map((movement, at) => {
    balance += movement.amount;
    return layout.cells({ ...movement, balance, at: at + 1 });
  });
  return [
    ...layout.above,
    layout.headings,
    ...(layout.backwards ? lines.toReversed() : lines),
    ...layout.below,
  ];
}

/** The same as a CSV file. */
export const csvFile = (cells: readonly string[][], separator = ',', end = '\r\n'): string =>
  cells
    .map((row) =>
      row
        .map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(separator),
    )
    .join(end);
