import { maskedEmail } from '#core/email.ts';
import { plusMs } from '#core/dates.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { newEmailCode } from '#server/modules/identity/rules/tokens.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { currentRevision } from '../queries/quotes.ts';
import { changedRefusal, CODE_MS, MOST_CODE_TRIES, numberOf } from '../rules.ts';
import type { Quote } from '../table.ts';
import { aboutQuote } from './letters.ts';
import { lockSent } from './lock.ts';
import { recordEvent } from './record.ts';

type Link = { businessId: string; id: string };

// Six digits alone could be tried out against a stolen database; not without this key.
const codeHash = (
  { sealer }: SystemCtx,
  { business_id, id }: Quote,
  { revisionHash, code }: { revisionHash: string; code: string },
): string => sealer.sign(`quote-code:${business_id}:${id}:${revisionHash}:${code}`);

/**
 * Mails the customer's own address a code with which the revision that was read can be accepted; the one before no longer counts.
 * Throws 404, 409 `quote_closed`, `quote_changed`, and where the quote asks for none. Call it where codes are counted.
 */
export async function sendQuoteCode(ctx: SystemCtx, link: Link, revisionHash: string): Promise<void> {
  const { quote, business, refusal } = await lockSent(ctx, link);
  if (refusal) throw refusal;
  if (!quote.asks_code) throw new AppError('conflict', 'This quote can be accepted without a code');
  const { content_hash: current } = await currentRevision(ctx.tx, quote);
  if (current !== revisionHash) throw changedRefusal(quote, current ?? '', business);
  const code = newEmailCode();
  const fresh = {
    content_hash: revisionHash,
    code_hash: codeHash(ctx, quote, { revisionHash, code }),
    tries: 0,
    expires_at: plusMs(ctx.now, CODE_MS),
    created_at: ctx.now,
  };
  await ctx.tx
    .insertInto('quote_codes')
    .values({ business_id: quote.business_id, quote_id: quote.id, ...fresh })
    .onConflict((known) => known.columns(['business_id', 'quote_id']).doUpdateSet(fresh))
    .execute();
  await recordEvent(ctx, quote, { kind: 'code' });
  await mailCode(ctx, quote, code);
}

async function mailCode(ctx: SystemCtx, quote: Quote, code: string): Promise<void> {
  const { business_id: businessId, customer_id, customer_name: customerName, kind } = quote;
  const business = await businessForDocument(ctx.tx, businessId);
  const language = await languageOf(ctx.tx, businessId, customer_id);
  await notify(ctx, {
    key: `quote-code:${quote.id}:${ctx.now.getTime()}`,
    to: quote.customer_email,
    about: aboutQuote(quote),
    template: 'quoteCode',
    facts: { business, customerName, language, kind, number: numberOf(quote), code },
  });
}

/** Counts a try of the code of a quote, before it is compared: what is tried at once cannot slip past the limit. */
export async function countCodeTry({ tx }: SystemCtx, { businessId, id }: Link): Promise<void> {
  await tx
    .updateTable('quote_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('business_id', '=', businessId)
    .where('quote_id', '=', id)
    .where('tries', '<=', MOST_CODE_TRIES)
    .execute();
}

/** Uses up the code of a quote that asks for one. Throws 422 without it, and `wrong_code`. Call it after `countCodeTry`. */
export async function spendQuoteCode(
  ctx: SystemCtx,
  quote: Quote,
  { revisionHash, code }: { revisionHash: string; code?: string | null | undefined },
): Promise<void> {
  const to = maskedEmail(quote.customer_email);
  if (!code) throw fieldError('code', `Type the code that we send to ${to}`);
  const used = await ctx.tx
    .deleteFrom('quote_codes')
    .where('business_id', '=', quote.business_id)
    .where('quote_id', '=', quote.id)
    .where('code_hash', '=', codeHash(ctx, quote, { revisionHash, code }))
    .where('tries', '<=', MOST_CODE_TRIES)
    .where('expires_at', '>', ctx.now)
    .returning('quote_id')
    .executeTakeFirst();
  const message = 'That code is not right, or too old. Ask for a new one';
  if (!used) throw new AppError('wrong_code', message, { errors: [{ path: 'code', message }] });
}
