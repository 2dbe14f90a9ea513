import type { Ctx } from '#server/kernel/scope.ts';
import { aboutInvoice, type Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { cancelMessage, isQueued } from '#server/modules/notifications/commands/cancel.ts';
import { claimEmail } from '#server/modules/notifications/commands/notify.ts';
import { jobs } from '../jobs.ts';
import type { CreditNote } from '../table.ts';

export type NoteLetter = 'creditNote' | 'creditNoteWithdrawn';

const keyOf = ({ id }: CreditNote, letter: NoteLetter): string =>
  letter === 'creditNote' ? `credit-note:${id}` : `credit-note:${id}:withdrawn`;

/** Queues a letter about a credit note, once each. */
export async function sendLetter(
  ctx: Ctx,
  invoice: Invoice,
  row: CreditNote,
  letter: NoteLetter,
): Promise<void> {
  const to = invoice.customer_email;
  if (to === '') return;
  const key = keyOf(row, letter);
  const fresh = await claimEmail(ctx, { key, to, template: letter, about: aboutInvoice(invoice) });
  if (fresh) ctx.enqueue(jobs.letter, { key, businessId: row.business_id, id: row.id, letter });
}

/** Tells the customer that a credit note no longer counts; one whose letter has not gone needs none of either. */
export async function sendWithdrawal(ctx: Ctx, invoice: Invoice, row: CreditNote): Promise<void> {
  const key = keyOf(row, 'creditNote');
  if (await isQueued(ctx, key, row.business_id)) return cancelMessage(ctx, key, row.business_id);
  await sendLetter(ctx, invoice, row, 'creditNoteWithdrawn');
}
