import { allowances } from '#contract/allowances.ts';
import { AppError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { payerOf } from '#server/kernel/providers.ts';
import { consumeLimit, wasCounted } from '#server/kernel/rate-limits.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { trustOf } from '../queries.ts';

type BankAccount = { bankCode: string; accountNumber: string };
type Answer = Awaited<ReturnType<PaymentProvider['resolveAccount']>>;

const DAY_MS = 86_400_000;
const MAX_ANSWERS = 10_000;
const answers = new WeakMap<PaymentProvider, Map<string, { at: number; answer: Answer }>>();

/**
 * The bank's word on the holder of an account, kept for a day. An account counts once a day against the business's
 * allowance of name enquiries, one that is `known` (paid before) not at all. Throws 429 when the allowance is used.
 */
export async function askHolder(
  scope: Scope,
  currency: Currency,
  { bankCode, accountNumber }: BankAccount,
  { known = false }: { known?: boolean } = {},
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
  if (before && scope.now.getTime() - before.at < DAY_MS) return before.answer;
  const answer = await provider.resolveAccount(bankCode, accountNumber);
  if (!answer.ok || answer.accountName === null) return answer;
  if (cached.size >= MAX_ANSWERS) cached.clear();
  cached.set(key, { at: scope.now.getTime(), answer });
  return answer;
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
