import type { Call, Reply } from '../serve.ts';
import { bankWords } from '../simulator.ts';
import { presentSingle, type Shop } from './collections.ts';
import { beginTransaction, complete, type Ledger, type Transaction } from './ledger.ts';
import { accept, koboOf, missingText, readBody, refuse } from './wire.ts';

const texts = ['cardToken', 'customerEmail', 'paymentReference', 'currencyCode', 'contractCode', 'apiKey'];

/** `POST /api/v1/merchant/cards/charge-card-token`. A reference is taken once. */
export function chargeCardToken({ books, contractCode }: Shop, call: Call): Reply {
  const body = readBody(call);
  if (!body) return refuse(400, 'The request body is not readable');
  const missing = missingText(body, texts);
  if (missing) return refuse(400, `${missing} must not be blank`);
  const amount = koboOf(body.amount);
  if (amount === null) return refuse(400, 'amount must be a number');
  if (body.contractCode !== contractCode) return refuse(404, 'Contract not found');
  const known = [...books.transactions.values()];
  if (known.some(({ paymentReference }) => paymentReference === body.paymentReference))
    return refuse(422, 'Payment reference has already been used');
  const from = known.find((one) => one.method === 'CARD' && one.paid > 0 && tokenOf(one) === body.cardToken);
  if (!from || from.customer.email !== body.customerEmail) return refuse(422, 'Invalid card token');
  const charge = beginTransaction(books, {
    paymentReference: String(body.paymentReference),
    product: { type: 'API_CARD_TOKEN', reference: String(body.paymentReference) },
    requestedAmount: amount,
    description: String(body.paymentDescription ?? ''),
    customer: from.customer,
  });
  Object.assign(charge, { method: 'CARD', isTaken: true });
  end(books, charge);
  return accept({ ...presentSingle(charge), responseMessage: charge.words ?? null });
}

function end(books: Ledger, charge: Transaction): void {
  const { chargesEnd: as } = books;
  if (as === 'completed') return complete(books, charge, 'PAID');
  if (as === 'processing') return;
  charge.words = bankWords[as];
  charge.status = 'FAILED';
}

/** A charge under way comes to its end. */
export function decideCharge(books: Ledger, reference: string, as: 'completed' | 'failed'): void {
  const charge = [...books.transactions.values()].find(
    ({ paymentReference, status }) => paymentReference === reference && status === 'PENDING',
  );
  if (!charge) throw new Error(`no charge ${reference} is under way`);
  if (as === 'completed') return complete(books, charge, 'PAID');
  charge.words = bankWords.funds;
  charge.status = 'FAILED';
}

/** The token a card payment leaves. */
export const tokenOf = ({ id }: Transaction): string => `MNFY_${id.replaceAll('|', '')}`;
