import { banks as knownBanks } from '#core/banks.ts';
import { dateIn } from '#core/dates.ts';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import { eachApart } from '#server/kernel/periodic.ts';
import type { Bank, PaymentProvider, PayoutState } from '#server/kernel/ports/index.ts';
import { payerOf, providerByName } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { takeoverOf } from '#server/modules/business/queries.ts';
import { currentFreeze, payoutsAreStopped } from '#server/modules/ledger/queries.ts';
import { duePolls, sendOrPoll } from '#server/outbound/polling.ts';
import { applyPayoutState, claimPayout } from '../commands/payout.ts';
import { jobs } from '../jobs.ts';
import { withdrawalByReference } from '../queries/withdrawals.ts';
import { accountPlace, PAYOUT_NARRATION } from '../rules.ts';
import type { WithdrawalRow } from '../table.ts';

const BANKS_CACHE_MS = 24 * 3_600_000;
const CANCELLED_REASON = 'It was asked for before this account was shown to be yours';
const NOT_CONNECTED = 'The company that sends this money is not connected any more';
const bankLists = new WeakMap<PaymentProvider, Map<Currency, { at: number; banks: Bank[] }>>();

/** Current prices of payouts in a currency: the provider's title and name, and its fee for an amount. */
export function pricesOf(scope: SystemScope, currency: Currency) {
  const payer = payerOf(scope.ports.payments, currency);
  const pricedOn = dateIn(scope.now);
  const feeOf = (amount: Minor) => payer.payoutFee(amount, currency, pricedOn);
  return { provider: payer.title, name: payer.name, pricedOn, feeOf };
}

/** Whether money of a currency can be sent out now. */
export async function sendingState(scope: SystemScope, currency: Currency) {
  if (!scope.ports.payments.payingOut[currency]) return 'not_configured';
  return (await payoutsAreStopped(scope.db)) ? 'paused' : 'open';
}

/** The provider's banks, cached for a day; our own list where it does not respond. */
export async function banksFor(scope: SystemScope, currency: Currency): Promise<Bank[]> {
  const provider = payerOf(scope.ports.payments, currency);
  const lists = bankLists.get(provider) ?? new Map();
  bankLists.set(provider, lists);
  const cached = lists.get(currency);
  if (cached && scope.now.getTime() - cached.at < BANKS_CACHE_MS) return cached.banks;
  const answer = await provider.banks(currency);
  if (!answer.ok) return cached?.banks ?? knownBanks.map(({ code, name }) => ({ code, name }));
  lists.set(currency, { at: scope.now.getTime(), banks: answer.banks });
  return answer.banks;
}

/** Polls a payout and books what the provider reports. */
export async function pollPayout(scope: SystemScope, reference: string): Promise<string> {
  const row = await withdrawalByReference(scope.db, reference);
  const provider = row && providerByName(scope.ports.payments, row.provider);
  if (!row || !provider) return 'unknown_reference';
  const reported = await provider.payoutState(reference);
  return scope.transactAsSystem((ctx) => applyPayoutState(ctx, reference, reported));
}

/** Polls every payout that is due, and sends those whose job was lost. */
export async function sweepWithdrawals(scope: SystemScope): Promise<void> {
  const due = await duePolls(scope.db, 'withdrawals', scope.now);
  await eachApart(scope.log, due, ({ reference }) => send(scope, reference));
}

export const runs: Runs<typeof jobs> = {
  send: (scope, { reference }) => send(scope, reference),
  sendAll: (scope, { references }) =>
    scope.transactAsSystem(async (ctx) => {
      for (const reference of references) ctx.enqueue(jobs.send, { reference });
    }),
};

const send = (scope: SystemScope, reference: string): Promise<void> =>
  sendOrPoll(scope, 'withdrawals', reference, {
    claimSend: claimPayout,
    outcomeOf: (row, isFirst) => outcomeOf(scope, row, isFirst),
    apply: applyPayoutState,
  });

// A process that died between claiming and sending leaves `processing`: it is polled when due, by one process
// at a time, and sent again under the same reference only when the provider says it never heard of it. A provider that
// was taken out of the settings sent nothing of what was never given to it; what may be with it waits for a person. What was
// asked for before the account was shown to be another's does not leave.
async function outcomeOf(scope: SystemScope, row: WithdrawalRow, isFirst: boolean): Promise<PayoutState> {
  const provider = providerByName(scope.ports.payments, row.provider);
  if (!provider) return { state: isFirst ? 'failed' : 'unknown', reason: NOT_CONNECTED, fee: ZERO };
  const { at: ownSince } = await takeoverOf(scope.db, row.business_id);
  const isCancelled = ownSince !== null && row.created_at <= ownSince;
  if (isFirst && isCancelled) return { state: 'failed', reason: CANCELLED_REASON, fee: ZERO };
  if (isFirst) return provider.sendPayout(await payoutOf(scope, row));
  const known = await provider.payoutState(row.reference);
  const maySend = known.state === 'not_found' && !isCancelled && !(await currentFreeze(scope.db));
  return maySend ? provider.sendPayout(await payoutOf(scope, row)) : known;
}

const payoutOf = async (scope: SystemScope, row: WithdrawalRow) => ({
  reference: row.reference,
  amount: row.amount_minor,
  currency: row.currency,
  bankCode: row.bank_code,
  accountNumber: await scope.vault.open(
    row.business_id,
    accountPlace(row.business_id, row.id),
    row.account_number_sealed,
  ),
  accountName: row.account_name ?? '',
  narration: row.description ?? PAYOUT_NARRATION,
});
