import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import * as oracle from './oracle.ts';
import { any, pick } from './pick.ts';
import { ask, assignPaymentId, type Step } from './system.ts';

const params = { currency: 'NGN' } as const;

/** Cash for an invoice: less than is owed, all of it, nearly all, or more, which is refused or kept as credit. */
const recordCash: Step = {
  name: 'cash recorded',
  run: async (world, { owner, wallet }, roll) => {
    const invoice = any(wallet.invoices, roll);
    if (!invoice) return;
    const most = oracle.collectible(invoice);
    const amounts = [1 + roll(Math.max(1, most)), most, most - roll(12_000), most + 1 + roll(10_000)];
    const amount = Math.max(1, amounts[roll(4)] ?? 1);
    const keepRestAsCredit = roll(2) === 1;
    const fits = amount <= most || keepRestAsCredit;
    const wanted = invoice.deleted ? 'conflict' : fits ? null : 'invalid_input';
    const day = dateIn(world.app.config.clock());
    const answer = await ask(world, { owner, roll, wanted }, api.offlinePayments.record, {
      params: { ...params, id: invoice.id },
      body: {
        amount: minor(amount),
        day,
        method: 'cash',
        keepRestAsCredit,
        confirmDuplicate: true,
      },
    });
    if (answer) oracle.recordCash(wallet, invoice, { id: answer.data.id, amount, day });
  },
};

/** The same sum for the same invoice on one day is refused until it is said to be another payment. */
const duplicate: Step = {
  name: 'cash recorded twice',
  run: async (world, { owner, wallet }, roll) => {
    const record = pick(
      wallet.records.filter(({ cancelled }) => !cancelled),
      roll,
    );
    const invoice = wallet.invoices.find(({ id }) => id === record?.invoiceId);
    if (!record?.id || !invoice || invoice.deleted) return;
    const { day } = await world.app.system.db
      .selectFrom('payments')
      .select('day')
      .where('id', '=', record.id)
      .executeTakeFirstOrThrow();
    await ask(world, { owner, roll, wanted: 'possible_duplicate' }, api.offlinePayments.record, {
      params: { ...params, id: invoice.id },
      body: { amount: minor(record.amount), day, method: 'pos', keepRestAsCredit: true },
    });
  },
};

const undoCash: Step = {
  name: 'recorded cash undone',
  run: async (world, { owner, wallet }, roll) => {
    const record = pick(wallet.records, roll);
    if (!record?.id) return;
    const wanted = record.cancelled || record.givenBack > 0 ? 'conflict' : null;
    const answer = await ask(world, { owner, roll, wanted }, api.offlinePayments.undo, {
      params: { ...params, id: record.id },
      body: { reason: 'It was somebody else' },
    });
    if (!answer) return;
    oracle.undoCash(record);
    oracle.reopenClaim(wallet, record);
  },
};

/** Money of a provider that came too late: it takes the place of the cash that was typed for the same invoice. */
const useInstead: Step = {
  name: 'recorded cash undone for a payment',
  run: async (world, { owner, wallet }, roll) => {
    const record = pick(
      wallet.records.filter(({ cancelled }) => !cancelled),
      roll,
    );
    const payment = pick(
      wallet.payments.filter((one) => oracle.creditOf(one) > 0),
      roll,
    );
    const invoice = wallet.invoices.find(({ id }) => id === record?.invoiceId);
    if (!record?.id || !payment || !invoice) return;
    const useInstead = await assignPaymentId(world.app, payment);
    const owes = oracle.onInvoice(record, invoice) > 0 || oracle.collectible(invoice) > 0;
    const wanted =
      record.givenBack > 0
        ? 'conflict'
        : (creditRefusal(wallet, payment, invoice) ?? (owes ? null : 'conflict'));
    const answer = await ask(world, { owner, roll, wanted }, api.offlinePayments.undo, {
      params: { ...params, id: record.id },
      body: { useInstead },
    });
    if (!answer) return;
    oracle.undoCash(record);
    oracle.useCredit(wallet, payment, invoice);
  },
};

/** Why a payment's credit is not for an invoice; null where it is. */
const creditRefusal = (
  wallet: oracle.Wallet,
  payment: oracle.Payment,
  { deleted, sent, customer }: oracle.Invoice,
): string | null => {
  if (deleted || !sent) return 'not_found';
  if (customer !== payment.customer) return 'invalid_input';
  return oracle.freeCredit(wallet, payment) > 0 ? null : 'conflict';
};

/** The credit of one payment, for another invoice. */
const useCredit: Step = {
  name: 'use a credit',
  run: async (world, { owner, wallet }, roll) => {
    const payment = pick(
      [...wallet.payments, ...wallet.records].filter((one) => oracle.creditOf(one) > 0),
      roll,
    );
    const invoice = any(wallet.invoices, roll);
    if (!payment || !invoice) return;
    const id = payment.id ?? (await assignPaymentId(world.app, payment));
    const wanted =
      creditRefusal(wallet, payment, invoice) ?? (oracle.collectible(invoice) > 0 ? null : 'conflict');
    const answer = await ask(world, { owner, roll, wanted }, api.payments.useCredit, {
      params: { ...params, id },
      body: { invoiceId: invoice.id },
    });
    if (answer) oracle.useCredit(wallet, payment, invoice);
  },
};

/** An alert changes nothing. */
const claim: Step = {
  name: 'alert shown',
  run: async (world, { owner, wallet }, roll) => {
    const invoice = any(wallet.invoices, roll);
    if (!invoice) return;
    const amount = 1 + roll(oracle.owedOn(invoice) + 1_000);
    const wanted = oracle.owedOn(invoice) === 0 ? 'conflict' : null;
    const day = dateIn(world.app.config.clock());
    const answer = await ask(world, { owner, roll, wanted }, api.offlinePayments.addClaim, {
      params,
      body: { invoiceId: invoice.id, amount: minor(amount), day },
    });
    if (answer)
      wallet.claims.push({ id: answer.data.id, invoice, amount, day, state: 'open', payment: null });
  },
};

/** A credit alert is confirmed, being in the bank, or dismissed. */
const endClaim: Step = {
  name: 'alert confirmed or dismissed',
  run: async (world, { owner, wallet }, roll) => {
    const found = pick(wallet.claims, roll);
    if (!found) return;
    const target = { params: { ...params, id: found.id } };
    const settled = found.state === 'open' ? null : 'conflict';
    if (roll(3) === 0) {
      await ask(world, { owner, roll, wanted: settled }, api.offlinePayments.dismissClaim, target);
      if (!settled) found.state = 'dismissed';
      return;
    }
    const { invoice, amount, day } = found;
    const keepRestAsCredit = roll(2) === 1;
    const fits = amount <= oracle.collectible(invoice) || keepRestAsCredit;
    const wanted = settled ?? (invoice.deleted ? 'conflict' : fits ? null : 'invalid_input');
    const answer = await ask(world, { owner, roll, wanted }, api.offlinePayments.confirmClaim, {
      ...target,
      body: { keepRestAsCredit, confirmDuplicate: true },
    });
    if (!answer) return;
    found.state = 'confirmed';
    found.payment = oracle.recordCash(wallet, invoice, { id: answer.data.id, amount, day });
  },
};

const writeOff: Step = {
  name: 'write off',
  run: async (world, { owner, wallet }, roll) => {
    const invoice = any(wallet.invoices, roll);
    if (!invoice) return;
    const owed = oracle.owedOn(invoice);
    const amount = [Math.max(1, owed), 1 + roll(Math.max(1, owed)), owed + 1][roll(3)] ?? 1;
    const isOpen = owed > 0 && invoice.sent;
    const wanted = !isOpen ? 'conflict' : amount > owed ? 'invalid_input' : null;
    const answer = await ask(world, { owner, roll, wanted }, api.writeOffs.writeOff, {
      params: { ...params, id: invoice.id },
      body: { amount: minor(amount), reason: 'Gone' },
    });
    if (!answer) return;
    invoice.writtenOff += amount;
    oracle.endTax(invoice);
  },
};

const undoWriteOff: Step = {
  name: 'write-off taken back',
  run: async (world, { owner, wallet }, roll) => {
    const written = wallet.invoices.filter(({ writtenOff }) => writtenOff > 0);
    const invoice = pick(written.length > 0 && roll(3) > 0 ? written : wallet.invoices, roll);
    if (!invoice) return;
    const wanted = invoice.writtenOff > 0 ? null : 'conflict';
    const target = { params: { ...params, id: invoice.id }, body: {} };
    if (await ask(world, { owner, roll, wanted }, api.writeOffs.undo, target))
      oracle.takeBackWriteOff(invoice, invoice.writtenOff);
  },
};

/** Each as often as it stands here. */
export const settlementSteps: readonly Step[] = [
  recordCash,
  recordCash,
  duplicate,
  undoCash,
  useInstead,
  useCredit,
  claim,
  endClaim,
  writeOff,
  undoWriteOff,
];
