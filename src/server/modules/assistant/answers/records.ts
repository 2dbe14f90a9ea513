import type { Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { customerTools } from '#server/modules/customers/tools/find.ts';
import { type FoundInvoices, invoiceTools } from '#server/modules/invoices/tools/find.ts';
import { customerList, owingCustomers } from '../replies/customers.ts';
import { paragraphs } from '../replies/format.ts';
import { noCustomerButMatches } from '../replies/invoice-text.ts';
import { alsoOverdueText, alsoPartPaidText, invoiceList, invoiceOrChoices } from '../replies/invoices.ts';
import { outstandingSummary } from '../replies/outstanding.ts';
import { type Answer, readBothCurrencies, toolInput } from './tool-input.ts';

type RecordReader = (scope: Scope, currency: Currency, requested: Filters) => Promise<Answer>;

/** Where the usual currency has no results and the other has, the other comes first. */
const preferNonEmpty = <T extends FoundInvoices>({
  here,
  elsewhere,
}: {
  here: T;
  elsewhere: T | null;
}): [T, T | null] =>
  elsewhere && here.sums.count === 0 && elsewhere.sums.count > 0 ? [elsewhere, null] : [here, elsewhere];

export const findInvoices: RecordReader = async (scope, currency, requested) => {
  const filters = toolInput(invoiceTools.find.input, requested);
  const [found, elsewhere] = preferNonEmpty(
    await readBothCurrencies(invoiceTools.find, scope, currency, filters),
  );
  if (found.customers?.length !== 0) {
    return {
      text: paragraphs(
        invoiceList(filters, found, elsewhere),
        ...(await neighbourNotes(scope, found, filters)),
      ),
      ...lastSubject(filters, found),
    };
  }
  // "Invoices for logo design" names no customer.
  const { customerName: search, ...rest } = filters;
  const words = { ...rest, search };
  const [byWords, byWordsElsewhere] = preferNonEmpty(
    await readBothCurrencies(invoiceTools.find, scope, currency, words),
  );
  if (byWords.sums.count === 0) return { text: invoiceList(filters, found, elsewhere) };
  return {
    text: paragraphs(noCustomerButMatches(search ?? ''), invoiceList(words, byWords, byWordsElsewhere)),
  };
};

// Invoices past their date are called due as well, and what is paid in part may be due today.
async function neighbourNotes(
  scope: Scope,
  { currency, today }: FoundInvoices,
  filters: Filters,
): Promise<(string | null)[]> {
  if (filters.status !== 'due') return [];
  const partPaidToday = { status: 'part_paid', dueFrom: today, dueTo: today } as const;
  const partPaid = await invoiceTools.find.read(scope, currency, { ...filters, ...partPaidToday });
  const overdue = await invoiceTools.find.read(scope, currency, { ...filters, status: 'overdue' });
  return [
    partPaid.sums.count > 0 ? alsoPartPaidText(partPaid.sums, currency) : null,
    overdue.sums.count > 0 ? alsoOverdueText(overdue.sums, currency) : null,
  ];
}

export const showInvoice: RecordReader = async (scope, currency, requested) => {
  const filters = toolInput(invoiceTools.show.input, requested);
  const [result] = preferNonEmpty(await readBothCurrencies(invoiceTools.show, scope, currency, filters));
  const text = invoiceOrChoices(filters, result);
  if (!result.whole) return { text, ...lastSubject(filters, result) };
  const { number, customer_name: customerName } = result.whole.invoice;
  const digits = number.replace(/^\D*0*/, '');
  return { text, last: { filters: { invoiceNumbers: [digits] }, customerName } };
};

export const answerOutstanding: RecordReader = async (scope, currency, requested) => {
  const filters = toolInput(invoiceTools.owed.input, requested);
  const [owed, elsewhere] = preferNonEmpty(
    await readBothCurrencies(invoiceTools.owed, scope, currency, filters),
  );
  return { text: outstandingSummary(filters, owed, elsewhere), ...lastSubject(filters, owed) };
};

export const listCustomers: RecordReader = async (scope, currency, requested) => {
  const filters = toolInput(invoiceTools.owed.input, requested);
  const isAboutMoney = [filters.status, filters.minDaysOverdue, filters.dueFrom, filters.dueTo].some(
    (value) => value !== undefined,
  );
  if (isAboutMoney && filters.status !== 'paid' && filters.status !== 'pending') {
    const [owed] = preferNonEmpty(await readBothCurrencies(invoiceTools.owed, scope, currency, filters));
    return { text: owingCustomers(filters, owed) };
  }
  const search = filters.search ?? filters.customerName;
  const input = toolInput(customerTools.find.input, { ...filters, ...(search ? { search } : {}) });
  const found = await customerTools.find.read(scope, currency, input);
  const [only, ...others] = found.customers;
  return {
    text: customerList(search, found),
    ...(only && others.length === 0 ? { last: { customerName: only.name } } : {}),
  };
};

/** The customer of the result, where there is exactly one. */
function lastSubject(filters: Filters, { customers, invoices }: FoundInvoices): Pick<Answer, 'last'> {
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
