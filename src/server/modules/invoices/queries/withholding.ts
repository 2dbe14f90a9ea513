import { looksLikeCompany } from '#core/company-name.ts';
import type { Minor } from '#core/money.ts';
import { type WithholdingKind, withholdingBps, withholdingKinds } from '#core/tax-rates.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { isActive } from '../rules/invoice.ts';
import { askedOf, withheldOf } from '../rules/withholding.ts';
import type { Invoice } from '../table.ts';

const standing = ['declared', 'pending', 'received', 'used'] as const;
const decided = ['pending', 'received', 'used', 'refused'] as const;

/** The tax the customer of an invoice keeps or kept, with its certificate; null where there is none. */
export async function withholdingOf(db: Db | Tx, { business_id, id }: Pick<Invoice, 'business_id' | 'id'>) {
  const row = await db
    .selectFrom('withholdings')
    .selectAll()
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', id)
    .where('state', 'in', standing)
    .executeTakeFirst();
  return row ?? null;
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

/** The tax as the document of the invoice needs it. */
export const taxFactsOf = (kept: TaxKept | null) =>
  kept && { state: kept.state, rate: kept.bps, net: kept.net };

/** The part of an open invoice's balance (minor units) that its customer is asked for. */
export const toPayOf = ({ balance, taxKept }: { balance: Minor; taxKept: TaxKept | null }): Minor =>
  taxKept?.net ?? balance;

/** The part of an open invoice's balance (minor units) that its customer is asked for, of its row. */
export const askedFor = async (db: Db | Tx, invoice: Invoice): Promise<Minor> =>
  toPayOf({ balance: invoice.balance_minor, taxKept: await taxKeptOf(db, invoice) });

type StandingWithholding = NonNullable<Awaited<ReturnType<typeof withholdingOf>>>;

/** The tax on an invoice; while it is only declared, as it follows from what the invoice says now. */
export async function taxKeptOf(db: Db | Tx, invoice: Invoice): Promise<TaxKept | null> {
  const row = await withholdingOf(db, invoice);
  if (!row) return null;
  const isDeclared = row.state === 'declared';
  const amount = isDeclared ? withheldOf(invoice, row.rate_bps).amount : row.amount_minor;
  const net = isDeclared ? askedOf(invoice, amount) : invoice.balance_minor;
  const { id, kind, rate_bps: bps, state, declared_by: declaredBy } = row;
  return { id, kind, bps, state, declaredBy, amount, net };
}

/**
 * Whether the customer may say on the pay page that they keep tax of a sent invoice: only a company may, and not where its
 * owner said it, or said no to it before.
 */
export async function payerMayDeclare(db: Db | Tx, invoice: Invoice): Promise<boolean> {
  if (invoice.paid_at || !isActive(invoice) || !looksLikeCompany(invoice.customer_name)) return false;
  const said = await db
    .selectFrom('withholdings')
    .select('id')
    .where('business_id', '=', invoice.business_id)
    .where('invoice_id', '=', invoice.id)
    .where((eb) =>
      eb.or([eb('declared_by', '=', 'owner'), eb('state', 'in', decided), eb('ended_by', '=', 'owner')]),
    )
    .limit(1)
    .executeTakeFirst();
  return said === undefined;
}

/** One of the kinds of tax a payer may choose, and what is asked for then (minor units). */
export type TaxChoice = { kind: WithholdingKind; bps: number; net: Minor };

/** The kinds of tax the payer of an invoice may say they keep; none where they may not. */
export async function taxChoicesOf(db: Db | Tx, invoice: Invoice): Promise<TaxChoice[]> {
  if (!(await payerMayDeclare(db, invoice))) return [];
  const facts = { hasTaxId: await hasTaxId(db, invoice.business_id) };
  return withholdingKinds.flatMap((kind) => {
    const bps = withholdingBps(kind, invoice.issue_date, facts);
    if (bps === null) return [];
    const net = askedOf(invoice, withheldOf(invoice, bps).amount);
    return net < invoice.balance_minor ? [{ kind, bps, net }] : [];
  });
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
