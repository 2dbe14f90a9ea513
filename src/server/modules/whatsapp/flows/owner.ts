import { MAX_PROMPT } from '#contract/assistant.ts';
import { MAX_UPLOAD_BYTES } from '#contract/files.ts';
import { AppError } from '#core/errors.ts';
import { actingScope, type Scope, type SystemScope } from '#server/kernel/scope.ts';
import { ownerActor } from '#server/modules/identity/queries/accounts.ts';
import { setSuppressed } from '../commands/contacts.ts';
import { unlinkPhone } from '../commands/link.ts';
import type { LinkedPhone } from '../queries/contacts.ts';
import { toReplies } from '../replies.ts';
import { addressOf, isUnlink, ownerOptIntentOf } from '../rules.ts';
import type { InboundEvent } from '../table.ts';
import * as words from '../texts.ts';
import { askAssistant } from './assistant.ts';
import { handleButton } from './button.ts';
import type { Answer, IncomingContent } from './incoming.ts';

type OwnerMessage = { phone: LinkedPhone; inbound: InboundEvent; content: IncomingContent };

/** The owner of a business: talks to the same assistant as in the app, in the same conversation. */
export async function answerOwner(
  scope: SystemScope,
  { phone, inbound, content }: OwnerMessage,
): Promise<Answer> {
  const address = scope.publicUrl();
  if (content.kind === 'text' && isUnlink(content.text))
    return async (ctx) => {
      await unlinkPhone(ctx, phone.business_id);
      return toReplies(words.unlinked, { address });
    };
  const intent = content.kind === 'text' ? ownerOptIntentOf(content.text) : null;
  if (intent)
    return async (ctx) => {
      await setSuppressed(ctx, addressOf(phone), intent === 'stop');
      return toReplies(intent === 'stop' ? words.optedOut : words.optedIn, { address });
    };
  const actor = await ownerActor(scope.db, phone.business_id);
  if (!actor?.registered) return toReplies(words.noAccount, { address });
  if (inbound.question_id === null) await scope.ports.whatsapp?.markRead(inbound.id);
  try {
    return await answer(actingScope(scope, actor), inbound, content);
  } catch (error) {
    if (error instanceof AppError) return toReplies(error.message, { address });
    throw error;
  }
}

async function answer(scope: Scope, inbound: InboundEvent, content: IncomingContent): Promise<Answer> {
  const address = scope.publicUrl();
  switch (content.kind) {
    case 'text':
      if (content.text.length > MAX_PROMPT) return toReplies(words.tooLong, { address });
      return askAssistant(scope, inbound, { prompt: content.text, file: null });
    case 'press':
      return handleButton(scope, inbound, content.id);
    case 'image':
    case 'document':
      return fromFile(scope, inbound, content);
    case 'other':
      return toReplies(words.cannotRead[content.type] ?? words.cannotReadThat, { address });
  }
}

type File = Extract<IncomingContent, { kind: 'image' | 'document' }>;

async function fromFile(
  scope: Scope,
  inbound: InboundEvent,
  { kind, mediaId, caption, name }: File,
): Promise<Answer> {
  // It is kept with the question already.
  if (inbound.question_id) return askAssistant(scope, inbound, { prompt: undefined, file: null });
  const address = scope.publicUrl();
  const fetched = await scope.ports.whatsapp?.media(mediaId);
  if (!fetched?.ok) return toReplies(words.notFetched, { address });
  if (fetched.content.byteLength > MAX_UPLOAD_BYTES) return toReplies(words.tooLarge, { address });
  const prompt = caption.slice(0, MAX_PROMPT).toWellFormed().trim() || undefined;
  const file = { name: name ?? (kind === 'image' ? 'photo' : 'document'), bytes: fetched.content };
  return askAssistant(scope, inbound, { prompt, file });
}
