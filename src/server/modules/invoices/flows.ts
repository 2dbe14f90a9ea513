import { dateIn, daysBetween, formatDate, hourIn } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { fill } from '#core/fill.ts';
import { type InvoiceDocument, invoiceDocument } from '#core/invoice/document.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { type Db, together } from '#server/kernel/db.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import type { Attachment } from '#server/kernel/ports/messaging.ts';
import type { PrintedInvoice } from '#server/kernel/ports/pdf.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { letterheadOf } from '#server/modules/business/flows/letterhead.ts';
import { businessForDocument, timeZoneOf } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { cancelMessage } from '#server/modules/notifications/commands/cancel.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import { sendWhatsApp } from '#server/modules/notifications/flows/whatsapp.ts';
import { printOnce } from '#server/modules/files/flows/prints.ts';
import type { Facts } from '#server/modules/notifications/rules/email.ts';
import { whatsappContentOf } from '#server/modules/notifications/rules/whatsapp.ts';
import type { Turn } from '#server/workers/pool.ts';
import type { jobs } from './jobs.ts';
import { invoiceById, itemsOf } from './queries/details.ts';
import { openedPayTo } from './queries/pay-to.ts';
import { type ReservedAccount, reservedAccount } from './queries/reserved-account.ts';
import { replacedDay, replacedRevisions } from './queries/revisions.ts';
import { openEarly, taxFactsOf, taxOn, toPayOf } from './queries/withholding.ts';
import { factsOf, linesOf, messageFactsOf } from './rules/facts.ts';
import { aboutInvoice, type Invoice, isActive, payUrlOf, unsettled, verifyUrlOf } from './rules/invoice.ts';
import type { InvoiceItem, StoredInvoice } from './table.ts';

async function documentFor(
  scope: SystemScope,
  invoice: StoredInvoice,
  revision: number,
): Promise<PrintedInvoice> {
  const { db, now } = scope;
  const { business_id: businessId } = invoice;
  const [shown, business, language, reserved, tax, early] = await together(db, (one) => {
    const taxRead = taxOn(one, invoice);
    return Promise.all([
      asOfRevision(one, invoice, revision),
      businessForDocument(one, businessId),
      languageOf(one, businessId, invoice.customer_id),
      reservedAccount(
        one,
        invoice,
        now,
        taxRead.then(({ taxKept }) => taxKept),
      ),
      taxRead,
      openEarly(one, invoice, now),
    ]);
  });
  if (!shown) throw notFound('revision of the invoice');
  const payTo = business.printsOwnAccount ? await openedPayTo(scope.vault, invoice) : null;
  const today = dateIn(now, business.timeZone);
  const facts = {
    ...factsOf({ ...shown.invoice, pay_to: payTo }, today),
    paidAt: shown.paidAt,
    withholding: shown.replacedAt ? null : taxFactsOf(tax),
    earlyPayment: shown.replacedAt ? null : early,
    ...(shown.replacedAt ? { replacedAt: shown.replacedAt } : {}),
  };
  const document = invoiceDocument(facts, linesOf(shown.items), business, language);
  return {
    document: reserved ? { ...document, bank: bankOf(reserved, document) } : document,
    business: await letterheadOf(scope, business),
    payUrl: payUrlOf(scope.publicUrl(), invoice.public_id),
    check: {
      url: verifyUrlOf(scope.publicUrl()),
      code: formatVerificationCode(invoice.verification_code),
    },
    testMode: inTestMode(scope.ports.payments, invoice.currency),
  };
}

const bankOf = ({ expiresAt, ...account }: ReservedAccount, { labels, language }: InvoiceDocument) => ({
  ...account,
  label: `${labels.bankTransfer}. ${fill(labels.validUntil, { date: formatDate(dateIn(expiresAt), language) })}`,
});

/** The PDF of an invoice, or of one of its earlier revisions. Throws 404. */
export function printInvoice(
  scope: SystemScope,
  invoice: StoredInvoice,
  turn: Turn,
  revision: number = invoice.revision,
): Promise<Uint8Array> {
  const content = documentFor(scope, invoice, revision);
  const key = `invoice ${payUrlOf(scope.publicUrl(), invoice.public_id)} ${revision}`;
  return printOnce(scope, { businessId: invoice.business_id, key, content }, async () =>
    scope.ports.pdf.invoice(await content, turn),
  );
}

type ShownRevision = { invoice: Invoice; items: InvoiceItem[]; paidAt: Date | null; replacedAt?: Date };

// An earlier revision was never paid: no invoice is changed after money came.
async function asOfRevision(db: Db, invoice: Invoice, revision: number): Promise<ShownRevision | null> {
  if (revision === invoice.revision) {
    const items = await itemsOf(db, invoice.business_id, invoice.id);
    return { invoice, items, paidAt: invoice.paid_at };
  }
  const replaced = await replacedRevisions(db, invoice);
  const shown = replaced.find((row) => row.revision === revision);
  if (!shown) return null;
  const { items, ...contents } = shown.document;
  const changed_at = replaced.find((row) => row.revision === revision - 1)?.replaced_at ?? null;
  return {
    items,
    invoice: {
      ...invoice,
      ...contents,
      ...unsettled(contents.total_minor),
      revision,
      changed_at,
      sent_at: shown.sent_at,
    },
    paidAt: null,
    replacedAt: shown.replaced_at,
  };
}

/** Template facts of the messages about an invoice, in its customer's language. */
export async function invoiceFacts(scope: SystemScope, invoice: Invoice): Promise<Facts['invoiceSent']> {
  const { business_id: businessId } = invoice;
  const business = await businessForDocument(scope.db, businessId);
  const language = await languageOf(scope.db, businessId, invoice.customer_id);
  const payUrl = payUrlOf(scope.publicUrl(), invoice.public_id);
  const replaces = await replacedDay(scope.db, invoice, business.timeZone);
  const tax = await taxOn(scope.db, invoice);
  const toPay = toPayOf({ balance: invoice.balance_minor, taxKept: tax.taxKept });
  const early = await openEarly(scope.db, invoice, scope.now);
  return {
    language,
    ...messageFactsOf(invoice, business, { toPay, payUrl, replaces, early }),
    withholding: taxFactsOf(tax),
  };
}

// The hour is the business's own: a reminder greets by it.
async function reminderFacts(
  scope: SystemScope,
  invoice: Invoice,
  words?: string,
): Promise<Facts['invoiceReminder']> {
  const { business_id: businessId, due_date: due } = invoice;
  const zone = await timeZoneOf(scope.db, businessId);
  const daysLate = daysBetween(due, dateIn(scope.now, zone));
  return {
    ...(await invoiceFacts(scope, invoice)),
    daysLate,
    hour: hourIn(scope.now, zone),
    words: words ?? null,
  };
}

/** An invoice as the attachment of a message. */
export async function invoiceAttachment(scope: SystemScope, invoice: StoredInvoice): Promise<Attachment> {
  return {
    name: `${invoice.number}.pdf`,
    mime: 'application/pdf',
    content: await printInvoice(scope, invoice, { subject: invoice.business_id }),
  };
}

export const runs: Runs<typeof jobs> = {
  deliver: async (scope, { businessId, invoiceId, letter: template, key, number, words }) => {
    const invoice = await invoiceById(scope.db, businessId, invoiceId);
    if (!invoice || !isActive(invoice) || (invoice.paid_at && !wasSentPaid(invoice, template)))
      return scope.transactAsSystem((ctx) => cancelMessage(ctx, key));
    if (number) return sendInvoiceByWhatsApp(scope, invoice, { template, key, number, words });
    if (invoice.customer_email === '') return;
    const attachment = await invoiceAttachment(scope, invoice);
    const mail = { key, to: invoice.customer_email, about: aboutInvoice(invoice) };
    if (template === 'invoiceSent')
      return sendEmail(scope, { ...mail, template, facts: await invoiceFacts(scope, invoice) }, [attachment]);
    const facts = await reminderFacts(scope, invoice, words);
    return sendEmail(scope, { ...mail, template, facts }, [attachment]);
  },
};

// Credit of its customer paid it as it was sent: it goes all the same, and a reminder never does.
const wasSentPaid = ({ paid_at, sent_at }: Invoice, template: string): boolean =>
  template === 'invoiceSent' && paid_at?.getTime() === sent_at?.getTime();

type WhatsAppDelivery = {
  template: 'invoiceSent' | 'invoiceReminder';
  key: string;
  number: string;
  words?: string | undefined;
};

// A reminder has no file: the customer has it, and its template takes none.
async function sendInvoiceByWhatsApp(
  scope: SystemScope,
  invoice: StoredInvoice,
  { template, key, number, words }: WhatsAppDelivery,
) {
  const message = { key, kind: template, to: number, about: aboutInvoice(invoice) };
  if (template === 'invoiceSent') {
    const content = whatsappContentOf(template, await invoiceFacts(scope, invoice));
    return sendWhatsApp(scope, { ...message, content }, await invoiceAttachment(scope, invoice));
  }
  const content = whatsappContentOf(template, await reminderFacts(scope, invoice, words));
  return sendWhatsApp(scope, { ...message, content }, null);
}
