import { sql } from 'kysely';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import type { CardCharge, SavedCard } from '../table.ts';

export type { SavedCard };

const LIST_CAP = 500;

/** A card as people see it: of a plan, with the names around it. */
export type ShownCard = SavedCard & { customer_name: string; title: string };

const shown = (db: Db | Tx, businessId: string) =>
  db
    .selectFrom('saved_cards as s')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.business_id', '=', 's.business_id').onRef('c.id', '=', 's.customer_id'),
    )
    .leftJoin('plans as p', (join) =>
      join.onRef('p.business_id', '=', 's.business_id').onRef('p.id', '=', 's.plan_id'),
    )
    .selectAll('s')
    .select(['c.name as customer_name', sql<string>`coalesce(p.contents->>'title', '')`.as('title')])
    .where('s.business_id', '=', businessId)
    .where('s.last4', 'is not', null);

/** Cards that were saved with a business, the newest first. */
export const listCards = (
  db: Db | Tx,
  businessId: string,
  { currency, customerId }: { currency?: Currency; customerId?: string | undefined },
): Promise<ShownCard[]> =>
  shown(db, businessId)
    .$if(currency !== undefined, (query) => query.where('s.currency', '=', currency ?? 'NGN'))
    .$if(customerId !== undefined, (query) => query.where('s.customer_id', '=', customerId ?? ''))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(LIST_CAP)
    .execute();

/** The card that a plan charges; null where there is none. */
export const activeCard = async (
  db: Db | Tx,
  businessId: string,
  planId: string,
): Promise<SavedCard | null> =>
  (await db
    .selectFrom('saved_cards')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('plan_id', '=', planId)
    .where('status', '=', 'active')
    .executeTakeFirst()) ?? null;

/** Whether its customer's consent stands: given for this card and plan, and never taken back. */
export async function hasConsent(db: Db | Tx, card: SavedCard): Promise<boolean> {
  const rows = await db
    .selectFrom('card_consents')
    .select(['kind', 'cap_minor', 'currency'])
    .where('business_id', '=', card.business_id)
    .where('card_id', '=', card.id)
    .where('plan_id', '=', card.plan_id)
    .execute();
  const isGiven = rows.some(
    ({ kind, cap_minor: cap, currency }) =>
      kind === 'given' && cap === card.cap_minor && currency === card.currency,
  );
  return isGiven && rows.every(({ kind }) => kind !== 'withdrawn');
}

/** Whether a charge that was claimed may leave: nobody called it off or took it for lost since. */
export const mayStillLeave = async (
  db: Db,
  { business_id, reference }: Pick<CardCharge, 'business_id' | 'reference'>,
): Promise<boolean> =>
  (await db
    .selectFrom('card_charges')
    .select('reference')
    .where('business_id', '=', business_id)
    .where('reference', '=', reference)
    .where('status', '=', 'processing')
    .where('called_off_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** The card a stop link is for. */
export const cardByStopKey = (db: Db, stopKey: string): Promise<SavedCard | undefined> =>
  db
    .selectFrom('saved_cards')
    .selectAll()
    .where('stop_key', '=', stopKey)
    .where('last4', 'is not', null)
    .executeTakeFirst();

/** The card whose payment the open checkout of an invoice waits for; null where nobody agreed on it. */
export const awaitedCard = async (
  db: Db | Tx,
  businessId: string,
  invoiceId: string,
): Promise<SavedCard | null> =>
  (await db
    .selectFrom('saved_cards')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'awaiting')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

type PaidCard = { businessId: string; id: string; provider: string; transactionId: string; method: string };

/** Agreed cards whose payment has come, with its transaction; those of one transaction where it is given. */
export async function paidCards(
  db: Db,
  now: Date,
  of?: Pick<PaidCard, 'provider' | 'transactionId'>,
): Promise<PaidCard[]> {
  const one = of ? sql`and p.provider = ${of.provider} and p.transaction_id = ${of.transactionId}` : sql``;
  const { rows } =
    await sql<PaidCard>`select s.business_id as "businessId", s.id, s.provider, p.transaction_id as "transactionId", p.method
    from saved_cards s join payments p on p.business_id = s.business_id and p.provider = s.provider and p.reference = s.reference
      and p.status = 'completed'
    where s.status = 'awaiting' and s.created_at > ${now}::timestamptz - interval '7 days' ${one}
    order by s.created_at, s.id limit 100`.execute(db);
  return [...rows];
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
  return asked > charge.amount ? null : { ...charge, amount: asked };
}

// A charge may be taken for lost, or be refused by mistake, and its payment come after all.
const hasMoney = sql<boolean>`c.status = 'failed' and exists (select 1 from payments p where p.business_id = c.business_id and p.provider = c.provider
  and p.reference = c.reference and p.status = 'completed')`;

/** The last attempt to charge for a plan, completed where its money is there; null where there was none. */
export async function latestCharge(
  db: Db | Tx,
  businessId: string,
  planId: string,
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
  return hasCome ? { ...last, status: 'completed', failure: null, reason: null } : last;
}
