import { addDays } from '#core/dates.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { add, formatMoney, ZERO } from '#core/money.ts';
import { nextPart, type PartFault, partFaults, type PartWanted, sumOf } from '#core/quote-parts.ts';
import type { TaxGroup } from '#core/totals.ts';
import { type Ctx, todayOf } from '#server/kernel/scope.ts';
import { createInvoice } from '#server/modules/invoices/commands/create.ts';
import { inputOf } from '#server/modules/invoices/rules/contents.ts';
import { acceptanceOf, currentRevision } from '../queries/quotes.ts';
import { type QuoteShares, sharesOf } from '../queries/parts.ts';
import { numberOf } from '../rules.ts';
import type { Quote, QuoteContent } from '../table.ts';
import { buyerOf, refuseUnagreed } from './convert.ts';
import { lockQuote, type QuoteTarget, updateQuote } from './lock.ts';
import { recordEvent } from './record.ts';

/**
 * Makes an unsent invoice of a part of a quote. One that was sent counts as accepted by that. Throws 404, 409 before it was sent, after it
 * was declined, withdrawn or invoiced as a whole, where nothing is left, and without its customer; 422 for a part there cannot be.
 */
export async function invoicePart(ctx: Ctx, target: QuoteTarget, wanted: PartWanted): Promise<Quote> {
  const quote = await lockQuote(ctx, target);
  refuseUnagreed(quote);
  const [{ content }, acceptance, customer] = await Promise.all([
    currentRevision(ctx.tx, quote),
    acceptanceOf(ctx.tx, quote),
    buyerOf(ctx, quote),
  ]);
  const shares = await sharesOf(ctx.tx, quote, content);
  const groups = nextPart(shares, wanted);
  if (typeof groups === 'string') throw refusalOf(groups, shares, { quote, wanted });
  const part = (shares.parts.at(-1)?.part ?? 0) + 1;
  const input = inputOf(content, customer.id, addDays(todayOf(ctx), quote.due_days));
  const { invoice } = await createInvoice(
    ctx,
    quote.currency,
    {
      ...input,
      items: groups.map((group) => itemOf(group, { content, quote, part })),
      discount: ZERO,
      poNumber: acceptance?.order_number || input.poNumber,
    },
    { quote_id: quote.id, quote_number: numberOf(quote), quote_part: part },
  );
  const accepted = await updateQuote(ctx, quote, { state: 'accepted' });
  await recordEvent(ctx, accepted, { kind: 'invoiced', note: `${invoice.number} (part ${part})` });
  return accepted;
}

function refusalOf(
  fault: PartFault,
  { left }: QuoteShares,
  { quote: { currency }, wanted }: { quote: Quote; wanted: PartWanted },
): AppError {
  const message = partFaults[fault](formatMoney(sumOf(left), currency));
  if (fault === 'nothingLeft' || fault === 'notParted') return new AppError('conflict', message);
  return fieldError(wanted.amount === undefined ? 'percent' : 'amount', message);
}

const MOST_TITLE = 150;
type Parted = { content: QuoteContent; quote: Quote; part: number };

// One line for each tax code; a discount of the quote is in its sum already.
function itemOf({ code, base, tax }: TaxGroup, { content, quote, part }: Parted) {
  const less = content.discount_minor > 0 ? ', discount taken off' : '';
  const title = Array.from(content.title).slice(0, MOST_TITLE).join('');
  const name = `part ${part} of ${numberOf(quote)}${less}`;
  return {
    description: title === '' ? name : `${title}: ${name}`,
    quantity: 1_000_000,
    rate: content.prices_include_tax ? add(base, tax) : base,
    taxCode: code,
  };
}
