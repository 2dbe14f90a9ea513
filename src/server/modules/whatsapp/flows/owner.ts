import { MAX_PROMPT } from '#contract/assistant.ts';
import { MAX_UPLOAD_BYTES } from '#contract/files.ts';
import { AppError } from '#core/errors.ts';
import { actingScope, type Scope, type SystemScope } from '#server/kernel/scope.ts';
import { ownerActor } from '#server/modules/identity/queries.ts';
import { unlinkPhone } from '../commands/link.ts';
import { setStopped } from '../commands/people.ts';
import type { LinkedPhone } from '../queries.ts';
import { say } from '../replies.ts';
import { addressOf, isUnlink, ownersWish } from '../rules.ts';
import type { Notice } from '../table.ts';
import * as words from '../words.ts';
import { converse } from './converse.ts';
import type { Answer, Heard } from './heard.ts';
import { pressed } from './press.ts';

type Said = { owned: LinkedPhone; notice: Notice; heard: Heard };

/** The owner of a business: talks to the same assistant as in the app, in the same conversation. */
export async function answerOwner(scope: SystemScope, { owned, notice, heard }: Said): Promise<Answer> {
  const address = scope.publicUrl();
  if (heard.kind === 'text' && isUnlink(heard.text))
    return async (ctx) => {
      await unlinkPhone(ctx, owned.business_id);
      return say(words.unlinked, { address });
    };
  const wish = heard.kind === 'text' ? ownersWish(heard.text) : null;
  if (wish)
    return async (ctx) => {
      await setStopped(ctx, addressOf(owned), wish === 'stop');
      return say(wish === 'stop' ? words.stopped : words.started, { address });
    };
  const actor = await ownerActor(scope.db, owned.business_id);
  if (!actor?.registered) return say(words.noAccount, { address });
  await scope.ports.whatsapp?.markRead(notice.id);
  try {
    return await answer(actingScope(scope, actor), notice, heard);
  } catch (error) {
    if (error instanceof AppError) return say(error.message, { address });
    throw error;
  }
}

async function answer(scope: Scope, notice: Notice, heard: Heard): Promise<Answer> {
  const address = scope.publicUrl();
  switch (heard.kind) {
    case 'text':
      if (heard.text.length > MAX_PROMPT) return say(words.tooLong, { address });
      return converse(scope, notice, { prompt: heard.text, file: null });
    case 'press':
      return pressed(scope, notice, heard.id);
    case 'image':
    case 'document':
      return fromFile(scope, notice, heard);
    case 'other':
      return say(words.cannotRead[heard.type] ?? words.cannotReadThat, { address });
  }
}

type File = Extract<Heard, { kind: 'image' | 'document' }>;

async function fromFile(
  scope: Scope,
  notice: Notice,
  { kind, mediaId, caption, name }: File,
): Promise<Answer> {
  const address = scope.publicUrl();
  const fetched = await scope.ports.whatsapp?.media(mediaId);
  if (!fetched?.ok) return say(words.notFetched, { address });
  if (fetched.content.byteLength > MAX_UPLOAD_BYTES) return say(words.tooLarge, { address });
  const prompt = caption.slice(0, MAX_PROMPT).toWellFormed().trim() || undefined;
  const file = { name: name ?? (kind === 'image' ? 'photo' : 'document'), bytes: fetched.content };
  return converse(scope, notice, { prompt, file });
}
