import assert from 'node:assert/strict';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { syncReference } from '#server/modules/payments/flows/collect.ts';
import { withdrawConsent } from '#server/modules/saved-cards/commands/consents.ts';
import type { Owner } from '../../harness.ts';
import { pick, type Roll } from '../model/pick.ts';
import type { ModelRun } from '../model/system.ts';
import { type Holder, params, PATIENCE, planBody, PRICE } from './holders.ts';
import { type Billed, type Oracle, owedOn } from './oracle.ts';

/** Owner, customer or the table change something; the returned function notes it in the harness's record. */
type Change = (at: At) => Promise<() => void>;
/** Below it the provider opens no checkout. */
const SMALLEST = 5_000;
type At = { world: ModelRun; owner: Owner; holder: Holder; rng: () => number };
type InvoiceChange = (at: Omit<At, 'holder'> & { open: Billed }) => Promise<() => void>;

const nothing = () => {};
const target = ({ planId: id }: Holder) => ({ params: { ...params, id } });

const stop =
  (by: 'owner' | 'customer'): Change =>
  async ({ world, owner, holder }) => {
    const { card } = holder;
    if (!card) return nothing;
    if (by === 'owner') await owner.call(api.savedCards.stop, { params: { ...params, id: card.id } });
    else await fetch(`${world.app.url}/card/${card.stopKey}`, { method: 'POST', redirect: 'manual' });
    return () => {
      holder.card = null;
    };
  };

/** Past the product: the consent is taken back and nothing else is changed. */
const withdraw: Change = async ({ world: { app }, owner: { businessId }, holder }) => {
  const { card } = holder;
  if (!card) return nothing;
  await app
    .scope()
    .transactFor(businessId, (ctx) =>
      withdrawConsent(ctx, { business_id: businessId, id: card.id }, 'customer'),
    );
  return () => {
    holder.hasConsent = false;
  };
};

/** Past the product: the card says more than was agreed to. */
const raiseCap: Change = async ({ world, holder }) => {
  if (!holder.card) return nothing;
  await world.app.system.db
    .updateTable('saved_cards')
    .set({ cap_minor: minor(holder.card.cap * 2) })
    .where('id', '=', holder.card.id)
    .execute();
  return () => {
    holder.hasConsent = false;
  };
};

const pausePlan: Change = async ({ owner, holder }) => {
  await owner.call(api.plans.pause, target(holder));
  return () => {
    holder.plan = 'paused';
  };
};

const endPlan: Change = async ({ owner, holder, rng }) => {
  if (rng() > 0.3) return nothing;
  await owner.call(api.plans.end, target(holder));
  return () => {
    holder.plan = 'ended';
  };
};

const sendOnly: Change = async ({ owner, holder }) => {
  const changed = { ...holder, plan: 'sends' as const };
  await owner.call(api.plans.update, { ...target(holder), body: planBody(changed) });
  return () => {
    holder.plan = 'sends';
  };
};

/** Mostly above what was agreed to, or back to it, or less. */
const reprice: Change = async ({ owner, holder, rng }) => {
  const price = Math.round(PRICE * ([1, 0.8, 1.5, 2][Math.floor(rng() * 4)] ?? 1));
  await owner.call(api.plans.update, { ...target(holder), body: planBody({ ...holder, price }) });
  return () => {
    holder.price = price;
  };
};

/** Cash for a part of an invoice or all of it, or that is taken back: less is owed, or more again. */
const cash: InvoiceChange = async ({ world, owner, open, rng }) => {
  if (open.cash) {
    const { id, amount } = open.cash;
    await owner.call(api.offlinePayments.undo, {
      params: { ...params, id },
      body: { reason: 'It was not so' },
    });
    return () => {
      open.received -= amount;
      open.cash = null;
    };
  }
  const owed = owedOn(open);
  const amount = rng() < 0.4 ? owed : Math.max(1, Math.floor(owed * rng()));
  const { data } = await owner.call(api.offlinePayments.record, {
    params: { ...params, id: open.id },
    body: {
      amount: minor(amount),
      day: dateIn(world.app.config.clock()),
      method: 'cash',
      confirmDuplicate: true,
    },
  });
  return () => {
    open.received += amount;
    open.cash = { id: data.id, amount };
  };
};

/** Its customer does not wait for the charge. */
const payOnPage: InvoiceChange = async ({ world: { app, simulator }, owner, open }) => {
  const owed = owedOn(open);
  if (owed < SMALLEST) return nothing;
  await owner.call(api.payments.counter, { params: { ...params, id: open.id } });
  const checkout = await app.system.db
    .selectFrom('checkouts')
    .select(['provider', 'reference'])
    .where('invoice_id', '=', open.id)
    .where('checkout_url', 'is not', null)
    .where('amount_minor', '=', minor(owed))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!checkout) return nothing;
  simulator.pay(checkout.reference, { amount: minor(owed), method: 'bank_transfer' });
  // A busy machine may answer after the call was given up; the payment is there.
  for (let tries = 0; !(await syncReference(app.scope(), checkout)); tries++) {
    assert(tries < PATIENCE, 'the provider does not tell of a payment');
    app.advance(MINUTE_MS);
  }
  return () => {
    open.received += owed;
  };
};

const remove: InvoiceChange = async ({ owner, open }) => {
  if (open.received > 0) return nothing;
  await owner.call(api.invoices.remove, { params, body: { invoiceId: open.id } });
  return () => {
    open.deleted = true;
  };
};

/** They change what an invoice's card may be charged. */
export const invoiceChanges: Record<string, InvoiceChange> = {
  'paid in cash, or that taken back': cash,
  'paid on its page': payOnPage,
  'invoice deleted': remove,
};

/** They change whether anything may be charged. */
export const changes: Record<string, Change> = {
  'stopped by the owner': stop('owner'),
  'stopped by the customer': stop('customer'),
  'consent taken back': withdraw,
  'cap beyond the consent': raiseCap,
  'plan paused': pausePlan,
  'plan ended': endPlan,
  'plan only sends': sendOnly,
  'price changed': reprice,
};

/**
 * An invoice that may be paid, deleted, or less paid: its card brought no money. Those come first whose charge stands still before
 * it leaves, then others that are under way.
 */
export async function openInvoice(
  { app: { system }, simulator: { ledger } }: ModelRun,
  oracle: Oracle,
  roll: Roll,
): Promise<Billed | undefined> {
  const charges = await system.db
    .selectFrom('card_charges')
    .select(['invoice_id', 'reference', 'status'])
    .execute();
  const paid = new Set(
    ledger.payments.map(({ reference, status }) => (status === 'completed' ? reference : '')),
  );
  const idsOf = (kept: (charge: (typeof charges)[number]) => boolean) =>
    new Set(charges.filter(kept).map(({ invoice_id: id }) => id));
  const done = idsOf(({ reference }) => paid.has(reference));
  const underWay = idsOf(({ status }) => status === 'processing');
  const unsent = idsOf(({ status, reference }) => status === 'processing' && !oracle.wasSent(reference));
  const open = [...oracle.billed.values()].filter(
    (one) => !one.deleted && !done.has(one.id) && (one.cash !== null || owedOn(one) > 0),
  );
  const first = open.filter(({ id }) => unsent.has(id));
  const second = open.filter(({ id }) => underWay.has(id));
  return pick([first, second, open].find(({ length }) => length > 0 && roll(4) > 0) ?? open, roll);
}

/** Lets a plan go on that was paused or only sent. */
export async function reopen(owner: Owner, holder: Holder): Promise<void> {
  const before = holder.plan;
  if (before === 'charges' || before === 'ended') return;
  holder.plan = 'charges';
  if (before === 'paused') await owner.call(api.plans.resume, target(holder));
  else await owner.call(api.plans.update, { ...target(holder), body: planBody(holder) });
}
