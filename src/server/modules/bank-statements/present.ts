import { takenBy } from '#core/bank-statement/matching/index-invoices.ts';
import type { OpenInvoice, Suggestion } from '#core/bank-statement/matching/model.ts';
import type { StatementReading } from '#core/bank-statement/model.ts';
import type { CalendarDate } from '#core/dates.ts';
import { add, type Minor, ZERO } from '#core/money.ts';
import type { ListedLine, TypedPayment } from './queries/lines.ts';
import type { ListedStatement } from './queries/statements.ts';
import type { AccountRow } from './table.ts';

const LINES_SHOWN = 8;

export function presentPreview({ lines, ...reading }: StatementReading) {
  const days = lines.map(({ day }) => day).sort();
  const amounts = lines.map(({ amount }) => amount);
  return {
    ...reading,
    lines: lines.slice(0, LINES_SHOWN),
    count: lines.length,
    moneyIn: add(...amounts.filter((amount) => amount > 0)),
    moneyOut: add(ZERO, ...amounts.filter((amount) => amount < 0)),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  };
}

export const presentAccount = ({ id, bank_name, last4 }: Pick<AccountRow, 'id' | 'bank_name' | 'last4'>) => ({
  id,
  _id: id,
  bankName: bank_name,
  last4,
});

export const presentStatement = (row: ListedStatement) => ({
  id: row.id,
  _id: row.id,
  account: presentAccount({ ...row, id: row.account_id }),
  fileName: row.file_name,
  currency: row.currency,
  from: row.from_day,
  to: row.to_day,
  rows: row.row_count,
  breaks: row.breaks,
  unreadable: row.unreadable,
  counts: row.counts,
  createdAt: row.created_at,
});

type Beside = {
  invoices: ReadonlyMap<string, OpenInvoice>;
  suggestions: ReadonlyMap<string, Suggestion[]>;
  typed: ReadonlyMap<string, TypedPayment>;
  providers: ReadonlyMap<string, string>;
  returned: ReadonlyMap<string, CalendarDate>;
};

export function presentLine(line: ListedLine, { invoices, suggestions, typed, providers, returned }: Beside) {
  const typedFor = typed.get(line.id);
  return {
    id: line.id,
    _id: line.id,
    row: line.position,
    day: line.day,
    amount: line.amount_minor,
    narration: line.narration,
    payer: line.payer,
    reference: line.reference,
    balance: line.balance_minor,
    state: line.state,
    note: line.note,
    payment: line.payment_id
      ? {
          id: line.payment_id,
          invoiceNumber: line.invoice_number ?? '',
          customerName: line.customer_name ?? '',
        }
      : null,
    typed: typedFor
      ? {
          id: typedFor.id,
          day: typedFor.day,
          invoiceNumber: typedFor.number,
          customerName: typedFor.customer_name,
        }
      : null,
    provider: providers.get(line.id) ?? null,
    returned: returned.get(line.id) ?? null,
    suggestions: (suggestions.get(line.id) ?? []).map((one) => presentSuggestion(one, line.day, invoices)),
  };
}

const presentSuggestion = (
  { certainty, reason, shares, withheld }: Suggestion,
  day: CalendarDate,
  invoices: ReadonlyMap<string, OpenInvoice>,
) => ({
  certainty,
  reason,
  withheld: withheld?.amount ?? null,
  withheldFor: withheld?.kind ?? null,
  shares: shares.map(({ invoiceId, amount }) => {
    const invoice = invoices.get(invoiceId);
    return {
      invoiceId,
      invoiceNumber: invoice?.number ?? '',
      customerName: invoice?.customerName ?? '',
      ...(invoice ? sumsOf(invoice, amount, day) : { amount, outstanding: amount }),
    };
  }),
});

function sumsOf(invoice: OpenInvoice, amount: Minor, day: CalendarDate) {
  const { kept: _, ...sums } = takenBy({ amount, day }, invoice);
  return sums;
}
