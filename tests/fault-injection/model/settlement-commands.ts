import assert from 'node:assert/strict';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import * as oracle from './oracle.ts';
import { assignPaymentId, codeOr, type Step } from './system.ts';

const params = { currency: 'NGN' } as const;

const pick = <T>(list: readonly T[], roll: (of: number) => number): T | undefined => list[roll(list.length)];
const standing = (wallet: oracle.Wallet) => wallet.invoices.filter(({ deleted }) => !deleted);

/** Cash for an invoice: less than is owed, all of it, nearly all, or more, which is refused or kept as credit. */
const recordCash: Step = {
  name: 'cash recorded',
  run: async ({ app }, { owner, wallet }, roll) => {
    const invoice = pick(standing(wallet), roll);
    if (!invoice) return;
    const most = oracle.collectible(invoice);
    const amounts = [1 + roll(Math.max(1, most)), most, most - roll(12_000), most + 1 + roll(10_000)];
    const amount = Math.max(1, amounts[roll(4)] ?? 1);
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

/** Money of a provider that came too late: it takes the place of the cash that was typed for the same invoice. */
const useInstead: Step = {
  name: 'recorded cash undone for a payment',
  run: async ({ app }, { owner, wallet }, roll) => {
    const record = pick(
      wallet.records.filter(({ amount }) => amount > 0),
      roll,
    );
    const payment = pick(
      wallet.payments.filter((one) => oracle.creditOf(one) > 0),
      roll,
    );
    const invoice = wallet.invoices.find(({ id }) => id === record?.invoiceId);
    if (!record?.id || !payment || !invoice || invoice.deleted) return;
    const id = await assignPaymentId(app, payment);
    const free = oracle.creditOf(payment) - oracle.onItsWayBack(wallet, payment);
    const isTaken = free > 0 && (oracle.onInvoice(record, invoice) > 0 || oracle.collectible(invoice) > 0);
    const call = owner.call(api.offlinePayments.undo, {
      params: { ...params, id: record.id },
      body: { useInstead: id },
    });
    assert.equal((await codeOr(call)).code, isTaken ? null : 'conflict');
    if (!isTaken) return;
    oracle.undoCash(record);
    oracle.useCredit(wallet, payment, invoice);
  },
};

/** An alert changes nothing. */
const claim: Step = {
  name: 'alert shown',
  run: async ({ app }, { owner, wallet }, roll) => {
    const invoice = pick(standing(wallet), roll);
    if (!invoice) return;
    const amount = 1 + roll(oracle.owedOn(invoice) + 1_000);
    const code = await codeOr(
      owner.call(api.offlinePayments.addClaim, {
        params,
        body: { invoiceId: invoice.id, amount: minor(amount), day: dateIn(app.config.clock()) },
      }),
    );
    assert.equal(code.code, oracle.owedOn(invoice) === 0 ? 'conflict' : null);
    if (code.code === null) wallet.claims.push({ id: code.answer.data.id, invoice, amount, open: true });
  },
};

/** A credit alert is confirmed, being in the bank, or dismissed. */
const endClaim: Step = {
  name: 'alert confirmed or dismissed',
  run: async (_, { owner, wallet }, roll) => {
    const found = pick(wallet.claims, roll);
    if (!found) return;
    const target = { params: { ...params, id: found.id } };
    if (roll(3) === 0) {
      const code = await codeOr(owner.call(api.offlinePayments.dismissClaim, target));
      assert.equal(code.code, found.open ? null : 'conflict');
      found.open = false;
      return;
    }
    const { invoice, amount } = found;
    const keepRestAsCredit = roll(2) === 1;
    const body = { keepRestAsCredit, confirmDuplicate: true };
    const code = await codeOr(owner.call(api.offlinePayments.confirmClaim, { ...target, body }));
    const fits = amount <= oracle.collectible(invoice) || keepRestAsCredit;
    assert.equal(code.code, !found.open || invoice.deleted ? 'conflict' : fits ? null : 'invalid_input');
    if (code.code !== null) return;
    found.open = false;
    oracle.recordCash(wallet, invoice, { id: code.answer.data.id, amount });
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
    if (refusal !== null) return;
    invoice.writtenOff += amount;
    oracle.endTax(invoice);
  },
};

const undoWriteOff: Step = {
  name: 'write-off taken back',
  run: async (_, { owner, wallet }, roll) => {
    const invoice = pick(wallet.invoices, roll);
    if (!invoice) return;
    const call = owner.call(api.writeOffs.undo, { params: { ...params, id: invoice.id }, body: {} });
    assert.equal((await codeOr(call)).code, invoice.writtenOff > 0 ? null : 'conflict');
    oracle.takeBackWriteOff(invoice, invoice.writtenOff);
  },
};

/** Its paid part becomes credit; where several payments paid it, only the unpaid part is credited. */
const creditNote: Step = {
  name: 'credit note',
  run: async (_, { owner, wallet }, roll) => {
    const invoice = pick(standing(wallet), roll);
    if (!invoice) return;
    const [payment, ...others] = oracle.paymentsOn(wallet, invoice);
    const unpaid = oracle.collectible(invoice);
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
    const isTooMuch = amount > invoice.total - invoice.credited || paid > invoice.paid;
    assert.equal(code.code, isTooMuch ? 'invalid_input' : null);
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
      // Its credit comes back from any payment the invoice had: the oracle follows it where there was one.
      wallet.notes.filter(
        ({ invoice, paid, payment }) =>
          paid === 0 || oracle.everPaid(wallet, invoice).every((each) => each === payment),
      ),
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
  useInstead,
  claim,
  endClaim,
  writeOff,
  undoWriteOff,
  creditNote,
  creditNote,
  withdrawNote,
];
