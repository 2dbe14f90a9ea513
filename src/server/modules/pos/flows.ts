import { AppError, notFound } from '#core/errors.ts';
import type { Minor } from '#core/money.ts';
import type { PosterDocument } from '#server/kernel/ports/pdf.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import type { Scope, SystemScope } from '#server/kernel/scope.ts';
import { letterheadOf } from '#server/modules/business/flows/letterhead.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { type Issuer, issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { saleByIdempotencyKey } from '#server/modules/invoices/queries/pos-sale.ts';
import { openPublicSale } from './commands.ts';
import { codeInUse, posByCode } from './queries.ts';
import {
  type FieldProblem,
  type FormResult,
  parseCode,
  parseForm,
  shopLink,
  shopUrlOf,
  type Typed,
  type Wrong,
} from './rules.ts';

export type { FieldProblem, Typed, Wrong };

/** Shop page of a point of sale. */
export type Shop = { businessId: string; code: string; inUse: boolean; issuer: Issuer; testMode: boolean };

/** The point of sale behind a code; null where there never was one or its business is no more. */
export async function shopByCode(scope: SystemScope, input: string): Promise<Shop | null> {
  const code = parseCode(input);
  const pos = code && (await posByCode(scope.db, code));
  if (!code || !pos) return null;
  const issuer = await issuerOrNone(scope, pos.businessId);
  return issuer && { ...pos, code, issuer, testMode: inTestMode(scope.ports.payments, 'NGN') };
}

async function issuerOrNone(scope: SystemScope, businessId: string): Promise<Issuer | null> {
  try {
    return (await issuerOf(scope, businessId)).issuer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** Parses the submitted form of a shop's page. `token` may be anything. */
export function parseShopForm(body: string): { token: string; input: Typed; result: FormResult } {
  const fields = new URLSearchParams(body);
  const field = (name: string) => (fields.get(name) ?? '').trim();
  const input = { amount: field('amount'), name: field('name'), words: field('words') };
  return { token: field('token'), input, result: parseForm(input) };
}

/** Many phones share an address of their network, so one may open a queue of sales, but not hundreds. */
const LIMIT_PER_ADDRESS = { max: 20, windowMs: 10 * 60_000 };
const LIMIT_PER_SHOP = { max: 300, windowMs: 3_600_000 };

/** A submitted order, `amount` in kobo; `token` came with the form. */
type Order = { amount: Minor; name: string; words: string; token: string };

/** Opens the sale a customer typed, once for each form; gives the public id of its pay page. Throws 429. */
export async function openSaleForCustomer(
  scope: SystemScope,
  shop: Shop,
  { token, ...input }: Order,
): Promise<string> {
  const { db, now } = scope;
  const idempotencyKey = scope.sealer.sign(`counter ${shop.code}\n${token}\n${JSON.stringify(input)}`);
  const known = await saleByIdempotencyKey(db, shop.businessId, idempotencyKey);
  if (known) return known;
  await consumeLimit(
    db,
    'counterOfAddress',
    LIMIT_PER_ADDRESS,
    `${shop.businessId} ${scope.clientAddress}`,
    now,
  );
  await consumeLimit(db, 'counterOfShop', LIMIT_PER_SHOP, shop.businessId, now);
  return scope.transactAsSystem((ctx) =>
    openPublicSale(ctx, shop.code, { ...input, businessId: shop.businessId, idempotencyKey }),
  );
}

/** The printable poster of the business's point of sale. Throws 404 before it was opened. */
export async function posterFor(scope: Scope, size: PosterDocument['size']): Promise<PosterDocument> {
  const { businessId } = scope.actor;
  const code = await codeInUse(scope.db, businessId);
  if (!code) throw notFound('counter');
  const business = await businessForDocument(scope.db, businessId);
  return {
    size,
    business: await letterheadOf(scope, business),
    url: shopUrlOf(scope.publicUrl(), code),
    link: shopLink(scope.publicUrl(), code),
    testMode: inTestMode(scope.ports.payments, 'NGN'),
  };
}
