import type { Insertable } from 'kysely';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import { newId, newToken } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { part } from '#server/kernel/combined-read.ts';
import { type Db, sendAlong, type Tx } from '#server/kernel/db.ts';
import { businessLock, type Ctx } from '#server/kernel/scope.ts';
import { accountColumns, type PayToAccount, payToOf } from '#server/modules/business/queries.ts';
import { customerForInvoice } from '#server/modules/customers/commands/save.ts';
import { sealedPayTo } from '../queries/pay-to.ts';
import { offerOf } from '../rules/contents.ts';
import { invoiceNumber, type NewInvoice, totalsFor, unsettled } from '../rules/invoice.ts';
import { earlyColumns } from '../rules/early-payment.ts';
import { partsAsStored, scheduled } from '../rules/schedule.ts';
import { type LikelyTax, likelyTax } from '../rules/withholding.ts';
import type { Invoice, InvoiceItem, InvoiceTables, PartOfQuote } from '../table.ts';
import { recordInvoice } from './record-activity.ts';

/** A new invoice with its lines, and who issued it. */
export type CreatedInvoice = {
  invoice: Invoice;
  items: InvoiceItem[];
  likelyTax: LikelyTax | null;
  businessName: string;
  today: CalendarDate;
};

/** Issuer (of `issuerPart`) and customer where its caller has read them behind the business's lock, and the part of a quote it is. */
type Known = {
  issuer?: IssuerRow | undefined;
  customer?: Awaited<ReturnType<typeof customerForInvoice>>;
  part?: PartOfQuote;
};

const ofNoQuote: PartOfQuote = { quote_id: null, quote_number: null, quote_part: null, quote_lines: null };

/** Makes a pending invoice, numbered without gaps. Throws 422 on the field that makes it impossible. */
export async function createInvoice(
  ctx: Ctx,
  currency: Currency,
  input: NewInvoice,
  { issuer: read, customer: known, part = ofNoQuote }: Known = {},
): Promise<CreatedInvoice> {
  const { businessId } = ctx.actor;
  const totals = totalsFor(input);
  const { customerId, clientEmail: email, clientName: name, clientPhone: phone } = input;
  // Sent in this order: the business is locked before its customer is looked for.
  const [profile, customer] = await Promise.all([
    read ?? lockIssuer(ctx),
    known ?? customerForInvoice(ctx, { customerId, email, name, phone }),
    ctx.vault.prepare(businessId),
  ]);
  const issuer = await issuerOf(ctx, profile);
  const today = dateIn(ctx.now, issuer.timeZone);
  const days = scheduled(input, { total: totals.total, currency, issued: today, today });
  const offer = offerOf(input, totals);
  const { items, ...contents } = offer;
  const row: NewRow = {
    business_id: businessId,
    id: newId('inv', ctx.now),
    public_id: newToken(12),
    number: issuer.number,
    currency,
    customer_id: customer.id,
    customer_email: customer.email,
    customer_name: (!customerId && name) || customer.name,
    ...contents,
    ...days,
    ...earlyColumns(input.earlyPayment, { ...offer, ...days, currency }, { today }),
    issue_date: today,
    pay_to: issuer.payTo,
    sent_at: null,
    deleted_at: null,
    state: 'active',
    created_at: ctx.now,
    revision: 1,
    changed_at: null,
    ...part,
  };
  const invoice = { ...row, ...unsettled(row.total_minor) };
  const told = `Invoice ${invoice.number} for ${invoice.customer_name} was created`;
  const sealed = await sealedPayTo(ctx.vault, invoice);
  await insert(
    ctx,
    {
      ...row,
      pay_to: sealed && JSON.stringify(sealed),
      schedule: partsAsStored(days),
      quote_lines: row.quote_lines && JSON.stringify(row.quote_lines),
    },
    items,
  );
  recordInvoice(ctx, invoice, 'invoice_created', told);
  const pay_to = issuer.showsPayTo ? invoice.pay_to : null;
  return {
    invoice: { ...invoice, pay_to },
    items,
    likelyTax: likelyTax(invoice, { hasTaxId: issuer.hasTaxId, usualKind: customer.withholding_kind }),
    businessName: issuer.name,
    today,
  };
}

type NewRow = Omit<Invoice, keyof ReturnType<typeof unsettled>> & { pay_to: PayToAccount | null };
type Issuer = {
  number: string;
  name: string;
  timeZone: string;
  hasTaxId: boolean;
  payTo: PayToAccount | null;
  /** Whether that account stands on documents. */
  showsPayTo: boolean;
};

const issuerColumns = [
  'next_invoice_number',
  'business_name',
  'time_zone',
  'tin',
  'own_account_on_documents',
  ...accountColumns,
] as const;

export type IssuerRow = Awaited<ReturnType<typeof lockIssuer>>;

const issuerRow = (db: Db | Tx, businessId: string) =>
  db.selectFrom('business_profiles').select(issuerColumns).where('business_id', '=', businessId);

/** The issuer of an invoice that may be made, as a part of a combined read behind the business's lock. */
export const issuerPart = (db: Db | Tx, businessId: string) =>
  part(issuerRow(db, businessId), { account_name_confirmed_at: true });

// Its row is locked as well, so that the number is of after the business's lock was had.
const lockIssuer = ({ tx, actor: { businessId } }: Ctx) =>
  issuerRow(tx, businessId).where(businessLock(businessId)).forNoKeyUpdate().executeTakeFirstOrThrow();

const issuerOf = async ({ vault }: Ctx, profile: IssuerRow): Promise<Issuer> => ({
  number: invoiceNumber(profile.next_invoice_number),
  name: profile.business_name,
  timeZone: profile.time_zone,
  hasTaxId: Boolean(profile.tin),
  payTo: await payToOf(profile, vault),
  showsPayTo: profile.own_account_on_documents,
});

// The invoice, its lines and its number in one statement: creating is the call people wait for.
async function insert(
  ctx: Ctx,
  invoice: Insertable<InvoiceTables['invoices']>,
  items: InvoiceItem[],
): Promise<void> {
  const lines = items.map((item) => ({ business_id: invoice.business_id, invoice_id: invoice.id, ...item }));
  const { tx } = ctx;
  await sendAlong(tx, () =>
    tx
      .with('lines', (db) => db.insertInto('invoice_items').values(lines))
      .with('numbered', (db) =>
        db
          .updateTable('business_profiles')
          .set((eb) => ({ next_invoice_number: eb('next_invoice_number', '+', 1) }))
          .where('business_id', '=', invoice.business_id),
      )
      .insertInto('invoices')
      .values(invoice)
      .execute(),
  );
}
