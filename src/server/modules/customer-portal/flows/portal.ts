import type { CalendarDate } from '#core/dates.ts';
import { MAX_SHOWN_LINES } from '#contract/customer-statements.ts';
import { dateIn } from '#core/dates.ts';
import type { Language } from '#core/languages.ts';
import { type Currency, currencies, type Minor } from '#core/money.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { turnOf } from '#server/kernel/scope.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import { recordsFile } from '#server/modules/business/flows/table-file.ts';
import {
  type Asked,
  newest,
  ON_PAPER,
  statementFile,
  statementOfPeriod,
} from '#server/modules/customer-statements/flows/statement.ts';
import { type Kind, type OpenInvoice, type Statement } from '#server/modules/customer-statements/rules.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { printNote } from '#server/modules/credit-notes/flows/letter.ts';
import { listedNote } from '#server/modules/credit-notes/queries/notes.ts';
import { creditNoteNumber } from '#server/modules/invoices/rules/credit-note.ts';
import { creditsOf, sumOf } from '#server/modules/invoices/queries/credit.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import type { Issuer } from '#server/modules/invoices/queries/issuer.ts';
import { unsubscribeUrlFor } from '#server/modules/notifications/rules/unsubscribe.ts';
import {
  type CardLine,
  cardsOf,
  type CreditNoteLine,
  creditNotesOf,
  type QuoteLine,
  quotesOf,
  type ReceiptLine,
  receiptsOf,
  type SettledInvoice,
  settledInvoices,
} from '../queries/records.ts';
import { chargeToTell, type OpenCharge, openCharges } from '#server/modules/saved-cards/queries/charges.ts';
import { type Payable, payableOf } from '../queries/payable.ts';
import type { Reader } from './session.ts';

/**
 * A customer's debt in one currency; `credit` is money that their invoices can take, `returning` such that is on its way back. Minor
 * units.
 */
export type PortalAccount = {
  currency: Currency;
  owed: Minor;
  credit: Minor;
  returning: Minor;
  open: PortalInvoice[];
};

/**
 * `asked`: what can be paid of it now, less than what is open where its customer keeps tax or pays `early`; null for one that was never
 * sent.
 */
type PortalInvoice = OpenInvoice & PayableNow;
type PayableNow = {
  title: string;
  asked: Minor | null;
  early: Payable['early'];
  /** Of their saved card. */
  charge: OpenCharge | null;
};
const notPayable: PayableNow = { title: '', asked: null, early: null, charge: null };

/** All that a customer's own page shows. */
export type PortalView = {
  business: Issuer;
  customer: { name: string; email: string };
  language: Language;
  timeZone: string;
  today: CalendarDate;
  accounts: PortalAccount[];
  settled: SettledInvoice[];
  receipts: ReceiptLine[];
  creditNotes: CreditNoteLine[];
  cards: CardLine[];
  quotes: QuoteLine[];
  /** Where they stop reminders by email; null without an address. */
  remindersUrl: string | null;
  testMode: boolean;
};

/** The page of a customer. What they owe is what their statement says. */
export async function portalView(reader: Reader): Promise<PortalView> {
  const { scope, businessId, customerId, issuer, customer, timeZone } = reader;
  const { db, now } = scope;
  const today = dateIn(now, timeZone);
  const [language, settled, receipts, creditNotes, cards, quotes, ...accounts] = await Promise.all([
    languageOf(db, businessId, customerId),
    settledInvoices(db, reader),
    receiptsOf(db, reader),
    creditNotesOf(db, reader),
    cardsOf(db, reader),
    quotesOf(db, reader, today),
    ...currencies.map((currency) => accountOf(reader, currency)),
  ]);
  return {
    business: issuer,
    customer,
    language,
    timeZone,
    today,
    accounts: accounts.filter(({ owed, credit, open, currency }) =>
      Boolean(
        owed || credit || open.length || [...settled, ...receipts].some((row) => row.currency === currency),
      ),
    ),
    settled,
    receipts,
    creditNotes,
    cards,
    quotes,
    remindersUrl: remindersUrlOf(reader),
    testMode: currencies.some((currency) => inTestMode(scope.ports.payments, currency)),
  };
}

async function accountOf({ scope, ...of }: Reader, currency: Currency): Promise<PortalAccount> {
  const { statement } = await statementOfPeriod(scope, { ...of, currency }, {}, newest(0));
  const { outstanding, returning, open } = statement;
  const shown = open.slice(0, MAX_SHOWN_LINES).flatMap(({ publicId }) => publicId ?? []);
  const payable = await payableOf(scope.db, of, shown, scope.now);
  const charges = await openCharges(
    scope.db,
    of.businessId,
    payable.map(({ invoice }) => invoice.id),
  );
  const asked = new Map<string | null, PayableNow>(
    payable.map(({ invoice, amount, early }) => [
      invoice.public_id,
      { title: invoice.title, asked: amount, early, charge: chargeToTell(charges.get(invoice.id), amount) },
    ]),
  );
  return {
    currency,
    owed: outstanding,
    // Less than the statement's where an invoice dated ahead took a part of it.
    credit: sumOf(await creditsOf(scope.db, { ...of, currency })),
    returning,
    open: open.map((invoice) => ({
      ...invoice,
      ...(asked.get(invoice.publicId) ?? notPayable),
    })),
  };
}

function remindersUrlOf({ scope, businessId, customer }: Reader): string | null {
  if (customer.email === '') return null;
  const { sealer } = scope;
  const target = { purpose: 'reminders', businessId, address: customer.email } as const;
  return unsubscribeUrlFor({ sealer, publicUrl: scope.publicUrl() }, target);
}

type AskedStatement = Asked & { currency: Currency };

/** The statement of the reader with its newest `most` lines. Throws 422 for no period. */
export const portalStatement = async (
  { scope, businessId, customerId }: Reader,
  { currency, ...asked }: AskedStatement,
  most: number,
): Promise<Statement> =>
  (await statementOfPeriod(scope, { businessId, customerId, currency }, asked, newest(most))).statement;

/** The same as PDF. */
export async function portalStatementPdf(
  { scope, businessId, customerId, customer }: Reader,
  { currency, shows: kind, ...asked }: AskedStatement & { shows: Kind },
): Promise<Response> {
  const account = { businessId, customerId, currency };
  const { statement } = await statementOfPeriod(scope, account, asked, ON_PAPER);
  return recordsFile(scope, await statementFile(scope, account, { customer, statement }, kind), 'pdf');
}

/** A credit note of the reader as PDF. Throws 404 for one that is not theirs. */
export async function portalNotePdf(
  reader: Reader,
  id: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  const { scope, businessId, customerId } = reader;
  const note = isId('crn', id) ? await listedNote(scope.db, businessId, id) : null;
  const invoice = note && (await invoiceById(scope.db, businessId, note.invoice_id));
  if (!note || invoice?.customer_id !== customerId) throw notFound('credit note');
  return { bytes: await printNote(scope, note, turnOf(scope)), name: `${creditNoteNumber(note.number)}.pdf` };
}
