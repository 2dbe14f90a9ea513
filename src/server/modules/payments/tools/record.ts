import * as z from 'zod';
import type { ReceivedMoney } from './received-money.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { MAX_MINOR, type Minor, percentOf, ZERO, toMinor } from '#core/money.ts';
import { offlineMethods } from '#core/payment-methods.ts';
import { type Scope, todayOf } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { afterPayment, payingAll } from '#server/modules/invoices/queries/after-payment.ts';
import { creditOf } from '#server/modules/invoices/rules/credit.ts';
import {
  type FoundOne,
  type NoOneInvoice,
  oneInvoice,
  type Subject,
} from '#server/modules/invoices/tools/one-invoice.ts';
import {
  type InvoiceSnapshot,
  invoiceSnapshot,
  minorUnits,
  whenUnchanged,
} from '#server/modules/invoices/tools/snapshot.ts';
import { addClaim } from '../commands/claims.ts';
import { recordOffline } from '../commands/offline.ts';
import { duplicateOf } from '../queries/claims.ts';

const args = z.object({
  invoice: invoiceSnapshot,
  amount: z.custom<Minor>((value) => Number.isSafeInteger(value) && Number(value) > 0),
  day: z.iso.date(),
  method: z.enum(offlineMethods),
  /** Only an alert or a screenshot was seen: it is noted, and the invoice stays as it is. */
  isClaim: z.boolean(),
  keepRestAsCredit: z.boolean(),
  confirmDuplicate: z.boolean(),
  /** The part still owed after it, and the part kept as credit: as foreseen, then as recorded. Proposals made before have neither. */
  left: minorUnits.default(ZERO),
  over: minorUnits.default(ZERO),
});
export type RecordArguments = z.infer<typeof args>;

/** A payment as a model may tell of it. Where a transfer was seen, the rest and a second time are the owner's own words. */
export const recordInput = z.object({
  invoiceNumbers: z.array(z.string().max(20)).max(1).optional(),
  customerName: z.string().max(120).optional(),
  amount: z
    .number()
    .positive()
    .max(MAX_MINOR / 100)
    .optional()
    .describe('In naira or dollars; left out where it was not said'),
  inFull: z.boolean().optional().describe('All that is owed was paid'),
  currency: z.enum(['NGN', 'USD']).optional(),
  day: z.iso.date().optional().describe('The day it came; today where none was said'),
  method: z.enum(offlineMethods).optional(),
});

type Received = { about: Subject; payment: ReceivedMoney };

/** The question left before money can be recorded, or why it cannot be. */
export type RecordWhy =
  | NoOneInvoice
  | { kind: 'seen'; invoice: InvoiceSnapshot | null }
  | { kind: 'amount'; invoice: InvoiceSnapshot; owed: Minor }
  | { kind: 'method'; invoice: InvoiceSnapshot }
  | { kind: 'day'; problem: 'unsaid' | 'future' | 'old' }
  | { kind: 'rest'; invoice: InvoiceSnapshot; amount: Minor; over: Minor }
  | { kind: 'duplicate'; invoice: InvoiceSnapshot; amount: Minor; day: CalendarDate };

type Prepared = { ok: true; arguments: RecordArguments } | { ok: false; why: RecordWhy };

/** Records money that came without a provider, for one invoice; an alert becomes a claim. */
export const recordTool: WriteTool<Received, RecordArguments, RecordWhy, RecordArguments> = {
  description:
    'Propose to record money a customer has paid outside the payment provider: cash, POS, a transfer to the own account, cheque. Never for a question such as “has Emeka paid?”.',
  input: z.custom<Received>(),
  arguments: args,
  prepare: async (scope, currency, { about, payment }) => {
    const { amount } = payment;
    const found = await oneInvoice(scope, {
      about,
      currency: payment.currency ?? currency,
      fit: 'owed',
      amount,
    });
    if (found.ok) return prepareFor(scope, found, payment);
    return refuse(found.why.kind === 'none' ? (firstQuestion(payment) ?? found.why) : found.why);
  },
  carryOut: async (ctx, _currency, shown) => {
    const { invoice, isClaim, left: _, over: __, ...money } = shown;
    const record = { ...money, currency: invoice.currency, invoiceId: invoice.id };
    return whenUnchanged(ctx, invoice, async () => {
      if (isClaim) {
        await addClaim(ctx, record);
        return shown;
      }
      const payment = await recordOffline(ctx, { ...record, seen: 'bank' });
      return { ...shown, left: payment.balance_minor ?? ZERO, over: creditOf(payment) };
    });
  },
};

const refuse = (why: RecordWhy): Prepared => ({ ok: false, why });

// Whatever invoice it may be for, this has to be known.
function firstQuestion({ method, seen }: ReceivedMoney): RecordWhy | null {
  return method === 'bank_transfer' && !seen ? { kind: 'seen', invoice: null } : null;
}

async function prepareFor(
  scope: Scope,
  { matched, shown: invoice }: FoundOne,
  payment: ReceivedMoney,
): Promise<Prepared> {
  const { method, day, seen, keepRestAsCredit, confirmDuplicate } = payment;
  const owed = await payingAll(scope.db, matched.invoice, day ?? todayOf(scope));
  const amount = payment.inFull ? owed : (saidAmount(payment) ?? shareOf(owed, payment));
  if (amount === null) return refuse({ kind: 'amount', invoice, owed });
  const problem = dayProblem(day, todayOf(scope));
  if (day === null || problem) return refuse({ kind: 'day', problem: problem ?? 'unsaid' });
  if (!method) return refuse({ kind: 'method', invoice });
  if (method === 'bank_transfer' && !seen) return refuse({ kind: 'seen', invoice });
  const isClaim = method === 'bank_transfer' && seen === 'alert';
  const after = await afterPayment(scope.db, matched.invoice, { amount, day });
  if (!isClaim && after.over > 0 && !keepRestAsCredit)
    return refuse({ kind: 'rest', invoice, amount, over: after.over });
  const record = { invoiceId: invoice.id, amount, day };
  const isTwice =
    !isClaim && !confirmDuplicate && (await duplicateOf(scope.db, scope.actor.businessId, record));
  if (isTwice) return refuse({ kind: 'duplicate', invoice, amount, day });
  return {
    ok: true,
    arguments: { invoice, amount, day, method, isClaim, keepRestAsCredit, confirmDuplicate, ...after },
  };
}

function saidAmount({ amount }: ReceivedMoney): Minor | null {
  const minor = amount === null ? ZERO : toMinor(amount);
  return minor > ZERO ? minor : null;
}

const shareOf = (owed: Minor, { percent }: ReceivedMoney): Minor | null =>
  percent ? percentOf(owed, Math.round(percent * 100)) : null;

function dayProblem(day: CalendarDate | null, today: CalendarDate): 'unsaid' | 'future' | 'old' | null {
  if (!day) return 'unsaid';
  if (day > today) return 'future';
  return day < addDays(today, -365) ? 'old' : null;
}
