import { plusMs } from '#core/dates.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { isId, newToken } from '#core/ids.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Tx } from '#server/kernel/db.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import { createWalkInCustomer } from '#server/modules/customers/commands/walk-in.ts';
import { activeCustomer, customerById } from '#server/modules/customers/queries/list.ts';
import {
  cancelAwaiting,
  expireOldestSale,
  type NewPosSale,
  openPosSale,
} from '#server/modules/invoices/commands/pos-sale.ts';
import {
  countPendingSales,
  isSale,
  saleByIdempotencyKey,
} from '#server/modules/invoices/queries/pos-sale.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { codeInUse, posByCode } from './queries.ts';
import { amountProblem, saleNumber } from './rules.ts';

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
export async function openPos(ctx: Ctx): Promise<string> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  await ensurePos(ctx);
  return (await codeInUse(ctx.tx, businessId)) ?? newCode(ctx);
}

/** Replaces the code of the point of sale: the one before leads nowhere from now on. */
export async function renewCode(ctx: Ctx): Promise<string> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  await ensurePos(ctx);
  await ctx.tx
    .updateTable('counter_codes')
    .set({ ended_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('ended_at', 'is', null)
    .execute();
  return newCode(ctx);
}

async function ensurePos(ctx: Ctx): Promise<void> {
  const { businessId } = ctx.actor;
  const known = await ctx.tx
    .selectFrom('counters')
    .select('customer_id')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (known) return;
  const customerId = await createWalkInCustomer(ctx);
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

type SaleRequest = {
  amount: Minor;
  currency: Currency;
  words: string | null;
  customerId: string | null;
};

/**
 * Opens a sale for a customer present. Throws 422 for an amount out of range, 404 for an unknown customer.
 */
export async function createSale(ctx: Ctx, request: SaleRequest): Promise<Invoice> {
  const { businessId } = ctx.actor;
  const problem = amountProblem(request.amount, request.currency);
  if (problem) throw fieldError('amount', problem);
  await openPos(ctx);
  const known = request.customerId && (await requireCustomer(ctx, request.customerId));
  return insertSale(ctx, businessId, {
    currency: request.currency,
    amount: request.amount,
    title: request.words || 'Counter payment',
    customer: known || null,
    name: '',
    idempotencyKey: newToken(15),
  });
}

async function requireCustomer(ctx: Ctx, customerId: string) {
  const found = isId('cus', customerId)
    ? await activeCustomer(ctx.tx, ctx.actor.businessId, customerId)
    : null;
  if (!found) throw notFound('customer');
  return found;
}

type PublicSaleRequest = {
  businessId: string;
  amount: Minor;
  name: string;
  words: string;
  idempotencyKey: string;
};

/**
 * Opens the sale a customer requested on the shop's page, once for each form, and returns its public id.
 * Throws 429 while too many wait.
 */
export async function openPublicSale(
  ctx: SystemCtx,
  code: string,
  request: PublicSaleRequest,
): Promise<string> {
  await lockBusiness(ctx.tx, request.businessId);
  // The code may have been renewed since the page was opened.
  if (!(await posByCode(ctx.tx, code))?.inUse) throw notFound('counter');
  const known = await saleByIdempotencyKey(ctx.tx, request.businessId, request.idempotencyKey);
  if (known) return known;
  const isFull = (await countPendingSales(ctx.tx, request.businessId)) >= MOST_WAITING;
  if (isFull && !(await expireOldestSale(ctx, request.businessId, plusMs(ctx.now, -QUEUE_MS))))
    throw new AppError(
      'too_many_requests',
      'Too many payments are open at this shop. Please try again later',
    );
  const sale = {
    ...request,
    currency: 'NGN' as const,
    title: request.words || 'Counter payment',
    customer: null,
  };
  return (await insertSale(ctx, request.businessId, sale)).public_id;
}

type Sale = Pick<NewPosSale, 'currency' | 'amount' | 'title' | 'idempotencyKey'> & {
  name: string;
  customer: NewPosSale['customer'] | null;
};

async function insertSale(ctx: SystemCtx, businessId: string, sale: Sale): Promise<Invoice> {
  const pos = await ctx.tx
    .updateTable('counters')
    .set((eb) => ({ next_number: eb('next_number', '+', 1) }))
    .where('business_id', '=', businessId)
    .returning(['next_number', 'customer_id'])
    .executeTakeFirstOrThrow();
  const { currency, amount, title, idempotencyKey } = sale;
  return openPosSale(ctx, {
    businessId,
    currency,
    amount,
    title,
    idempotencyKey,
    number: saleNumber(pos.next_number - 1),
    customer: sale.customer ?? (await walkInCustomer(ctx.tx, businessId, pos.customer_id, sale.name)),
    timeZone: await timeZoneOf(ctx.tx, businessId),
  });
}

// A name typed by a customer stands on the invoice only: strangers must not fill the list of customers.
async function walkInCustomer(
  tx: Tx,
  businessId: string,
  id: string,
  name: string,
): Promise<NewPosSale['customer']> {
  const known = name === '' ? await customerById(tx, businessId, id) : null;
  return { id, name: known?.name ?? name, email: '' };
}

/** Cancels a sale nobody has paid of. Throws 404 where there is no such sale, 409 where money came for it. */
export async function cancelSale(ctx: Ctx, currency: Currency, invoiceId: string): Promise<void> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  if (await cancelAwaiting(ctx, businessId, currency, invoiceId)) return;
  if (!(await isSale(ctx.tx, businessId, currency, invoiceId))) throw notFound('sale');
  throw new AppError('conflict', 'Money came for this sale: it cannot be cancelled');
}
