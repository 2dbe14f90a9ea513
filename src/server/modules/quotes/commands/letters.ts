import { formatMoney } from '#core/money.ts';
import { sendAlong } from '#server/kernel/db.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { requireRecipient } from '#server/modules/business/queries.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { cancelMessage } from '#server/modules/notifications/commands/cancel.ts';
import { claimEmail, notifyOwner } from '#server/modules/notifications/commands/notify.ts';
import { jobs } from '../jobs.ts';
import { numberOf } from '../rules.ts';
import type { Quote } from '../table.ts';

/** Business and customer of a message about a quote. */
export const aboutQuote = ({ business_id, customer_id, customer_name }: Quote) => ({
  businessId: business_id,
  customer: { id: customer_id, name: customer_name },
});

const deliveryKey = ({ id, revision }: Pick<Quote, 'id' | 'revision'>): string => `quote:${id}:${revision}`;

/** Queues the email that brings a quote to its customer, once for each revision. Throws 429 for one new customer too many. */
export async function deliverQuote(ctx: SystemCtx, quote: Quote): Promise<void> {
  const { business_id: businessId, customer_email: to } = quote;
  if (to === '') return;
  await requireRecipient(ctx, businessId, to);
  const key = deliveryKey(quote);
  await sendAlong(ctx.tx, () =>
    claimEmail(ctx, { key, to, template: 'quoteSent', about: aboutQuote(quote) }),
  );
  ctx.enqueue(jobs.letter, { key, businessId, id: quote.id, letter: 'quoteSent' });
}

/** Takes back the email of a revision that has not gone. */
export const cancelDelivery = (ctx: SystemCtx, quote: Quote): Promise<void> =>
  cancelMessage(ctx, deliveryKey(quote), quote.business_id);

/** Key of the customer's letter of an acceptance; the owner's is the same with `:owner`. */
export const acceptanceKey = ({ id }: Pick<Quote, 'id'>): string => `quote-accepted:${id}`;

/** Queues the letters of an acceptance, which its answer need not wait for: the PDF with who accepted it, for both sides. */
export function sendAcceptance(ctx: SystemCtx, quote: Quote): void {
  const { id, business_id: businessId } = quote;
  ctx.enqueue(jobs.letter, { key: acceptanceKey(quote), businessId, id, letter: 'quoteAccepted' });
}

export type QuoteAnswer = {
  key: string;
  kind: 'accepted' | 'declined' | 'question';
  by: string;
  words: string;
};

/** Tells the owner, by the channels they want, what a customer answered; `mail` queues the email that brings a file along. */
export async function tellOwner(
  ctx: SystemCtx,
  quote: Quote,
  { key, ...answer }: QuoteAnswer,
  mail?: () => Promise<void>,
): Promise<void> {
  const { business_id: businessId } = quote;
  const owner = await ownerOf(ctx.tx, businessId);
  await notifyOwner(
    ctx,
    { businessId, event: 'quote_answered', ...(mail && { mail }) },
    {
      key,
      to: owner.email,
      template: 'quoteAnswered',
      facts: answerFacts(quote, owner.firstName, ctx.publicUrl, answer),
    },
  );
}

/** Template facts of an answer, for the owner. */
export const answerFacts = (
  quote: Quote,
  firstName: string,
  publicUrl: string,
  answer: Omit<QuoteAnswer, 'key'>,
) => ({
  firstName,
  ...answer,
  customerName: quote.customer_name,
  number: numberOf(quote),
  amount: formatMoney(quote.total_minor, quote.currency),
  quoteUrl: `${publicUrl}/dashboard/quotes?quote=${quote.id}`,
});
