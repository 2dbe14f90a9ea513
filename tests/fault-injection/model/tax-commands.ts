import assert from 'node:assert/strict';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import * as oracle from './oracle.ts';
import { codeOr, type Step } from './system.ts';

const params = { currency: 'NGN' } as const;
/** Of a seller without a tax ID: twice the rate. */
const kinds = [
  { kind: 'services', bps: 400 },
  { kind: 'professional', bps: 1_000 },
  { kind: 'rent', bps: 2_000 },
] as const;

const pick = <T>(list: readonly T[], roll: (of: number) => number): T | undefined => list[roll(list.length)];

const declare: Step = {
  name: 'tax kept',
  run: async (_, { owner, wallet }, roll) => {
    const invoice = pick(
      wallet.invoices.filter(({ deleted }) => !deleted),
      roll,
    );
    const choice = pick(kinds, roll);
    if (!invoice || !choice) return;
    const owed = oracle.owedOn(invoice);
    const bps = oracle.rateOf(invoice, choice.bps);
    const amount = oracle.taxOf(invoice, bps);
    const isTooMuch = amount === 0 || (invoice.paid > 0 ? amount > owed : amount >= owed);
    const isSettled = invoice.tax !== null && invoice.tax.state !== 'declared';
    const call = owner.call(api.withholding.declare, {
      params: { ...params, id: invoice.id },
      body: { kind: choice.kind },
    });
    const code = await codeOr(call);
    const refusal = owed === 0 ? 'conflict' : isTooMuch ? 'invalid_input' : isSettled ? 'conflict' : null;
    assert.equal(code.code, refusal);
    if (code.code !== null) return;
    assert.equal(code.answer.data.amount, amount);
    invoice.tax = { id: code.answer.data.id, bps, state: 'declared', amount };
    oracle.keepTax(invoice);
  },
};

/** Exactly what is asked for of an invoice whose customer keeps tax. */
const payNet: Step = {
  name: 'cash less the tax',
  run: async ({ app }, { owner, wallet }, roll) => {
    const invoice = pick(
      wallet.invoices.filter(({ tax, deleted }) => tax?.state === 'declared' && !deleted),
      roll,
    );
    if (!invoice?.tax) return;
    const net = oracle.owedOn(invoice) - oracle.taxOf(invoice, invoice.tax.bps);
    if (net <= 0) return;
    const { data } = await owner.call(api.offlinePayments.record, {
      params: { ...params, id: invoice.id },
      body: {
        amount: minor(net),
        day: dateIn(app.config.clock()),
        method: 'cheque',
        confirmDuplicate: true,
      },
    });
    oracle.recordCash(wallet, invoice, { id: data.id, amount: net });
  },
};

/** The certificate came, over the same amount, more or less, or never will. */
const certificate: Step = {
  name: 'tax certificate',
  run: async ({ app }, { owner, wallet }, roll) => {
    const kept = wallet.invoices.filter(({ tax }) => tax !== null);
    const awaited = kept.filter(({ tax }) => tax?.state === 'pending');
    const invoice = pick(awaited.length > 0 && roll(4) > 0 ? awaited : kept, roll);
    const tax = invoice?.tax;
    if (!invoice || !tax) return;
    const today = dateIn(app.config.clock());
    const amount = Math.max(1, tax.amount + ([0, roll(5_000), -roll(5_000)][roll(3)] ?? 0));
    const change = [
      { state: 'received', certificateNo: `WHT-${roll(1e9)}`, certificateDay: today, amount: minor(amount) },
      { state: 'refused', dueDate: addDays(today, 7) },
      { state: 'withdrawn' },
    ] as const;
    const body = change[roll(3)] ?? change[0];
    const code = await codeOr(
      owner.call(api.withholding.change, { params: { ...params, id: tax.id }, body }),
    );
    const isTaken = (body.state === 'withdrawn') === (tax.state === 'declared');
    assert.equal(code.code, isTaken ? null : 'conflict');
    if (!isTaken) return;
    const settled = body.state === 'received' ? Math.min(amount, tax.amount + oracle.owedOn(invoice)) : 0;
    if (body.state !== 'withdrawn') invoice.withheld += settled - tax.amount;
    invoice.tax = body.state === 'received' ? { ...tax, state: 'received', amount: settled } : null;
  },
};

/** Each as often as it stands here. */
export const taxSteps: readonly Step[] = [declare, declare, payNet, payNet, payNet, certificate, certificate];
