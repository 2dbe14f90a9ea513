import {
  ageingSteps,
  MAX_SHOWN_LINES,
  MAX_STATEMENT_DAYS,
  type movementKinds,
  type statementKinds,
} from '#contract/customer-statements.ts';
import { type CalendarDate, daysBetween, formatDate, monthName, UNDATED } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import { fill } from '#core/fill.ts';
import type { Language } from '#core/languages.ts';
import { add, type Currency, type Minor, subtract, ZERO } from '#core/money.ts';
import { type Part, progressOf } from '#core/payment-schedule.ts';
import { recordOf } from '#core/records.ts';
import { moneyValue, type Table, textValue } from '#core/tables.ts';
import { statementLabels, type StatementLabels } from './labels.ts';

export type Account = { businessId: string; customerId: string; currency: Currency };
export type Kind = (typeof statementKinds)[number];
export type Period = { from: CalendarDate; to: CalendarDate };

/** A change of how much a customer owes; minor units, below zero where it became less. */
export type Movement = {
  day: CalendarDate;
  kind: (typeof movementKinds)[number];
  number: string;
  amount: Minor;
};

/** Older movements of a month, added up; minor units. */
export type Month = { month: CalendarDate; lines: number; amount: Minor };

/** An invoice as it stood at the end of a day; minor units. One that was never sent has no page. */
export type OpenInvoice = {
  number: string;
  publicId: string | null;
  issued: CalendarDate;
  due: CalendarDate;
  total: Minor;
  settled: Minor;
  open: Minor;
};

/** An open invoice with the parts it is paid in; null where it is paid in one. */
type OpenRow = OpenInvoice & { schedule: Part[] | null };

/** Minor units. Of the `lines` that moved in the period, `movements` are the newest; `months` has the others where they were asked for. */
export type StatementRecords = {
  opening: Minor;
  closing: Minor;
  /** Credit that is on its way back at the end of the last day. */
  returning: Minor;
  lines: number;
  months: Month[];
  movements: Movement[];
  open: OpenRow[];
};

type AgeingStep = (typeof ageingSteps)[number];

/**
 * A customer's account over a period. Minor units; `closing` is `opening` with all that moved. The part of it that no open invoice
 * is, is `credit`: money that came and that no invoice took; what of it is on its way back (`returning`) is neither used nor theirs yet.
 */
export type Statement = Period & {
  opening: Minor;
  closing: Minor;
  lines: number;
  outstanding: Minor;
  credit: Minor;
  returning: Minor;
  ageing: Record<AgeingStep, Minor>;
  months: (Month & { balance: Minor })[];
  movements: (Movement & { balance: Minor })[];
  open: (OpenInvoice & { daysLate: number })[];
};

/** The first day and the last: the month before and this one unless told. Throws 422 where they are no period. */
export function periodOf(
  asked: { from?: CalendarDate | undefined; to?: CalendarDate | undefined },
  usual: Period,
): Period {
  const to = asked.to ?? usual.to;
  const from = asked.from ?? (usual.from <= to ? usual.from : to);
  if (from > to) throw fieldError('from', 'The first day is after the last');
  if (daysBetween(from, to) > MAX_STATEMENT_DAYS) throw fieldError('from', 'Choose at most ten years');
  return { from, to };
}

/** The statement of a period from its records. */
export function statementOf(period: Period, records: StatementRecords): Statement {
  const { opening, closing, returning, lines } = records;
  let balance = [...records.months, ...records.movements].reduce(
    (after, { amount }) => subtract(after, amount),
    closing,
  );
  const withBalance = <Line extends { amount: Minor }>(line: Line) => {
    balance = add(balance, line.amount);
    return { ...line, balance };
  };
  const months = records.months.map(withBalance);
  const movements = records.movements.map(withBalance);
  const rows = records.open.map((row) => ({ row, parts: openParts(row, period.to) }));
  const open = rows.map(({ row, parts: [{ due, daysLate }] }) => {
    const { schedule: _, ...shown } = row;
    return { ...shown, due, daysLate };
  });
  const outstanding = add(...open.map((row) => row.open));
  return {
    ...period,
    opening,
    closing,
    lines,
    outstanding,
    credit: subtract(subtract(outstanding, closing), returning),
    returning,
    ageing: ageingOf(rows.flatMap(({ parts }) => parts)),
    months,
    movements,
    open,
  };
}

/** The part of a statement that is shown, with how many lines of a kind only a file has. */
export function shownStatement(statement: Statement, kind: Kind) {
  const open = statement.open.slice(0, MAX_SHOWN_LINES);
  return { ...statement, open, leftOut: Math.max(0, linesOf(statement, kind) - MAX_SHOWN_LINES) };
}

/** How many lines of a kind a statement has, whether or not all of them were read. */
export const linesOf = ({ lines, open }: Statement, kind: Kind): number =>
  kind === 'open' ? open.length : lines;

type OpenPart = Pick<OpenInvoice, 'due' | 'open'> & { daysLate: number };

// Of an invoice in parts each by itself, filled in their order by what was settled then.
function openParts({ schedule, settled, due, open }: OpenRow, to: CalendarDate): [OpenPart, ...OpenPart[]] {
  const part = (due: CalendarDate, open: Minor) => ({ due, open, daysLate: daysBetween(due, to) });
  const left = progressOf(schedule ?? [], settled).filter((one) => one.left > 0);
  const [first, ...others] = left.map((one) => part(one.day ?? UNDATED, one.left));
  return first ? [first, ...others] : [part(due, open)];
}

function ageingOf(parts: readonly OpenPart[]): Record<AgeingStep, Minor> {
  const ageing: Record<AgeingStep, Minor> = recordOf(ageingSteps, () => ZERO);
  for (const { open, daysLate } of parts) {
    const step = stepOf(daysLate);
    ageing[step] = add(ageing[step], open);
  }
  return ageing;
}

/** Days after the due date, as owners sort their debtors. */
function stepOf(daysLate: number): AgeingStep {
  if (daysLate <= 0) return 'notDue';
  if (daysLate <= 30) return 'to30';
  if (daysLate <= 60) return 'to60';
  return daysLate <= 90 ? 'to90' : 'over90';
}

/** Lines of its main table that a paper has one by one, some fifty pages: setting it takes a worker process two seconds then. */
export const MOST_ON_PAPER = 2_000;

type Printed = { title: string; about: string; tables: Table[]; sheet: Table; empty: string };

/** A statement as tables in the customer's language. */
export function printedStatement(
  statement: Statement,
  kind: Kind,
  { customer, language }: { customer: string; language: Language },
): Printed {
  const labels = statementLabels[language];
  const days = { from: formatDate(statement.from, language), to: formatDate(statement.to, language) };
  const main = (most: number) =>
    kind === 'open'
      ? openTable(statement, labels, language, most)
      : movementTable(statement, labels, days, language);
  const isEmpty = statement.movements.length + statement.open.length === 0 && statement.opening === ZERO;
  const about = fill(kind === 'open' ? labels.openTitle : labels.period, days);
  return {
    title: labels.title,
    about: `${customer}. ${about}`,
    tables: isEmpty ? [] : [main(MOST_ON_PAPER), ageingTable(statement, labels)],
    sheet: main(statement.open.length),
    empty: labels.empty,
  };
}

function movementTable(
  { months, movements, opening, closing }: Statement,
  labels: StatementLabels,
  days: { from: string; to: string },
  language: Language,
): Table {
  const line = (day: string, what: string, number: string, amount: Minor | null, balance: Minor) => [
    textValue(day),
    textValue(what),
    textValue(number),
    amount === null ? textValue('') : moneyValue(amount),
    moneyValue(balance),
  ];
  return {
    title: '',
    headings: [labels.day, labels.what, labels.invoice, labels.amount, labels.balance],
    rows: [
      line(days.from, labels.opening, '', null, opening),
      ...months.map(({ month, lines, amount, balance }) =>
        line(
          `${monthName(month, language)} ${month.slice(0, 4)}`,
          fill(labels.addedUp, { count: String(lines) }),
          '',
          amount,
          balance,
        ),
      ),
      ...movements.map(({ day, kind, number, amount, balance }) =>
        line(formatDate(day, language), labels[`${kind}Line`], number, amount, balance),
      ),
    ],
    total: line('', fill(labels.closing, days), '', null, closing),
  };
}

/** Open invoices, the first `most` each by itself. */
function openTable({ open }: Statement, labels: StatementLabels, language: Language, most: number): Table {
  const sumOf = (name: string, rows: Statement['open']) => [
    textValue(name),
    textValue(''),
    textValue(''),
    moneyValue(add(...rows.map((row) => row.total))),
    moneyValue(add(...rows.map((row) => row.settled))),
    moneyValue(add(...rows.map((row) => row.open))),
  ];
  const others = open.slice(most);
  return {
    title: '',
    headings: [labels.invoice, labels.day, labels.due, labels.total, labels.settled, labels.open],
    rows: [
      ...open
        .slice(0, most)
        .map((row) => [
          textValue(row.number),
          textValue(formatDate(row.issued, language)),
          textValue(formatDate(row.due, language)),
          moneyValue(row.total),
          moneyValue(row.settled),
          moneyValue(row.open),
        ]),
      ...(others.length > 0 ? [sumOf(fill(labels.others, { count: String(others.length) }), others)] : []),
    ],
    total: sumOf(labels.outstanding, open),
  };
}

function ageingTable(statement: Statement, labels: StatementLabels): Table {
  const columns: [string, Minor][] = [
    ...ageingSteps.map((step): [string, Minor] => [labels[step], statement.ageing[step]]),
    [labels.outstanding, statement.outstanding],
    [labels.credit, statement.credit],
    ...(statement.returning > 0 ? [[labels.returning, statement.returning] satisfies [string, Minor]] : []),
    [labels.balance, statement.closing],
  ];
  return {
    title: labels.ageing,
    headings: columns.map(([heading]) => heading),
    rows: [columns.map(([, amount]) => moneyValue(amount))],
  };
}
