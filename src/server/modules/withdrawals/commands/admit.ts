import { dateIn, formatDate, plusMs, timeIn } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { add, type Currency, formatMoney, type Minor, subtract } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { payoutAccountOf, profileOf, takeoverOf } from '#server/modules/business/queries.ts';
import { payoutsOpenAt } from '#server/modules/business/rules.ts';
import { factorsOf } from '#server/modules/identity/queries/passkeys.ts';
import { proofUntil, stateOf, stepUpRequired } from '#server/modules/identity/rules/factors.ts';
import { balances } from '#server/modules/ledger/queries.ts';
import { dayBefore, payoutAllowance } from '../queries/allowance.ts';
import { accountKey, knownAccounts, type PayeeAccount } from '../queries/paid-accounts.ts';
import { sumOfAll } from '../rules.ts';

type Sum = { amount: Minor; fee: Minor };
type Asked = PayeeAccount & Sum & { currency: Currency };

/**
 * Admits payouts by balance and accounts, whatever the way they were asked for, and tells of each whether its account
 * is new. The caller holds the business's lock. Throws `insufficient_balance`, `payout_account_new` for the own account within a day of its
 * change and for more than new accounts take a day, `step_up_required` for more than they take by the PIN alone, 429
 * beyond the allowance of the day.
 */
export async function admitPayouts(ctx: Ctx, asked: readonly Asked[]): Promise<boolean[]> {
  const [first] = asked;
  if (!first) return [];
  const { tx: db, vault, now, actor } = ctx;
  await requireBalance(db, actor.businessId, first.currency, asked);
  await refuseChangedAccount(ctx, asked);
  const { at: from } = await takeoverOf(db, actor.businessId);
  const span = { from, before: dayBefore(now) };
  const known = await knownAccounts({ db, vault, businessId: actor.businessId, now }, span, asked);
  const isNew = asked.map((payout) => !known.has(accountKey(payout)));
  await refuseBeyondAllowance(ctx, first.currency, asked, isNew);
  return isNew;
}

/**
 * Throws `insufficient_balance` with what is missing. Checked before any bank is asked and before the first hold, so
 * that the total shortfall can be reported; the ledger itself refuses to go below zero.
 */
export async function requireBalance(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  sums: readonly Sum[],
): Promise<void> {
  const total = add(sumOfAll(sums.map(({ amount }) => amount)), ...sums.map(({ fee }) => fee));
  const { available } = await balances(db, businessId, currency);
  if (total <= available) return;
  const missing = subtract(total, available);
  throw new AppError(
    'insufficient_balance',
    `Your balance is ${formatMoney(missing, currency)} short: ${formatMoney(total, currency)} with the fees, ${formatMoney(available, currency)} available`,
    { data: { missing: missing / 100, total: total / 100, available: available / 100 } },
  );
}

async function refuseChangedAccount({ tx, vault, now, actor }: Ctx, asked: readonly Asked[]): Promise<void> {
  const profile = await profileOf(tx, actor.businessId);
  const opensAt = payoutsOpenAt(profile.payout_changed_at, now);
  if (!opensAt) return;
  const own = await payoutAccountOf(profile, vault);
  if (!asked.some(({ accountNumber }) => accountNumber === own?.accountNumber)) return;
  throw new AppError(
    'payout_account_new',
    `You changed your payout account less than a day ago. To protect you, withdrawals to it open on ${formatDate(dateIn(opensAt))} at ${timeIn(opensAt)}`,
    { data: { until: opensAt.toISOString() } },
  );
}

async function refuseBeyondAllowance(
  ctx: Ctx,
  currency: Currency,
  asked: readonly Asked[],
  isNew: readonly boolean[],
): Promise<void> {
  const { tx, actor, now } = ctx;
  const { payouts, newAccounts, newAccountsProven, raise, oldest } = await payoutAllowance(
    tx,
    actor.businessId,
    currency,
    now,
  );
  const money = (amount: Minor) => formatMoney(amount, currency);
  if (sumOfAll(asked.map(({ amount }) => amount)) > payouts.left) {
    const freeAt = oldest ? plusMs(oldest, now.getTime() - dayBefore(now).getTime()) : now;
    throw new AppError(
      'too_many_requests',
      sentences(`You can send ${money(payouts.most)} a day, and ${money(payouts.left)} of it is left`, raise),
      { retryAfterSeconds: Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000)) },
    );
  }
  const toNew = sumOfAll(asked.flatMap(({ amount }, at) => (isNew[at] ? [amount] : [])));
  if (toNew <= newAccounts.left) return;
  if (toNew > newAccountsProven.left)
    throw new AppError(
      'payout_account_new',
      sentences(
        `You can send ${money(newAccountsProven.most)} a day to accounts you have not paid before, and ${money(newAccountsProven.left)} of it is left. Send a part now: a day later you can send that account any amount`,
        raise,
      ),
    );
  const factors = await factorsOf(tx, actor.userId);
  if (proofUntil(stateOf(factors), 'change', actor, now)) return;
  const why = `To accounts you have not paid before, your PIN alone sends ${money(newAccounts.most)} a day. For more, enter your password or a code`;
  throw stepUpRequired(factors, 'change', now, why);
}

const sentences = (...parts: (string | null)[]) => parts.filter(Boolean).join('. ');
