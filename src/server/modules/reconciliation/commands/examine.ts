import type {
  PaymentProvider,
  PayoutState,
  ProviderPayment,
  ProviderPayout,
} from '#server/kernel/ports/index.ts';
import { lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { accountPlace } from '#server/modules/withdrawals/rules.ts';
import { ourPayments, type SealedPayout, withdrawalsByReference } from '../queries.ts';
import type { Finding } from '../rules/findings.ts';
import { comparePayment } from '../rules/payments.ts';
import { comparePayout, compareUnlisted, type OurPayout } from '../rules/payouts.ts';
import {
  type ProviderReport,
  recordFinding,
  recordForReview,
  type RecordOutcome,
  type Run,
} from './findings.ts';

/** A finding and what became of it. */
export type Examined = { finding: Finding; result: RecordOutcome };

/**
 * Compares one transaction with the provider's current report, our records read again under a lock, and acts
 * on it.
 */
export async function examinePayment(
  ctx: SystemCtx,
  run: Run,
  provider: PaymentProvider,
  subject: { transactionId: string; payment: ProviderPayment | null },
): Promise<Examined[]> {
  await lockReconciliation(ctx, run);
  const readOurs = () => ourPayments(ctx.tx, run.provider, [subject.transactionId]);
  const businessId = (await readOurs()).get(subject.transactionId)?.businessId;
  if (businessId) await lockBusiness(ctx.tx, businessId);
  const ours = (await readOurs()).get(subject.transactionId) ?? null;
  const findings = comparePayment(subject.transactionId, ours, subject.payment, {
    now: ctx.now,
    testMode: provider.testMode,
  });
  const known = ours || !subject.payment ? null : await businessOf(ctx, run.provider, subject.payment);
  return recordAll(
    ctx,
    run,
    findings.map((finding) => ({ ...finding, businessId: finding.businessId ?? known })),
    { provider, payment: subject.payment },
  );
}

/** Everything a provider reports of a payout: its list entries under the reference, and its current state. */
type PayoutReport = { reference: string; listed: readonly ProviderPayout[]; now: PayoutState | null };

/** The same for one payout. */
export async function examinePayout(
  ctx: SystemCtx,
  run: Run,
  provider: PaymentProvider,
  report: PayoutReport,
): Promise<Examined[]> {
  await lockReconciliation(ctx, run);
  const [found] = await withdrawalsByReference(ctx.tx, run.provider, [report.reference]);
  if (found) await lockBusiness(ctx.tx, found.business_id);
  const [row] = await withdrawalsByReference(ctx.tx, run.provider, [report.reference]);
  const ours = row ? await unsealPayout(ctx.vault, row) : null;
  const findings = compareReport(ours, report, ctx.now);
  return recordAll(ctx, run, findings, { provider, payout: report.now });
}

/** Findings about a payout by what is known about it. */
export function compareReport(ours: OurPayout | null, report: PayoutReport, now: Date): Finding[] {
  const [first, ...rest] = report.listed;
  if (first) {
    const { now: told } = report;
    // The current state counts more than a list that may be older.
    const listed = told && told.state !== 'not_found' && rest.length === 0 ? withState(first, told) : first;
    return comparePayout(report.reference, ours, [listed, ...rest], now);
  }
  return ours && report.now ? compareUnlisted(ours, report.now.state, now) : [];
}

const withState = (listed: ProviderPayout, { state }: PayoutState): ProviderPayout =>
  state === 'not_found' || state === 'unknown' ? listed : { ...listed, state };

/** A withdrawal with its account number in the open; of one that was erased only the last digits are left. */
export const unsealPayout = async (vault: SystemCtx['vault'], row: SealedPayout): Promise<OurPayout> => ({
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
  nextPollAt: row.next_poll_at,
  changedAt: row.updated_at,
});

/** Writes a finding down that concerns no single record of ours. */
export async function recordDifference(ctx: SystemCtx, run: Run, finding: Finding): Promise<Examined> {
  await lockReconciliation(ctx, run);
  return { finding, result: await recordForReview(ctx, run, finding) };
}

async function recordAll(
  ctx: SystemCtx,
  run: Run,
  findings: Finding[],
  told: ProviderReport,
): Promise<Examined[]> {
  const examined: Examined[] = [];
  for (const finding of findings)
    examined.push({ finding, result: await recordFinding(ctx, run, finding, told) });
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
