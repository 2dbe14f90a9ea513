import { newId, newToken } from '#core/ids.ts';
import type { Language } from '#core/languages.ts';
import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import { consentText, type Terms } from '#server/modules/notifications/queries/card-wording.ts';
import type { CardConsent, SavedCard } from '../table.ts';

/** Where a card is kept: for a plan, with the payment of an invoice under a reference. */
export type Agreement = {
  businessId: string;
  customerId: string;
  planId: string;
  invoiceId: string;
  provider: string;
  reference: string;
  email: string;
  terms: Terms;
  language: Language;
};

/** Keeps what a customer agreed to, and waits for the payment the card comes with. Gives the words. */
export async function agree(ctx: SystemCtx, { terms, ...of }: Agreement): Promise<string> {
  const id = newId('svc', ctx.now);
  const wording = consentText(terms, of.language);
  const { currency, cap, rhythm } = terms;
  await ctx.tx
    .insertInto('saved_cards')
    .values({
      business_id: of.businessId,
      id,
      customer_id: of.customerId,
      plan_id: of.planId,
      invoice_id: of.invoiceId,
      reference: of.reference,
      provider: of.provider,
      currency,
      cap_minor: cap,
      email: of.email,
      token_sealed: null,
      brand: null,
      last4: null,
      expires: null,
      status: 'awaiting',
      stop_key: newToken(),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
  await ctx.tx
    .insertInto('card_consents')
    .values({
      business_id: of.businessId,
      id: newId('cct', ctx.now),
      kind: 'given',
      card_id: id,
      plan_id: of.planId,
      said_by: 'customer',
      wording,
      language: of.language,
      currency,
      cap_minor: cap,
      rhythm: JSON.stringify(rhythm),
      client_address: ctx.origin.clientAddress,
      user_agent: ctx.origin.userAgent,
      created_at: ctx.now,
    })
    .execute();
  publish(ctx, of.businessId, { topic: 'plans' });
  return wording;
}

/** Keeps that a consent was taken back, beside the words it was given in. */
export async function withdrawConsent(
  ctx: SystemCtx,
  card: Pick<SavedCard, 'business_id' | 'id'>,
  saidBy: CardConsent['said_by'],
): Promise<void> {
  const given = await ctx.tx
    .selectFrom('card_consents')
    .selectAll()
    .where('business_id', '=', card.business_id)
    .where('card_id', '=', card.id)
    .where('kind', '=', 'given')
    .executeTakeFirst();
  if (!given) return;
  await ctx.tx
    .insertInto('card_consents')
    .values({
      ...given,
      id: newId('cct', ctx.now),
      kind: 'withdrawn',
      said_by: saidBy,
      rhythm: JSON.stringify(given.rhythm),
      client_address: ctx.origin.clientAddress,
      user_agent: ctx.origin.userAgent,
      created_at: ctx.now,
    })
    .execute();
}
