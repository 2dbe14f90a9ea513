import type { staff } from '#contract/staff.ts';
import type { withdrawals } from '#contract/withdrawals.ts';
import { add } from '#core/money.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { checkPin } from '#server/modules/business/flows/pin.ts';
import { profileOf, takeoverOf } from '#server/modules/business/queries.ts';
import { payoutsOpenAt } from '#server/modules/business/rules.ts';
import { balances, owedBy } from '#server/modules/ledger/queries.ts';
import { requireBalance } from './commands/admit.ts';
import { type Batch, requestAndSaveStaff, requestBatch, retryBatch } from './commands/bulk.ts';
import type { NewPayout } from './commands/payout.ts';
import { addStaff, archiveStaff } from './commands/staff.ts';
import { preparePayouts, prepareRetry } from './flows/bulk.ts';
import { confirmPayee } from './flows/confirm-payees.ts';
import { holderName, payeeOf } from './flows/payee.ts';
import { refuseUnknownAfterReset } from './flows/payee-checks.ts';
import { banksFor, pricesOf, sendingState } from './flows/payout.ts';
import { checkedStaff, updateStaff } from './flows/staff.ts';
import { presentStaff, presentWithdrawal } from './present.ts';
import { payoutAllowance } from './queries/allowance.ts';
import { listStaff } from './queries/staff.ts';
import { listWithdrawals } from './queries/withdrawals.ts';
import { costOfAll, mostToSend } from './rules.ts';

export const routes: Handlers<typeof withdrawals> = {
  banks: async (scope, { params }) => ({ data: await banksFor(scope, params.currency) }),
  balance: async (scope, { params }) => {
    const { available, held } = await balances(scope.db, scope.actor.businessId, params.currency);
    const profile = await profileOf(scope.db, scope.actor.businessId);
    const { payoutsOnHold: moneyHeld } = await takeoverOf(scope.db, scope.actor.businessId);
    const sending = moneyHeld ? 'paused' : await sendingState(scope, params.currency);
    return {
      data: {
        available,
        pending: held,
        owed: await owedBy(scope.db, scope.actor.businessId, params.currency),
        currency: params.currency,
        sending,
        ownAccountOpensAt: payoutsOpenAt(profile.payout_changed_at, scope.now),
        allowance: await payoutAllowance(scope.db, scope.actor.businessId, params.currency, scope.now),
      },
    };
  },
  resolveAccount: async (scope, { params, query }) => ({
    data: {
      bankCode: query.bankCode,
      accountNumber: query.accountNumber,
      accountName: await holderName(scope, params.currency, query),
    },
  }),
  quote: async (scope, { params: { currency }, query: { amount } }) => {
    const { provider, pricedOn, feeOf } = pricesOf(scope, currency);
    const { available } = await balances(scope.db, scope.actor.businessId, currency);
    const fee = feeOf(amount);
    const most = mostToSend(available, feeOf);
    const total = add(amount, fee);
    return { data: { amount, fee, total, receives: amount, most, available, currency, provider, pricedOn } };
  },
  quoteBulk: async (scope, { params: { currency }, body: { amounts } }) => {
    const { provider, pricedOn, feeOf } = pricesOf(scope, currency);
    const { available } = await balances(scope.db, scope.actor.businessId, currency);
    return { data: { ...costOfAll(amounts, available, feeOf), currency, provider, pricedOn } };
  },
  list: async (scope, { params, query }) => {
    const { withdrawals, nextCursor, total } = await listWithdrawals(
      scope.db,
      scope.actor.businessId,
      params.currency,
      query,
    );
    return { data: { withdrawals: withdrawals.map(presentWithdrawal) }, page: { nextCursor, total } };
  },
  create: async (scope, { params, body }) => {
    await checkPin(scope, body.pin);
    const to = await payeeOf(scope, params.currency, body);
    await refuseUnknownAfterReset(scope, [to]);
    const { name, feeOf } = pricesOf(scope, params.currency);
    const sum = { amount: body.amount, fee: feeOf(body.amount) };
    await requireBalance(scope.db, scope.actor.businessId, params.currency, [sum]);
    const payee = await confirmPayee(scope, params.currency, {
      account: to,
      shownName: body.accountName || null,
      path: 'accountName',
      payee: body.type === 'disburse' ? body.staffName : null,
    });
    const savesStaff = body.type === 'disburse' && body.keep === true;
    const staff =
      body.type === 'disburse'
        ? { name: body.staffName, email: body.staffEmail, phone: body.staffPhone ?? null }
        : null;
    const payout: NewPayout = {
      ...payee,
      type: body.type,
      currency: params.currency,
      ...sum,
      provider: name,
      description: body.description || null,
      staff,
    };
    return scope.answerOnce(
      (ctx) => requestAndSaveStaff(ctx, payout, savesStaff),
      (row) => ({
        message:
          body.type === 'disburse'
            ? 'Disbursement request submitted successfully'
            : 'Withdrawal request submitted successfully',
        data: { withdrawal: presentWithdrawal(row) },
      }),
    );
  },
  bulk: async (scope, { params, body }) => {
    const { payouts, staffToSave } = await preparePayouts(scope, params.currency, body.items, body.pin);
    return scope.answerOnce((ctx) => requestBatch(ctx, payouts, staffToSave), presentBatch);
  },
  retryBatch: async (scope, { params, body }) => {
    const payoutFor = await prepareRetry(scope, params.currency, params.id, body);
    return scope.answerOnce((ctx) => retryBatch(ctx, params.currency, params.id, payoutFor), presentBatch);
  },
};

const presentBatch = ({ batchId, withdrawals }: Batch) => ({
  message: 'Disbursement request submitted successfully',
  data: { batchId, withdrawals: withdrawals.map((row) => presentWithdrawal(row)) },
});

export const staffRoutes: Handlers<typeof staff> = {
  list: async (scope, { params }) => {
    const rows = await listStaff(scope.db, scope.actor.businessId, params.currency);
    return { data: { staff: rows.map(presentStaff) } };
  },
  create: async (scope, { params, body }) => {
    const { person, account } = await checkedStaff(scope, params.currency, body);
    return scope.answerOnce(
      (ctx) => addStaff(ctx, params.currency, person, account),
      (row) => ({ message: `${row.name} is on your staff list`, data: { staff: presentStaff(row) } }),
    );
  },
  update: async (scope, { params, body }) => {
    const row = await updateStaff(scope, params.currency, params.id, body);
    return { data: { staff: presentStaff(row) } };
  },
  archive: async (scope, { params }) => {
    await scope.transact((ctx) => archiveStaff(ctx, params.currency, params.id));
    return { data: {} };
  },
};
