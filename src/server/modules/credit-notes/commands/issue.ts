import { AppError, fieldError } from '#core/errors.ts';
import { add, type Currency, formatMoney, least, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import { type Ctx, todayOf } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import { recordInvoice } from '#server/modules/invoices/commands/record-activity.ts';
import { adjustInvoice } from '#server/modules/invoices/commands/adjust.ts';
import { insertCreditNote } from '#server/modules/invoices/commands/credit-note.ts';
import { recountEarlyDiscount } from '#server/modules/invoices/commands/early-payment.ts';
import { standingNotes } from '#server/modules/invoices/queries/credit-notes.ts';
import { itemsOf } from '#server/modules/invoices/queries/details.ts';
import {
  type AskedLine,
  type Credit,
  creditNoteNumber,
  creditOf,
  wholeOf,
} from '#server/modules/invoices/rules/credit-note.ts';
import { type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { type Division, releasePayments } from '#server/modules/payments/commands/release.ts';
import { effectSentence } from '../rules.ts';
import type { CreditNote } from '../table.ts';
import { sendLetter } from './letters.ts';

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

/** The business's lock and an invoice that can be credited. Throws 404, 409. */
export async function lockCreditable(
  ctx: Ctx,
  { currency, invoiceId }: { currency: Currency; invoiceId: string },
): Promise<Invoice> {
  const invoice = await lockInvoice(ctx, { currency, invoiceId });
  if (!isActive(invoice)) throw new AppError('conflict', 'This invoice was deleted. Restore it first');
  if (!invoice.sent_at && !invoice.paid_at)
    throw new AppError('conflict', 'This invoice was not sent. Change it as you like, or delete it');
  return invoice;
}

const creditedSoFar = async (ctx: Ctx, invoice: Invoice) => ({
  items: await itemsOf(ctx.tx, invoice.business_id, invoice.id),
  before: await standingNotes(ctx.tx, invoice),
});

/** The part of a credit note (minor units) that was paid already. */
const paidPart = ({ balance_minor, written_off_minor }: Invoice, total: Minor): Minor =>
  subtract(total, least(total, add(balance_minor, written_off_minor)));

type Issued = Pick<NewCreditNote, 'reason' | 'note' | 'effect'> & Credit;

async function issue(ctx: Ctx, invoice: Invoice, input: Issued): Promise<CreditNote> {
  const { total } = input.totals;
  const paid = paidPart(invoice, total);
  const effect = dividedAs(invoice, input.effect, paid);
  const row = await insertCreditNote(ctx, invoice, {
    totals: input.totals,
    lines: input.lines,
    reason: input.reason,
    note: input.note || '',
    owed_minor: subtract(total, paid),
    credit_minor: effect.credit,
    refund_minor: effect.refund,
    gave_back_minor: effect.gaveBack,
    made_by: ctx.actor.userId,
    issue_date: todayOf(ctx),
  });
  const number = creditNoteNumber(row.number);
  await releasePayments(ctx, invoice, effect, `${number} for ${invoice.number}`);
  const changed = await adjustInvoice(
    ctx,
    await withoutWriteOff(ctx, invoice, total, number),
    { kind: 'credit_note', source_id: row.id, amount_minor: total, note: number, made_by: ctx.actor.userId },
    paid,
  );
  await recordIssue(ctx, await recountEarlyDiscount(ctx, changed), row);
  await sendLetter(ctx, changed, row, 'creditNote');
  return row;
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

// A written off part is credited, not asked for again.
async function withoutWriteOff(ctx: Ctx, invoice: Invoice, total: Minor, note: string): Promise<Invoice> {
  const over = least(subtract(total, least(total, invoice.balance_minor)), invoice.written_off_minor);
  if (over === 0) return invoice;
  return adjustInvoice(ctx, invoice, {
    kind: 'write_off',
    source_id: null,
    amount_minor: minor(-over),
    note,
    made_by: ctx.actor.userId,
  });
}

async function recordIssue(ctx: Ctx, invoice: Invoice, row: CreditNote): Promise<void> {
  const number = creditNoteNumber(row.number);
  const amount = formatMoney(row.total_minor, invoice.currency);
  const effect = effectSentence(row, invoice.currency, invoice.customer_name);
  const told = `Credit note ${number} of ${amount}: ${effect}`;
  await recordInvoice(ctx, invoice, 'credit_note', told, row.total_minor);
  await recordActorEvent(ctx, 'credit_note_issued', `${number} of ${amount} for ${invoice.number}`);
}
