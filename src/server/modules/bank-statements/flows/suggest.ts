import type { OpenInvoice, Suggestion } from '#core/bank-statement/matching/model.ts';
import { addDays } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { type Scope, turnOf } from '#server/kernel/scope.ts';
import { requireOutput } from '#server/workers/pool.ts';
import { defineTask } from '#server/workers/protocol.ts';
import { openInvoices } from '../queries/books.ts';
import type { LineState } from '../queries/line-state.ts';
import { linesBy, pageOfLines, type TypedPayment, typedPayments } from '../queries/lines.ts';
import { statementOf } from '../queries/statements.ts';
import type * as matchTask from '../reading/match-task.ts';

const MATCH = defineTask<typeof matchTask>(new URL('../reading/match-task.ts', import.meta.url));
/** Days between the day somebody typed and the bank's. */
const TYPED_WITHIN = 3;

type Query = { state?: LineState | undefined; cursor?: string | undefined; limit?: number | undefined };

/** A page of a statement's lines, with what open ones may pay. All open lines are matched, so that no invoice is certain twice. */
export async function suggestedLines(scope: Scope, currency: Currency, id: string, query: Query) {
  const { businessId } = scope.actor;
  const statement = await statementOf(scope.db, businessId, currency, id);
  const filters = { statementId: id, state: query.state };
  const page = await pageOfLines(scope.db, businessId, filters, query);
  const invoices = new Map<string, OpenInvoice>();
  if (!page.rows.some(({ state }) => state === 'open'))
    return {
      ...page,
      statement,
      invoices,
      suggestions: new Map<string, Suggestion[]>(),
      typed: new Map<string, TypedPayment>(),
    };
  const open = await linesBy(scope.db, businessId, { statementId: id, state: 'open' });
  const books = await openInvoices(scope.db, businessId, currency);
  const lines = open.map((line) => ({ ...line, amount: line.amount_minor }));
  lines.sort((a, b) => (a.day === b.day ? a.position - b.position : a.day < b.day ? -1 : 1));
  const result = await scope.ports.workers.run(MATCH, { lines, invoices: books }, turnOf(scope));
  for (const invoice of books) invoices.set(invoice.id, invoice);
  const typed = await typedPayments(scope.db, businessId, currency, {
    from: addDays(statement.from_day, -TYPED_WITHIN),
    to: addDays(statement.to_day, TYPED_WITHIN),
  });
  return { ...page, statement, invoices, suggestions: requireOutput(result), typed: typedFor(lines, typed) };
}

type Line = { id: string; amount: number; day: string };

/** The typed payment of each line's amount around its day; each for one line. */
function typedFor(lines: readonly Line[], payments: readonly TypedPayment[]): Map<string, TypedPayment> {
  const left = new Set(payments);
  const found = new Map<string, TypedPayment>();
  for (const { id, amount, day } of lines) {
    const near = [...left].find(
      (payment) =>
        payment.amount_minor === amount &&
        payment.day >= addDays(day, -TYPED_WITHIN) &&
        payment.day <= addDays(day, TYPED_WITHIN),
    );
    if (!near) continue;
    left.delete(near);
    found.set(id, near);
  }
  return found;
}
