import { plusMs } from '#core/dates.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { isId, newToken } from '#core/ids.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Tx } from '#server/kernel/db.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { zoneOf } from '#server/modules/business/queries.ts';
import { makeCounterCustomer } from '#server/modules/customers/commands/counter.ts';
import { activeCustomer, customerById } from '#server/modules/customers/queries.ts';
import {
  endOldestSale,
  endSale,
  type NewSale,
  openSale,
} from '#server/modules/invoices/commands/counter-sale.ts';
import { saleByMark, salesWaiting } from '#server/modules/invoices/queries/counter-sale.ts';
import type { Invoice } from '#server/modules/invoices/rules.ts';
import { codeInUse, counterByCode } from './queries.ts';
import { refusalOf, saleNumber } from './rules.ts';

/** So many of a business's sales may wait at once for customers who opened them themselves. */
const MOST_WAITING = 100;
/**
 * Age after which a waiting sale gives way to a new customer, so that nobody can fill a shop with sales
 * alone.
 */
const QUEUE_MS = 15 * 60_000;

/**
 * Opens the business's point of sale where it has none, and returns its code: the same until it is renewed.
 */
export async function openCounter(ctx: Ctx): Promise<string> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  await ensureCounter(ctx);
  return (await codeInUse(ctx.tx, businessId)) ?? newCode(ctx);
}

/** Replaces the code of the point of sale: the one before leads nowhere from now on. */
export async function renewCode(ctx: Ctx): Promise<string> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  await ensureCounter(ctx);
  await ctx.tx
    .updateTable('counter_codes')
    .set({ ended_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('ended_at', 'is', null)
    .execute();
  return newCode(ctx);
}

async function ensureCounter(ctx: Ctx): Promise<void> {
  const { businessId } = ctx.actor;
  const known = await ctx.tx
    .selectFrom('counters')
    .select('customer_id')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (known) return;
  const customerId = await makeCounterCustomer(ctx);
  await ctx.tx.insertInto('counters').values({ business_id: businessId, customer_id: customerId }).execute();
}

async function newCode(ctx: Ctx): Promise<string> {
  const { code } = await ctx.tx
    .insertInto('counter_codes')
    .values({ business_id: ctx.actor.businessId, created_at: ctx.now, ended_at: null })
    .returning('code')
    .executeTakeFirstOrThrow();
  return code;
}

export type Asked = { amount: Minor; currency: Currency; words: string | null; customerId: string | null };

/**
 * Opens a sale for a customer present. Throws 422 for an amount out of range, 404 for an unknown customer.
 */
export async function takePayment(ctx: Ctx, asked: Asked): Promise<Invoice> {
  const { businessId } = ctx.actor;
  const refused = refusalOf(asked.amount, asked.currency);
  if (refused) throw fieldError('amount', refused);
  await openCounter(ctx);
  const known = asked.customerId && (await chosen(ctx, asked.customerId));
  return sell(ctx, businessId, {
    currency: asked.currency,
    amount: asked.amount,
    words: asked.words || 'Counter payment',
    customer: known || null,
    name: '',
    mark: newToken(15),
  });
}

async function chosen(ctx: Ctx, customerId: string) {
  const found = isId('cus', customerId)
    ? await activeCustomer(ctx.tx, ctx.actor.businessId, customerId)
    : null;
  if (!found) throw notFound('customer');
  return found;
}

export type Wish = { businessId: string; amount: Minor; name: string; words: string; mark: string };

/**
 * Opens the sale a customer requested on the shop's page, once for each form, and returns its public id.
 * Throws 429 while too many wait.
 */
export async function openPublicSale(ctx: SystemCtx, code: string, wish: Wish): Promise<string> {
  await lockBusiness(ctx.tx, wish.businessId);
  // The code may have been renewed since the page was opened.
  if (!(await counterByCode(ctx.tx, code))?.inUse) throw notFound('counter');
  const known = await saleByMark(ctx.tx, wish.businessId, wish.mark);
  if (known) return known;
  const isFull = (await salesWaiting(ctx.tx, wish.businessId)) >= MOST_WAITING;
  if (isFull && !(await endOldestSale(ctx, wish.businessId, plusMs(ctx.now, -QUEUE_MS))))
    throw new AppError(
      'too_many_requests',
      'Too many payments are open at this shop. Please try again later',
    );
  const sale = { ...wish, currency: 'NGN' as const, words: wish.words || 'Counter payment', customer: null };
  return (await sell(ctx, wish.businessId, sale)).public_id;
}

type Sale = Pick<NewSale, 'currency' | 'amount' | 'words' | 'idempotencyKey'> & {
  name: string;
  customer: NewSale['customer'] | null;
};

async function sell(ctx: SystemCtx, businessId: string, sale: Sale): Promise<Invoice> {
  const counter = await ctx.tx
    .updateTable('counters')
    .set((eb) => ({ next_number: eb('next_number', '+', 1) }))
    .where('business_id', '=', businessId)
    .returning(['next_number', 'customer_id'])
    .executeTakeFirstOrThrow();
  const { currency, amount, words, mark } = sale;
  return openSale(ctx, {
    businessId,
    currency,
    amount,
    words,
    mark,
    number: saleNumber(counter.next_number - 1),
    customer: sale.customer ?? (await anybody(ctx.tx, businessId, counter.customer_id, sale.name)),
    timeZone: await zoneOf(ctx.tx, businessId),
  });
}

// A name typed by a customer stands on the invoice only: strangers must not fill the list of customers.
async function anybody(tx: Tx, businessId: string, id: string, name: string): Promise<NewSale['customer']> {
  const known = name === '' ? await customerById(tx, businessId, id) : null;
  return { id, name: known?.name ?? name, email: '' };
}

/** Cancels an unpaid sale. Throws 404 where there is no such sale, 409 where money came for it. */
export async function cancelSale(ctx: Ctx, currency: Currency, invoiceId: string): Promise<void> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const sale = await ctx.tx
    .selectFrom('counter_sales as s')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 's.business_id').onRef('i.id', '=', 's.invoice_id'),
    )
    .select('s.waits_until')
    .where('s.business_id', '=', businessId)
    .where('s.invoice_id', '=', invoiceId)
    .where('i.currency', '=', currency)
    .executeTakeFirst();
  if (!sale) throw notFound('sale');
  if (!(await endSale(ctx, { businessId, invoiceId })))
    throw new AppError('conflict', 'Money came for this sale: it cannot be cancelled');
}
