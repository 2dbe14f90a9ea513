import type { PrintedBusiness } from '#server/kernel/ports/pdf.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import type { BusinessForDocument } from '../queries.ts';

/** A business as its documents print it, with the bytes of its logo. */
export async function letterheadOf(
  { ports }: Pick<SystemScope, 'ports'>,
  { logoKey, logo: _logo, timeZone: _zone, printsOwnAccount: _account, ...business }: BusinessForDocument,
): Promise<PrintedBusiness> {
  return { ...business, logo: logoKey ? await ports.files.get(logoKey) : null };
}
