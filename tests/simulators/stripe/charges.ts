import { type Minor, minor } from '#core/money.ts';
import type { ChargeEnd } from '../simulator.ts';
import { type Fields, integerIn, metadataIn, neededText, oneOf, onlyKnown, Refusal } from './form.ts';
import type { Intent, Ledger } from './ledger.ts';
import { intentObject } from './objects.ts';

/** A charge of a kept card, as it was asked for. */
export type NewCharge = { amount: Minor; reference: string; customer: string; method: string };

type Decline = { code: string; decline_code?: string; message: string };

/** Refusals of banks. */
export const declines: Record<Exclude<ChargeEnd, 'completed' | 'processing'>, Decline> = {
  funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  declined: { code: 'card_declined', decline_code: 'do_not_honor', message: 'Your card was declined.' },
  card: { code: 'card_declined', decline_code: 'stolen_card', message: 'Your card was declined.' },
  holder: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
};

const known = [
  'amount',
  'currency',
  'customer',
  'payment_method',
  'off_session',
  'confirm',
  'capture_method',
  'description',
  'metadata',
];

/** `POST /v1/payment_intents`, of which only a confirmed charge off session is imitated. */
export function createCharge(books: Ledger, form: Fields, open: (charge: NewCharge) => Intent): unknown {
  onlyKnown(form, known);
  if (oneOf(form, 'confirm', ['true']) === null || oneOf(form, 'off_session', ['true']) === null)
    throw new Refusal('Only confirmed charges off session are imitated here.', { param: 'confirm' });
  if (neededText(form, 'currency') !== 'usd') throw new Refusal('Invalid currency', { param: 'currency' });
  const [customer, method] = [neededText(form, 'customer'), neededText(form, 'payment_method')];
  const from = books.intents.find(
    (one) => one.keepsCard && one.customer === customer && one.method === method,
  );
  if (!from || books.detached.has(method))
    throw new Refusal(`No such PaymentMethod: '${method}'`, {
      status: 404,
      code: 'resource_missing',
      param: 'payment_method',
    });
  const metadata = metadataIn(form);
  const amount = minor(integerIn(form, 'amount') ?? 0);
  const intent = open({ amount, reference: metadata.reference ?? '', customer, method });
  const object = intentObject(books, intent, 0);
  if (!intent.error) return object;
  throw new Refusal(intent.error.message, {
    status: 402,
    type: 'card_error',
    code: intent.error.code,
    ...(intent.error.decline_code ? { declined: intent.error.decline_code } : {}),
  });
}

/** `POST /v1/payment_methods/:id/detach` */
export function detach(books: Ledger, id: string): unknown {
  if (books.detached.has(id)) throw new Refusal('The payment method is not attached to a customer.');
  books.detached.add(id);
  return { id, object: 'payment_method', customer: null, type: 'card' };
}
