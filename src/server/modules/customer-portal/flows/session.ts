import { AppError } from '#core/errors.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { type Issuer, issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { endSession, openSession } from '../commands/sessions.ts';
import { type CustomerOf, customerOfLink, customerOfSession } from '../queries/links.ts';
import { cookiesFor, isToken, linkGone, tokenIn } from '../rules.ts';

/** The reader of a page: one customer of one business. */
export type Reader = CustomerOf & {
  /** Reads this business alone. */
  scope: SystemScope;
  issuer: Issuer;
  timeZone: string;
  customer: { name: string; email: string };
};

/** The reader whose session a request carries; null without one, and where the business is no more. */
export async function readerOf(scope: SystemScope, headers: Headers): Promise<Reader | null> {
  const token = tokenIn(headers);
  const found = token && (await customerOfSession(scope.db, token, scope.now));
  return found ? readerFor(scope, found) : null;
}

/** The reader a link is for, as long as it opens; null else. */
export async function readerOfLink(scope: SystemScope, token: string): Promise<Reader | null> {
  const found = isToken(token) ? await customerOfLink(scope.db, token, scope.now) : null;
  return found ? readerFor(scope, found) : null;
}

async function readerFor(scope: SystemScope, found: CustomerOf): Promise<Reader | null> {
  const db = scope.dbOf(found.businessId);
  const own = { ...scope, db, vault: scope.vaultOn(db) };
  // As their pay pages, the page of a customer who left the list stays.
  const customer = await customerById(db, found.businessId, found.customerId);
  const issued = await issuerOrNone(own, found.businessId);
  if (!customer || !issued) return null;
  const { name, email } = customer;
  return { ...found, ...issued, scope: own, customer: { name, email } };
}

async function issuerOrNone(scope: SystemScope, businessId: string) {
  try {
    return await issuerOf(scope, businessId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** Opens a link; gives the cookies of the session. Throws 410 for one that opens nothing. */
export async function openPortal(scope: SystemScope, token: string): Promise<string[]> {
  if (!(await readerOfLink(scope, token))) throw linkGone();
  return cookiesFor(await scope.transactAsSystem((ctx) => openSession(ctx, token)), isHttps(scope));
}

/** Ends the session a request carries; gives the cookies that forget it. */
export async function leavePortal(scope: SystemScope, headers: Headers): Promise<string[]> {
  const token = tokenIn(headers);
  if (token) await scope.transactAsSystem((ctx) => endSession(ctx, token));
  return cookiesFor(null, isHttps(scope));
}

const isHttps = (scope: SystemScope) => scope.publicUrl().startsWith('https:');
