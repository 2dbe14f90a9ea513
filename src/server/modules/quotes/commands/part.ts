import { assert } from '#core/assert.ts';
import { addDays } from '#core/dates.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { add, type Currency, formatMoney, type Minor, percentOf, timesMicro, ZERO } from '#core/money.ts';
import {
  nextPart,
  type Part,
  type PartFault,
  partFaults,
  type PartLine,
  type PartWanted,
  sumOf,
} from '#core/quote-parts.ts';
import type { TaxCode } from '#core/totals.ts';
import { type Ctx, todayOf } from '#server/kernel/scope.ts';
import { createInvoice } from '#server/modules/invoices/commands/create.ts';
import { inputOf } from '#server/modules/invoices/rules/contents.ts';
import type { NewInvoice } from '#server/modules/invoices/rules/invoice.ts';
import { acceptanceOf, currentRevision } from '../queries/quotes.ts';
import { partRows, type QuoteShares, sharesOf } from '../queries/parts.ts';
import { numberOf } from '../rules.ts';
import type { Quote, QuoteContent } from '../table.ts';
import { buyerOf, refuseUnagreed } from './convert.ts';
import { lockQuote, type QuoteTarget, updateQuote } from './lock.ts';
import { recordEvent } from './record.ts';

/**
 * Makes an unsent invoice of a part of a quote. One that was sent counts as accepted by that. Throws 404, 409 before it was sent, after it
 * was declined, withdrawn or invoiced as a whole, where nothing is left, its parts are made in another way or this one does not come to
 * the `total` (minor units) that was shown, and without its customer; 422 for a part there cannot be.
 */
export async function invoicePart(
  ctx: Ctx,
  target: QuoteTarget,
  { total, ...wanted }: PartWanted & { total?: Minor | undefined },
): Promise<Quote> {
  const quote = await lockQuote(ctx, target);
  refuseUnagreed(quote);
  const [{ content }, acceptance, customer, rows] = await Promise.all([
    currentRevision(ctx.tx, quote),
    acceptanceOf(ctx.tx, quote),
    buyerOf(ctx, quote),
    partRows(ctx.tx, quote),
  ]);
  const shares = sharesOf(quote, content, rows);
  const made = nextPart(shares, wanted);
  if (typeof made === 'string') throw refusalOf(made, shares, { quote, wanted });
  refuseAnother(sumOf(made.groups), total, quote.currency);
  const part = (shares.parts.at(-1)?.part ?? 0) + 1;
  const input = inputOf(content, customer.id, addDays(todayOf(ctx), quote.due_days));
  const { invoice } = await createInvoice(
    ctx,
    quote.currency,
    {
      ...input,
      items: itemsOf(made, { content, quote, part, items: input.items }),
      discount: ZERO,
      poNumber: acceptance?.order_number || input.poNumber,
    },
    {
      customer,
      part: {
        quote_id: quote.id,
        quote_number: numberOf(quote),
        quote_part: part,
        quote_lines: made.lines && made.lines.map(({ item, quantity }) => ({ item, quantity })),
      },
    },
  );
  const accepted = await updateQuote(ctx, quote, { state: 'accepted' });
  await recordEvent(ctx, accepted, { kind: 'invoiced', note: `${invoice.number} (part ${part})` });
  return accepted;
}

function refuseAnother(total: Minor, shown: Minor | undefined, currency: Currency): void {
  if (shown === undefined || shown === total) return;
  const [now, before] = [total, shown].map((sum) => formatMoney(sum, currency));
  throw new AppError('conflict', `This part comes to ${now} now, not ${before}. Look at it again first`);
}

const ofTheState: PartFault[] = ['nothingLeft', 'notParted', 'lines', 'share'];

function refusalOf(
  fault: PartFault,
  { left }: QuoteShares,
  { quote: { currency }, wanted }: { quote: Quote; wanted: PartWanted },
): AppError {
  const message = partFaults[fault](formatMoney(sumOf(left), currency));
  if (ofTheState.includes(fault)) return new AppError('conflict', message);
  return fieldError(wanted.lines ? 'lines' : wanted.amount === undefined ? 'percent' : 'amount', message);
}

type Items = NewInvoice['items'];
type Parted = { content: QuoteContent; quote: Quote; part: number; items: Items };

// A share of the quote is one line for each tax code, and lines of it are what they were; a discount of the quote is in their sums already.
const itemsOf = ({ groups, lines, rounding }: Part, parted: Parted): Items =>
  lines === null
    ? groups.map(({ code, base, tax }) =>
        oneLine(shareName(parted), code, parted.content.prices_include_tax ? add(base, tax) : base),
      )
    : [
        ...lines.map((line) => lineItem(line, parted.items)),
        ...rounding.map(({ code, amount }) =>
          oneLine(`Rounding, so that all parts are ${numberOf(parted.quote)}`, code, amount),
        ),
      ];

const oneLine = (description: string, taxCode: TaxCode, rate: Minor): Items[number] => ({
  description,
  quantity: 1_000_000,
  rate,
  taxCode,
});

// A percentage that comes to just what is taken off stays one.
function lineItem({ item, quantity, discount }: PartLine, items: Items): Items[number] {
  const whole = items[item];
  assert(whole !== undefined, `a quote without item ${item}`);
  const { discount: _all, discountPercent, ...line } = whole;
  const isPercent =
    typeof discountPercent === 'number' &&
    percentOf(timesMicro(line.rate, quantity), discountPercent) === discount;
  return { ...line, quantity, ...(isPercent ? { discountPercent } : { discount }) };
}

const MOST_TITLE = 150;

function shareName({ content, quote, part }: Parted): string {
  const less = content.discount_minor > 0 ? ', discount taken off' : '';
  const title = Array.from(content.title).slice(0, MOST_TITLE).join('');
  const name = `part ${part} of ${numberOf(quote)}${less}`;
  return title === '' ? name : `${title}: ${name}`;
}
