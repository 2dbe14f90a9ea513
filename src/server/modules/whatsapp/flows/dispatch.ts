import { AppError } from '#core/errors.ts';
import type { WhatsAppEvent } from '#server/kernel/ports/messaging.ts';
import { consumeLimit, refuseIfExhausted } from '#server/kernel/rate-limits.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { setSuppressed } from '../commands/contacts.ts';
import { linkPhone } from '../commands/link.ts';
import {
  contactDetails,
  linkedBusiness,
  openInvoicesOf,
  receiptsOf,
  wasEverInvoiced,
} from '../queries/contacts.ts';
import { toReplies } from '../replies.ts';
import {
  ANSWER_LIMIT,
  addressOf,
  codeIn,
  customerIntentOf,
  STRANGER_REPLY_LIMIT,
  WRONG_CODE_LIMIT,
} from '../rules.ts';
import type { InboundEvent } from '../table.ts';
import * as words from '../texts.ts';
import { type Answer, type IncomingContent, type Person, withinLimit } from './incoming.ts';
import { answerOwner } from './owner.ts';

/** Dispatches a message by its sender: owners talk to the assistant, others get the invoices sent to them. */
export async function answerTo(
  scope: SystemScope,
  inbound: InboundEvent,
  event: WhatsAppEvent,
): Promise<Answer> {
  if (event.about !== 'message' || needsNoAnswer(event.content)) return [];
  const person = await contactDetails(scope.db, inbound.contact ?? '');
  const phone = await linkedBusiness(scope.db, person.contact);
  if (!phone && !(await withinLimit(scope, 'whatsapp_answers', ANSWER_LIMIT, person))) return [];
  const code = event.content.kind === 'text' ? codeIn(event.content.text) : null;
  // An owner who says "link" without a code wants something else.
  if (code !== null && (code !== '' || !phone)) return linkWithCode(scope, person, code);
  if (phone) return answerOwner(scope, { phone, inbound, content: event.content });
  return answerCustomer(scope, person, inbound, event.content);
}

// Reactions and system events need no answer.
const needsNoAnswer = (content: IncomingContent): boolean =>
  content.kind === 'other' && ['reaction', 'system', 'unsupported', 'ephemeral'].includes(content.type);

async function linkWithCode(scope: SystemScope, person: Person, code: string): Promise<Answer> {
  const address = scope.publicUrl();
  try {
    await refuseIfExhausted(scope.db, 'whatsapp_codes', WRONG_CODE_LIMIT, person.contact, scope.now);
  } catch (error) {
    if (error instanceof AppError) return toReplies(words.tooManyCodes, { address });
    throw error;
  }
  return async (ctx) => {
    const business = code === '' ? null : await linkPhone(ctx, person, code);
    if (business !== null) return toReplies(words.linked(business), { address });
    await consumeLimit(ctx.tx, 'whatsapp_codes', WRONG_CODE_LIMIT, person.contact, ctx.now);
    return toReplies(words.wrongCode, { address });
  };
}

/**
 * Somebody who speaks for no business: gets what businesses sent to the number they write from, and nothing they write
 * does anything but end or allow messages to themselves.
 */
async function answerCustomer(
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
  const { invoices, count } = await openInvoicesOf(scope.db, number, scope.now);
  return toReplies(words.invoicesText(invoices, count, scope.publicUrl()), { address });
}
