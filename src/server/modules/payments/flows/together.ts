import { attemptStateOf, attemptToTell } from '#core/attempts.ts';
import { add, type Currency, type Minor } from '#core/money.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { askedForEach } from '#server/modules/invoices/queries/withholding.ts';
import { attemptOf, unbookedAttempt, sumsOf } from '#server/modules/invoices/rules/attempts.ts';
import { recordReturn } from '../commands/checkouts.ts';
import type { PayView } from '../pay-view.ts';
import { checkoutByReference, paymentsOfCheckout, sharesOfCheckout } from '../queries/checkouts.ts';
import { receiptLinks, type ReceiptLink } from '../queries/receipts.ts';
import { hasArrived } from '../rules.ts';
import type { CheckoutRow } from '../table.ts';
import { mayPoll, syncReference } from './collect.ts';
import { hasExpired, shownCheckout } from './checkout.ts';

export type TogetherCheckout = CheckoutRow;

/** A payment of several invoices at once, as its payer sees it. Minor units. */
export type TogetherView = {
  reference: string;
  currency: Currency;
  /** The sum asked for each. */
  shares: { number: string; publicId: string; amount: Minor }[];
  sum: Minor;
  /** Null once it came, and where it can no longer be paid: the sum changed, or the checkout ended. */
  checkout: PayView['checkout'];
  /** The last that is known of it; null while nobody has tried. `left` is what its invoices still ask for. */
  attempt: (NonNullable<PayView['attempt']> & { left: Minor }) | null;
  /** Of the money that came. */
  receipt: ReceiptLink | null;
  testMode: boolean;
};

type Payer = { businessId: string; customerId: string };

/** A checkout whose invoices are all this customer's; null for any other reference. */
export async function togetherOf(
  scope: SystemScope,
  { businessId, customerId }: Payer,
  reference: string,
): Promise<CheckoutRow | null> {
  const checkout = await checkoutByReference(scope.db, businessId, reference);
  const shares = checkout ? await sharesOfCheckout(scope.db, checkout) : [];
  return checkout && shares.every(({ invoice }) => invoice.customer_id === customerId) ? checkout : null;
}

/** Asks the provider about it, for a payer who came back from there (`returned`) or wants to know. */
export async function syncTogether(
  scope: SystemScope,
  checkout: CheckoutRow,
  returned: boolean,
): Promise<void> {
  if (!(await mayPoll(scope, checkout.reference))) return;
  await syncReference(scope, checkout);
  if (returned) await scope.transactAsSystem((ctx) => recordReturn(ctx, checkout));
}

/** All that the page of it shows. */
export async function togetherView(scope: SystemScope, checkout: CheckoutRow): Promise<TogetherView> {
  const { db, now } = scope;
  const shares = await sharesOfCheckout(db, checkout);
  const asked = await askedForEach(
    db,
    shares.map(({ invoice }) => invoice),
    now,
  );
  const left = add(...asked.map(({ amount }) => amount));
  const payments = await paymentsOfCheckout(db, checkout, shares[0]?.invoice.customer_id ?? null);
  const arrived = payments.find(({ status }) => hasArrived(status));
  const facts = payments.map((payment) => attemptOf(payment, left));
  if (checkout.unanswered_since)
    facts.push(
      unbookedAttempt(
        { status: 'unanswered', amount: checkout.amount_minor, at: checkout.unanswered_since },
        left,
      ),
    );
  const known = arrived && attemptOf(arrived, left);
  const told = known
    ? { state: attemptStateOf(known, now), attempt: known }
    : attemptToTell(facts, { now, isOpen: true });
  const isOpen = !arrived && left === checkout.amount_minor && !hasExpired(checkout, now);
  return {
    reference: checkout.reference,
    currency: checkout.currency,
    shares: shares.map(({ invoice, amount }) => ({
      number: invoice.number,
      publicId: invoice.public_id,
      amount,
    })),
    sum: checkout.amount_minor,
    checkout: isOpen ? shownCheckout(scope, checkout) : null,
    testMode: inTestMode(scope.ports.payments, checkout.currency),
    attempt: told && { ...sumsOf(told.attempt), state: told.state, left },
    receipt: arrived
      ? ((await receiptLinks(db, checkout.business_id, [arrived.id])).get(arrived.id) ?? null)
      : null,
  };
}
