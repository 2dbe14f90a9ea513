import type { Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { customerTools } from '#server/modules/customers/tools.ts';
import { type FoundInvoices, invoiceTools } from '#server/modules/invoices/tools/find.ts';
import type { Told } from '../reads.ts';
import { customerList, owingCustomers } from '../replies/customers.ts';
import { noneCalled } from '../replies/invoice-words.ts';
import { invoiceList, overdueToo, shownInvoice } from '../replies/invoices.ts';
import { whatIsOwed } from '../replies/owed.ts';
import { paragraphs } from '../replies/words.ts';
import { inBoth, inputFor } from './input.ts';

type Reader = (scope: Scope, currency: Currency, said: Filters) => Promise<Told>;

/** Where the usual currency has no results and the other has, the other comes first. */
const ordered = <T extends FoundInvoices>({
  here,
  elsewhere,
}: {
  here: T;
  elsewhere: T | null;
}): [T, T | null] =>
  elsewhere && here.sums.count === 0 && elsewhere.sums.count > 0 ? [elsewhere, null] : [here, elsewhere];

export const findInvoices: Reader = async (scope, currency, said) => {
  const filters = inputFor(invoiceTools.find.input, said);
  const [found, elsewhere] = ordered(await inBoth(invoiceTools.find, scope, currency, filters));
  if (found.customers?.length !== 0) {
    const late = filters.status === 'due' ? await lateOnes(scope, found.currency, filters) : null;
    return { text: paragraphs(invoiceList(filters, found, elsewhere), late), ...about(filters, found) };
  }
  // "Invoices for logo design" names no customer.
  const { customerName: search, ...rest } = filters;
  const words = { ...rest, search };
  const [held, alsoHeld] = ordered(await inBoth(invoiceTools.find, scope, currency, words));
  if (held.sums.count === 0) return { text: invoiceList(filters, found, elsewhere) };
  return { text: paragraphs(noneCalled(search ?? ''), invoiceList(words, held, alsoHeld)) };
};

// Invoices past their date are called due as well.
async function lateOnes(scope: Scope, currency: Currency, filters: Filters): Promise<string | null> {
  const { sums } = await invoiceTools.find.read(scope, currency, { ...filters, status: 'overdue' });
  return sums.count === 0 ? null : overdueToo(sums, currency);
}

export const showInvoice: Reader = async (scope, currency, said) => {
  const filters = inputFor(invoiceTools.show.input, said);
  const [shown] = ordered(await inBoth(invoiceTools.show, scope, currency, filters));
  const text = shownInvoice(filters, shown);
  if (!shown.whole) return { text, ...about(filters, shown) };
  const { number, customer_name: customerName } = shown.whole.invoice;
  const digits = number.replace(/^\D*0*/, '');
  return { text, last: { filters: { invoiceNumbers: [digits] }, customerName } };
};

export const tellOwed: Reader = async (scope, currency, said) => {
  const filters = inputFor(invoiceTools.owed.input, said);
  const [owed, elsewhere] = ordered(await inBoth(invoiceTools.owed, scope, currency, filters));
  return { text: whatIsOwed(filters, owed, elsewhere), ...about(filters, owed) };
};

export const listCustomers: Reader = async (scope, currency, said) => {
  const filters = inputFor(invoiceTools.owed.input, said);
  const isAboutMoney = [filters.status, filters.minDaysOverdue, filters.dueFrom, filters.dueTo].some(
    (one) => one !== undefined,
  );
  if (isAboutMoney && filters.status !== 'paid' && filters.status !== 'pending') {
    const [owed] = ordered(await inBoth(invoiceTools.owed, scope, currency, filters));
    return { text: owingCustomers(filters, owed) };
  }
  const search = filters.search ?? filters.customerName;
  const input = inputFor(customerTools.find.input, { ...filters, ...(search ? { search } : {}) });
  const found = await customerTools.find.read(scope, currency, input);
  const [only, ...others] = found.customers;
  return {
    text: customerList(search, found),
    ...(only && others.length === 0 ? { last: { customerName: only.name } } : {}),
  };
};

/** The customer of the result, where there is exactly one. */
function about(filters: Filters, { customers, invoices }: FoundInvoices): Pick<Told, 'last'> {
  const names = new Set(
    (customers ?? invoices.map(({ customer }) => ({ name: customer }))).map(({ name }) => name),
  );
  const [name, ...others] = names;
  if (!name || others.length > 0) return {};
  return {
    last: {
      customerName: name,
      ...(filters.customerName ? { filters: { ...filters, customerName: name } } : {}),
    },
  };
}
