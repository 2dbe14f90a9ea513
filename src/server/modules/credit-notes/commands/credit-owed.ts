import { AppError } from '#core/errors.ts';
import { ZERO } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { creditOf } from '#server/modules/invoices/rules/credit-note.ts';
import type { CreditNote } from '../table.ts';
import { bookNote, creditedSoFar, lockCreditable, paidPart } from './book.ts';
import type { NewCreditNote } from './issue.ts';

/**
 * Credits lines of a sent invoice that are still owed, so that no money moves. Throws 404, 409 for an invoice that was not sent and
 * where a part was paid, 422 on a line of which less is left.
 */
export async function creditOwed(ctx: Ctx, input: Omit<NewCreditNote, 'effect'>): Promise<CreditNote> {
  const invoice = await lockCreditable(ctx, input);
  const { items, before } = await creditedSoFar(ctx, invoice);
  const credit = creditOf(invoice, items, before, input.lines);
  if (paidPart(invoice, credit.totals.total) > 0)
    throw new AppError('conflict', 'A part of this was paid already');
  return bookNote(ctx, invoice, { ...input, ...credit, effect: NOTHING_BACK });
}

const NOTHING_BACK = { credit: ZERO, refund: ZERO, gaveBack: ZERO };
