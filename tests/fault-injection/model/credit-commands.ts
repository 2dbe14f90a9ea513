import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { PIN } from '../../money.ts';
import * as oracle from './oracle.ts';
import {
  applyCredit,
  giveBack,
  issueNote,
  mayCredit,
  noteRefusal,
  partRefusal,
  withdrawNote,
} from './oracle-credit.ts';
import { any, pick, type Roll } from './pick.ts';
import { refundAsked, refundableAtProvider } from './refunds.ts';
import { ask, type BusinessUnderTest, identifyPayments, type ModelRun, type Step } from './system.ts';

const params = { currency: 'NGN' } as const;

/** The part that was paid becomes credit, goes back through the provider or by hand, or a mixture that adds up, or not. */
const creditNote: Step = {
  name: 'credit note',
  run: async (world, party, roll) => {
    const { owner, wallet } = party;
    const invoice = any(wallet.invoices, roll);
    if (!invoice) return;
    await identifyPayments(world, party);
    const left = invoice.total - invoice.credited;
    const amount =
      [1 + roll(Math.max(1, left)), Math.max(1, left), left + 1][roll(8) === 0 ? 2 : roll(2)] ?? 1;
    const effect = divisionOf(Math.max(0, amount - oracle.collectible(invoice)), roll);
    const wanted = noteRefusal(wallet, invoice, amount, effect);
    const truth = (['completed', 'failed', 'processing'] as const)[roll(3)] ?? 'completed';
    world.simulator.refundsEnd(truth);
    const there = new Map(
      wallet.payments.map(({ transactionId }) => [transactionId, refundableAtProvider(world, transactionId)]),
    );
    if (effect.refund > 0) wallet.wrongPins = 0;
    const answer = await ask(world, { owner, roll, wanted }, api.creditNotes.issue, {
      params: { ...params, id: invoice.id },
      body: {
        lines: [{ item: 0, amount: minor(amount) }],
        reason: 'price',
        effect: {
          credit: minor(effect.credit),
          refund: minor(effect.refund),
          gaveBack: minor(effect.gaveBack),
        },
        ...(effect.refund > 0 ? { pin: PIN } : {}),
      },
    });
    if (!answer) return;
    const { id, number, invoiceNumber } = answer.data;
    issueNote(wallet, { id, invoice, amount, ...effect });
    for (const made of await refundsFor(world, party, `${number} for ${invoiceNumber}`)) {
      const payment = wallet.payments.find(({ transactionId }) => transactionId === made.transaction_id);
      if (!payment) throw new Error(`a refund of unknown money ${made.transaction_id}`);
      const refund = { id: made.id, payment, amount: made.amount_minor, open: true, actual: truth };
      await refundAsked(world, wallet, refund, there.get(payment.transactionId) ?? 0);
    }
  },
};

/** Mostly three parts that add up; else one kobo too much. */
function divisionOf(paid: number, roll: Roll): oracle.Division {
  const refund = roll(3) === 0 ? roll(paid + 1) : roll(2) * paid;
  const gaveBack = roll(3) === 0 ? paid - refund : roll(paid - refund + 1);
  const credit = paid - refund - gaveBack + (roll(12) === 0 ? 1 : 0);
  return { refund, gaveBack, credit };
}

const refundsFor = ({ app }: ModelRun, { owner }: BusinessUnderTest, reason: string) =>
  app.system.db
    .selectFrom('refunds')
    .select(['id', 'transaction_id', 'amount_minor'])
    .where('business_id', '=', owner.businessId)
    .where('reason', '=', reason)
    .orderBy('id')
    .execute();

const withdraw: Step = {
  name: 'credit note taken back',
  run: async (world, party, roll) => {
    const { owner, wallet } = party;
    const standing = wallet.notes.filter(({ withdrawn }) => !withdrawn);
    const note = pick(standing.length > 0 && roll(4) > 0 ? standing : wallet.notes, roll);
    if (!note) return;
    await identifyPayments(world, party);
    const wanted = withdrawNote(wallet, note) ? null : 'conflict';
    await ask(world, { owner, roll, wanted }, api.creditNotes.withdraw, {
      params: { ...params, id: note.id },
    });
  },
};

/** All that is left of an invoice is credited, awaited tax too, and an unsent one with the same lines is made; mostly it is sent. */
const correct: Step = {
  name: 'invoice corrected',
  run: async (world, party, roll) => {
    const { owner, wallet } = party;
    const invoice = any(wallet.invoices, roll);
    if (!invoice) return;
    await identifyPayments(world, party);
    const amount = invoice.total - invoice.credited;
    const isPossible = mayCredit(invoice) && amount > 0;
    const before = { ...invoice };
    oracle.releaseTax(invoice);
    const division = { credit: Math.max(0, amount - oracle.collectible(invoice)), refund: 0, gaveBack: 0 };
    const wanted = isPossible ? partRefusal(wallet, invoice, amount, division) : 'conflict';
    const answer = await ask(world, { owner, roll, wanted }, api.creditNotes.correct, {
      params: { ...params, id: invoice.id },
      body: { note: 'The price was wrong' },
    });
    if (!answer) return void Object.assign(invoice, before);
    const { creditNote: note, invoiceId } = answer.data;
    issueNote(wallet, { id: note.id, invoice, amount, ...division });
    const draft = { ...oracle.newInvoice(invoiceId, invoice.total, invoice), sent: false };
    wallet.invoices.push(draft);
    if (roll(3) > 0) await send(party, draft);
  },
};

async function send({ owner }: BusinessUnderTest, invoice: oracle.Invoice): Promise<void> {
  await owner.call(api.invoices.send, { params, body: { invoiceId: invoice.id, channels: ['whatsapp'] } });
  invoice.sent = true;
}

const sendDraft: Step = {
  name: 'draft sent',
  run: async (_, party, roll) => {
    const drafts = party.wallet.invoices.filter(({ sent, deleted }) => !sent && !deleted);
    const draft = pick(
      drafts.filter((one) => oracle.owedOn(one) > 0),
      roll,
    );
    if (draft) await send(party, draft);
  },
};

/** All credit of a customer together, the oldest first. */
const useAll: Step = {
  name: "customer's credit applied",
  run: async (world, party, roll) => {
    const { owner, wallet } = party;
    const invoice = any(wallet.invoices, roll);
    const customer = roll(8) === 0 ? pick(['person', 'company'] as const, roll) : invoice?.customer;
    const id = customer && wallet.customerIds[customer];
    if (!invoice || !id) return;
    await identifyPayments(world, party);
    const all = oracle
      .creditsOf(wallet, customer)
      .reduce((sum, payment) => sum + oracle.freeCredit(wallet, payment), 0);
    const amount = [undefined, 1 + roll(Math.max(1, all)), all + 1][roll(8) === 0 ? 2 : roll(2)];
    const outcome = applyCredit(wallet, customer, invoice, amount);
    const wanted = 'refusal' in outcome ? outcome.refusal : null;
    const answer = await ask(world, { owner, roll, wanted }, api.customerCredit.apply, {
      params: { ...params, id },
      body: { invoiceId: invoice.id, ...(amount === undefined ? {} : { amount: minor(amount) }) },
    });
    if (answer && 'used' in outcome && answer.data.used !== outcome.used)
      throw new Error(`${answer.data.used} of credit was used, and should be ${outcome.used}`);
  },
};

const handBack: Step = {
  name: 'cash given back',
  run: async (world, { owner, wallet }, roll) => {
    const record = pick(wallet.records, roll);
    if (!record?.id) return;
    const left = record.amount - record.givenBack;
    const whole = [left, left, left + 1][roll(3)] ?? left;
    // Several invoices paid by one line of a statement have no last one among them.
    const isSplit = new Set(record.allocations.map(({ invoice }) => invoice)).size > 1;
    const part = isSplit ? oracle.creditOf(record) : 1 + roll(Math.max(1, left));
    const amount = Math.max(1, roll(2) === 0 && !(isSplit && part === 0) ? part : whole);
    const wanted = giveBack(record, amount);
    await ask(world, { owner, roll, wanted }, api.offlinePayments.giveBack, {
      params: { ...params, id: record.id },
      body: { amount: minor(amount), day: dateIn(world.app.config.clock()), reason: 'They brought it back' },
    });
  },
};

/** Each as often as it stands here. */
export const creditSteps: readonly Step[] = [
  creditNote,
  creditNote,
  creditNote,
  withdraw,
  withdraw,
  correct,
  sendDraft,
  useAll,
  useAll,
  handBack,
];
