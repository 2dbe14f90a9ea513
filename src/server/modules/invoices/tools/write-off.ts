import * as z from 'zod';
import { type Minor, toMinor } from '#core/money.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { writeOff } from '../commands/write-off.ts';
import { oneInvoice } from './one-invoice.ts';
import { invoiceSnapshot, minorUnits, whenUnchanged } from './snapshot.ts';
import type { ToldOf, ToldWhy } from './told.ts';

const args = z.object({ invoice: invoiceSnapshot, amount: minorUnits, reason: z.string() });
export type WriteOffArguments = z.infer<typeof args>;

const LONGEST_REASON = 200;
const NO_REASON = 'It will not be paid';

/** Gives up money that will not come. */
export const writeOffTool: WriteTool<ToldOf, WriteOffArguments, ToldWhy, WriteOffArguments> = {
  description: 'Propose to write off what is owed on a sent invoice, or a part of it: it will not be paid.',
  input: z.custom<ToldOf>(),
  arguments: args,
  prepare: async (scope, currency, { about, told }) => {
    const found = await oneInvoice(scope, { about, currency, fit: 'unpaid', amount: told.amount });
    if (!found.ok) return found;
    const { shown: invoice } = found;
    const amount: Minor = told.amount === null ? invoice.balance : toMinor(told.amount);
    if (amount <= 0) return { ok: false, why: { kind: 'amount', invoice } };
    if (amount > invoice.balance) return { ok: false, why: { kind: 'tooMuch', invoice } };
    const reason = told.note?.slice(0, LONGEST_REASON) || NO_REASON;
    return { ok: true, arguments: { invoice, amount, reason } };
  },
  carryOut: async (ctx, _currency, shown) => {
    const { invoice, amount, reason } = shown;
    const target = { currency: invoice.currency, id: invoice.id };
    await whenUnchanged(ctx, invoice, () => writeOff(ctx, { ...target, amount, reason }));
    return shown;
  },
};
