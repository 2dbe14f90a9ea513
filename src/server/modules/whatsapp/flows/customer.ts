import type { SystemScope } from '#server/kernel/scope.ts';
import { setSuppressed } from '../commands/contacts.ts';
import { openInvoicesOf, receiptsOf, wasEverInvoiced } from '../queries/contacts.ts';
import { toReplies } from '../replies.ts';
import { addressOf, customerIntentOf, STRANGER_REPLY_LIMIT } from '../rules.ts';
import type { InboundEvent } from '../table.ts';
import * as words from '../texts.ts';
import { type Answer, type IncomingContent, type Person, withinLimit } from './incoming.ts';

/**
 * Somebody who speaks for no business: gets what businesses sent to the number they write from, and nothing they write
 * does anything but end or allow messages to themselves.
 */
export async function answerCustomer(
  scope: SystemScope,
  person: Person,
  inbound: InboundEvent,
  content: IncomingContent,
): Promise<Answer> {
  const address = scope.publicUrl();
  const intent = content.kind === 'text' ? customerIntentOf(content.text) : 'invoices';
  if (intent === 'stop' || intent === 'start')
    return async (ctx) => {
      await setSuppressed(ctx, addressOf(person), intent === 'stop');
      return toReplies(intent === 'stop' ? words.optedOut : words.optedIn, { address });
    };
  const { number } = person;
  if (number === null || !(await wasEverInvoiced(scope.db, number))) {
    const first = await withinLimit(scope, 'whatsapp_strangers', STRANGER_REPLY_LIMIT, person);
    return first ? toReplies(words.unknownSender, { address }) : [];
  }
  await scope.ports.whatsapp?.markRead(inbound.id);
  if (intent === 'help') return toReplies(words.customerHelp, { address });
  if (intent === 'receipts')
    return toReplies(words.receiptsText(await receiptsOf(scope.db, number), scope.publicUrl()), { address });
  const { invoices, count } = await openInvoicesOf(scope.db, number);
  return toReplies(words.invoicesText(invoices, count, scope.publicUrl()), { address });
}
