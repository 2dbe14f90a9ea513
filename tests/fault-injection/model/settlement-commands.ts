import assert from 'node:assert/strict';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import * as oracle from './oracle.ts';
import { codeOr, type Step } from './system.ts';

const params = { currency: 'NGN' } as const;

const pick = <T>(list: readonly T[], roll: (of: number) => number): T | undefined => list[roll(list.length)];
const standing = (wallet: oracle.Wallet) => wallet.invoices.filter(({ deleted }) => !deleted);

/** Cash for an invoice: less than is owed, all of it, or more, which is refused or kept as credit. */
const recordCash: Step = {
  name: 'cash recorded',
  run: async ({ app }, { owner, wallet }, roll) => {
    const invoice = pick(standing(wallet), roll);
    if (!invoice) return;
    const most = oracle.collectible(invoice);
    const amount = [1 + roll(Math.max(1, most)), Math.max(1, most), most + 1 + roll(10_000)][roll(3)] ?? 1;
    const keepRestAsCredit = roll(2) === 1;
    const code = await codeOr(
      owner.call(api.offlinePayments.record, {
        params: { ...params, id: invoice.id },
        body: {
          amount: minor(amount),
          day: dateIn(app.config.clock()),
          method: 'cash',
          keepRestAsCredit,
          confirmDuplicate: true,
        },
      }),
    );
    assert.equal(code.code, amount <= most || keepRestAsCredit ? null : 'invalid_input');
    if (code.code === null) oracle.recordCash(wallet, invoice, { id: code.answer.data.id, amount });
  },
};

const undoCash: Step = {
  name: 'recorded cash undone',
  run: async (_, { owner, wallet }, roll) => {
    const record = pick(wallet.records, roll);
    if (!record?.id) return;
    const call = owner.call(api.offlinePayments.undo, {
      params: { ...params, id: record.id },
      body: { reason: 'It was somebody else' },
    });
    assert.equal((await codeOr(call)).code, oracle.undoCash(record) ? null : 'conflict');
  },
};

const writeOff: Step = {
  name: 'write off',
  run: async (_, { owner, wallet }, roll) => {
    const invoice = pick(standing(wallet), roll);
    if (!invoice) return;
    const owed = oracle.owedOn(invoice);
    const amount = [Math.max(1, owed), 1 + roll(Math.max(1, owed)), owed + 1][roll(3)] ?? 1;
    const call = owner.call(api.writeOffs.writeOff, {
      params: { ...params, id: invoice.id },
      body: { amount: minor(amount), reason: 'Gone' },
    });
    const refusal = owed === 0 ? 'conflict' : amount > owed ? 'invalid_input' : null;
    assert.equal((await codeOr(call)).code, refusal);
    if (refusal === null) invoice.writtenOff += amount;
  },
};

const undoWriteOff: Step = {
  name: 'write-off taken back',
  run: async (_, { owner, wallet }, roll) => {
    const invoice = pick(wallet.invoices, roll);
    if (!invoice) return;
    const call = owner.call(api.writeOffs.undo, { params: { ...params, id: invoice.id }, body: {} });
    assert.equal((await codeOr(call)).code, invoice.writtenOff > 0 ? null : 'conflict');
    invoice.writtenOff = 0;
  },
};

/** Its paid part becomes credit; where several payments paid it, only the unpaid part is credited. */
const creditNote: Step = {
  name: 'credit note',
  run: async (_, { owner, wallet }, roll) => {
    const invoice = pick(standing(wallet), roll);
    if (!invoice) return;
    const [payment, ...others] = oracle.paymentsOn(wallet, invoice);
    const unpaid = invoice.total - invoice.credited - invoice.paid;
    const most = others.length === 0 ? invoice.total - invoice.credited : unpaid;
    const amount = roll(4) === 0 ? invoice.total - invoice.credited + 1 : 1 + roll(Math.max(1, most));
    if (amount > most && amount <= invoice.total - invoice.credited) return;
    const paid = Math.max(0, amount - unpaid);
    const call = owner.call(api.creditNotes.issue, {
      params: { ...params, id: invoice.id },
      body: {
        lines: [{ item: 0, amount: minor(amount) }],
        reason: 'price',
        effect: { credit: minor(paid), refund: minor(0), gaveBack: minor(0) },
      },
    });
    const code = await codeOr(call);
    assert.equal(code.code, amount > invoice.total - invoice.credited ? 'invalid_input' : null);
    if (code.code !== null) return;
    const of = paid > 0 && payment ? payment : null;
    oracle.creditInvoice(invoice, amount, paid, of);
    wallet.notes.push({ id: code.answer.data.id, invoice, amount, paid, payment: of, withdrawn: false });
  },
};

const withdrawNote: Step = {
  name: 'credit note taken back',
  run: async (_, { owner, wallet }, roll) => {
    const note = pick(
      wallet.notes.filter(({ invoice, paid }) => paid === 0 || oracle.everPaid(wallet, invoice).length === 1),
      roll,
    );
    if (!note) return;
    const call = owner.call(api.creditNotes.withdraw, { params: { ...params, id: note.id } });
    assert.equal((await codeOr(call)).code, oracle.withdrawNote(wallet, note) ? null : 'conflict');
  },
};

/** Each as often as it stands here. */
export const settlementSteps: readonly Step[] = [
  recordCash,
  recordCash,
  undoCash,
  writeOff,
  undoWriteOff,
  creditNote,
  creditNote,
  withdrawNote,
];
