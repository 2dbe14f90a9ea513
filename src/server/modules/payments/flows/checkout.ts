import { plusMs } from '#core/dates.ts';
import { add, type Minor } from '#core/money.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import type { PayableInvoice } from '#server/modules/invoices/queries/details.ts';
import { createReference, saveCheckout } from '../commands/checkouts.ts';
import { unusedReference, unusedSince } from '../queries/payments.ts';
import type { CheckoutRow } from '../table.ts';

/** So many references of one amount may be refused within an hour before a provider is left alone for the rest of it. */
const MOST_REFUSED = 3;
const HOUR_MS = 3_600_000;

/**
 * Starts a checkout for a sum of an invoice, and what the payer bears of the fee (minor units), at one provider; null
 * when it refuses. One that keeps the payer's card has a reference of its own. A reference whose
 * response was lost is retried first; where the provider has used it up, a new one is created. A provider
 * that refuses is not called at every view of the page.
 */
export async function startWith(
  scope: SystemScope,
  provider: PaymentProvider,
  invoice: PayableInvoice,
  { sum, surcharge, savesCard = false }: { sum: Minor; surcharge: Minor; savesCard?: boolean },
): Promise<CheckoutRow | null> {
  const of = {
    businessId: invoice.businessId,
    invoiceId: invoice.id,
    provider: provider.name,
    currency: invoice.view.currency,
    amount: sum,
    surcharge,
  };
  const unused = savesCard ? undefined : await unusedReference(scope.db, of);
  if (unused) {
    if ((await unusedSince(scope.db, of, plusMs(scope.now, -HOUR_MS))) >= MOST_REFUSED) return null;
    const retried = await start(scope, provider, invoice, { row: unused, savesCard });
    if (retried.checkout || retried.retry) return retried.checkout;
  }
  const fresh = await scope.transactAsSystem((ctx) => createReference(ctx, of));
  return (await start(scope, provider, invoice, { row: fresh, savesCard })).checkout;
}

type Started = { checkout: CheckoutRow | null; retry: boolean };

async function start(
  scope: SystemScope,
  provider: PaymentProvider,
  { view }: PayableInvoice,
  { row, savesCard }: { row: CheckoutRow; savesCard: boolean },
): Promise<Started> {
  const answer = await provider.startCheckout({
    reference: row.reference,
    amount: add(row.amount_minor, row.surcharge_minor),
    currency: row.currency,
    customerName: view.customer.name,
    // Providers want an address for the receipt; ours goes to nobody, theirs to the business.
    customerEmail: view.customer.email || view.business.email,
    description: `Invoice ${view.number}`,
    businessName: view.business.name,
    returnUrl: `${scope.publicUrl()}/pay/${view.publicId}`,
    savesCard,
  });
  if (!answer.ok) {
    scope.log.warn({ provider: provider.name, reason: answer.reason }, 'A checkout could not be started');
    return { checkout: null, retry: answer.retry };
  }
  const { checkout } = answer;
  return { checkout: await scope.transactAsSystem((ctx) => saveCheckout(ctx, row, checkout)), retry: false };
}
