import * as z from 'zod';
import { addDays } from '#core/dates.ts';
import { toMinor } from '#core/money.ts';
import { todayOf } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { oneInvoice } from '#server/modules/invoices/tools/one-invoice.ts';
import { invoiceSnapshot, minorUnits, whenUnchanged } from '#server/modules/invoices/tools/snapshot.ts';
import type { ToldOf, ToldWhy } from '#server/modules/invoices/tools/told.ts';
import { recordPromise } from '../commands/promises.ts';
import { LONGEST_DAYS } from '../rules/promises.ts';

const args = z.object({
  invoice: invoiceSnapshot,
  day: z.iso.date(),
  /** All that is asked for now where it is null. */
  amount: z.nullable(minorUnits),
});
export type PromiseArguments = z.infer<typeof args>;

/** Notes the day on which a customer promised to pay; no figure changes. */
export const promiseTool: WriteTool<ToldOf, PromiseArguments, ToldWhy, PromiseArguments> = {
  description: 'Propose to note that a customer promised to pay a sent invoice on a day.',
  input: z.custom<ToldOf>(),
  arguments: args,
  prepare: async (scope, currency, { about, told: { day, amount: said } }) => {
    const today = todayOf(scope);
    if (day === null) return { ok: false, why: { kind: 'date', problem: 'unsaid' } };
    if (day < today) return { ok: false, why: { kind: 'date', problem: 'past' } };
    if (day > addDays(today, LONGEST_DAYS)) return { ok: false, why: { kind: 'date', problem: 'far' } };
    const found = await oneInvoice(scope, { about, currency, fit: 'unpaid', amount: said });
    if (!found.ok) return found;
    const { shown: invoice } = found;
    const amount = said === null ? null : toMinor(said);
    if (amount !== null && amount > invoice.balance) return { ok: false, why: { kind: 'tooMuch', invoice } };
    return { ok: true, arguments: { invoice, day, amount } };
  },
  carryOut: async (ctx, _currency, shown) => {
    const { invoice, day, amount } = shown;
    const target = { currency: invoice.currency, invoiceId: invoice.id };
    await whenUnchanged(ctx, invoice, () => recordPromise(ctx, { ...target, day, amount }));
    return shown;
  },
};
