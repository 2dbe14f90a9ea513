import assert from 'node:assert';
import * as z from 'zod/mini';
import { newBusiness } from '#contract/business.ts';
import type { signup } from '#contract/identity.ts';
import { newToken } from '#core/ids.ts';
import { hashSecret } from '#server/crypto/hashing.ts';
import { actingScope, type System, systemScope } from '#server/kernel/scope.ts';
import { createProfile } from '#server/modules/business/commands/create.ts';
import { holderOfNewBusiness } from '#server/modules/business/flows/payout-account.ts';
import { createUser } from '#server/modules/identity/commands/account.ts';
import { authenticate } from '#server/modules/identity/queries/accounts.ts';

/** A new account's session and ids. */
export type OpenedAccount = { token: string; userId: string; businessId: string };

// As calls of the tests come.
const scopeOf = (system: System) =>
  systemScope(system, { clientAddress: '127.0.0.1', userAgent: 'node', requestId: 'test' });

/** Opens an account as the call does, by its command, without the way there. */
export async function openAccount(
  system: System,
  { password, preferredCurrency, ...person }: z.output<typeof signup>,
): Promise<OpenedAccount> {
  const user = {
    ...person,
    passwordHash: await hashSecret(password),
    currency: preferredCurrency,
    referralCode: person.referralCode || null,
    agreed: person.agreed ?? false,
  };
  const session = { config: system.config, browser: newToken() };
  const { account, token } = await scopeOf(system).transactAsSystem((ctx) =>
    createUser(ctx, user, session, system.publicUrl()),
  );
  return { token, userId: account.id, businessId: account.business_id };
}

/** Registers the business of a session's owner, in the same way. */
export async function registerBusiness(
  system: System,
  token: string,
  body: z.input<typeof newBusiness>,
): Promise<void> {
  const actor = await authenticate(system, token);
  assert(actor);
  const scope = actingScope(scopeOf(system), actor);
  const input = z.parse(newBusiness, body);
  const holder = await holderOfNewBusiness(scope, 'NGN', input);
  await scope.transact((ctx) => createProfile(ctx, input, holder));
}
