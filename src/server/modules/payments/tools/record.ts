import * as z from 'zod';
import type { Filters } from '#contract/assistant.ts';
import type { ReceivedMoney } from './received-money.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { type Currency, MAX_MINOR, majorToMinor, type Minor, ZERO } from '#core/money.ts';
import { offlineMethods } from '#core/payment-methods.ts';
import { type Scope, todayOf } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';

import { snapshotAll } from '#server/modules/invoices/tools/recipients.ts';
import {
  type InvoiceSnapshot,
  invoiceSnapshot,
  whenUnchanged,
} from '#server/modules/invoices/tools/snapshot.ts';
import {
  type MatchedInvoice,
  type Why as NoInvoice,
  targetsOf,
} from '#server/modules/invoices/tools/targets.ts';
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

type Subject = Pick<Filters, 'invoiceNumbers' | 'customerName'>;
type Received = { about: Subject; payment: ReceivedMoney };

/** The question left before money can be recorded, or why it cannot be. */
export type RecordWhy =
  | NoInvoice
  | { kind: 'severalNumbers' }
  | { kind: 'amount' | 'method' | 'seen'; invoice: InvoiceSnapshot }
  | { kind: 'day'; problem: 'unsaid' | 'future' | 'old' }
  | { kind: 'rest'; invoice: InvoiceSnapshot; amount: Minor }
  | { kind: 'duplicate'; invoice: InvoiceSnapshot; amount: Minor; day: CalendarDate };

type Prepared = { ok: true; arguments: RecordArguments } | { ok: false; why: RecordWhy };

/** Records money that came without a provider, for one invoice; an alert becomes a claim. */
export const recordTool: WriteTool<Received, RecordArguments, RecordWhy, RecordArguments> = {
  description:
    'Propose to record money a customer has paid outside the payment provider: cash, POS, a transfer to the own account, cheque. Never for a question such as “has Emeka paid?”.',
  input: z.custom<Received>(),
  arguments: args,
  prepare: async (scope, currency, { about, payment }) => {
    const found = await invoiceFor(scope, payment.currency ?? currency, about, payment);
    if ('why' in found) return { ok: false, why: found.why };
    const [invoice] = await snapshotAll(scope.db, scope.actor.businessId, [found]);
    return invoice ? prepareFor(scope, invoice, payment) : refuse({ kind: 'none' });
  },
  carryOut: async (ctx, _currency, shown) => {
    const { invoice, isClaim, ...money } = shown;
    const record = { ...money, currency: invoice.currency, invoiceId: invoice.id };
    await whenUnchanged(ctx, invoice, async () => {
      if (isClaim) await addClaim(ctx, record);
      else await recordOffline(ctx, { ...record, seen: 'bank' });
    });
    return shown;
  },
};

const refuse = (why: RecordWhy): Prepared => ({ ok: false, why });

// The one open invoice; of several the one that owes exactly this, else they are listed, the oldest first.
async function invoiceFor(
  scope: Scope,
  currency: Currency,
  about: Subject,
  { amount }: ReceivedMoney,
): Promise<MatchedInvoice | { why: RecordWhy }> {
  if ((about.invoiceNumbers?.length ?? 0) > 1) return { why: { kind: 'severalNumbers' } };
  const selection = about.invoiceNumbers?.length
    ? { invoiceNumbers: about.invoiceNumbers }
    : { ...(about.customerName ? { customerName: about.customerName } : {}), currency };
  const targets = await targetsOf(scope, selection, 'owed');
  const all = targets.ok ? targets.found : 'invoices' in targets.why ? targets.why.invoices : [];
  const [only, ...more] = all;
  if (targets.ok && only && more.length === 0) return only;
  if (!targets.ok && targets.why.kind !== 'several') return { why: targets.why };
  const exact = all.filter(({ invoice }) => amount !== null && invoice.balance_minor === toMinor(amount));
  const [match] = exact;
  return exact.length === 1 && match ? match : { why: { kind: 'several', invoices: all.toReversed() } };
}

async function prepareFor(scope: Scope, invoice: InvoiceSnapshot, payment: ReceivedMoney): Promise<Prepared> {
  const { method, day, seen, keepRestAsCredit, confirmDuplicate } = payment;
  const amount = amountOf(payment, invoice);
  if (amount === null) return refuse({ kind: 'amount', invoice });
  const problem = dayProblem(day, todayOf(scope));
  if (day === null || problem) return refuse({ kind: 'day', problem: problem ?? 'unsaid' });
  if (!method) return refuse({ kind: 'method', invoice });
  if (method === 'bank_transfer' && !seen) return refuse({ kind: 'seen', invoice });
  const isClaim = method === 'bank_transfer' && seen === 'alert';
  if (!isClaim && amount > invoice.balance && !keepRestAsCredit)
    return refuse({ kind: 'rest', invoice, amount });
  const record = { invoiceId: invoice.id, amount, day };
  const isTwice =
    !isClaim && !confirmDuplicate && (await duplicateOf(scope.db, scope.actor.businessId, record));
  if (isTwice) return refuse({ kind: 'duplicate', invoice, amount, day });
  return {
    ok: true,
    arguments: { invoice, amount, day, method, isClaim, keepRestAsCredit, confirmDuplicate },
  };
}

function amountOf({ amount, inFull }: ReceivedMoney, { balance }: InvoiceSnapshot): Minor | null {
  if (inFull) return balance;
  const minor = amount === null ? ZERO : toMinor(amount);
  return minor > ZERO ? minor : null;
}

const toMinor = (major: number): Minor => majorToMinor(Math.round(major * 100) / 100);

function dayProblem(day: CalendarDate | null, today: CalendarDate): 'unsaid' | 'future' | 'old' | null {
  if (!day) return 'unsaid';
  if (day > today) return 'future';
  return day < addDays(today, -365) ? 'old' : null;
}
