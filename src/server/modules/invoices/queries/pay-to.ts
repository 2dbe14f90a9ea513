import type { Db } from '#server/kernel/db.ts';
import { isKeyError, keyIdOf, type Vault } from '#server/kernel/vault.ts';
import { emitEvent } from '#server/observability/events.ts';
import { ownAccountIsPrinted } from '#server/modules/business/queries.ts';
import type { Invoice, PayTo, StoredPayTo } from '../table.ts';

type InvoiceKey = Pick<Invoice, 'business_id' | 'id'>;

/** Where the account number on an invoice is sealed to. */
export const payToPlace = ({ business_id, id }: InvoiceKey): string => `invoices.pay_to:${business_id}:${id}`;

/** The account as stored in an invoice's row, its number sealed. */
export async function sealedPayTo(
  vault: Vault,
  { pay_to: payTo, ...invoice }: InvoiceKey & { pay_to: PayTo | null },
): Promise<StoredPayTo | null> {
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
  { pay_to: stored, ...invoice }: InvoiceKey & { pay_to: StoredPayTo | PayTo | null },
): Promise<PayTo | null> {
  if (!stored) return null;
  const { bankName, accountName, bankCode, accountNumber } = stored;
  const open = () => vault.open(invoice.business_id, payToPlace(invoice), accountNumber);
  const opened = keyIdOf(accountNumber) === null ? accountNumber : await open().catch(unlessKeyLost);
  return opened === null ? null : { bankName, accountName, bankCode, accountNumber: opened };
}

/** The own account as it stands on an invoice's document; null where its business does not have it there. */
export async function printedPayTo(
  { db, vault }: { db: Db; vault: Vault },
  invoice: Invoice,
): Promise<PayTo | null> {
  if (!invoice.pay_to || !(await ownAccountIsPrinted(db, invoice.business_id))) return null;
  return openedPayTo(vault, invoice);
}

function unlessKeyLost(error: unknown): null {
  if (!isKeyError(error)) throw error;
  emitEvent('unreadable', { why: error instanceof Error ? error.message : '' });
  return null;
}
