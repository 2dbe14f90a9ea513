import { AppError, fieldError } from '#core/errors.ts';
import { add, type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import {
  type AskedLine,
  type Credit,
  creditOf,
  wholeOf,
} from '#server/modules/invoices/rules/credit-note.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { type Division, releasePayments } from '#server/modules/payments/commands/release.ts';
import type { CreditNote } from '../table.ts';
import { bookNote, creditedSoFar, lockCreditable, paidPart } from './book.ts';

/** A credit note as it is asked for. */
export type NewCreditNote = {
  currency: Currency;
  invoiceId: string;
  lines: readonly AskedLine[];
  reason: CreditNote['reason'];
  note?: string | null | undefined;
  effect?: Division | undefined;
};

/**
 * Credits lines of a sent invoice: what is owed becomes less, then what was written off; the rest was paid and is divided as
 * `effect` says. Throws 404, 409 for an invoice that was not sent, 422 on a line of which less is left and on an effect that does
 * not add up.
 */
export async function issueCreditNote(ctx: Ctx, input: NewCreditNote): Promise<CreditNote> {
  const invoice = await lockCreditable(ctx, input);
  const { items, before } = await creditedSoFar(ctx, invoice);
  return issue(ctx, invoice, { ...input, ...creditOf(invoice, items, before, input.lines) });
}

/** Credits all that is left of a locked invoice; what was paid of it becomes the customer's credit. Throws 409 where nothing is. */
export async function creditWhole(ctx: Ctx, invoice: Invoice, note: string): Promise<CreditNote> {
  const { items, before } = await creditedSoFar(ctx, invoice);
  const lines = wholeOf(items, before);
  if (lines.length === 0) throw new AppError('conflict', 'All of this invoice is credited already');
  const credit = creditOf(invoice, items, before, lines);
  const effect = { credit: paidPart(invoice, credit.totals.total), refund: ZERO, gaveBack: ZERO };
  return issue(ctx, invoice, { reason: 'other', note, effect, ...credit });
}

type Issued = Pick<NewCreditNote, 'reason' | 'note' | 'effect'> & Credit;

async function issue(ctx: Ctx, invoice: Invoice, input: Issued): Promise<CreditNote> {
  const effect = dividedAs(invoice, input.effect, paidPart(invoice, input.totals.total));
  return bookNote(ctx, invoice, {
    ...input,
    effect,
    release: (number) => releasePayments(ctx, invoice, effect, `${number} for ${invoice.number}`),
  });
}

/** Throws 422 where the parts of what was paid do not add up to it. */
function dividedAs(invoice: Invoice, effect: Division | undefined, paid: Minor): Division {
  const { credit, refund, gaveBack } = effect ?? { credit: ZERO, refund: ZERO, gaveBack: ZERO };
  const money = formatMoney(paid, invoice.currency);
  if (paid > invoice.paid_minor)
    throw fieldError(
      'lines',
      `Only ${formatMoney(invoice.paid_minor, invoice.currency)} was paid in money. The rest was kept as tax: credit less, or mark the tax certificate as refused first`,
    );
  if (Math.min(credit, refund, gaveBack) < 0 || add(credit, refund, gaveBack) !== paid)
    throw fieldError(
      'effect',
      paid === 0
        ? 'Nothing of this was paid yet, so nothing goes back'
        : `${money} of this was paid already. Say where all of it goes`,
    );
  return { credit, refund, gaveBack };
}
