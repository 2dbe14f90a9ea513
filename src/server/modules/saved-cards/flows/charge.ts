import { eachApart } from '#server/kernel/periodic.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import type { ChargeRequest } from '#server/kernel/ports/saved-cards.ts';
import { providerByName } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { syncReference } from '#server/modules/payments/flows/collect.ts';
import { duePolls, sendOrPoll } from '#server/outbound/polling.ts';
import { applyChargeState, type ChargeOutcome, claimCharge } from '../commands/charges.ts';
import { cardById, hasConsent } from '../queries/cards.ts';
import { lateHindrance } from '../queries/charges.ts';
import { tokenPlace } from '../rules/places.ts';
import { STOPPED_BEFORE } from '../rules/reasons.ts';
import type { CardCharge } from '../table.ts';

const NOT_CONNECTED = 'The provider that keeps the card is not connected any more';

/** Charges what is due, and asks about every charge without a conclusive answer. */
export async function sweepCharges(scope: SystemScope): Promise<void> {
  const due = await duePolls(scope.db, 'card_charges', scope.now);
  await eachApart(scope.log, due, ({ reference }) =>
    sendOrPoll(scope, 'card_charges', reference, {
      claimSend: claimCharge,
      outcomeOf: (row, isFirst) => outcomeOf(scope, row, isFirst),
      apply: applyChargeState,
    }),
  );
}

// Sent by the one that claimed it and by nobody else: a process that died in between leaves `processing`, which is only ever
// asked about. Its payment is booked first, so that a charge is completed here once its money is.
async function outcomeOf(scope: SystemScope, row: CardCharge, isFirst: boolean): Promise<ChargeOutcome> {
  const provider = providerByName(scope.ports.payments, row.provider);
  if (!provider)
    return isFirst
      ? { state: 'failed', failure: 'issuer', reason: NOT_CONNECTED }
      : { state: 'unknown', reason: NOT_CONNECTED };
  const reported = isFirst ? await send(scope, provider, row) : await provider.chargeState(row.reference);
  if (reported.state === 'completed' && !(await syncReference(scope, row)))
    return { state: 'unknown', reason: 'Its payment could not be read yet' };
  return reported;
}

// A process may have stood still since it claimed the charge, and the card been stopped or the invoice paid meanwhile: looked at
// last of all.
async function send(scope: SystemScope, provider: PaymentProvider, row: CardCharge): Promise<ChargeOutcome> {
  const request = await requestOf(scope, row);
  if (!request) return { state: 'called_off', reason: STOPPED_BEFORE };
  const hindrance = await lateHindrance(scope, row);
  return hindrance === null ? provider.chargeSaved(request) : { state: 'called_off', reason: hindrance };
}

/** Null where the card's token is forgotten already, or its consent is gone. */
async function requestOf(scope: SystemScope, row: CardCharge): Promise<ChargeRequest | null> {
  const { business_id: businessId } = row;
  const card = await cardById(scope.db, businessId, row.card_id);
  if (!card || card.token_sealed === null || !(await hasConsent(scope.db, card))) return null;
  const customer = await customerById(scope.db, businessId, card.customer_id);
  const invoice = await invoiceById(scope.db, businessId, row.invoice_id);
  return {
    reference: row.reference,
    amount: row.amount_minor,
    currency: row.currency,
    token: await scope.vault.open(businessId, tokenPlace(businessId, card.id), card.token_sealed),
    email: card.email,
    customerName: customer?.name ?? '',
    description: `Invoice ${invoice?.number ?? ''}`.trim(),
  };
}
