import { createHmac } from 'node:crypto';
import { subtract } from '#core/money.ts';
import type { SimWebhook } from '../simulator.ts';
import type { Invoice, Refund, Transaction, Transfer } from './ledger.ts';
import { naira, nairaText, spokenTime, writtenTime } from './wire.ts';

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Builds, signs and queues webhooks; posts them at once where there is an address. */
export function createWebhooks(secret: string) {
  const waiting: SimWebhook[] = [];
  let address: string | null = null;
  let count = 0;
  const posts = new Set<Promise<unknown>>();

  const sign = (body: string): SimWebhook => ({
    body,
    headers: {
      'content-type': 'application/json',
      'monnify-signature': createHmac('sha512', secret).update(body).digest('hex'),
    },
  });
  const queue = (eventType: string, eventData: unknown, isTypeLast: boolean) => {
    const webhook = sign(JSON.stringify(isTypeLast ? { eventData, eventType } : { eventType, eventData }));
    if (address === null) return void waiting.push(webhook);
    const post = fetch(address, { method: 'POST', ...webhook }).then(
      (answer) => answer.body?.cancel(),
      () => undefined,
    );
    posts.add(post);
    void post.finally(() => posts.delete(post));
  };
  // The shapes of a kind of webhook alternate, so that a test with two of them has met both.
  const turn = () => {
    count += 1;
    return count % 2 === 0;
  };

  return {
    sign,
    take: () => waiting.splice(0),
    postTo: (url: string | null) => {
      address = url;
    },
    settled: () => Promise.allSettled(posts),
    paid: (one: Transaction) => {
      const isOdd = turn();
      queue('SUCCESSFUL_TRANSACTION', paidData(one, isOdd), isOdd);
    },
    rejected: (one: Transaction, invoice: Invoice) =>
      queue('REJECTED_PAYMENT', rejectedData(one, invoice), turn()),
    transferred: (one: Transfer) => {
      const word = one.status === 'SUCCESS' ? 'SUCCESSFUL' : one.status;
      queue(`${word}_DISBURSEMENT`, transferData(one), turn());
    },
    refunded: (one: Refund) => {
      const word = one.status === 'COMPLETED' ? 'SUCCESSFUL' : 'FAILED';
      queue(`${word}_REFUND`, refundData(one), turn());
    },
  };
}

function paidData(one: Transaction, isOdd: boolean) {
  const settled = subtract(one.paid, one.fee);
  const source = {
    bankCode: '50515',
    amountPaid: naira(one.paid),
    accountName: one.customer.name,
    sessionId: `090405${one.id.replaceAll(/\D/g, '')}`,
    accountNumber: '0065432190',
  };
  const destination = { bankCode: '035', bankName: 'Wema bank', accountNumber: '7023576853' };
  const paidOn = one.paidOn ?? one.createdOn;
  return {
    product: one.product,
    transactionReference: one.id,
    ...(one.product.type === 'INVOICE' ? { invoiceReference: one.product.reference } : {}),
    paymentReference: one.paymentReference,
    paidOn: isOdd ? spokenTime(paidOn) : writtenTime(paidOn),
    paymentDescription: one.description,
    metaData: {},
    paymentSourceInformation: isOdd ? {} : [source],
    destinationAccountInformation: isOdd ? {} : destination,
    amountPaid: naira(one.paid),
    totalPayable: naira(one.requestedAmount),
    cardDetails: {},
    paymentMethod: one.method,
    currency: one.currency,
    settlementAmount: isOdd ? naira(settled) : nairaText(settled),
    paymentStatus: one.status,
    customer: one.customer,
  };
}

const rejectedData = (one: Transaction, invoice: Invoice) => ({
  metaData: '{}',
  product: one.product,
  amount: naira(one.requestedAmount),
  paymentSourceInformation: {
    bankCode: '50515',
    amountPaid: naira(one.requestedAmount),
    accountName: one.customer.name,
    sessionId: `090405${one.id.replaceAll(/\D/g, '')}`,
    accountNumber: '0065432190',
  },
  transactionReference: one.id,
  created_on: writtenTime(one.createdOn).slice(0, 21),
  paymentReference: one.paymentReference,
  paymentRejectionInformation: {
    bankCode: '035',
    destinationAccountNumber: invoice.accountNumber,
    bankName: 'Wema bank',
    rejectionReason: 'UNDER_PAYMENT',
    expectedAmount: naira(invoice.amount),
  },
  paymentDescription: one.description,
  customer: one.customer,
});

const transferData = (one: Transfer) => ({
  amount: naira(one.amount),
  transactionReference: one.id,
  fee: naira(one.fee),
  transactionDescription: one.description,
  destinationAccountNumber: one.accountNumber,
  sessionId: `090405${one.id.replaceAll(/\D/g, '')}`,
  createdOn: spokenTime(one.createdOn),
  destinationAccountName: one.accountName,
  reference: one.reference,
  destinationBankCode: one.bankCode,
  completedOn: spokenTime(one.createdOn),
  narration: one.narration,
  currency: 'NGN',
  destinationBankName: 'A bank',
  status: one.status,
});

const refundData = (one: Refund) => ({
  merchantReason: one.reason,
  transactionReference: one.transaction,
  completedOn: spokenTime(one.completedOn ?? one.createdOn),
  refundStatus: one.status,
  customerNote: one.note,
  createdOn: spokenTime(one.createdOn),
  refundReference: one.reference,
  refundAmount: naira(one.amount),
});
