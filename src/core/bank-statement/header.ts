import type { ColumnMap, ColumnRole } from './model.ts';

/** Headings by role, the surest first; letters and digits only. Nigerian banks, and what spreadsheets call them. */
const names: Record<ColumnRole, readonly string[]> = {
  day: [
    'transdate',
    'transactiondate',
    'trandate',
    'txndate',
    'posteddate',
    'dateposted',
    'postdate',
    'postingdate',
    'entrydate',
    'actualtransactiondate',
    'date',
    'datetime',
    'transactiondatetime',
    'valuedate',
  ],
  narration: [
    'narration',
    'narrative',
    'transactiondetails',
    'transactiondescription',
    'transactionparticulars',
    'details',
    'description',
    'remarks',
    'remark',
    'particulars',
    'memo',
  ],
  payer: [
    'sender',
    'sendername',
    'payer',
    'payername',
    'from',
    'tofrom',
    'fromto',
    'counterparty',
    'beneficiary',
  ],
  reference: [
    'reference',
    'transactionreference',
    'referenceno',
    'referencenumber',
    'refno',
    'ref',
    'transactionid',
    'sessionid',
  ],
  debit: [
    'debit',
    'debits',
    'debitamount',
    'dr',
    'withdrawal',
    'withdrawals',
    'moneyout',
    'paidout',
    'outflow',
    'out',
  ],
  credit: [
    'credit',
    'credits',
    'creditamount',
    'cr',
    'deposit',
    'deposits',
    'lodgement',
    'lodgements',
    'lodgment',
    'moneyin',
    'paidin',
    'inflow',
    'in',
  ],
  amount: ['amount', 'transactionamount', 'value', 'sum'],
  direction: ['drcr', 'crdr', 'type', 'transactiontype', 'debitcredit', 'creditdebit', 'direction', 'sign'],
  balance: [
    'balance',
    'runningbalance',
    'accountbalance',
    'balanceafter',
    'availablebalance',
    'closingbalance',
    'bookbalance',
  ],
};

const HEADER_ROWS = 60;
const letters = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/\(?\b(?:ngn|usd|naira)\b\)?|[₦$]|\(n\)/g, '')
    .replace(/[^a-z0-9]/g, '');

/** The roles of a heading row. Each column has one role at most, each role the column named surest. */
function guessColumns(cells: readonly string[]): ColumnMap {
  const headings = cells.map(letters);
  const map: ColumnMap = {};
  const taken = new Set<number>();
  for (const [role, known] of Object.entries(names) as [ColumnRole, readonly string[]][]) {
    const at = known.map((name) => headings.indexOf(name)).find((index) => index >= 0 && !taken.has(index));
    if (at === undefined) continue;
    map[role] = at;
    taken.add(at);
  }
  return onlyUseful(map);
}

// An amount beside debit and credit says the same again.
function onlyUseful(map: ColumnMap): ColumnMap {
  const { amount: _, direction: __, ...sides } = map;
  if (map.debit !== undefined && map.credit !== undefined) return sides;
  return map;
}

/** Whether a table with these columns can be read: when it was, what came, and some words about it. */
export const isComplete = ({ day, narration, payer, reference, debit, credit, amount }: ColumnMap): boolean =>
  day !== undefined &&
  (amount !== undefined || credit !== undefined || debit !== undefined) &&
  (narration !== undefined || payer !== undefined || reference !== undefined);

/** The heading row, counted from 0: the first that names day, money and words; null where there is none. */
export function findHeader(cells: readonly (readonly string[])[]): { at: number; columns: ColumnMap } | null {
  for (const [at, row] of cells.slice(0, HEADER_ROWS).entries()) {
    const columns = guessColumns(row);
    if (isComplete(columns)) return { at, columns };
  }
  return null;
}

/** The row most like headings where none is complete: the first of the widest ones. */
export function likeliestHeader(cells: readonly (readonly string[])[]): number {
  const widths = cells.slice(0, HEADER_ROWS).map((row) => row.filter((cell) => cell.trim() !== '').length);
  return Math.max(0, widths.indexOf(Math.max(0, ...widths)));
}
