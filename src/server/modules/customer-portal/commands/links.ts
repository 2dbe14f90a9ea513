import { plusMs } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { isId, newToken } from '#core/ids.ts';
import type { Language } from '#core/languages.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { activeCustomer } from '#server/modules/customers/queries/list.ts';
import { tokenHash } from '#server/modules/identity/rules/tokens.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import type { CustomerOf, KnownCustomer } from '../queries/links.ts';
import { ASKED_LINK_MS, portalUrlOf, SHARED_LINK_MS } from '../rules.ts';

type Mail = { key: string; email: string; language: Language };

/** Mails an address a link to each of its pages. A job that runs twice leaves links nobody was told. */
export async function mailLinks(
  ctx: SystemCtx,
  known: readonly KnownCustomer[],
  { key, email, language }: Mail,
): Promise<void> {
  const links = [];
  for (const { business, ...customer } of known)
    links.push({ business, url: await newLink(ctx, customer, { shared: false, forMs: ASKED_LINK_MS }) });
  await notify(ctx, { key, to: email, template: 'portalLinks', facts: { language, links } });
}

/** A link to a customer's page for its owner to hand on, in place of the one before. Throws 404. */
export async function shareLink(ctx: Ctx, customerId: string): Promise<{ url: string; expiresAt: Date }> {
  const customer = await lockedCustomer(ctx, customerId);
  await deleteShared(ctx, customer);
  await recordActorEvent(ctx, 'portal_link_changed', 'Shared');
  const url = await newLink(ctx, customer, { shared: true, forMs: SHARED_LINK_MS });
  return { url, expiresAt: plusMs(ctx.now, SHARED_LINK_MS) };
}

/** Ends the link a business shared with a customer, and what was opened with it. Throws 404. */
export async function endSharedLink(ctx: Ctx, customerId: string): Promise<void> {
  const customer = await lockedCustomer(ctx, customerId);
  if (await deleteShared(ctx, customer)) await recordActorEvent(ctx, 'portal_link_changed', 'Ended');
}

async function lockedCustomer(ctx: Ctx, customerId: string): Promise<CustomerOf> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const customer = isId('cus', customerId) ? await activeCustomer(ctx.tx, businessId, customerId) : null;
  if (!customer) throw notFound('customer');
  return { businessId, customerId };
}

async function deleteShared(ctx: Ctx, { businessId, customerId }: CustomerOf): Promise<boolean> {
  const ended = await ctx.tx
    .deleteFrom('portal_links')
    .where('business_id', '=', businessId)
    .where('customer_id', '=', customerId)
    .where('shared', '=', true)
    .returning('token_hash')
    .execute();
  return ended.length > 0;
}

async function newLink(
  { tx, now, publicUrl }: SystemCtx,
  { businessId: business_id, customerId: customer_id }: CustomerOf,
  { shared, forMs }: { shared: boolean; forMs: number },
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('portal_links')
    .values({
      business_id,
      customer_id,
      token_hash: tokenHash(token),
      shared,
      expires_at: plusMs(now, forMs),
      created_at: now,
    })
    .execute();
  return portalUrlOf(publicUrl, token);
}
