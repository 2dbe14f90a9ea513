import { AppError, fieldError } from '#core/errors.ts';
import { add, type Currency, formatMoney, type Minor, subtract, ZERO } from '#core/money.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import { taxTermsOf } from '#server/modules/invoices/queries/withholding.ts';
import { rateKept, withheldOf } from '#server/modules/invoices/rules/withholding.ts';
import { recordOffline } from '#server/modules/payments/commands/offline.ts';
import { confirmByStatement } from '#server/modules/payments/commands/seen.ts';
import { declareWithholding } from '#server/modules/withholding/commands/declare.ts';
import { linesBy, type ListedLine } from '../queries/lines.ts';
import { statementOf } from '../queries/statements.ts';

type Match = {
  lineId: string;
  allocations: readonly { invoiceId: string; amount: Minor }[];
  paymentId?: string | undefined;
  withheld?: WithholdingKind | undefined;
  keepRestAsCredit?: boolean | undefined;
  confirmDuplicate?: boolean | undefined;
};
type Target = { currency: Currency; id: string };
type Recorded = { recorded: number; confirmed: number };

/**
 * Records lines as payments, or finds typed payments in them; all or none. Refusals name the line, as `matches.N` and as `lineId` of their data. Throws 404 for an
 * unknown statement, 409 for a line that was recorded or set aside, 422 where the parts of a line are not the whole of it.
 */
export async function recordMatches(ctx: Ctx, target: Target, matches: readonly Match[]): Promise<Recorded> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  await statementOf(ctx.tx, businessId, target.currency, target.id);
  const ids = matches.map(({ lineId }) => lineId);
  const rows = await linesBy(ctx.tx, businessId, { statementId: target.id, ids });
  const lines = new Map(rows.map((row) => [row.id, row]));
  const sum: Recorded = { recorded: 0, confirmed: 0 };
  for (const [at, match] of matches.entries()) {
    const line = requireOpen(lines, match, at);
    // A second match of it finds it gone.
    lines.delete(line.id);
    await withPath(`matches.${at}`, line.id, () => recordLine(ctx, target.currency, line, match));
    sum[match.paymentId ? 'confirmed' : 'recorded'] += 1;
  }
  return sum;
}

function requireOpen(lines: ReadonlyMap<string, ListedLine>, { lineId }: Match, at: number): ListedLine {
  const line = lines.get(lineId);
  if (!line) throw fieldError(`matches.${at}.lineId`, 'This line is not in the statement');
  if (line.state === 'open') return line;
  const what = line.state === 'recorded' ? 'was recorded already' : 'is not money from a customer';
  throw new AppError('conflict', `The line of row ${line.position} ${what}. Load the list again`);
}

async function recordLine(ctx: Ctx, currency: Currency, line: ListedLine, match: Match): Promise<void> {
  if (match.paymentId) {
    await confirmByStatement(ctx, {
      currency,
      paymentId: match.paymentId,
      lineId: line.id,
      amount: line.amount_minor,
    });
    return;
  }
  const [first, ...also] = match.allocations;
  if (!first || add(...match.allocations.map(({ amount }) => amount)) !== line.amount_minor)
    throw fieldError(
      'allocations',
      `The parts must add up to ${formatMoney(line.amount_minor, currency)}, which came`,
    );
  if (match.withheld) await declareKept(ctx, currency, { ...match, kind: match.withheld });
  await recordOffline(ctx, {
    currency,
    invoiceId: first.invoiceId,
    amount: line.amount_minor,
    day: line.day,
    method: 'bank_transfer',
    seen: 'bank',
    reference: line.reference.slice(0, 80),
    note: [line.payer, line.narration].filter(Boolean).join(' · ').slice(0, 300),
    keepRestAsCredit: match.keepRestAsCredit,
    confirmDuplicate: match.confirmDuplicate,
    statement: { lineId: line.id, also },
  });
}

// The money that is recorded next settles what is declared here; the certificate is awaited then.
async function declareKept(
  ctx: Ctx,
  currency: Currency,
  { allocations, kind }: Pick<Match, 'allocations'> & { kind: WithholdingKind },
): Promise<void> {
  const fits: { id: string; short: Minor }[] = [];
  const others: string[] = [];
  for (const { invoiceId, amount } of allocations) {
    const invoice = await lockInvoice(ctx, { currency, invoiceId });
    const short = subtract(invoice.balance_minor, amount);
    const bps = rateKept(invoice, kind, await taxTermsOf(ctx.tx, invoice), short);
    const tax = bps === null ? ZERO : withheldOf(invoice, bps).amount;
    const money = (sum: Minor) => formatMoney(sum, currency);
    if (tax > 0 && tax === short) fits.push({ id: invoiceId, short });
    else others.push(`${money(tax)} on ${invoice.number}, which is short by ${money(short)}`);
  }
  if (fits.length === 0) throw fieldError('withheld', `That tax would be ${others.join(', and ')}`);
  for (const fit of fits) await declareWithholding(ctx, { currency, kind, ...fit });
}

async function withPath<T>(path: string, lineId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = (error.details.errors ?? []).map((one) => ({ ...one, path: `${path}.${one.path}` }));
    throw new AppError(error.code, error.message, { errors, data: { ...error.details.data, lineId } });
  }
}
