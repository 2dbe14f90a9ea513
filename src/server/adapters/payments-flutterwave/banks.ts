import { z } from 'zod';
import { type Currency, type Minor, minor } from '#core/money.ts';
import type { Bank, Outcome } from '#server/kernel/ports/index.ts';
import { type Client, failureOf } from './client.ts';
import { currencyCode, roundedMinor } from './wire.ts';

const UNREADABLE = { ok: false, reason: 'Flutterwave: not an answer we can read', retry: true } as const;

const listed = z.array(
  z.object({ code: z.union([z.string().min(1), z.number()]).transform(String), name: z.string().min(1) }),
);

/** Only naira is paid out, so other currencies have no banks. */
export async function banks(client: Client, currency: Currency): Promise<Outcome<{ banks: Bank[] }>> {
  if (currency !== 'NGN') return { ok: true, banks: [] };
  const reply = await client.get('/banks/NG');
  if (reply.kind !== 'data') return failureOf(reply);
  const parsed = listed.safeParse(reply.data);
  return parsed.success ? { ok: true, banks: parsed.data } : UNREADABLE;
}

const account = z.object({ account_number: z.string(), account_name: z.string().trim().min(1) });

/**
 * Uncertain: the message for an unknown account. Only messages that name a wrong account or bank count;
 * anything else may be a bank that did not answer.
 */
const isUnknownAccount = (message: string): boolean =>
  /invalid|not found|does not exist|no account|unknown bank/i.test(message);

export async function resolveAccount(
  client: Client,
  bankCode: string,
  accountNumber: string,
): Promise<Outcome<{ accountName: string | null }>> {
  const reply = await client.post('/accounts/resolve', {
    account_number: accountNumber,
    account_bank: bankCode,
  });
  if (reply.kind === 'refused' && reply.status === 400 && isUnknownAccount(reply.message)) {
    return { ok: true, accountName: null };
  }
  if (reply.kind !== 'data') return failureOf(reply);
  const parsed = account.safeParse(reply.data);
  if (!parsed.success || parsed.data.account_number !== accountNumber) return UNREADABLE;
  return { ok: true, accountName: parsed.data.account_name };
}

const wallet = z.object({
  currency: currencyCode,
  available_balance: z.union([z.number(), z.string()]).transform(String),
});

/** Fees of three decimals leave parts of a kobo in the balance; what is no whole kobo cannot be paid out. */
export async function balance(
  client: Client,
  currency: Currency,
): Promise<Outcome<{ available: Minor | null }>> {
  const reply = await client.get(`/balances/${currency}`);
  if (reply.kind !== 'data') return failureOf(reply);
  const parsed = wallet.safeParse(reply.data);
  if (!parsed.success || parsed.data.currency !== currency) return UNREADABLE;
  const available = roundedMinor(parsed.data.available_balance, 'down');
  return available === null ? UNREADABLE : { ok: true, available: minor(Math.max(0, available)) };
}
