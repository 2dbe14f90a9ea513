import { DAY_MS, MINUTE_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import {
  type Fields,
  fieldsIn,
  integerIn,
  metadataIn,
  neededText,
  oneOf,
  onlyKnown,
  Refusal,
  textIn,
} from './form.ts';
import { type Ledger, newId, type Session } from './ledger.ts';

const MOST = 99_999_999;
const least: Record<string, number> = { usd: 50, eur: 50, gbp: 30, ngn: 100 };

const known = [
  'mode',
  'line_items',
  'success_url',
  'cancel_url',
  'client_reference_id',
  'customer_email',
  'metadata',
  'payment_intent_data',
  'adaptive_pricing',
  'expires_at',
  'customer_creation',
];

/** Checks the form of a new checkout session field by field, and opens it. */
export function openSession(books: Ledger, form: Fields): Session {
  onlyKnown(form, known);
  if (oneOf(form, 'mode', ['payment', 'setup', 'subscription']) !== 'payment')
    throw new Refusal('Only sessions in payment mode are imitated here.', { param: 'mode' });
  const createdAt = books.now();
  const data = fieldsIn(form, 'payment_intent_data');
  onlyKnown(data, ['metadata', 'description', 'capture_method', 'setup_future_usage'], 'payment_intent_data');
  oneOf(data, 'capture_method', ['automatic', 'automatic_async', 'manual'], 'payment_intent_data');
  textIn(data, 'description', 'payment_intent_data');
  const pricing = fieldsIn(form, 'adaptive_pricing');
  onlyKnown(pricing, ['enabled'], 'adaptive_pricing');
  oneOf(pricing, 'enabled', ['true', 'false'], 'adaptive_pricing');
  const session: Session = {
    id: newId('cs_test'),
    status: 'open',
    ...itemsIn(form),
    reference: referenceIn(form),
    metadata: metadataIn(form),
    intentMetadata: metadataIn(data, 'payment_intent_data'),
    email: emailIn(form),
    successUrl: urlIn(form, 'success_url') ?? neededText(form, 'success_url'),
    cancelUrl: urlIn(form, 'cancel_url'),
    createdAt,
    expiresAt: expiryIn(form, createdAt),
    intentId: null,
    keepsCard:
      oneOf(data, 'setup_future_usage', ['off_session', 'on_session'], 'payment_intent_data') ===
        'off_session' && oneOf(form, 'customer_creation', ['always', 'if_required']) === 'always',
  };
  books.sessions.push(session);
  return session;
}

function itemsIn(form: Fields): Pick<Session, 'amount' | 'currency' | 'productName' | 'merchant'> {
  const items = Object.values(fieldsIn(form, 'line_items'));
  const [item] = items;
  if (items.length !== 1 || !item || typeof item === 'string')
    throw new Refusal('You must pass `line_items`; one of them is imitated here.', { param: 'line_items' });
  onlyKnown(item, ['price_data', 'quantity'], 'line_items[0]');
  const price = fieldsIn(item, 'price_data');
  onlyKnown(price, ['currency', 'unit_amount', 'product_data'], 'line_items[0][price_data]');
  const product = fieldsIn(price, 'product_data');
  onlyKnown(product, ['name', 'description'], 'line_items[0][price_data][product_data]');
  const currency = neededText(price, 'currency', 'line_items[0][price_data]').toLowerCase();
  const each = integerIn(price, 'unit_amount', 'line_items[0][price_data]');
  const quantity = integerIn(item, 'quantity', 'line_items[0]') ?? 0;
  const amount = (each ?? 0) * quantity;
  checkAmount(currency, amount, quantity);
  return {
    amount: minor(amount),
    currency,
    productName: neededText(product, 'name', 'line_items[0][price_data][product_data]'),
    merchant: textIn(product, 'description', 'line_items[0][price_data][product_data]') ?? 'Duewell',
  };
}

function checkAmount(currency: string, amount: number, quantity: number): void {
  const param = 'line_items[0][price_data][unit_amount]';
  const lowest = least[currency];
  if (lowest === undefined)
    throw new Refusal(`Invalid currency: ${currency}.`, { param: 'line_items[0][price_data][currency]' });
  if (quantity < 1)
    throw new Refusal('Quantity must be at least 1', { code: 'parameter_invalid_integer', param });
  if (amount < lowest)
    throw new Refusal("The Checkout Session's total amount must convert to at least 50 cents.", {
      code: 'amount_too_small',
    });
  if (amount > MOST)
    throw new Refusal("The Checkout Session's total amount due must be no more than $999,999.99", {
      code: 'amount_too_large',
      param,
    });
}

function referenceIn(form: Fields): string | null {
  const reference = textIn(form, 'client_reference_id');
  if (reference !== null && reference.length > 200)
    throw new Refusal('Invalid string: must be at most 200 characters', { param: 'client_reference_id' });
  return reference;
}

function emailIn(form: Fields): string | null {
  const email = textIn(form, 'customer_email');
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new Refusal(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
  return email;
}

function urlIn(form: Fields, key: string): string | null {
  const value = textIn(form, key);
  if (value !== null && !/^https?:\/\/[^\s]+$/.test(value))
    throw new Refusal('Not a valid URL', { code: 'url_invalid', param: key });
  return value;
}

function expiryIn(form: Fields, createdAt: Date): Date {
  const expiry = integerIn(form, 'expires_at');
  if (expiry === null) return new Date(createdAt.getTime() + DAY_MS);
  const lasts = expiry * 1000 - createdAt.getTime();
  if (lasts < 30 * MINUTE_MS || lasts > DAY_MS)
    throw new Refusal('The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.', {
      param: 'expires_at',
    });
  return new Date(expiry * 1000);
}
