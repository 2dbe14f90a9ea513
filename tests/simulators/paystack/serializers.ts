import { INTEGRATION, type Recipient, type RefundRow, type Row, type TransferRow } from './ledger.ts';

export const customerOf = ({ email, id }: Row) => ({
  id: 10_000 + id,
  first_name: null,
  last_name: null,
  email,
  customer_code: `CUS_${id.toString(36).padStart(15, 'x')}`,
  phone: null,
  metadata: null,
  risk_action: 'default',
  international_format_phone: null,
});

/** The authorization a card payment leaves. */
export const codeOf = ({ id }: Row): string => `AUTH_${id.toString(36).padStart(10, 'x')}`;

export function authorizationOf(row: Row) {
  if (!row.tried) return {};
  const byCard = row.channel === 'card';
  return {
    authorization_code: codeOf(row),
    bin: byCard ? '408408' : '008XXX',
    last4: byCard ? '4081' : 'X553',
    exp_month: '12',
    exp_year: '2030',
    channel: row.channel,
    card_type: byCard ? 'visa ' : 'transfer',
    bank: byCard ? 'TEST BANK' : null,
    country_code: 'NG',
    brand: byCard ? 'visa' : 'Managed Account',
    reusable: byCard,
    signature: byCard ? `SIG_${row.id.toString(36)}` : null,
    account_name: null,
    ...(byCard ? {} : senderOf(row)),
  };
}

const senderOf = (row: Row) => ({
  sender_bank: 'First City Monument Bank',
  sender_bank_account_number: 'XXXXXX0011',
  sender_country: 'NG',
  sender_name: 'ADA OKORO',
  narration: `NIP: ADA OKORO ${row.id}`,
  receiver_bank_account_number: row.account ?? '9930000902',
  receiver_bank: 'Wema Bank',
});

const logOf = (row: Row) =>
  row.tried && row.channel === 'card'
    ? {
        start_time: Math.floor(row.createdAt.getTime() / 1000),
        time_spent: 4,
        attempts: 1,
        errors: row.status === 'failed' ? 1 : 0,
        success: row.status === 'success',
        mobile: false,
        input: [],
        history: [{ type: 'action', message: 'Attempted to pay with card', time: 3 }],
      }
    : null;

const gatewayResponses: Record<Row['status'], string> = {
  abandoned: 'The transaction was not completed',
  ongoing: 'Pending',
  success: 'Successful',
  failed: 'Declined',
  reversed: 'Successful',
};

/** A transaction as every answer has it. */
export function transactionShape(row: Row) {
  const paidAt = row.paidAt?.toISOString() ?? null;
  const createdAt = row.createdAt.toISOString();
  return {
    id: row.id,
    domain: row.domain,
    status: row.status,
    reference: row.reference,
    receipt_number: null,
    amount: row.amount,
    message: null,
    gateway_response: row.gatewayResponse ?? gatewayResponses[row.status],
    paid_at: paidAt,
    created_at: createdAt,
    channel: row.channel,
    currency: row.currency,
    ip_address: '197.210.54.33',
    metadata: row.metadata ?? '',
    log: logOf(row),
    fees: row.paidAt ? row.fee : null,
    fees_split: null,
    authorization: authorizationOf(row),
    customer: customerOf(row),
    plan: null,
    split: {},
    subaccount: {},
    order_id: null,
    paidAt,
    createdAt,
    requested_amount: row.requestedAmount,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
  };
}

export function refundShape(refund: RefundRow, row: Row) {
  const done = refund.status === 'processed';
  return {
    integration: INTEGRATION,
    transaction: refund.transaction,
    dispute: null,
    settlement: null,
    id: refund.id,
    domain: row.domain,
    currency: row.currency,
    amount: refund.amount,
    status: refund.status,
    refunded_at: done ? refund.at.toISOString() : null,
    refunded_by: 'owner@example.com',
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
    deducted_amount: done ? refund.amount : 0,
    fully_deducted: done ? 1 : 0,
    createdAt: refund.at.toISOString(),
    bank_reference: null,
    transaction_reference: row.reference,
    transaction_amount: row.amount,
    refund_channel: null,
    session_id: null,
    collect_account_number: false,
  };
}

export const recipientShape = (to: Recipient) => ({
  active: true,
  createdAt: to.at.toISOString(),
  currency: 'NGN',
  description: null,
  domain: 'test',
  email: null,
  id: to.id,
  integration: INTEGRATION,
  metadata: null,
  name: to.name,
  recipient_code: to.code,
  type: 'nuban',
  updatedAt: to.at.toISOString(),
  is_deleted: false,
  isDeleted: false,
  details: {
    authorization_code: null,
    account_number: to.accountNumber,
    account_name: null,
    bank_code: to.bankCode,
    bank_name: null,
  },
});

/** A transfer as verify and the list have it. */
export function transferShape(transfer: TransferRow) {
  return {
    amount: transfer.amount,
    createdAt: transfer.at.toISOString(),
    currency: 'NGN',
    domain: 'test',
    failures: null,
    id: transfer.id,
    integration: INTEGRATION,
    reason: transfer.reason,
    reference: transfer.reference,
    source: 'balance',
    source_details: null,
    status: transfer.status,
    titan_code: null,
    transfer_code: transfer.code,
    request: transfer.id + 1,
    transferred_at: null,
    updatedAt: transfer.at.toISOString(),
    recipient: recipientShape(transfer.recipient),
    session: { provider: null, id: null },
    fee_charged: transfer.fee,
    fees_breakdown: null,
    gateway_response: transfer.status === 'failed' ? 'The bank did not accept the transfer' : null,
  };
}
