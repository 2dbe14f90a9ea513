import { randomInt } from 'node:crypto';
import { plusMs } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import type { CheckoutRequest, TransferAccount } from '#server/kernel/ports/index.ts';
import type { SandboxContext } from './books.ts';
import { ACCOUNT_LIFETIME_MS } from './rules.ts';
import type { CheckoutRow, SandboxDb } from './table.ts';

const ACCOUNT_TRIES = 5;

/** The checkout of a reference, created when there is none; null when no free account number was found. */
export async function openCheckout(
  sandbox: SandboxContext,
  request: CheckoutRequest,
): Promise<CheckoutRow | null> {
  for (let tries = 0; tries < ACCOUNT_TRIES; tries++) {
    const inserted = await sandbox.db
      .insertInto('sandbox.checkouts')
      .values(checkoutOf(request, sandbox.clock()))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    const found = inserted ?? (await findCheckout(sandbox.db, 'reference', request.reference));
    if (found) return found;
  }
  return null;
}

function checkoutOf(request: CheckoutRequest, now: Date): CheckoutRow {
  return {
    token: newToken(24),
    reference: request.reference,
    amount_minor: request.amount,
    currency: request.currency,
    customer_name: request.customerName,
    customer_email: request.customerEmail,
    description: request.description,
    business_name: request.businessName,
    return_url: request.returnUrl,
    account_number:
      request.currency === 'NGN' ? `77${randomInt(100_000_000).toString().padStart(8, '0')}` : null,
    created_at: now,
  };
}

export async function findCheckout(
  db: SandboxDb,
  by: 'token' | 'reference' | 'account_number',
  value: string,
): Promise<CheckoutRow | null> {
  return (
    (await db.selectFrom('sandbox.checkouts').selectAll().where(by, '=', value).executeTakeFirst()) ?? null
  );
}

/**
 * The account a customer transfers to; null for currencies without one. It is offered for half an hour, as providers do;
 * what comes later still arrives.
 */
export function accountOf(
  row: Pick<CheckoutRow, 'account_number' | 'business_name' | 'created_at'>,
): TransferAccount | null {
  if (!row.account_number) return null;
  return {
    bankName: 'Sandbox Bank (test)',
    accountNumber: row.account_number,
    accountName: `${row.business_name} / Test`,
    expiresAt: plusMs(row.created_at, ACCOUNT_LIFETIME_MS),
  };
}

/** The code a customer dials for it. */
export function ussdCodeOf(accountNumber: string): string {
  return `*999*${accountNumber}#`;
}
