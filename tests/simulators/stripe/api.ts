import { minor } from '#core/money.ts';
import { sameText } from '#server/adapters/shared/signatures.ts';
import type { Call, Reply } from '../serve.ts';
import {
  type Fields,
  fieldsIn,
  integerIn,
  metadataIn,
  oneOf,
  onlyKnown,
  readForm,
  Refusal,
  refusalReply,
  textIn,
} from './form.ts';
import { createCharge, detach, type NewCharge } from './charges.ts';
import { disputedOf, type Intent, type Ledger, openRefund, type Refund, refundedOf } from './ledger.ts';
import { disputeObject, intentObject, readExpand, refundObject, sessionObject } from './objects.ts';
import { openSession } from './sessions.ts';

export type Api = {
  books: Ledger;
  secretKey: string;
  url: () => string;
  /** Hears of a refund that was asked for here. */
  onRefund: (refund: Refund) => void;
  /** Begins and ends a charge of a kept card. */
  openCharge: (charge: NewCharge) => Intent;
};

const KEYS_LAST_MS = 24 * 60 * 60_000;
/** How long search takes to hear of something new. */
const SEARCH_LAG_MS = 60_000;

/** Answers one call to the API. */
export function answerApi(api: Api, call: Call): Reply {
  try {
    checkHeaders(api, call);
    const form = readForm(call.method === 'POST' ? new URLSearchParams(call.raw.toString()) : call.query);
    if (!form) throw new Refusal('Invalid request: parameters cannot be read');
    return call.method === 'POST' ? once(api, call, form) : { status: 200, body: answerGet(api, call, form) };
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error);
    throw error;
  }
}

function checkHeaders({ secretKey }: Api, { method, headers }: Call): void {
  const key = headers.get('authorization')?.replace(/^Bearer /, '');
  if (!key) throw new Refusal('You did not provide an API key.', { status: 401 });
  if (!sameText(key, secretKey))
    throw new Refusal(`Invalid API Key provided: ${key.slice(0, 8)}****`, { status: 401 });
  if (!/^\d{4}-\d{2}-\d{2}(\.\w+)?$/.test(headers.get('stripe-version') ?? ''))
    throw new Refusal('Invalid Stripe API version.');
  if (method === 'POST' && !headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    throw new Refusal('Request bodies must be form-encoded.');
}

/** Under one key a request happens once; its repeat has the first answer, and anything else is refused. */
function once(api: Api, call: Call, form: Fields): Reply {
  const { books } = api;
  const key = call.headers.get('idempotency-key') ?? '';
  if (key.length > 255) throw new Refusal('Idempotency keys can have up to 255 characters.');
  const fingerprint = JSON.stringify([call.path, form]);
  const known = books.keys.get(key);
  if (known && books.now().getTime() - known.at.getTime() < KEYS_LAST_MS) {
    if (known.fingerprint === fingerprint)
      return { ...known.reply, headers: { 'idempotent-replayed': 'true' } };
    throw new Refusal(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }
  // Requests refused for their parameters are not stored; a card that was declined is.
  const reply = replyTo(api, call, form);
  if (key) books.keys.set(key, { at: books.now(), fingerprint, reply });
  return reply;
}

function replyTo(api: Api, call: Call, form: Fields) {
  try {
    return { status: 200, body: answerPost(api, call, form) };
  } catch (error) {
    if (error instanceof Refusal && error.status === 402)
      return { status: 402, body: { error: error.envelope } as unknown };
    throw error;
  }
}

function answerPost(api: Api, call: Call, form: Fields): unknown {
  if (call.path === '/v1/checkout/sessions')
    return sessionObject(openSession(api.books, form), api.url(), null);
  if (call.path === '/v1/refunds') return createRefund(api, form);
  if (call.path === '/v1/payment_intents') return createCharge(api.books, form, api.openCharge);
  const detached = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(call.path)?.[1];
  if (detached) return detach(api.books, detached);
  throw unrecognized(call);
}

const unrecognized = ({ method, path }: Call) =>
  new Refusal(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });

function answerGet(api: Api, call: Call, form: Fields): unknown {
  const { books } = api;
  const [, , resource = '', id] = call.path.split('/');
  if (resource === 'balance' && !id) return balanceObject(books);
  if (resource === 'payment_intents' && id === 'search') return search(books, form);
  if (resource === 'payment_intents' && id) {
    onlyKnown(form, ['expand']);
    return intentObject(books, knownIntent(books, id), readExpand(expandIn(form)));
  }
  if (resource === 'payment_intents') return listIntents(books, form);
  if (resource === 'refunds' && !id)
    return listOf(form, ofIntent(books, form, books.refunds), refundObject, call.path);
  if (resource === 'disputes' && !id)
    return listOf(form, ofIntent(books, form, books.disputes), disputeObject, call.path);
  throw unrecognized(call);
}

const balanceObject = ({ balance }: Ledger) => ({
  object: 'balance',
  available: [{ amount: balance, currency: 'usd', source_types: { card: balance } }],
  livemode: false,
  pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
});

const expandIn = (form: Fields): string[] => Object.values(fieldsIn(form, 'expand')).map(String);

const missing = (kind: string, id: string, param: string) =>
  new Refusal(`No such ${kind}: '${id}'`, { status: 404, code: 'resource_missing', param });

function knownIntent(books: Ledger, id: string, param = 'intent'): Intent {
  const intent = books.intents.find((one) => one.id === id);
  if (!intent) throw missing('payment_intent', id, param);
  return intent;
}

function listIntents(books: Ledger, form: Fields): unknown {
  onlyKnown(form, ['created', 'limit', 'starting_after', 'expand']);
  const created = fieldsIn(form, 'created');
  onlyKnown(created, ['gte', 'lt'], 'created');
  const from = integerIn(created, 'gte', 'created') ?? 0;
  const until = integerIn(created, 'lt', 'created') ?? Number.POSITIVE_INFINITY;
  const levels = readExpand(expandIn(form), 'data.');
  const within = books.intents.filter(({ createdAt }) => {
    const at = Math.floor(createdAt.getTime() / 1000);
    return at >= from && at < until;
  });
  return listOf(
    { ...form, created: {}, expand: {} },
    within,
    (intent) => intentObject(books, intent, levels),
    '/v1/payment_intents',
  );
}

function ofIntent<T extends { intent: Intent }>(books: Ledger, form: Fields, all: T[]): T[] {
  onlyKnown(form, ['payment_intent', 'limit', 'starting_after']);
  const id = textIn(form, 'payment_intent');
  if (id === null) return all;
  const wanted = knownIntent(books, id, 'payment_intent');
  return all.filter(({ intent }) => intent === wanted);
}

/** One page, newest first. */
function listOf<T extends { id: string }>(form: Fields, all: T[], present: (one: T) => unknown, url: string) {
  const limit = limitIn(form);
  const after = textIn(form, 'starting_after');
  const ordered = all.toReversed();
  const start = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) throw missing('object', after, 'starting_after');
  const data = ordered.slice(start, start + limit);
  return { object: 'list', url, has_more: start + limit < ordered.length, data: data.map(present) };
}

function limitIn(form: Fields): number {
  const limit = integerIn(form, 'limit') ?? 10;
  if (limit < 1 || limit > 100)
    throw new Refusal('This value must be between 1 and 100', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  return limit;
}

/** The only query imitated: one equality of metadata. */
function search(books: Ledger, form: Fields): unknown {
  onlyKnown(form, ['query', 'limit']);
  limitIn(form);
  const found = /^metadata\['((?:[^'\\]|\\.)+)'\]:'((?:[^'\\]|\\.)*)'$/.exec(textIn(form, 'query') ?? '');
  if (!found) throw new Refusal('We were unable to parse your search query.', { param: 'query' });
  const [key = '', value = ''] = found.slice(1).map((text) => text.replace(/\\(.)/g, '$1'));
  const data = books.intents.filter(
    ({ metadata, createdAt }) =>
      metadata[key] === value && books.now().getTime() - createdAt.getTime() >= SEARCH_LAG_MS,
  );
  return {
    object: 'search_result',
    url: '/v1/payment_intents/search',
    has_more: false,
    next_page: null,
    data: data.map((intent) => intentObject(books, intent, 0)),
  };
}

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'];

function createRefund({ books, onRefund }: Api, form: Fields): unknown {
  onlyKnown(form, ['payment_intent', 'amount', 'reason', 'metadata']);
  const intent = knownIntent(books, textIn(form, 'payment_intent') ?? '', 'payment_intent');
  const left = refundable(books, intent);
  const amount = integerIn(form, 'amount') ?? left;
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  if (amount < 1)
    throw new Refusal('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  if (amount > left)
    throw new Refusal(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      {
        param: 'amount',
      },
    );
  const refund = openRefund(books, intent, {
    amount: minor(amount),
    status: books.refundsEnd,
    reason: oneOf(form, 'reason', reasons),
    metadata: metadataIn(form),
  });
  onRefund(refund);
  return refundObject(refund);
}

/** Refundable rest of a charge; refuses where there is none. */
function refundable(books: Ledger, intent: Intent): number {
  const { truth, chargeId } = intent;
  if (truth.status !== 'completed' && truth.status !== 'refunded')
    throw new Refusal(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  if (disputedOf(books, intent) > 0)
    throw new Refusal(`Charge ${chargeId} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  const left = truth.amount - refundedOf(books, intent);
  if (left <= 0)
    throw new Refusal(`Charge ${chargeId} has already been refunded.`, { code: 'charge_already_refunded' });
  return left;
}
