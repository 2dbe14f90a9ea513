import type { SystemCtx, SystemScope } from '#server/kernel/scope.ts';
import { keyIdOf } from '#server/kernel/vault.ts';
import { ownedBy } from '../queries.ts';
import { noticePlace } from '../rules.ts';

/** Encrypts a message or its replies, with the key of the sender's business where there is one. */
export async function sealNotice(
  ctx: SystemCtx,
  { id, contact }: { id: string; contact: string | null },
  content: unknown,
): Promise<string> {
  const [text, place] = [JSON.stringify(content), noticePlace(id)];
  const owner = contact === null ? null : await ownedBy(ctx.tx, contact);
  return owner ? ctx.vault.seal(owner.business_id, place, text) : ctx.sealer.seal(text, place);
}

/** Decrypts content of `sealEvent` as JSON text. */
export async function openNotice(
  { sealer, vault }: Pick<SystemScope, 'sealer' | 'vault'>,
  { id, sealed }: { id: string; sealed: string },
): Promise<string> {
  const place = noticePlace(id);
  return keyIdOf(sealed) === null ? sealer.open(sealed, place) : vault.openAnyones(place, sealed);
}
