import { sql } from 'kysely';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import { least, type Minor, ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { askedAt } from '#server/modules/invoices/queries/withholding.ts';
import { isActive } from '#server/modules/invoices/rules/invoice.ts';
import { claimedHindrance, plannedHindrance, STOPPED_BEFORE } from '../rules/reasons.ts';
import type { CardCharge } from '../table.ts';

/** The sum (minor units) that the invoice of a charge asks for at an instant: 0 where it is settled or deleted. */
export async function askedOn(
  db: Db | Tx,
  { business_id: businessId, invoice_id: invoiceId }: Pick<CardCharge, 'business_id' | 'invoice_id'>,
  at: Date,
): Promise<Minor> {
  const invoice = await invoiceById(db, businessId, invoiceId);
  return invoice && isActive(invoice) ? askedAt(db, invoice, at) : ZERO;
}

/** Why a charge that was claimed may not leave any more: it was called off or taken for lost since, or another sum is owed; null while it may. */
export async function lateHindrance(
  { db, now }: Pick<SystemScope, 'db' | 'now'>,
  charge: CardCharge,
): Promise<string | null> {
  const hindrance = claimedHindrance(charge.amount_minor, await askedOn(db, charge, now));
  if (hindrance !== null) return hindrance;
  const underWay = await db
    .selectFrom('card_charges')
    .select('reference')
    .where('business_id', '=', charge.business_id)
    .where('reference', '=', charge.reference)
    .where('status', '=', 'processing')
    .where('called_off_at', 'is', null)
    .executeTakeFirst();
  return underWay ? null : STOPPED_BEFORE;
}

/** Every attempt to charge for an invoice, the first first. */
export const chargesOf = (
  db: Db | Tx,
  { business_id, invoice_id }: Pick<CardCharge, 'business_id' | 'invoice_id'>,
): Promise<CardCharge[]> =>
  db
    .selectFrom('card_charges')
    .selectAll()
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', invoice_id)
    .orderBy('attempt')
    .execute();

/** A charge that waits for its day, or that was sent and has no answer. Amount in minor units. */
export type OpenCharge = { isSent: boolean; day: CalendarDate; amount: Minor; last4: string };

/** The charges of that kind for some invoices, by invoice. */
export async function openCharges(
  db: Db,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, OpenCharge>> {
  if (invoiceIds.length === 0) return new Map();
  const charges = await db
    .selectFrom('card_charges as c')
    .innerJoin('saved_cards as s', (join) =>
      join.onRef('s.business_id', '=', 'c.business_id').onRef('s.id', '=', 'c.card_id'),
    )
    .select(['c.invoice_id', 'c.status', 'c.amount_minor', 'c.next_try_at', 's.last4'])
    .where('c.business_id', '=', businessId)
    .where('c.invoice_id', 'in', invoiceIds)
    .where('c.status', 'in', ['pending', 'processing'])
    .orderBy('c.attempt')
    .execute();
  const zone = charges.length > 0 ? await timeZoneOf(db, businessId) : '';
  return new Map(
    charges.map((charge) => [
      charge.invoice_id,
      {
        isSent: charge.status === 'processing',
        day: dateIn(charge.next_try_at, zone),
        amount: charge.amount_minor,
        last4: charge.last4 ?? '',
      },
    ]),
  );
}

/**
 * The charge that the payer of an invoice has to know of, by what is asked for now (minor units): one for less than that is dropped
 * on its day. Null where there is none.
 */
export function chargeToTell(charge: OpenCharge | undefined, asked: Minor): OpenCharge | null {
  if (!charge || charge.isSent) return charge ?? null;
  return plannedHindrance(charge.amount, asked) === null ? { ...charge, amount: asked } : null;
}

// A charge may be taken for lost, or be refused by mistake, and its payment come after all.
const hasMoney = sql<boolean>`c.status = 'failed' and exists (select 1 from payments p where p.business_id = c.business_id and p.provider = c.provider
  and p.reference = c.reference and p.status = 'completed')`;

/** The last attempt to charge for a plan, as it stands now: by its money and by what its invoice is still asked for; null where there was none. */
export async function latestCharge(
  db: Db | Tx,
  { businessId, planId }: { businessId: string; planId: string },
  now: Date,
): Promise<(CardCharge & { number: string }) | null> {
  const charge = await db
    .selectFrom('card_charges as c')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'c.business_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .selectAll('c')
    .select(['i.number', hasMoney.as('has_money')])
    .where('c.business_id', '=', businessId)
    .where('c.plan_id', '=', planId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!charge) return null;
  const { has_money: hasCome, ...last } = charge;
  if (hasCome) return { ...last, status: 'completed', failure: null, reason: null };
  return last.status === 'pending' ? { ...last, ...(await asPlanned(db, last, now)) } : last;
}

// Its invoice may have been paid or deleted since its customer was told.
async function asPlanned(db: Db | Tx, charge: CardCharge, now: Date) {
  const asked = await askedOn(db, charge, now);
  const reason = plannedHindrance(charge.amount_minor, asked);
  return reason === null
    ? { amount_minor: least(charge.amount_minor, asked) }
    : { status: 'dropped' as const, reason };
}
