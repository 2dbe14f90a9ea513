import { DAY_MS } from '#core/durations.ts';
import { add, subtract } from '#core/money.ts';
import type { Call, Reply } from '../serve.ts';
import { beginTransaction, type Invoice, type Ledger, paidOf, type Transaction } from './ledger.ts';
import {
  accept,
  koboOf,
  missingText,
  naira,
  nairaText,
  pageOf,
  pagingOf,
  readBody,
  readTime,
  refuse,
  secondsTime,
  spokenTime,
  writtenTime,
  zonedTime,
} from './wire.ts';

const LEAST = 2_000;
const MOST_DAYS = 90;

export type Shop = { books: Ledger; contractCode: string; url: () => string };

const texts = ['invoiceReference', 'customerName', 'customerEmail', 'contractCode', 'description'];

/** `POST /api/v1/invoice/create`. */
export function createInvoice(shop: Shop, call: Call): Reply {
  const body = readBody(call);
  if (!body) return refuse(400, 'The request body is not readable');
  const missing = missingText(body, [...texts, 'currencyCode', 'expiryDate']);
  if (missing) return refuse(400, `${missing} must not be blank`);
  const amount = koboOf(body.amount);
  if (amount === null) return refuse(400, 'amount must be a number');
  if (amount < LEAST) return refuse(422, 'Amount is below the minimum of 20.00');
  if (body.currencyCode !== 'NGN') return refuse(422, 'Currency is not supported');
  if (!/^\S+@\S+$/.test(String(body.customerEmail))) return refuse(400, 'customerEmail is not a valid email');
  if (body.contractCode !== shop.contractCode) return refuse(404, 'Contract not found');
  const expires = readTime(body.expiryDate);
  const now = shop.books.now();
  if (!expires) return refuse(400, 'expiryDate should be in the format YYYY-MM-DD HH:MM:SS');
  if (expires <= now) return refuse(422, 'expiryDate is in the past');
  if (expires.getTime() - now.getTime() > MOST_DAYS * DAY_MS)
    return refuse(422, 'expiryDate is too far away');
  if (shop.books.invoices.has(String(body.invoiceReference)))
    return refuse(422, 'Invoice reference has already been used');
  return accept(presentInvoice(shop, writeInvoice(shop.books, body, { amount, expires })));
}

function writeInvoice(
  books: Ledger,
  body: Record<string, unknown>,
  { amount, expires }: Pick<Invoice, 'amount' | 'expires'>,
): Invoice {
  const reference = String(body.invoiceReference);
  const customer = { name: String(body.customerName), email: String(body.customerEmail) };
  const { id } = beginTransaction(books, {
    paymentReference: reference,
    product: { type: 'INVOICE', reference },
    requestedAmount: amount,
    description: String(body.description),
    customer,
  });
  const invoice: Invoice = {
    reference,
    amount,
    customerName: customer.name,
    customerEmail: customer.email,
    description: String(body.description),
    redirectUrl: typeof body.redirectUrl === 'string' ? body.redirectUrl : null,
    createdOn: books.now(),
    expires,
    isCancelled: false,
    accountNumber: `50${String(books.count).padStart(8, '0')}`,
    transaction: id,
  };
  books.invoices.set(reference, invoice);
  return invoice;
}

export function statusOf(books: Ledger, invoice: Invoice): string {
  if (invoice.isCancelled) return 'CANCELLED';
  if (paidOf(books, invoice.reference) >= invoice.amount) return 'PAID';
  return invoice.expires <= books.now() ? 'EXPIRED' : 'PENDING';
}

function presentInvoice({ books, contractCode, url }: Shop, invoice: Invoice) {
  return {
    amount: naira(invoice.amount),
    invoiceReference: invoice.reference,
    invoiceStatus: statusOf(books, invoice),
    description: invoice.description,
    contractCode,
    customerEmail: invoice.customerEmail,
    customerName: invoice.customerName,
    expiryDate: secondsTime(invoice.expires),
    createdBy: 'MK_TEST_SIMULATOR',
    createdOn: secondsTime(invoice.createdOn),
    checkoutUrl: `${url()}/checkout/${invoice.transaction}`,
    accountNumber: invoice.accountNumber,
    accountName: invoice.description,
    bankName: 'Moniepoint Microfinance Bank',
    bankCode: '50515',
    redirectUrl: invoice.redirectUrl,
    transactionReference: invoice.transaction,
    incomeSplitConfig: [],
  };
}

/** `/api/v1/invoice/{reference}/details` and `/cancel`. */
export function oneInvoice(shop: Shop, call: Call): Reply {
  const [, reference = '', deed] = /^\/api\/v1\/invoice\/(.+)\/(details|cancel)$/s.exec(call.path) ?? [];
  const invoice = shop.books.invoices.get(reference);
  if (!invoice) return refuse(404, 'Invoice not found');
  if (deed === 'details') return accept(presentInvoice(shop, invoice));
  if (statusOf(shop.books, invoice) !== 'PENDING') return refuse(422, 'Invoice cannot be cancelled');
  invoice.isCancelled = true;
  return accept(presentInvoice(shop, invoice));
}

const visible = (books: Ledger): Transaction[] =>
  [...books.transactions.values()].filter(({ isForeign: isElsewhere }) => !isElsewhere);

/** `GET /api/v2/transactions/{reference}` and `GET /api/v2/merchant/transactions/query`. */
export function oneTransaction({ books }: Shop, call: Call): Reply {
  const id =
    /^\/api\/v2\/transactions\/(.+)$/s.exec(call.path)?.[1] ?? call.query.get('transactionReference');
  const reference = call.query.get('paymentReference');
  if (!id && !reference) return refuse(400, 'Either a transaction or a payment reference is needed');
  const found = visible(books).find((one) => (id ? one.id === id : one.paymentReference === reference));
  return found ? accept(presentSingle(found)) : refuse(404, 'Transaction not found');
}

export function presentSingle(one: Transaction) {
  const isOpen = one.status === 'PENDING' || one.status === 'FAILED';
  const isOffer = !one.isTaken;
  const paidOn = one.paidOn ?? one.createdOn;
  const transfer = {
    accountName: one.customer.name,
    accountNumber: '******2190',
    bankCode: '50515',
    amountPaid: nairaText(one.paid),
  };
  return {
    transactionReference: one.id,
    paymentReference: one.paymentReference,
    amountPaid: nairaText(one.paid),
    totalPayable: nairaText(isOffer ? one.paid : one.requestedAmount),
    settlementAmount: isOpen ? null : nairaText(subtract(one.paid, one.fee)),
    paidOn: isOpen ? null : one.id.endsWith('1') ? writtenTime(paidOn) : spokenTime(paidOn),
    paymentStatus: one.status,
    paymentDescription: one.description,
    currency: one.currency,
    paymentMethod: isOffer ? null : one.method,
    product: isOffer ? null : one.product,
    cardDetails: one.method === 'CARD' && one.paid > 0 ? cardOf(one) : null,
    responseMessage: one.words ?? null,
    accountDetails: isOpen ? null : transfer,
    accountPayments: isOpen ? [] : [transfer],
    customer: one.customer,
    metaData: {},
  };
}

const cardOf = (one: Transaction) => ({
  cardType: 'VISA',
  last4: '1111',
  expMonth: '10',
  expYear: '32',
  bin: '411111',
  bankCode: null,
  bankName: null,
  reusable: true,
  countryCode: null,
  cardToken: `MNFY_${one.id.replaceAll('|', '')}`,
  supportsTokenization: true,
  maskedPan: '411111******1111',
});

/** `GET /api/v1/transactions/search`. */
export function searchTransactions({ books }: Shop, call: Call): Reply {
  const paging = pagingOf(call, 'page', 'size');
  const from = call.query.get('from') ?? '0';
  const to = call.query.get('to') ?? '9999999999999';
  if (!paging) return refuse(400, 'page and size must be numbers');
  if (!/^\d{1,13}$/.test(from) || !/^\d{1,13}$/.test(to))
    return refuse(400, 'from and to must be timestamps');
  const details = {
    paymentReference: call.query.get('paymentReference'),
    id: call.query.get('transactionReference'),
  };
  const found = visible(books)
    .filter(({ createdOn }) => createdOn.getTime() >= Number(from) && createdOn.getTime() <= Number(to))
    .filter(
      ({ paymentReference }) => !details.paymentReference || paymentReference === details.paymentReference,
    )
    .filter(({ id }) => !details.id || id === details.id)
    .reverse();
  return accept(pageOf(found.map(presentListed), paging.number, paging.size));
}

const presentListed = (one: Transaction) => ({
  customerDTO: { ...one.customer, merchantCode: 'SIMULATOR' },
  providerAmount: 0.21,
  paymentMethod: one.method,
  createdOn: zonedTime(one.createdOn),
  amount: naira(one.requestedAmount),
  flagged: false,
  fee: naira(one.fee),
  currencyCode: one.currency,
  completedOn: one.paidOn && zonedTime(one.paidOn),
  paymentDescription: one.description,
  paymentStatus: one.status,
  transactionReference: one.id,
  paymentReference: one.paymentReference,
  merchantName: 'Simulated merchant',
  payableAmount: naira(add(one.requestedAmount)),
  amountPaid: naira(one.paid),
  completed: one.paidOn !== null,
});
