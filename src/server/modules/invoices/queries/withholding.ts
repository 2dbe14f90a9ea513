import type { InferResult } from 'kysely';
import { looksLikeCompany } from '#core/company-name.ts';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import type { ToldEarly } from '#core/early-payment.ts';
import { add, type Minor, ZERO } from '#core/money.ts';
import { type WithholdingKind, withholdingBps, withholdingKinds } from '#core/tax-rates.ts';
import { lessTax, type WithholdingTerms } from '#core/withholding.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import { asPaidOn, toldEarly } from '../rules/early-payment.ts';
import { isActive } from '../rules/invoice.ts';
import { askedNow } from '../rules/schedule.ts';
import { askedWith, type LikelyTax, likelyTax, withheldOf } from '../rules/withholding.ts';
import type { Invoice } from '../table.ts';
import { asPaidAt } from './early-payment.ts';

const standing = ['declared', 'pending', 'received', 'used'] as const;
const decidedStates = ['pending', 'received', 'used', 'refused'] as const;

/** The tax the customer of an invoice keeps or kept, with its certificate; null where there is none. */
export async function withholdingOf(db: Db | Tx, { business_id, id }: Pick<Invoice, 'business_id' | 'id'>) {
  return (await standingWithholding(db, business_id, id).executeTakeFirst()) ?? null;
}

/** The row of the same. */
export const standingWithholding = (db: Db | Tx, businessId: string, invoiceId: string) =>
  db
    .selectFrom('withholdings')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', standing);

/** Rates (basis points) of the tax that customers of open invoices said they keep, by the invoice's id. */
export async function declaredRates(db: Db | Tx, businessId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('withholdings')
    .select(['invoice_id', 'rate_bps'])
    .where('business_id', '=', businessId)
    .where('state', '=', 'declared')
    .execute();
  return new Map(rows.map(({ invoice_id, rate_bps }) => [invoice_id, rate_bps]));
}

/** Purposes that customers of a business usually keep tax for, by the customer's id; the others are left out. */
export async function usualKinds(db: Db | Tx, businessId: string): Promise<Map<string, WithholdingKind>> {
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'withholding_kind'])
    .where('business_id', '=', businessId)
    .where('withholding_kind', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ id, withholding_kind: kind }) => (kind ? [[id, kind]] : [])));
}

/** The tax on an invoice, as far as it is told beside it. Amounts in minor units, `bps` basis points. */
export type TaxKept = {
  id: string;
  kind: StandingWithholding['kind'];
  bps: number;
  state: StandingWithholding['state'];
  declaredBy: StandingWithholding['declared_by'];
  amount: Minor;
  /** The part of what is owed that is asked for. */
  net: Minor;
};

/** The part of an open invoice's balance (minor units) that its customer has to pay. */
export const toPayOf = ({ balance, taxKept }: { balance: Minor; taxKept: TaxKept | null }): Minor =>
  taxKept?.net ?? balance;

/** The same, of its row as it stands: without a discount that paying in time would take. */
export const leftToPay = async (db: Db | Tx, invoice: Invoice): Promise<Minor> =>
  toPayOf({ balance: invoice.balance_minor, taxKept: await taxKeptOf(db, invoice) });

/** The same of several together; nothing is left on one that was deleted. */
export async function leftOfAll(db: Db | Tx, invoices: readonly Invoice[]): Promise<Minor> {
  const left: Minor[] = [];
  for (const invoice of invoices) left.push(isActive(invoice) ? await leftToPay(db, invoice) : ZERO);
  return add(...left);
}

/** The part of what is left of one that is asked for now. */
export const askedFor = async (db: Db | Tx, invoice: Invoice): Promise<Minor> =>
  askedNow(invoice, await leftToPay(db, invoice));

/** The same at an instant, less a discount for paying early. */
export const askedAt = async (db: Db | Tx, invoice: Invoice, at: Date): Promise<Minor> =>
  askedFor(db, await asPaidAt(db, invoice, at));

/** The open discount for paying an invoice early, with what is paid then, less tax its customer keeps; null where there is none. */
export async function openEarly(db: Db | Tx, invoice: Invoice, at: Date): Promise<ToldEarly | null> {
  if (invoice.early_discount_minor === 0) return null;
  const today = dateIn(at, await timeZoneOf(db, invoice.business_id));
  return ifOpen(earlyBy(invoice, await withholdingOf(db, invoice), today));
}

const ifOpen = (early: ToldEarly | null): ToldEarly | null => (early?.state === 'open' ? early : null);

/** The discount for paying an invoice early, of rows that were read; `net` is less the tax on it. */
export function earlyBy(
  invoice: Invoice,
  standing: StandingWithholding | null,
  today: CalendarDate,
): ToldEarly | null {
  const early = toldEarly(invoice, today);
  return early && { ...early, net: toPayBy(asPaidOn(invoice, today), standing) };
}

/** An invoice with what is asked for it (minor units), and its open discount for paying early with what is asked for in `full` after it. */
export type AskedInvoice<Asked extends Invoice = Invoice> = {
  invoice: Asked;
  amount: Minor;
  early: (ToldEarly & { full: Minor }) | null;
};

/** The sums asked for at an instant of several invoices of one business, in their order; nothing is asked for on one that was deleted. */
export async function askedForEach<Asked extends Invoice>(
  db: Db | Tx,
  invoices: readonly Asked[],
  at: Date,
): Promise<AskedInvoice<Asked>[]> {
  const [first] = invoices;
  if (!first) return [];
  const rows = await db
    .selectFrom('withholdings')
    .selectAll()
    .where('business_id', '=', first.business_id)
    .where(
      'invoice_id',
      'in',
      invoices.map(({ id }) => id),
    )
    .where('state', 'in', standing)
    .execute();
  const kept = new Map(rows.map((row) => [row.invoice_id, row]));
  const zone =
    invoices.some((one) => one.early_discount_minor > 0) && (await timeZoneOf(db, first.business_id));
  return invoices.map((invoice) => {
    const row = kept.get(invoice.id) ?? null;
    const early = zone ? ifOpen(earlyBy(invoice, row, dateIn(at, zone))) : null;
    const full = toPayBy(invoice, row);
    const amount = isActive(invoice) ? askedNow(invoice, early?.net ?? full) : ZERO;
    return { invoice, amount, early: early && { ...early, full } };
  });
}

const toPayBy = (invoice: Invoice, standing: StandingWithholding | null): Minor =>
  toPayOf({ balance: invoice.balance_minor, taxKept: keptBy(standing, invoice) });

export type StandingWithholding = NonNullable<Awaited<ReturnType<typeof withholdingOf>>>;

/** The tax on an invoice; while it is only declared, as it follows from what the invoice says now. */
export const taxKeptOf = async (db: Db | Tx, invoice: Invoice): Promise<TaxKept | null> =>
  keptBy(await withholdingOf(db, invoice), invoice);

function keptBy(row: StandingWithholding | null, invoice: Invoice): TaxKept | null {
  if (!row) return null;
  const isDeclared = row.state === 'declared';
  const amount = isDeclared ? withheldOf(invoice, row.rate_bps).amount : row.amount_minor;
  const net = isDeclared ? lessTax(invoice.balance_minor, amount) : invoice.balance_minor;
  const { id, kind, rate_bps: bps, state, declared_by: declaredBy } = row;
  return { id, kind, bps, state, declaredBy, amount, net };
}

/** The tax on an invoice as its receipts and its check tell it: `isKept` once it settled a part of it. Minor units. */
export type ToldTax = { amount: Minor; isKept: boolean };

/** The same of the tax on an invoice with a balance (minor units); null where none changes what is paid. */
export function toldTaxOf({ balance, taxKept }: { balance: Minor; taxKept: TaxKept | null }): ToldTax | null {
  const isKept = taxKept?.state !== 'declared';
  return taxKept && (isKept || taxKept.net < balance) ? { amount: taxKept.amount, isKept } : null;
}

/** One of the kinds of tax a payer may choose, and what is asked for then (minor units). */
export type TaxChoice = { kind: WithholdingKind; bps: number; net: Minor; isUsual: boolean };

/** The tax on an invoice: what is kept, else what may be, and the kinds its payer may say they keep. */
export type InvoiceTax = { taxKept: TaxKept | null; likelyTax: LikelyTax | null; taxChoices: TaxChoice[] };

/** The tax on an invoice, declared or not. What its owner said no to is not brought up again. */
export async function taxOn(db: Db | Tx, invoice: Invoice): Promise<InvoiceTax> {
  const [standing, terms] = await Promise.all([
    withholdingOf(db, invoice),
    mayStart(invoice) ? taxTermsOf(db, invoice) : null,
  ]);
  return taxBy(invoice, standing, terms);
}

const mayStart = (invoice: Invoice): boolean => !invoice.paid_at && isActive(invoice);

/** The same of rows that were read. */
export function taxBy(
  invoice: Invoice,
  standing: StandingWithholding | null,
  terms: TaxTerms | null,
): InvoiceTax {
  const taxKept = keptBy(standing, invoice);
  if (taxKept || !terms || terms.isDecided || !mayStart(invoice))
    return { taxKept, likelyTax: null, taxChoices: [] };
  return { taxKept, likelyTax: likelyTax(invoice, terms), taxChoices: taxChoicesOf(invoice, terms) };
}

/** The tax as the document of the invoice needs it. */
export function taxFactsOf({ taxKept, likelyTax }: Pick<InvoiceTax, 'taxKept' | 'likelyTax'>) {
  const tax = taxKept ?? likelyTax;
  return tax && { rate: tax.bps, net: tax.net };
}

/** Facts that the tax on an invoice depends on; `isDecided` where its owner declared it, or it came to an end before. */
export type TaxTerms = WithholdingTerms & { isDecided: boolean };

/** The same, of an invoice that stands in the database. */
export async function taxTermsOf(
  db: Db | Tx,
  { business_id, id }: Pick<Invoice, 'business_id' | 'id'>,
): Promise<TaxTerms> {
  return taxTermsBy(await taxTermsRow(db, business_id, id).executeTakeFirstOrThrow());
}

/** The same, of the row that was read. */
export const taxTermsBy = ({ tin, withholding_kind, decided }: TaxTermsRow): TaxTerms => ({
  hasTaxId: Boolean(tin),
  usualKind: withholding_kind,
  isDecided: Boolean(decided),
});

type TaxTermsRow = InferResult<ReturnType<typeof taxTermsRow>>[number];

/** Their row. */
export const taxTermsRow = (db: Db | Tx, businessId: string, invoiceId: string) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.id', '=', 'i.customer_id').on('c.business_id', '=', businessId),
    )
    .innerJoin('business_profiles as b', 'b.business_id', 'c.business_id')
    .select(['b.tin', 'c.withholding_kind'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('withholdings as w')
            .select('w.id')
            .where('w.business_id', '=', businessId)
            .where('w.invoice_id', '=', invoiceId)
            .where((or) =>
              or.or([
                or('w.declared_by', '=', 'owner'),
                or('w.state', 'in', decidedStates),
                or('w.ended_by', '=', 'owner'),
              ]),
            ),
        )
        .as('decided'),
    )
    .where('i.business_id', '=', businessId)
    .where('i.id', '=', invoiceId);

/**
 * Whether the customer may say on the pay page that they keep tax of a sent invoice: only a company may, and not where its
 * owner said it, or said no to it before.
 */
export async function payerMayDeclare(db: Db | Tx, invoice: Invoice): Promise<boolean> {
  if (invoice.paid_at || !isActive(invoice)) return false;
  const terms = await taxTermsOf(db, invoice);
  return !terms.isDecided && mayKeepTax(invoice, terms);
}

const mayKeepTax = ({ customer_name }: Invoice, { usualKind }: WithholdingTerms): boolean =>
  usualKind !== null || looksLikeCompany(customer_name);

// The purpose the customer usually keeps tax for comes first.
function taxChoicesOf(invoice: Invoice, terms: WithholdingTerms): TaxChoice[] {
  if (!mayKeepTax(invoice, terms)) return [];
  return withholdingKinds
    .flatMap((kind) => {
      const bps = withholdingBps(kind, invoice.issue_date, terms);
      if (bps === null) return [];
      const net = askedWith(invoice, bps);
      return net < invoice.balance_minor ? [{ kind, bps, net, isUsual: kind === terms.usualKind }] : [];
    })
    .toSorted((a, b) => Number(b.isUsual) - Number(a.isUsual));
}

/** Whether the tax office knows a business, as far as it says. */
export async function hasTaxId(db: Db | Tx, businessId: string): Promise<boolean> {
  const { tin } = await db
    .selectFrom('business_profiles')
    .select('tin')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return Boolean(tin);
}
