import { plusMs } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { add, type Currency, type Minor, ZERO } from '#core/money.ts';
import { mayUse } from '#server/kernel/rate-limits.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { cardKeeperOf, providerByName } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { customersBearFee } from '#server/modules/business/queries.ts';
import type { PayableInvoice } from '#server/modules/invoices/queries/details.ts';
import { type AskedShare, createReference, saveCheckout } from '../commands/checkouts.ts';
import type { PayView } from '../pay-view.ts';
import { chosenSum, type PayChoice } from '../rules.ts';
import { latestCheckout, unusedReference, unusedSince } from '../queries/checkouts.ts';
import type { CheckoutRow } from '../table.ts';

/** So many references of one amount may be refused within an hour before a provider is left alone for the rest of it. */
const MOST_REFUSED = 3;

/** A sum a customer is asked to pay at once, for one invoice or several. */
export type AskedPayment = {
  businessId: string;
  currency: Currency;
  shares: readonly AskedShare[];
  customer: { name: string; email: string };
  business: { name: string; email: string };
  description: string;
  /** The page the payer comes back to. */
  pathOf: (reference: string) => string;
  /** The payer agreed that the card is kept: it has a reference of its own. */
  savesCard?: boolean;
};

const sumOf = ({ shares }: AskedPayment): Minor => add(...shares.map(({ amount }) => amount));

const targetOf = ({ businessId, shares }: AskedPayment) => ({
  businessId,
  invoiceIds: shares.map(({ invoiceId }) => invoiceId),
});

/**
 * Starts a checkout for what is asked for, and what the payer bears of the fee (minor units), at one provider; null when it refuses.
 * A reference whose response was lost is retried first; where the provider has used it up, a new one is created. A provider that
 * refuses is not called at every view of the page.
 */
export async function startWith(
  scope: SystemScope,
  provider: PaymentProvider,
  asked: AskedPayment,
  surcharge: Minor,
): Promise<CheckoutRow | null> {
  const of = { ...targetOf(asked), provider: provider.name, amount: sumOf(asked), surcharge };
  const unused = asked.savesCard ? undefined : await unusedReference(scope.db, of);
  if (unused) {
    if ((await unusedSince(scope.db, of, plusMs(scope.now, -HOUR_MS))) >= MOST_REFUSED) return null;
    const retried = await start(scope, provider, asked, unused);
    if (retried.checkout || retried.retry) return retried.checkout;
  }
  const { businessId, currency, shares } = asked;
  const fresh = await scope.transactAsSystem((ctx) =>
    createReference(ctx, { businessId, currency, shares, provider: provider.name, surcharge }),
  );
  return (await start(scope, provider, asked, fresh)).checkout;
}

type Started = { checkout: CheckoutRow | null; retry: boolean };

async function start(
  scope: SystemScope,
  provider: PaymentProvider,
  { customer, business, description, pathOf, savesCard = false }: AskedPayment,
  row: CheckoutRow,
): Promise<Started> {
  const answer = await provider.startCheckout({
    reference: row.reference,
    amount: add(row.amount_minor, row.surcharge_minor),
    currency: row.currency,
    customerName: customer.name,
    // Providers want an address for the receipt; ours goes to nobody, theirs to the business.
    customerEmail: customer.email || business.email,
    description,
    businessName: business.name,
    returnUrl: `${scope.publicUrl()}${pathOf(row.reference)}`,
    savesCard,
  });
  if (!answer.ok) {
    scope.log.warn({ provider: provider.name, reason: answer.reason }, 'A checkout could not be started');
    return { checkout: null, retry: answer.retry };
  }
  const { checkout } = answer;
  return { checkout: await scope.transactAsSystem((ctx) => saveCheckout(ctx, row, checkout)), retry: false };
}

/** The transfer account shown on the pay page, when a checkout for the balance is open. */
export function accountOf(
  checkout: Pick<CheckoutRow, 'account'>,
): { bankName: string; accountNumber: string; accountName: string; expiresAt: Date | null } | null {
  const { account } = checkout;
  return account && { ...account, expiresAt: account.expiresAt ? new Date(account.expiresAt) : null };
}

/** A checkout as pages show it; null for one its provider never gave. */
export const shownCheckout = (scope: SystemScope, checkout: CheckoutRow): PayView['checkout'] =>
  checkout.checkout_url === null
    ? null
    : {
        url: checkout.checkout_url,
        account: accountOf(checkout),
        ussdCode: checkout.ussd_code,
        amount: add(checkout.amount_minor, checkout.surcharge_minor),
        surcharge: checkout.surcharge_minor,
        provider: providerByName(scope.ports.payments, checkout.provider)?.title ?? checkout.provider,
        opensAtMethod: checkout.provider === 'sandbox',
      };

// A page lives as long as the account beside it, so that an invoice has one number; some pages without one end after a day.
const CHECKOUT_LIFE_MS = 23 * HOUR_MS;
/** Whether a checkout no longer takes money for sure. */
export const hasExpired = (checkout: CheckoutRow, now: Date): boolean =>
  (accountOf(checkout)?.expiresAt ?? plusMs(checkout.created_at, CHECKOUT_LIFE_MS)) <= now;

/** The sum a payer chose by the address of the page; an invoice that is paid in one leaves no choice. */
export const choiceOf = ({ view }: PayableInvoice, chosen?: string): PayChoice =>
  chosenSum(view.facts.schedule?.length ? chosen : undefined, view);

/** The sum (minor units) asked for of the open balance of an invoice. */
export const askedOf = ({ businessId, id, view }: PayableInvoice, sum: Minor): AskedPayment => ({
  businessId,
  currency: view.currency,
  shares: [{ invoiceId: id, amount: sum }],
  customer: view.customer,
  business: view.business,
  description: `Invoice ${view.number}`,
  pathOf: () => `/pay/${view.publicId}`,
});

/** A checkout for the sum that was chosen of it; null when no provider starts one, and after too many typed amounts. */
export const ensureCheckout = (
  scope: SystemScope,
  invoice: PayableInvoice,
  { kind, sum } = choiceOf(invoice),
): Promise<CheckoutRow | null> =>
  checkoutFor(scope, askedOf(invoice, sum), async () => kind !== 'other' || mayChoose(scope, invoice.id));

/** A checkout whose payer agreed that the card is kept, at the first provider that keeps cards; null where it does not start. */
export async function startKeepingCard(
  scope: SystemScope,
  invoice: PayableInvoice,
): Promise<CheckoutRow | null> {
  const { currency } = invoice.view;
  const provider = cardKeeperOf(scope.ports.payments, currency);
  if (!provider) return null;
  const customersPay = await customersBearFee(scope.db, invoice.businessId);
  const sum = invoice.view.toPay;
  const surcharge = (customersPay && provider.surcharge(sum, currency)) || ZERO;
  return startWith(scope, provider, { ...askedOf(invoice, sum), savesCard: true }, surcharge);
}

// Each sum somebody types is a checkout of its own at the provider.
const CHOICES = { max: 20, windowMs: HOUR_MS };
const mayChoose = (scope: SystemScope, invoiceId: string) =>
  mayUse(scope.db, 'checkoutChoices', CHOICES, invoiceId, scope.now);

const checkoutsInFlight = new Map<string, Promise<CheckoutRow | null>>();

/**
 * A checkout for what is asked for; null when no provider starts one. Those who open the page at once share one
 * answer, looked up and started together: a look of before a start never leads to a second one.
 */
export function checkoutFor(
  scope: SystemScope,
  asked: AskedPayment,
  mayStart = async () => true,
): Promise<CheckoutRow | null> {
  const name = `${targetOf(asked).invoiceIds.toSorted().join()} ${sumOf(asked)}`;
  const checkout =
    checkoutsInFlight.get(name) ??
    openOrStart(scope, asked, mayStart).finally(() => checkoutsInFlight.delete(name));
  checkoutsInFlight.set(name, checkout);
  return checkout;
}

/** A usable checkout is reused; otherwise providers are tried in their order until one starts it. */
async function openOrStart(
  scope: SystemScope,
  asked: AskedPayment,
  mayStart: () => Promise<boolean>,
): Promise<CheckoutRow | null> {
  const { businessId, currency } = asked;
  const sum = sumOf(asked);
  const providers = scope.ports.payments.collecting[currency];
  const known = await latestCheckout(scope.db, { ...targetOf(asked), sum });
  const customersPay = await customersBearFee(scope.db, businessId);
  const surchargeAt = (provider: PaymentProvider): Minor =>
    (customersPay && provider.surcharge(sum, currency)) || ZERO;
  const usable =
    known?.checkout_url &&
    providers.some((one) => one.name === known.provider && surchargeAt(one) === known.surcharge_minor) &&
    !hasExpired(known, scope.now);
  if (usable) return known;
  if (!(await mayStart())) return null;
  for (const provider of providers) {
    const started = await startWith(scope, provider, asked, surchargeAt(provider));
    if (started) return started;
  }
  return null;
}
