import { add, type Minor } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { notify, notifyOwner } from '#server/modules/notifications/commands/notify.ts';
import { withDebts, type WithdrawalWithRetry } from './queries/withdrawals.ts';
import { isReturned } from './rules.ts';
import type { WithdrawalRow } from './table.ts';

/** Notifies the owner of a withdrawal's outcome, and the member of staff of received money. `debt` is what its return settled. */
export async function notifyOfWithdrawal(ctx: SystemCtx, row: WithdrawalRow, debt: Minor): Promise<void> {
  const owner = await ownerOf(ctx.tx, row.business_id);
  const facts = {
    amount: row.amount_minor,
    currency: row.currency,
    bankName: row.bank_name,
    last4: row.account_number_last4,
    reference: row.reference,
  };
  const about = { businessId: row.business_id, event: 'withdrawal_finished' } as const;
  if (row.status !== 'completed') {
    await notifyOwner(ctx, about, {
      key: `withdrawal:${row.id}:${row.status}`,
      to: owner.email,
      template: 'withdrawalFailed',
      facts: { ...facts, firstName: owner.firstName, reason: row.reason, debt },
    });
    return;
  }
  if (row.staff_email) await notifyStaff(ctx, row, row.staff_email, facts);
  // For a batch the owner is notified once, when all of it has ended.
  if (row.batch_id) return;
  await notifyOwner(ctx, about, {
    key: `withdrawal:${row.id}:completed`,
    to: owner.email,
    template: 'withdrawalCompleted',
    facts: { ...facts, firstName: owner.firstName },
  });
}

/** Notifies the owner of a batch's outcome, of which `row` ended last; again after a retry. */
export async function notifyOfBatch(
  ctx: SystemCtx,
  row: WithdrawalRow,
  all: readonly WithdrawalWithRetry[],
): Promise<void> {
  const people = all.filter(({ tried_again_as: later }) => later === null);
  const missed = await withDebts(
    ctx.tx,
    row.business_id,
    people.filter(({ status }) => isReturned(status)),
  );
  const paid = people.filter(({ status }) => status === 'completed');
  const owner = await ownerOf(ctx.tx, row.business_id);
  const about = { businessId: row.business_id, event: 'withdrawal_finished' } as const;
  await notifyOwner(ctx, about, {
    key: `batch:${row.batch_id}:${all.length}`,
    to: owner.email,
    template: 'severalPaid',
    facts: {
      firstName: owner.firstName,
      paid: add(...paid.map(({ amount_minor: amount }) => amount)),
      currency: row.currency,
      people: people.length,
      missed: missed.length,
      debt: add(...missed.map(({ settledDebt }) => settledDebt)),
      description: row.description,
    },
  });
}

async function notifyStaff(
  ctx: SystemCtx,
  row: WithdrawalRow,
  to: string,
  facts: {
    amount: WithdrawalRow['amount_minor'];
    currency: WithdrawalRow['currency'];
    bankName: string;
    last4: string;
    reference: string;
  },
): Promise<void> {
  const business = await businessForDocument(ctx.tx, row.business_id);
  await notify(ctx, {
    key: `staff:${row.id}`,
    to,
    template: 'staffPaid',
    facts: {
      ...facts,
      business,
      staffName: row.staff_name ?? '',
      description: row.description,
    },
  });
}
