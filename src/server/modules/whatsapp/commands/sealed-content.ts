import type { SystemCtx, SystemScope } from '#server/kernel/scope.ts';
import { keyIdOf } from '#server/kernel/vault.ts';
import { linkedBusiness } from '../queries/contacts.ts';
import { eventSealContext } from '../rules.ts';

/** Encrypts a message or its replies, with the key of the sender's business where there is one. */
export async function sealEvent(
  ctx: SystemCtx,
  { id, contact }: { id: string; contact: string | null },
  content: unknown,
): Promise<string> {
  const [text, place] = [JSON.stringify(content), eventSealContext(id)];
  const owner = contact === null ? null : await linkedBusiness(ctx.tx, contact);
  return owner ? ctx.vault.seal(owner.business_id, place, text) : ctx.sealer.seal(text, place);
}

/** Decrypts content of `sealEvent` as JSON text. */
export async function openEvent(
  { sealer, vault }: Pick<SystemScope, 'sealer' | 'vault'>,
  { id, sealed }: { id: string; sealed: string },
): Promise<string> {
  const place = eventSealContext(id);
  return keyIdOf(sealed) === null ? sealer.open(sealed, place) : vault.openForAnyBusiness(place, sealed);
}
