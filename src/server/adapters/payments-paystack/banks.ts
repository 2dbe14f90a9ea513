import { z } from 'zod';
import type { Currency } from '#core/money.ts';
import type { Bank, Outcome } from '#server/kernel/ports/index.ts';
import { callApi, type Client, failureOf } from './client.ts';

const PAGE_SIZE = '100';
const MAX_PAGES = 20;

const bankSchema = z.object({
  name: z.string().min(1),
  code: z.string().min(1),
  currency: z.string(),
  active: z.boolean().nullish(),
  is_deleted: z.boolean().nullish(),
  supports_transfer: z.boolean().nullish(),
});

const cursorMeta = z.object({ next: z.string().min(1).nullish() });

/** The banks it can send to, by name; none for a currency it sends no payouts in. */
export async function banks(client: Client, currency: Currency): Promise<Outcome<{ banks: Bank[] }>> {
  if (currency !== 'NGN') return { ok: true, banks: [] };
  const found = new Map<string, Bank>();
  let next: string | null = null;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      country: 'nigeria',
      currency,
      use_cursor: 'true',
      perPage: PAGE_SIZE,
    });
    if (next) query.set('next', next);
    const result = await callApi(client, { method: 'GET', path: `/bank?${query}` }, z.array(bankSchema));
    if (result.kind !== 'said') return failureOf(result);
    for (const { code, name } of result.data.filter(takesTransfers))
      if (!found.has(code)) found.set(code, { code, name });
    next = cursorMeta.safeParse(result.meta).data?.next ?? null;
    if (!next) break;
  }
  return { ok: true, banks: [...found.values()].sort((a, b) => a.name.localeCompare(b.name)) };
}

const takesTransfers = (bank: z.infer<typeof bankSchema>): boolean =>
  bank.currency === 'NGN' &&
  bank.active !== false &&
  bank.is_deleted !== true &&
  bank.supports_transfer !== false;

const resolved = z.object({ account_number: z.string(), account_name: z.string().min(1) });

const UNKNOWN_ACCOUNT =
  /could not resolve|cannot resolve|invalid (bank|account)|unknown bank|account (number )?is invalid/i;

/** The name the bank has for an account. */
export async function resolveAccount(
  client: Client,
  bankCode: string,
  accountNumber: string,
): Promise<Outcome<{ accountName: string | null }>> {
  const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode });
  const result = await callApi(client, { method: 'GET', path: `/bank/resolve?${query}` }, resolved);
  if (result.kind === 'refused' && UNKNOWN_ACCOUNT.test(result.message))
    return { ok: true, accountName: null };
  if (result.kind !== 'said') return failureOf(result);
  return result.data.account_number === accountNumber
    ? { ok: true, accountName: result.data.account_name.trim() }
    : { ok: false, reason: 'it answered about another account', retry: true };
}
