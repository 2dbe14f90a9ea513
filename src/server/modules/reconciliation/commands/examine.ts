import type {
  PaymentProvider,
  PayoutState,
  ProviderPayment,
  ProviderPayout,
} from '#server/kernel/ports/index.ts';
import { lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { accountPlace } from '#server/modules/withdrawals/commands.ts';
import { type Recorded, recordFinding, recordForReview, type Run, type Told } from '../commands.ts';
import { ourPayments, type SealedPayout, withdrawalsNamed } from '../queries.ts';
import type { Finding } from '../rules.ts';
import { comparePayment } from '../rules/payments.ts';
import { comparePayout, compareUnlisted, type OurPayout } from '../rules/payouts.ts';

/** A finding and what became of it. */
export type Examined = { finding: Finding; became: Recorded };

/**
 * Compares one transaction with the provider's current report, our records read again under a lock, and acts
 * on it.
 */
export async function examinePayment(
  ctx: SystemCtx,
  run: Run,
  provider: PaymentProvider,
  asked: { transactionId: string; payment: ProviderPayment | null },
): Promise<Examined[]> {
  await lockReconciliation(ctx, run);
  const read = () => ourPayments(ctx.tx, run.provider, [asked.transactionId]);
  const businessId = (await read()).get(asked.transactionId)?.businessId;
  if (businessId) await lockBusiness(ctx.tx, businessId);
  const ours = (await read()).get(asked.transactionId) ?? null;
  const findings = comparePayment(asked.transactionId, ours, asked.payment, {
    now: ctx.now,
    testMode: provider.testMode,
  });
  const known = ours || !asked.payment ? null : await businessOf(ctx, run.provider, asked.payment);
  return act(
    ctx,
    run,
    findings.map((finding) => ({ ...finding, businessId: finding.businessId ?? known })),
    { provider, payment: asked.payment },
  );
}

/** Everything a provider reports of a payout: its list entries under the reference, and its current state. */
export type AboutPayout = { reference: string; listed: readonly ProviderPayout[]; now: PayoutState | null };

/** The same for one payout. */
export async function examinePayout(
  ctx: SystemCtx,
  run: Run,
  provider: PaymentProvider,
  about: AboutPayout,
): Promise<Examined[]> {
  await lockReconciliation(ctx, run);
  const [found] = await withdrawalsNamed(ctx.tx, run.provider, [about.reference]);
  if (found) await lockBusiness(ctx.tx, found.business_id);
  const [row] = await withdrawalsNamed(ctx.tx, run.provider, [about.reference]);
  const ours = row ? await openPayout(ctx.vault, row) : null;
  const findings = compareAbout(ours, about, ctx.now);
  return act(ctx, run, findings, { provider, payout: about.now });
}

/** Findings about a payout by what is known about it. */
export function compareAbout(ours: OurPayout | null, about: AboutPayout, now: Date): Finding[] {
  const [first, ...rest] = about.listed;
  if (first) {
    const { now: told } = about;
    // The current state counts more than a list that may be older.
    const listed = told && told.state !== 'not_found' && rest.length === 0 ? updated(first, told) : first;
    return comparePayout(about.reference, ours, [listed, ...rest], now);
  }
  return ours && about.now ? compareUnlisted(ours, about.now.state, now) : [];
}

const updated = (listed: ProviderPayout, { state }: PayoutState): ProviderPayout =>
  state === 'not_found' || state === 'unknown' ? listed : { ...listed, state };

/** A withdrawal with its account number in the open; of one that was erased only the last digits are left. */
export const openPayout = async (vault: SystemCtx['vault'], row: SealedPayout): Promise<OurPayout> => ({
  reference: row.reference,
  businessId: row.business_id,
  status: row.status,
  currency: row.currency,
  amount: row.amount_minor,
  fee: row.fee_minor + Number(row.corrected),
  bankCode: row.bank_code,
  accountNumber: row.account_number_sealed
    ? await vault.open(row.business_id, accountPlace(row.business_id, row.id), row.account_number_sealed)
    : row.account_number_last4,
  sentAt: row.sent_at,
  nextAskAt: row.next_ask_at,
  changedAt: row.updated_at,
});

/** Writes a finding down that concerns no single record of ours. */
export async function recordDifference(ctx: SystemCtx, run: Run, finding: Finding): Promise<Examined> {
  await lockReconciliation(ctx, run);
  return { finding, became: await recordForReview(ctx, run, finding) };
}

async function act(ctx: SystemCtx, run: Run, findings: Finding[], told: Told): Promise<Examined[]> {
  const examined: Examined[] = [];
  for (const finding of findings)
    examined.push({ finding, became: await recordFinding(ctx, run, finding, told) });
  return examined;
}

// Two runs at once would both mend what both had read.
const lockReconciliation = (ctx: SystemCtx, { provider }: Run) =>
  lockBusiness(ctx.tx, `reconciliation:${provider}`);

async function businessOf(
  ctx: SystemCtx,
  provider: string,
  { reference }: ProviderPayment,
): Promise<string | null> {
  const checkout = await ctx.tx
    .selectFrom('checkouts')
    .select('business_id')
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return checkout?.business_id ?? null;
}
