import type { Currency } from '#core/money.ts';
import type { Tx } from '#server/kernel/db.ts';
import { UnusableArchive } from './archive.ts';

export type Transfer = {
  debit_account: string;
  credit_account: string;
  currency: Currency;
  business_id: string | null;
};

/** Opens the accounts between which transfers move, empty: their balances come of the transfers themselves. Throws for another's. */
export async function openLedgerAccounts(
  tx: Tx,
  businessId: string,
  transfers: readonly Transfer[],
): Promise<void> {
  const accounts = new Map(
    transfers.flatMap(({ debit_account: from, credit_account: to, currency }) =>
      [from, to].map((id) => [id, { ...natureOf(id), id, currency }] as const),
    ),
  );
  for (const { id, business_id: of } of accounts.values())
    if (of !== null && of !== businessId) throw new UnusableArchive(`${id} is another business's account`);
  await tx
    .insertInto('ledger_accounts')
    .values([...accounts.values()])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

// As `ledger/rules.ts` names them: a business's accounts carry its id, the others are the platform's.
function natureOf(id: string): { business_id: string | null; may_be_negative: boolean } {
  const [whose, business, ...rest] = id.split(':');
  if (whose === 'biz' && business !== undefined && rest.length > 0)
    return { business_id: business, may_be_negative: rest.at(-1) === 'receivable' };
  return { business_id: null, may_be_negative: !id.startsWith('suspense:') };
}
