import type { SystemCtx, SystemScope } from '#server/kernel/scope.ts';
import { KeyMissing } from '#server/kernel/vault.ts';
import { sealingPlace } from '../rules/email.ts';

/** Encrypted message content in a job: it may carry a link that opens an account. */
export type SealedContent = { sealed: string; businessId?: string | undefined };

/** Seals what a message says: with its business's key where it is about one. */
export async function sealContent(
  ctx: SystemCtx,
  { key, about }: { key: string; about?: { businessId: string } | undefined },
  content: unknown,
): Promise<SealedContent> {
  const [text, place] = [JSON.stringify(content), sealingPlace(key)];
  if (!about) return { sealed: ctx.sealer.seal(text, place) };
  const { businessId } = about;
  return { businessId, sealed: await ctx.vault.seal(businessId, place, text) };
}

/** Decrypted message content; null when its business was erased. */
export async function openContent(
  { sealer, vault }: Pick<SystemScope, 'sealer' | 'vault'>,
  { key, sealed, businessId }: SealedContent & { key: string },
): Promise<{ content: unknown } | null> {
  const place = sealingPlace(key);
  if (!businessId) return { content: JSON.parse(sealer.open(sealed, place)) };
  try {
    return { content: JSON.parse(await vault.open(businessId, place, sealed)) };
  } catch (error) {
    if (error instanceof KeyMissing) return null;
    throw error;
  }
}

/** Outcome of a message whose content can no longer be decrypted. */
export const ERASED = { state: 'failed', reason: 'The account was deleted' } as const;
