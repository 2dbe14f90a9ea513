import { addDays, daysBetween } from '../../dates.ts';
import { least, type Minor, subtract } from '../../money.ts';
import { indexInvoices, type InvoiceIndex, owingTo } from './index-invoices.ts';
import {
  certainties,
  type Certainty,
  type IncomingLine,
  type OpenInvoice,
  type Reason,
  type Suggestion,
} from './model.ts';
import { runsOf, wordsOf } from './words.ts';

const MOST_SUGGESTIONS = 3;
/** Days between an alert and the bank's line of its money. */
const CLAIMED_WITHIN = 7;
/** Days that money, such as a deposit, may come before its invoice. */
const EARLY_WITHIN = 31;

/**
 * Suggests for each line which invoices it pays, best first, at most three. Lines are given oldest first: an invoice that is
 * certain for one line is certain for no later one. Invoices are given oldest first.
 */
export function matchLines(
  lines: readonly IncomingLine[],
  invoices: readonly OpenInvoice[],
): Map<string, Suggestion[]> {
  const index = indexInvoices(invoices);
  const found = new Map(lines.map((line) => [line.id, suggestionsFor(line, index)]));
  const takenBy = new Map<string, string>();
  for (const [line, suggestions] of found)
    for (const { certainty, shares } of suggestions)
      for (const { invoiceId } of certainty === 'certain' ? shares : [])
        if (!takenBy.has(invoiceId)) takenBy.set(invoiceId, line);
  for (const [line, suggestions] of found)
    found.set(
      line,
      suggestions.map((one) => lessIfTaken(one, line, takenBy)),
    );
  return found;
}

// The same transfer shown twice, or a second one for an invoice that another settles: its owner has to look.
const lessIfTaken = (
  suggestion: Suggestion,
  line: string,
  takenBy: ReadonlyMap<string, string>,
): Suggestion =>
  suggestion.shares.some(({ invoiceId }) => (takenBy.get(invoiceId) ?? line) !== line)
    ? { ...suggestion, certainty: 'possible' }
    : suggestion;

function suggestionsFor(line: IncomingLine, index: InvoiceIndex): Suggestion[] {
  const words = wordsOf(`${line.narration} ${line.payer} ${line.reference}`);
  const coded = [...new Set(runsOf(words).flatMap((run) => index.byCode.get(run) ?? []))];
  const customers = index.customersOf(new Set(words));
  const certain = coded.filter((invoice) => settles(line, invoice));
  // Two invoices of one amount, both named: no telling which.
  const byCode = certain.map((invoice) =>
    whole(invoice, line, certain.length === 1 ? 'certain' : 'likely', 'number_and_amount'),
  );
  const all = [
    ...byCode,
    ...likely(line, customers, coded, index),
    ...possible(line, customers, coded, index),
  ];
  return distinct(all)
    .map((one) => lessIfEarlier(one, line, index))
    .sort((a, b) => certainties.indexOf(a.certainty) - certainties.indexOf(b.certainty))
    .slice(0, MOST_SUGGESTIONS);
}

// Long before an invoice, its number and its amount were another's.
const lessIfEarlier = (suggestion: Suggestion, { day }: Money, { byId }: InvoiceIndex): Suggestion =>
  suggestion.shares.some(
    ({ invoiceId }) => (byId.get(invoiceId)?.issuedOn ?? day) > addDays(day, EARLY_WITHIN),
  )
    ? { ...suggestion, certainty: 'possible', reason: 'long_before' }
    : suggestion;

type Money = Pick<IncomingLine, 'amount' | 'day'>;

// A sum that is asked for until a day settles nothing after it, and the full one is too much until then.
const settles = (money: Money, invoice: OpenInvoice): boolean => {
  const { asked, outstanding } = owingTo(money, invoice);
  return money.amount === asked || money.amount === outstanding;
};

type Customers = ReturnType<InvoiceIndex['customersOf']>;

function likely(
  { amount, day }: IncomingLine,
  customers: Customers,
  coded: readonly OpenInvoice[],
  index: InvoiceIndex,
): Suggestion[] {
  const isNamed = namedIn(customers);
  const isMeant = (invoice: OpenInvoice) => isNamed(invoice) || coded.includes(invoice);
  const [only, ...others] = customers;
  const together = others.length === 0 ? only?.sums().get(amount) : undefined;
  const claimed = (index.byClaim.get(amount) ?? [])
    .filter((claim) => Math.abs(daysBetween(claim.day, day)) <= CLAIMED_WITHIN)
    .map(({ invoice }) => invoice);
  return [
    ...[...claimed.filter(isMeant), ...claimed].map((invoice) =>
      part(invoice, amount, 'likely', 'claim_and_amount'),
    ),
    ...byNameAndAmount({ amount, day }, customers, index).filter(({ certainty }) => certainty === 'likely'),
    ...(together ? [{ certainty: 'likely', reason: 'name_and_sum', shares: together } as const] : []),
    ...(index.byReducedAmount.get(amount) ?? [])
      .filter(({ invoice }) => isMeant(invoice) && owingTo({ amount, day }, invoice) !== invoice.early)
      .map(
        ({ invoice, withheld }): Suggestion => ({
          certainty: 'likely',
          reason: 'name_and_withholding',
          shares: [{ invoiceId: invoice.id, amount }],
          withheld,
        }),
      ),
  ];
}

function namedIn(customers: Customers): (invoice: OpenInvoice) => boolean {
  const named = new Set(customers.map(({ id }) => id));
  return ({ customerId }) => named.has(customerId);
}

// Of several of one amount none is likely.
function byNameAndAmount(money: Money, customers: Customers, index: InvoiceIndex): Suggestion[] {
  const equal = (index.byAmount.get(money.amount) ?? [])
    .filter(namedIn(customers))
    .filter((invoice) => settles(money, invoice));
  const certainty = equal.length === 1 ? 'likely' : 'possible';
  return equal.map((invoice) => whole(invoice, money, certainty, 'name_and_amount'));
}

function possible(
  { amount, day }: Money,
  customers: Customers,
  coded: readonly OpenInvoice[],
  index: InvoiceIndex,
): Suggestion[] {
  const maybe = (invoice: OpenInvoice, reason: Reason) => part(invoice, amount, 'possible', reason);
  return [
    ...coded.map((invoice) => maybe(invoice, 'number_alone')),
    ...byNameAndAmount({ amount, day }, customers, index).filter(({ certainty }) => certainty === 'possible'),
    ...customers
      .flatMap(({ invoices }) => invoices.slice(0, 1))
      .map((invoice) => maybe(invoice, 'name_alone')),
    ...(index.byAmount.get(amount) ?? [])
      .slice(0, MOST_SUGGESTIONS)
      .map((invoice) => maybe(invoice, 'amount_alone')),
  ];
}

const part = (
  { id, outstanding }: OpenInvoice,
  amount: Minor,
  certainty: Certainty,
  reason: Reason,
): Suggestion => ({ certainty, reason, shares: [{ invoiceId: id, amount: least(amount, outstanding) }] });

// All that is owed on that day, or all but the tax its customer said they keep.
function whole(invoice: OpenInvoice, money: Money, certainty: Certainty, reason: Reason): Suggestion {
  const { outstanding } = owingTo(money, invoice);
  return {
    ...part(invoice, money.amount, certainty, reason),
    ...(money.amount < outstanding
      ? { withheld: { amount: subtract(outstanding, money.amount), kind: null } }
      : {}),
  };
}

// The first to name some invoices does so for the best reason.
function distinct(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ shares }) => {
    const key = shares
      .map(({ invoiceId }) => invoiceId)
      .sort()
      .join();
    return !seen.has(key) && seen.add(key);
  });
}
