import type { Call, Reply } from '../serve.ts';
import { bankWords } from '../simulator.ts';
import { openRow } from './collect.ts';
import { finish } from './controls.ts';
import type { Ledger, Row } from './ledger.ts';
import { bodyOf, failed, invalid, missing, succeeded } from './responses.ts';
import { authorizationOf, codeOf, customerOf } from './serializers.ts';

/** `POST /transaction/charge_authorization`. The email must be the one the card was paid with. */
export function chargeAuthorization(books: Ledger, call: Call): Reply {
  const body = bodyOf(call) ?? {};
  const { authorization_code: code, metadata, email } = body;
  if (code === undefined) return missing('Authorization Code');
  const from = books.transactions.find((row) => row.tried && row.paidAt && codeOf(row) === code);
  if (!from || from.channel !== 'card' || books.revoked.has(String(code)))
    return invalid('Authorization code');
  if (email !== from.email)
    return failed('Email does not match Authorization code', 'invalid_params', 'Use the email of the card');
  const row = openRow(books, { ...body, metadata: metadataIn(metadata) });
  if ('body' in row) return row;
  books.transactions.push(row);
  end(books, row);
  return succeeded('Charge attempted', {
    id: row.id,
    amount: row.amount,
    currency: row.currency,
    transaction_date: row.createdAt.toISOString(),
    status: row.status,
    reference: row.reference,
    domain: row.domain,
    metadata: '',
    gateway_response: row.gatewayResponse ?? 'Approved',
    message: null,
    channel: 'card',
    ip_address: null,
    log: null,
    fees: row.paidAt ? row.fee : null,
    authorization: authorizationOf(row),
    customer: customerOf(row),
    plan: null,
  });
}

function metadataIn(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function end(books: Ledger, row: Row): void {
  const { chargesEnd: as } = books;
  if (as === 'completed') return finish(books, row, {});
  if (as === 'processing') return finish(books, row, { status: 'pending' });
  row.gatewayResponse = bankWords[as];
  finish(books, row, { status: 'failed' });
}

/** A charge under way comes to its end. */
export function decideCharge(books: Ledger, reference: string, as: 'completed' | 'failed'): void {
  const row = books.transactions.find(
    ({ metadata, status }) => metadata?.reference === reference && status === 'ongoing',
  );
  if (!row) throw new Error(`no charge ${reference} is under way`);
  if (as === 'failed') row.gatewayResponse = bankWords.funds;
  finish(books, row, as === 'failed' ? { status: 'failed' } : {});
}

/** `POST /customer/authorization/deactivate` */
export function deactivate(books: Ledger, call: Call): Reply {
  const code = bodyOf(call)?.authorization_code;
  if (typeof code !== 'string') return missing('Authorization Code');
  books.revoked.add(code);
  return succeeded('Authorization has been deactivated', {});
}
