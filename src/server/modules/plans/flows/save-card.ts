import { AppError, notFound } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { cardKeeperOf } from '#server/kernel/providers.ts';
import { lockBusiness, type SystemScope } from '#server/kernel/scope.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { payableByPublicId, type PayableInvoice } from '#server/modules/invoices/queries/details.ts';
import { startKeepingCard } from '#server/modules/payments/flows/checkout.ts';
import { latestCheckout } from '#server/modules/payments/queries/checkouts.ts';
import { agree } from '#server/modules/saved-cards/commands/consents.ts';
import { activeCard, awaitedCard } from '#server/modules/saved-cards/queries/cards.ts';
import { chargeToTell, type OpenCharge, openCharges } from '#server/modules/saved-cards/queries/charges.ts';
import type { Terms } from '#server/modules/notifications/queries/card-wording.ts';
import { chargingPlanOf, isOfChargingPlan } from '../queries/charging.ts';

/** The terms a payer may agree to on the page of an invoice; `agreed` once the open checkout keeps the card. */
export type CardOffer = { terms: Terms; agreed: boolean };

/** All that the page of an open invoice says of a saved card. */
export type CardOnPage = { offer: CardOffer | null; charge: OpenCharge | null };

/**
 * The offer to keep the card an invoice is paid with, null where its plan charges none, has one, or nobody could keep it; and the
 * charge that its payer has to know of before they pay another way. Null where no card is charged for it.
 */
export async function cardOnPage(scope: SystemScope, publicId: string): Promise<CardOnPage | null> {
  // Nearly every page is of an invoice that no card is charged for: one look tells.
  if (!(await isOfChargingPlan(scope.db, publicId))) return null;
  const invoice = await payableByPublicId(scope, publicId);
  if (invoice?.state !== 'open') return null;
  const { businessId, id, view } = invoice;
  const charges = await openCharges(scope.db, businessId, [id]);
  return { offer: await offerFor(scope, invoice), charge: chargeToTell(charges.get(id), view.asked) };
}

async function offerFor(scope: SystemScope, invoice: PayableInvoice): Promise<CardOffer | null> {
  const { businessId, id, view } = invoice;
  if (invoice.state !== 'open' || view.customer.email === '') return null;
  if (!cardKeeperOf(scope.ports.payments, view.currency)) return null;
  const plan = await chargingPlanOf(scope.db, businessId, id);
  if (!plan) return null;
  const card = await activeCard(scope.db, businessId, plan.id);
  if (card && card.cap_minor >= plan.cap) return null;
  const awaited = await awaitedCard(scope.db, businessId, id);
  const open = awaited && (await latestCheckout(scope.db, { businessId, invoiceIds: [id], sum: view.toPay }));
  const { title, cap, rhythm } = plan;
  return {
    terms: { business: view.business.name, title, currency: view.currency, cap, rhythm },
    agreed: Boolean(awaited && open?.reference === awaited.reference),
  };
}

/**
 * Keeps a payer's consent, and opens a checkout that keeps their card. Throws 404 where nothing can be agreed to, and 503 where
 * the provider opens no checkout now.
 */
export async function agreeToSave(
  scope: SystemScope,
  publicId: string,
  language: Language | null,
): Promise<{ checkoutUrl: string; wording: string }> {
  const invoice = await payableByPublicId(scope, publicId);
  const offer = invoice && (await offerFor(scope, invoice));
  if (!invoice || !offer) throw notFound('card to save');
  const checkout = await startKeepingCard(scope, invoice);
  if (!checkout?.checkout_url)
    throw new AppError('unavailable', 'The payment provider does not answer. Try again in a minute');
  const { businessId } = invoice;
  const wording = await scope.transactFor(businessId, async (ctx) => {
    await lockBusiness(ctx.tx, businessId);
    const plan = await chargingPlanOf(ctx.tx, businessId, invoice.id);
    if (plan?.cap !== offer.terms.cap)
      throw new AppError('conflict', 'This was changed meanwhile. Read it again');
    return agree(ctx, {
      businessId,
      customerId: invoice.customerId,
      planId: plan.id,
      invoiceId: invoice.id,
      provider: checkout.provider,
      reference: checkout.reference,
      email: invoice.view.customer.email,
      terms: offer.terms,
      language: language ?? (await languageOf(ctx.tx, businessId, invoice.customerId)),
    });
  });
  return { checkoutUrl: checkout.checkout_url, wording };
}
