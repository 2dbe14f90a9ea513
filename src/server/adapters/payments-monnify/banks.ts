import { z } from 'zod';
import type { Minor } from '#core/money.ts';
import type { Bank, Outcome } from '#server/kernel/ports/index.ts';
import type { Client } from './client.ts';
import { naira, shortString, tryLater, UNREADABLE } from './wire.ts';

const bankList = z.array(z.object({ code: shortString, name: shortString }));
const holder = z.object({ accountNumber: z.string(), accountName: shortString });
const wallet = z.object({ availableBalance: naira });

/** The banks Monnify can send to. */
export async function listBanks(client: Client): Promise<Outcome<{ banks: Bank[] }>> {
  const answer = await client.call({ method: 'GET', path: '/api/v1/banks' });
  if (answer.kind !== 'done') return tryLater(answer.kind === 'silence' ? answer.reason : answer.message);
  const data = bankList.safeParse(answer.body).data;
  return data ? { ok: true, banks: data } : tryLater(UNREADABLE);
}

export async function resolveAccount(
  client: Client,
  bankCode: string,
  accountNumber: string,
): Promise<Outcome<{ accountName: string | null }>> {
  const answer = await client.call({
    method: 'GET',
    path: '/api/v1/disbursements/account/validate',
    query: { accountNumber, bankCode },
  });
  if (answer.kind === 'silence') return tryLater(answer.reason);
  if (answer.kind === 'refused')
    return [400, 404, 422].includes(answer.status)
      ? { ok: true, accountName: null }
      : tryLater(answer.message);
  const data = holder.safeParse(answer.body).data;
  if (data?.accountNumber !== accountNumber) return tryLater(UNREADABLE);
  return { ok: true, accountName: data.accountName };
}

/** Available balance of the payout wallet. */
export async function readBalance(
  client: Client,
  walletAccount: string,
): Promise<Outcome<{ available: Minor | null }>> {
  const answer = await client.call({
    method: 'GET',
    path: '/api/v2/disbursements/wallet-balance',
    query: { accountNumber: walletAccount },
  });
  if (answer.kind !== 'done') return tryLater(answer.kind === 'silence' ? answer.reason : answer.message);
  const data = wallet.safeParse(answer.body).data;
  return data ? { ok: true, available: data.availableBalance } : tryLater(UNREADABLE);
}
