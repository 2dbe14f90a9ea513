import { allowances } from '#contract/allowances.ts';
import { DAY_MS } from '#core/durations.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { payerOf } from '#server/kernel/providers.ts';
import { consumeLimit, wasCounted } from '#server/kernel/rate-limits.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { trustOf } from '../queries.ts';

type BankAccount = { bankCode: string; accountNumber: string };
type Answer = Awaited<ReturnType<PaymentProvider['resolveAccount']>>;
type Enquiry = {
  /** Paid or asked about before: it does not count against the allowance. */
  known?: boolean;
  /** An answer of earlier today is not enough. */
  fresh?: boolean;
};

const MAX_ANSWERS = 10_000;
const answers = new WeakMap<PaymentProvider, Map<string, { at: number; answer: Answer }>>();

export const NO_SUCH_ACCOUNT = 'We could not find that account at that bank';

/**
 * The bank's answer on the holder of an account, kept for a day. An account counts once a day against the business's
 * allowance of name enquiries, one that is `known` not at all. Throws 429 when the allowance is used.
 */
export async function askHolder(
  scope: Scope,
  currency: Currency,
  { bankCode, accountNumber }: BankAccount,
  { known = false, fresh = false }: Enquiry = {},
): Promise<Answer> {
  const provider = payerOf(scope.ports.payments, currency);
  // The counters hold no account number.
  const key = scope.sealer.fingerprint(
    `holder ${scope.actor.businessId} ${provider.name} ${bankCode} ${accountNumber}`,
  );
  if (!known) await countOnce(scope, key);
  const cached = answers.get(provider) ?? new Map();
  answers.set(provider, cached);
  const before = cached.get(key);
  if (!fresh && before && scope.now.getTime() - before.at < DAY_MS) return before.answer;
  const answer = await provider.resolveAccount(bankCode, accountNumber);
  if (!answer.ok || answer.accountName === null) return answer;
  if (cached.size >= MAX_ANSWERS) cached.clear();
  cached.set(key, { at: scope.now.getTime(), answer });
  return answer;
}

/** Holder's name of an account from the bank. Throws what `askHolder` throws, 502, and 422 where there is none. */
export async function requireHolder(
  scope: Scope,
  currency: Currency,
  account: BankAccount,
  enquiry: Enquiry,
): Promise<string> {
  const answer = await askHolder(scope, currency, account, enquiry);
  if (!answer.ok)
    throw new AppError('provider_unavailable', 'The bank could not be asked just now. Please try again');
  return heldBy(answer.accountName, 'accountNumber');
}

/**
 * The holder's name to keep with an account; null where the bank did not answer: it is asked again before money leaves.
 * Throws what `askHolder` throws, and 422 at `path` where there is no such account.
 */
export async function holderToKeep(
  scope: Scope,
  currency: Currency,
  account: BankAccount,
  { path = 'accountNumber', ...enquiry }: Enquiry & { path?: string } = {},
): Promise<string | null> {
  const answer = await askHolder(scope, currency, account, enquiry);
  return answer.ok ? heldBy(answer.accountName, path) : null;
}

function heldBy(accountName: string | null, path: string): string {
  if (accountName === null) throw fieldError(path, NO_SUCH_ACCOUNT);
  return accountName;
}

async function countOnce(scope: Scope, account: string): Promise<void> {
  const { db, now, config, actor } = scope;
  const { windowMs, max } = config.limits.nameEnquiry;
  const once = { max: MAX_ANSWERS, windowMs };
  if (await wasCounted(db, 'nameEnquiryOf', once, account, now)) return;
  const { level, raise } = await trustOf(db, actor.businessId, now);
  const most = Math.min(max, allowances[level].nameEnquiries);
  await consumeLimit(db, 'nameEnquiry', { max: most, windowMs }, actor.businessId, now).catch((error) => {
    throw beyondAllowance(error, most, raise);
  });
  await consumeLimit(db, 'nameEnquiryOf', once, account, now);
}

function beyondAllowance(error: unknown, most: number, raise: string | null): unknown {
  if (!(error instanceof AppError) || error.code !== 'too_many_requests') return error;
  const message = `You can look up the names of ${most} new accounts a day`;
  return new AppError(error.code, raise ? `${message}. ${raise}` : message, error.details);
}
