import type { SystemCtx } from '#server/scope.ts';
import { businessForDocument } from '../business/queries.ts';
import { ownerOf } from '../identity/queries.ts';
import { notify, notifyOwner } from '../notifications/commands.ts';
import type { WithdrawalRow } from './table.ts';

/** Tells the owner how a withdrawal ended, and the member of staff that money has come. */
export async function tellOfWithdrawal(ctx: SystemCtx, row: WithdrawalRow): Promise<void> {
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
      letter: 'withdrawalFailed',
      facts: { ...facts, firstName: owner.firstName, reason: row.reason },
    });
    return;
  }
  await notifyOwner(ctx, about, {
    key: `withdrawal:${row.id}:completed`,
    to: owner.email,
    letter: 'withdrawalCompleted',
    facts: { ...facts, firstName: owner.firstName },
  });
  if (row.staff_email) await tellStaff(ctx, row, row.staff_email, facts);
}

async function tellStaff(
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
  const business = await businessForDocument(ctx.tx, row.business_id, ctx.sealer);
  await notify(ctx, {
    key: `staff:${row.id}`,
    to,
    letter: 'staffPaid',
    facts: {
      ...facts,
      business: { name: business.name, primaryColor: business.primaryColor },
      staffName: row.staff_name ?? '',
      description: row.description,
    },
  });
}
