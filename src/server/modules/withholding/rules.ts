import { add, type Minor } from '#core/money.ts';
import { moneyValue, percentValue, type Table, textValue, type Value } from '#core/tables.ts';
import type { presentWithholding } from './present.ts';

type Kept = ReturnType<typeof presentWithholding>;

/** How the report calls what became of a certificate. */
const stateNames: Partial<{ [S in Kept['state']]: string }> = {
  pending: 'Awaited',
  received: 'Received',
  used: 'Used',
  refused: 'Owed again',
};

type Column = readonly [heading: string, valueOf: (record: Kept) => Value];

const columns: readonly Column[] = [
  ['Invoice', ({ invoiceNumber }) => textValue(invoiceNumber)],
  ['Invoice total', ({ gross }) => moneyValue(gross)],
  ['Before VAT', ({ base }) => moneyValue(base)],
  ['Rate', ({ rate }) => percentValue(rate / 100)],
  ['Tax kept', ({ amount }) => moneyValue(amount)],
  ['Certificate', ({ certificate }) => textValue(certificate?.number ?? '')],
  ['Its date', ({ certificate }) => textValue(certificate?.day ?? '')],
  ['State', ({ state }) => textValue(stateNames[state] ?? '')],
];

type Group = { customer: string; year: number; records: Kept[] };

/** Tax that was kept, by customer and year. Tax only declared, or not kept after all, is left out. */
function groupsOf(records: readonly Kept[]): Group[] {
  const kept = records.filter(({ state }) => state in stateNames);
  const groups = Map.groupBy(kept, ({ customerName, taxYear }) => `${customerName}\n${taxYear}`);
  return [...groups.entries()]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .flatMap(([, group]) => {
      const [first] = group;
      return first ? [{ customer: first.customerName, year: first.taxYear, records: group }] : [];
    });
}

/** A table for each customer and year, with its total, for people to read. */
export const printedTables = (records: readonly Kept[]): Table[] =>
  groupsOf(records).map(({ customer, year, records: group }) => ({
    title: `${customer}, ${year}`,
    headings: columns.map(([heading]) => heading),
    rows: group.map((record) => columns.map(([, valueOf]) => valueOf(record))),
    total: totalOf(group),
  }));

/** The same as one table for spreadsheets, each line with its customer and year. */
export const sheetTable = (records: readonly Kept[]): Table => ({
  title: '',
  headings: ['Customer', 'Year', ...columns.map(([heading]) => heading)],
  rows: groupsOf(records).flatMap(({ customer, year, records: group }) => {
    const about = [textValue(customer), textValue(String(year))];
    const lines = group.map((record) => [...about, ...columns.map(([, valueOf]) => valueOf(record))]);
    return [...lines, [...about, ...totalOf(group)]];
  }),
});

// A refused one was paid or is owed: no tax was kept of it.
function totalOf(group: readonly Kept[]): Value[] {
  const counted = group.filter(({ state }) => state !== 'refused');
  const sum = (amounts: Minor[]) => moneyValue(add(...amounts));
  return [
    textValue('Total'),
    sum(counted.map(({ gross }) => gross)),
    sum(counted.map(({ base }) => base)),
    textValue(''),
    sum(counted.map(({ amount }) => amount)),
    textValue(''),
    textValue(''),
    textValue(''),
  ];
}
