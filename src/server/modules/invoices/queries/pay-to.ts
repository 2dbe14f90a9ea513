import { isKeyTrouble, keyIdOf, type Vault } from '#server/kernel/vault.ts';
import { signal } from '#server/observability/events.ts';
import type { Invoice, KeptPayTo, PayTo } from '../table.ts';

type Which = Pick<Invoice, 'business_id' | 'id'>;

/** Where the account number on an invoice is sealed to. */
export const payToPlace = ({ business_id, id }: Which): string => `invoices.pay_to:${business_id}:${id}`;

/** The account as stored in an invoice's row, its number sealed. */
export async function sealedPayTo(
  vault: Vault,
  { pay_to: payTo, ...invoice }: Which & { pay_to: PayTo | null },
): Promise<KeptPayTo | null> {
  if (!payTo) return null;
  const { business_id: businessId } = invoice;
  const accountNumber = await vault.seal(businessId, payToPlace(invoice), payTo.accountNumber);
  return { ...payTo, accountNumber, last4: payTo.accountNumber.slice(-4) };
}

/**
 * The account shown on an invoice, decrypted. Older rows have it in plain text. Null also when its key is
 * lost: the invoice is shown without it, can be paid by other methods, and the operator is alerted.
 */
export async function openedPayTo(
  vault: Vault,
  { pay_to: kept, ...invoice }: Which & { pay_to: KeptPayTo | PayTo | null },
): Promise<PayTo | null> {
  if (!kept) return null;
  const { bankName, accountName, bankCode, accountNumber } = kept;
  const open = () => vault.open(invoice.business_id, payToPlace(invoice), accountNumber);
  const opened = keyIdOf(accountNumber) === null ? accountNumber : await open().catch(unlessKeyLost);
  return opened === null ? null : { bankName, accountName, bankCode, accountNumber: opened };
}

function unlessKeyLost(error: unknown): null {
  if (!isKeyTrouble(error)) throw error;
  signal('unreadable', { why: error instanceof Error ? error.message : '' });
  return null;
}
