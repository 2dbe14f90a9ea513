import { AppError } from '#core/errors.ts';
import type { WhatsAppNews } from '#server/kernel/ports/messaging.ts';
import { refuseIfSpent, spend } from '#server/kernel/requests.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { linkPhone } from '../commands/link.ts';
import { ownedBy, personOf } from '../queries.ts';
import { say } from '../replies.ts';
import { ANSWERS, codeIn, WRONG_CODES } from '../rules.ts';
import type { Notice } from '../table.ts';
import * as words from '../words.ts';
import { type Answer, type Heard, type Person, within } from './heard.ts';
import { answerOther } from './others.ts';
import { answerOwner } from './owner.ts';

/** Dispatches a message by its sender: owners talk to the assistant, others get the invoices sent to them. */
export async function answerTo(scope: SystemScope, notice: Notice, news: WhatsAppNews): Promise<Answer> {
  if (news.about !== 'message' || isSilent(news.content)) return [];
  const person = await personOf(scope.db, notice.contact ?? '');
  const owned = await ownedBy(scope.db, person.contact);
  if (!owned && !(await within(scope, 'whatsapp_answers', ANSWERS, person))) return [];
  const code = news.content.kind === 'text' ? codeIn(news.content.text) : null;
  // An owner who says "link" without a code wants something else.
  if (code !== null && (code !== '' || !owned)) return link(scope, person, code);
  if (owned) return answerOwner(scope, { owned, notice, heard: news.content });
  return answerOther(scope, person, notice, news.content);
}

// Reactions and system events need no answer.
const isSilent = (heard: Heard): boolean =>
  heard.kind === 'other' && ['reaction', 'system', 'unsupported', 'ephemeral'].includes(heard.type);

async function link(scope: SystemScope, person: Person, code: string): Promise<Answer> {
  const address = scope.publicUrl();
  try {
    await refuseIfSpent(scope.db, 'whatsapp_codes', WRONG_CODES, person.contact, scope.now);
  } catch (error) {
    if (error instanceof AppError) return say(words.tooManyCodes, { address });
    throw error;
  }
  return async (ctx) => {
    const business = code === '' ? null : await linkPhone(ctx, person, code);
    if (business !== null) return say(words.linked(business), { address });
    await spend(ctx.tx, 'whatsapp_codes', WRONG_CODES, person.contact, ctx.now);
    return say(words.wrongCode, { address });
  };
}
