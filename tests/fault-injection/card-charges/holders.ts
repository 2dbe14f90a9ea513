import { ApiError, createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { syncReference } from '#server/modules/payments/flows/collect.ts';
import { keepAgreedCards } from '#server/modules/saved-cards/flows/keep.ts';
import type { Owner } from '../../harness.ts';
import type { System } from '../model/system.ts';
import { quiet } from './worker.ts';

export const params = { currency: 'NGN' } as const;
export const PATIENCE = 60;
export const PRICE = minor(5_000_00);

type Place = Pick<System, 'app' | 'simulator'>;

/** A customer whose card a plan charges, and what was agreed to and done about it, by this harness's own record. */
export type Holder = {
  email: string;
  customerId: string;
  planId: string;
  starts: CalendarDate;
  /** Of what is still to be issued. */
  price: number;
  /** Invoices it must have. */
  issued: number;
  plan: 'charges' | 'paused' | 'sends' | 'ended';
  card: { id: string; stopKey: string; cap: number } | null;
  /** Nothing says any more that the card may be charged. */
  hasConsent: boolean;
};

/** Why nothing may be charged; null while it may. */
export function hindrance({ plan, card, hasConsent }: Holder): string | null {
  if (plan !== 'charges') return `its plan is ${plan}`;
  if (!card) return 'its card was stopped';
  return hasConsent ? null : 'there is no consent';
}

export const planBody = (holder: Holder) => ({
  customerId: holder.customerId,
  items: [{ description: 'Rent', quantity: 1_000_000, rate: minor(holder.price) }],
  taxRate: 0,
  starts: holder.starts,
  rhythm: { weeks: 1 },
  dueDays: 7,
  mode: holder.plan === 'sends' ? ('send' as const) : ('charge' as const),
  cap: holder.plan === 'sends' ? null : minor(Math.max(holder.price, PRICE)),
});

/** A plan that charges, and its first invoice, which waits to be paid. */
export async function newHolder({ app }: Place, owner: Owner, at: number): Promise<Holder> {
  const email = `holder${at}@buyers.example`;
  const { data: customer } = await owner.call(api.customers.create, {
    params,
    body: { name: `Card holder ${at}`, email },
  });
  const holder: Holder = {
    email,
    customerId: customer.id,
    planId: '',
    starts: dateIn(app.config.clock()),
    price: PRICE,
    issued: 1,
    plan: 'charges',
    card: null,
    hasConsent: true,
  };
  const { data: plan } = await owner.call(api.plans.create, { params, body: planBody(holder) });
  await owner.call(api.plans.issue, { params: { ...params, id: plan.id }, body: { number: 1 } });
  return { ...holder, planId: plan.id };
}

/** Its customer agrees on the page of an unpaid invoice and pays there by card; gives which, null while there is none to pay. */
export async function saveCard(world: Place, holder: Holder): Promise<string | null> {
  const { app, simulator } = world;
  const { db } = app.system;
  const invoice = await db
    .selectFrom('invoices')
    .select(['id', 'public_id'])
    .where('customer_id', '=', holder.customerId)
    .where('paid_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('card_charges')
            .select('reference')
            .whereRef('card_charges.business_id', '=', 'invoices.business_id')
            .whereRef('card_charges.invoice_id', '=', 'invoices.id')
            .where('card_charges.status', 'in', ['pending', 'processing']),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!invoice) return null;
  await agree(world, invoice.public_id);
  const kept = await db
    .selectFrom('saved_cards')
    .select(['id', 'reference', 'stop_key', 'cap_minor'])
    .where('plan_id', '=', holder.planId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  simulator.pay(kept.reference, { method: 'card' });
  // From here on it may be charged.
  Object.assign(holder, {
    card: { id: kept.id, stopKey: kept.stop_key, cap: kept.cap_minor },
    hasConsent: true,
  });
  await untilKept(world, kept);
  return invoice.id;
}

// The provider may have been given up on for a while.
async function agree({ app }: Place, publicId: string): Promise<void> {
  const open = createClient({ baseUrl: app.url });
  for (let tries = 0; ; tries++) {
    try {
      await open(api.savedCards.agree, { params: { publicId }, body: { agrees: true } });
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503) || tries > PATIENCE) throw error;
      app.advance(MINUTE_MS);
    }
  }
}

async function untilKept({ app }: Place, card: { id: string; reference: string }): Promise<void> {
  for (let tries = 0; tries < PATIENCE; tries++) {
    await syncReference(app.scope(), { provider: 'paystack', reference: card.reference });
    // It is asked again anyway.
    await keepAgreedCards({ ...app.scope(), log: quiet });
    const { status } = await app.system.db
      .selectFrom('saved_cards')
      .select('status')
      .where('id', '=', card.id)
      .executeTakeFirstOrThrow();
    if (status === 'active') return;
    app.advance(MINUTE_MS);
  }
  throw new Error('a card was not kept');
}
