import { OWN_ACCOUNT, type withdrawals } from '#contract/withdrawals.ts';
import { dateIn } from '#core/dates.ts';
import { add } from '#core/money.ts';
import type { Handlers } from '#server/http.ts';
import { checkPin } from '../business/flows.ts';
import { balances } from '../ledger/queries.ts';
import { type NewPayout, requestWithdrawal } from './commands.ts';
import { banksFor, confirmPayee, ownAccount, payerOf, resolveAccount } from './flows.ts';
import { listWithdrawals } from './queries.ts';
import type { WithdrawalRow } from './table.ts';

export const routes: Handlers<typeof withdrawals> = {
  banks: async (scope, { params }) => ({ data: await banksFor(scope, params.currency) }),
  balance: async (scope, { params }) => {
    const { available, held } = await balances(scope.db, scope.actor.businessId, params.currency);
    return { data: { available, pending: held, currency: params.currency } };
  },
  resolveAccount: async (scope, { params, query }) => ({
    data: {
      ...query,
      accountName: await resolveAccount(scope, params.currency, query.bankCode, query.accountNumber),
    },
  }),
  quote: async (scope, { params, query }) => {
    const { amount } = query;
    const fee = payerOf(scope, params.currency).payoutFee(amount, params.currency, dateIn(scope.now));
    return { data: { amount, fee, total: add(amount, fee), currency: params.currency } };
  },
  list: async (scope, { params, query }) => {
    const { withdrawals, nextCursor, total } = await listWithdrawals(
      scope.db,
      scope.actor.businessId,
      params.currency,
      query,
    );
    return { data: { withdrawals: withdrawals.map(present) }, page: { nextCursor, total } };
  },
  create: async (scope, { params, body }) => {
    await checkPin(scope, body.pin);
    const to =
      body.accountNumber === OWN_ACCOUNT
        ? await ownAccount(scope)
        : { ...body, accountName: body.accountName ?? null };
    const payee = await confirmPayee(scope, params.currency, to);
    const provider = payerOf(scope, params.currency);
    const payout: NewPayout = {
      ...payee,
      type: body.type,
      currency: params.currency,
      amount: body.amount,
      fee: provider.payoutFee(body.amount, params.currency, dateIn(scope.now)),
      provider: provider.name,
      bankCode: to.bankCode,
      accountNumber: to.accountNumber,
      description: body.description ?? null,
      staff:
        body.type === 'disburse'
          ? { name: body.staffName, email: body.staffEmail, phone: body.staffPhone ?? null }
          : null,
    };
    const message =
      body.type === 'disburse'
        ? 'Disbursement request submitted successfully'
        : 'Withdrawal request submitted successfully';
    return scope.answerOnce(
      (ctx) => requestWithdrawal(ctx, payout),
      (row) => ({ message, data: { withdrawal: present(row) } }),
    );
  },
};

const present = (row: WithdrawalRow) => ({
  id: row.id,
  _id: row.id,
  type: row.type,
  amount: row.amount_minor,
  fee: row.fee_minor,
  currency: row.currency,
  bankCode: row.bank_code,
  bankName: row.bank_name,
  accountName: row.account_name,
  accountNumber: `••••••${row.account_number_last4}`,
  staffName: row.staff_name,
  staffEmail: row.staff_email,
  staffPhone: row.staff_phone,
  description: row.description,
  status: row.status,
  reason: row.reason,
  reference: row.reference,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
