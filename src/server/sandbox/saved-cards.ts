import { refusedCharge, unknownCharge } from '#server/adapters/shared/charge-failures.ts';
import type { Outcome } from '#server/kernel/ports/index.ts';
import type { ChargeRequest, ChargeState, ReusableCard } from '#server/kernel/ports/saved-cards.ts';
import { findPayment, paymentsOf, recordPayment, type SandboxContext } from './books.ts';
import { cardByLast4 } from './cards.ts';

const EXPIRES = '2040-12';
const TOKEN = /^sbc_(.+)$/;

/** The card of a payment; its token names the payment it was kept with. */
export async function cardOf(
  { db }: SandboxContext,
  transactionId: string,
): Promise<Outcome<{ card: ReusableCard | null }>> {
  const payment = await findPayment(db, transactionId);
  const last4 = payment?.card_last4;
  if (payment?.status !== 'completed' || !last4 || payment.card_revoked_at) return { ok: true, card: null };
  return { ok: true, card: { token: `sbc_${transactionId}`, brand: 'test card', last4, expires: EXPIRES } };
}

/** Charges the card once per reference, as its number says. */
export async function chargeSaved(sandbox: SandboxContext, request: ChargeRequest): Promise<ChargeState> {
  const before = await chargeState(sandbox, request.reference);
  if (before.state !== 'not_found') return before;
  const kept = await findPayment(sandbox.db, TOKEN.exec(request.token)?.[1] ?? '');
  const card = cardByLast4(kept?.card_last4 ?? '');
  if (!kept || !card) return refusedCharge('Invalid token');
  if (kept.card_revoked_at) return refusedCharge('The authorisation was revoked');
  const { answerLost = false, ...charge } = card.again ?? {
    ...card.charge(request.amount, request.currency),
    answerLost: false,
  };
  await recordPayment(sandbox, {
    reference: request.reference,
    amount: request.amount,
    currency: request.currency,
    method: 'card',
    cardLast4: card.number.slice(-4),
    ...charge,
    attempt: `charge:${request.reference}`,
  });
  return answerLost ? unknownCharge('The answer was lost') : chargeState(sandbox, request.reference);
}

/** The state of a charge. */
export async function chargeState({ db }: SandboxContext, reference: string): Promise<ChargeState> {
  const payment = (await paymentsOf(db, reference)).at(-1);
  if (!payment) return { state: 'not_found', reason: null };
  if (payment.status === 'pending') return { state: 'processing', reason: null };
  if (payment.status === 'completed' || payment.status === 'refunded')
    return { state: 'completed', reason: null };
  return refusedCharge(payment.note);
}

/** Forgets a card. */
export async function revokeCard({ db, clock }: SandboxContext, token: string): Promise<Outcome<object>> {
  await db
    .updateTable('sandbox.payments')
    .set({ card_revoked_at: clock() })
    .where('transaction_id', '=', TOKEN.exec(token)?.[1] ?? '')
    .where('card_revoked_at', 'is', null)
    .execute();
  return { ok: true };
}
