import type { CalendarDate } from '../../dates.ts';
import { least, type Minor, subtract, ZERO } from '../../money.ts';
import type { PossibleTax } from '../../withholding.ts';
import type { OpenInvoice, Share } from './model.ts';
import { sumsOf } from './sums.ts';
import { codeKeys, isNamed, nameWords, numberKeys } from './words.ts';

type Customer = { id: string; words: string[]; invoices: OpenInvoice[]; sums: () => Map<number, Share[]> };

/** Open invoices by what a line can tell of them. */
export type InvoiceIndex = {
  byId: ReadonlyMap<string, OpenInvoice>;
  byCode: Map<string, OpenInvoice[]>;
  byAmount: Map<number, OpenInvoice[]>;
  byReducedAmount: Map<number, { invoice: OpenInvoice; withheld: PossibleTax }[]>;
  byClaim: Map<number, { invoice: OpenInvoice; day: CalendarDate }[]>;
  customersOf(words: ReadonlySet<string>): Customer[];
};

/** Indexes invoices, which are given oldest first. */
export function indexInvoices(invoices: readonly OpenInvoice[]): InvoiceIndex {
  const byCode = new Map<string, OpenInvoice[]>();
  const byAmount = new Map<number, OpenInvoice[]>();
  const byReducedAmount: InvoiceIndex['byReducedAmount'] = new Map();
  const byClaim: InvoiceIndex['byClaim'] = new Map();
  for (const invoice of invoices) {
    const numbers = [invoice.number, ...invoice.references];
    for (const key of new Set([...numbers.flatMap(numberKeys), ...codeKeys(invoice.code)]))
      put(byCode, key, invoice);
    for (const amount of new Set(amountsOf(invoice))) put(byAmount, amount, invoice);
    for (const withheld of invoice.taxes) {
      const left = invoice.outstanding - withheld.amount;
      // A sum asked for early is that discount, also where it comes late.
      if (left > 0 && left !== invoice.asked && left !== invoice.early?.asked)
        put(byReducedAmount, left, { invoice, withheld });
    }
    for (const { amount, day } of invoice.claims) put(byClaim, amount, { invoice, day });
  }
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return { byId, byCode, byAmount, byReducedAmount, byClaim, customersOf: customerFinder(invoices) };
}

/** The sums of an invoice as money of a day finds them (minor units): lower where it pays the early sum in time. */
export const owingTo = (
  { amount, day }: { amount: Minor; day: CalendarDate },
  invoice: Pick<OpenInvoice, 'asked' | 'outstanding' | 'early'>,
): Pick<OpenInvoice, 'asked' | 'outstanding'> => {
  const { early } = invoice;
  return early && day <= early.until && amount >= early.asked ? early : invoice;
};

/**
 * The part of money that an invoice takes, and the sum that would settle it (minor units): what is asked for, unless more came although
 * its customer said they keep tax. `kept` is the tax that it settles too.
 */
export function takenBy(
  money: { amount: Minor; day: CalendarDate },
  invoice: Pick<OpenInvoice, 'asked' | 'outstanding' | 'early'>,
): { amount: Minor; outstanding: Minor; kept: Minor } {
  const { asked, outstanding } = owingTo(money, invoice);
  const { amount } = money;
  if (amount > asked) return { amount: least(amount, outstanding), outstanding, kept: ZERO };
  return { amount, outstanding: asked, kept: amount === asked ? subtract(outstanding, asked) : ZERO };
}

/** The amounts that settle an invoice, on one day or another. */
export const amountsOf = ({ asked, outstanding, early }: OpenInvoice): Minor[] => [
  asked,
  outstanding,
  ...(early ? [early.asked, early.outstanding] : []),
];

// By each word of their names: a line of a thousand customers' bank touches those only who share a word with it.
function customerFinder(invoices: readonly OpenInvoice[]): InvoiceIndex['customersOf'] {
  const byWord = new Map<string, Customer[]>();
  for (const own of Map.groupBy(invoices, ({ customerId }) => customerId).values()) {
    const customer = customerOf(own);
    for (const word of customer?.words ?? []) if (customer) put(byWord, word, customer);
  }
  return (words) => {
    const found = new Set([...words].flatMap((word) => byWord.get(word) ?? []));
    return [...found].filter((customer) => isNamed(customer.words, words));
  };
}

function customerOf(invoices: OpenInvoice[]): Customer | null {
  const [first] = invoices;
  if (!first) return null;
  let sums: Map<number, Share[]> | null = null;
  return {
    id: first.customerId,
    words: nameWords(first.customerName),
    invoices,
    sums: () => {
      sums ??= sumsOf(invoices);
      return sums;
    },
  };
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
