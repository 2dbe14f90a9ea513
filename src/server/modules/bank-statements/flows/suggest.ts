import type { OpenInvoice, Suggestion } from '#core/bank-statement/matching/model.ts';
import { amountsOf } from '#core/bank-statement/matching/index-invoices.ts';
import { returnedLines } from '#core/bank-statement/matching/returned.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { type Scope, turnOf } from '#server/kernel/scope.ts';
import { requireOutput } from '#server/workers/pool.ts';
import { defineTask } from '#server/workers/protocol.ts';
import { openInvoices } from '../queries/books.ts';
import type { LineState } from '../queries/line-state.ts';
import {
  linesBy,
  type ListedLine,
  openElsewhere,
  pageOfLines,
  type TypedPayment,
  typedPayments,
} from '../queries/lines.ts';
import { type ListedStatement, statementOf } from '../queries/statements.ts';
import type * as matchTask from '../reading/match-task.ts';
import { providerFinder } from './settlements.ts';

const MATCH = defineTask<typeof matchTask>(new URL('../reading/match-task.ts', import.meta.url));
/** Days between the day somebody typed and the bank's. */
const TYPED_WITHIN = 3;

type Query = {
  state?: LineState | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

/** Told beside open lines, by their ids; `providers` are titles. */
type Beside = {
  invoices: Map<string, OpenInvoice>;
  suggestions: Map<string, Suggestion[]>;
  typed: Map<string, TypedPayment>;
  providers: Map<string, string>;
  returned: Map<string, CalendarDate>;
};

/** A page of a statement's lines, with what open ones may pay. */
export async function suggestedLines(scope: Scope, currency: Currency, id: string, query: Query) {
  const { businessId } = scope.actor;
  const statement = await statementOf(scope.db, businessId, currency, id);
  const filters = { statementId: id, state: query.state, search: query.search };
  const page = await pageOfLines(scope.db, businessId, filters, query);
  const isAnyOpen = page.rows.some(({ state }) => state === 'open');
  const beside: Beside = isAnyOpen
    ? await besideOpen(scope, currency, statement)
    : {
        invoices: new Map(),
        suggestions: new Map(),
        typed: new Map(),
        providers: new Map(),
        returned: new Map(),
      };
  return { ...page, statement, ...beside };
}

// All open lines are matched, those of other statements among them, so that no invoice is certain twice.
async function besideOpen(scope: Scope, currency: Currency, statement: ListedStatement): Promise<Beside> {
  const { businessId } = scope.actor;
  const { id, from_day: from, to_day: to } = statement;
  const open = await linesBy(scope.db, businessId, { statementId: id, state: 'open' });
  const went = await linesBy(scope.db, businessId, { statementId: id, state: 'out' });
  const returned = returnedLines(open.map(withAmount), went.map(withAmount));
  const books = await openInvoices(scope.db, businessId, currency);
  const amounts = books.flatMap(amountsOf);
  const elsewhere = await openElsewhere(scope.db, businessId, currency, { statementId: id, amounts });
  const lines = [...open, ...elsewhere].map(withAmount).sort(byDay);
  const kept = lines.filter((line) => !returned.has(line.id));
  const result = await scope.ports.workers.run(MATCH, { lines: kept, invoices: books }, turnOf(scope));
  const typed = await typedPayments(scope.db, businessId, currency, {
    from: addDays(from, -TYPED_WITHIN),
    to: addDays(to, TYPED_WITHIN),
  });
  const own = lines.filter(({ import_id }) => import_id === id);
  const find = await providerFinder(scope, currency, { from, to });
  const providers = new Map<string, string>();
  for (const line of own) {
    const found = find(line);
    if (found) providers.set(line.id, found.provider);
  }
  return {
    invoices: new Map(books.map((invoice) => [invoice.id, invoice])),
    suggestions: requireOutput(result),
    typed: typedFor(own, typed),
    providers,
    returned,
  };
}

const withAmount = (line: ListedLine) => ({ ...line, amount: line.amount_minor });

const byDay = (a: ListedLine, b: ListedLine): number =>
  compare(a.day, b.day) || compare(a.import_id, b.import_id) || a.position - b.position;
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

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
