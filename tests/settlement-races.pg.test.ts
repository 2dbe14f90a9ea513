import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import { askToPay, askToUseCredit, portalCookie, sentTo } from '#server/modules/customer-portal/testing.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy, reported } from './fake-provider.ts';
import * as oracle from './fault-injection/model/oracle.ts';
import {
  applyCredit,
  giveBack,
  issueNote,
  noteRefusal,
  withdrawNote,
} from './fault-injection/model/oracle-credit.ts';
import { declared, taxRefusal } from './fault-injection/model/tax-commands.ts';
import { documentOwner, newOwner, type Owner, sharedApp, type TestApp } from './harness.ts';
import { isLong, rounds } from './length.ts';

// Every two things that can settle one invoice, or take that back, at the same moment, four at a time (at length also two of each
// pair): what they answer and leave is what one of the orders in which they can stand would, by the oracle of the model.
const params = { currency: 'NGN' } as const;
const at = (id: string) => ({ ...params, id });
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
// Closing runs the ledger checks.
afterAll(() => app.close());

const [TOTAL, TYPED, GIVEN_UP, CREDITED, CREDIT] = [1000_00, 300_00, 100_00, 50_00, 400_00];
const [CLAIMED, CASH, NOTE, BACK, PAID] = [450_00, 500_00, 350_00, 200_00, 550_00];
const [SECOND, SEVERAL] = [200_00, 900_00];
const RENT = { kind: 'rent', bps: 2_000 } as const;

/** An invoice with something of each kind on it, of a customer with credit, an alert, and a second invoice due after it. */
type Facts = {
  invoice: Awaited<ReturnType<typeof sentInvoice>>;
  customerId: string;
  record: string;
  note: string;
  claim: string;
  second: string;
  /** Of the customer's own page, and their pay pages. */
  own: { cookie: string; publicIds: string[] };
  payment: ReturnType<typeof reported>;
  several: ReturnType<typeof reported>;
};

async function prepare(): Promise<Facts> {
  const clientEmail = `${newToken(9)
    .replace(/[^a-z0-9]/gi, 'x')
    .toLowerCase()}@example.test`;
  const other = await sentInvoice(app, owner, { clientEmail });
  await record(other.id, TOTAL + CREDIT);
  const invoice = await sentInvoice(app, owner, { clientEmail });
  const { data } = await owner.call(api.invoices.detail, { params: at(invoice.id) });
  const typed = await record(invoice.id, TYPED);
  await owner.call(api.writeOffs.writeOff, {
    params: at(invoice.id),
    body: { amount: minor(GIVEN_UP), reason: 'Gone' },
  });
  const note = await credit(invoice.id, CREDITED);
  const second = await sentTo(owner, data.customerId, minor(SECOND), addDays(today(), 60));
  const cookie = await portalCookie(app, owner, data.customerId);
  const publicIds = [second.publicId, invoice.publicId];
  const { reference } = await askToPay(app, cookie, publicIds);
  const claim = await owner.call(api.offlinePayments.addClaim, {
    params,
    body: { invoiceId: invoice.id, amount: minor(CLAIMED), day: today() },
  });
  return {
    invoice,
    customerId: data.customerId,
    record: typed.data.id,
    note: note.data.id,
    claim: claim.data.id,
    second: second.id,
    own: { cookie, publicIds },
    payment: reported(invoice.reference, minor(PAID)),
    several: reported(reference, minor(SEVERAL)),
  };
}

const today = () => dateIn(app.config.clock());
const record = (id: string, amount: number, keepRestAsCredit = true) =>
  owner.call(api.offlinePayments.record, {
    params: at(id),
    body: { amount: minor(amount), day: today(), method: 'cash', keepRestAsCredit, confirmDuplicate: true },
  });
const credit = (id: string, amount: number) =>
  owner.call(api.creditNotes.issue, {
    params: at(id),
    body: { lines: [{ item: 0, amount: minor(amount) }], reason: 'price' },
  });

/** The same in the oracle. */
function oracleWorld() {
  const wallet = oracle.emptyWallet();
  const [other, invoice] = [oracle.newInvoice('other', TOTAL), oracle.newInvoice('invoice', TOTAL)];
  const second = oracle.newInvoice('second', SECOND);
  wallet.invoices.push(other, invoice, second);
  oracle.recordCash(wallet, other, { id: '1', amount: TOTAL + CREDIT });
  const typed = oracle.recordCash(wallet, invoice, { id: '2', amount: TYPED });
  invoice.writtenOff = GIVEN_UP;
  issueNote(wallet, { id: '3', invoice, amount: CREDITED, ...unpaid });
  return { wallet, invoice, second, typed, claimed: false, made: 3 };
}
type World = ReturnType<typeof oracleWorld>;

const unpaid = { credit: 0, refund: 0, gaveBack: 0 };

function cash(world: World, amount: number): string {
  if (amount > oracle.collectible(world.invoice)) return 'invalid_input';
  world.made += 1;
  oracle.recordCash(world.wallet, world.invoice, { id: String(world.made), amount });
  return 'done';
}

type Action = { ask: (facts: Facts) => Promise<unknown>; play: (world: World) => string };

const actions: Record<string, Action> = {
  'a payment': {
    ask: ({ payment }) => app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment)),
    play: ({ wallet, invoice }) => {
      oracle.recordPayment(wallet, [invoice], { transactionId: 'paid', amount: PAID, fee: 100, refunded: 0 });
      for (const one of wallet.payments) one.id = '9';
      return 'done';
    },
  },
  'a payment of several': {
    ask: ({ several }) => app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, several)),
    play: ({ wallet, invoice, second }) => {
      const told = { transactionId: 'several', amount: SEVERAL, fee: 100, refunded: 0 };
      oracle.recordPayment(wallet, [invoice, second], told);
      for (const one of wallet.payments) one.id = '9';
      return 'done';
    },
  },
  cash: {
    ask: ({ invoice }) => record(invoice.id, CASH, false),
    play: (world) => cash(world, CASH),
  },
  'an undoing': {
    ask: (facts) =>
      owner.call(api.offlinePayments.undo, { params: at(facts.record), body: { reason: 'Wrong' } }),
    play: ({ typed }) => {
      if (typed.cancelled || typed.givenBack > 0) return 'conflict';
      oracle.undoCash(typed);
      return 'done';
    },
  },
  'a write-off': {
    ask: ({ invoice }) =>
      owner.call(api.writeOffs.writeOff, {
        params: at(invoice.id),
        body: { amount: minor(CASH), reason: 'Gone' },
      }),
    play: ({ invoice }) => {
      const owed = oracle.owedOn(invoice);
      if (owed === 0) return 'conflict';
      if (CASH > owed) return 'invalid_input';
      invoice.writtenOff += CASH;
      return 'done';
    },
  },
  'a write-off taken back': {
    ask: ({ invoice }) => owner.call(api.writeOffs.undo, { params: at(invoice.id), body: {} }),
    play: ({ invoice }) => {
      if (invoice.writtenOff === 0) return 'conflict';
      invoice.writtenOff = 0;
      return 'done';
    },
  },
  'a credit note': {
    ask: ({ invoice }) => credit(invoice.id, NOTE),
    play: ({ wallet, invoice }) => {
      const refusal = noteRefusal(wallet, invoice, NOTE, unpaid);
      if (!refusal) issueNote(wallet, { id: 'new', invoice, amount: NOTE, ...unpaid });
      return refusal ?? 'done';
    },
  },
  'a credit note taken back': {
    ask: ({ note }) => owner.call(api.creditNotes.withdraw, { params: at(note) }),
    play: ({ wallet }) => {
      const [first] = wallet.notes;
      return first && withdrawNote(wallet, first) ? 'done' : 'conflict';
    },
  },
  'a use of credit': {
    ask: ({ invoice, customerId }) =>
      owner.call(api.customerCredit.apply, { params: at(customerId), body: { invoiceId: invoice.id } }),
    play: ({ wallet, invoice }) => {
      const outcome = applyCredit(wallet, 'person', invoice, undefined);
      return 'refusal' in outcome ? outcome.refusal : 'done';
    },
  },
  'a use of credit by its customer': {
    ask: async ({ own }) => {
      const { status, code, message } = await askToUseCredit(app, own.cookie, own.publicIds);
      if (code) throw new ApiError(status, code, message);
    },
    play: ({ wallet, invoice, second }) => {
      const kept = invoice.tax?.state === 'declared' ? oracle.taxOf(invoice, invoice.tax.bps) : 0;
      const asked = [oracle.owedOn(invoice) - kept, oracle.owedOn(second)] as const;
      const used = spendUpTo(wallet, invoice, asked[0]);
      return used + spendUpTo(wallet, second, asked[1]) > 0 ? 'done' : 'conflict';
    },
  },
  'an alert confirmed': {
    ask: ({ claim }) =>
      owner.call(api.offlinePayments.confirmClaim, {
        params: at(claim),
        body: { confirmDuplicate: true },
      }),
    play: (world) => {
      if (world.claimed) return 'conflict';
      const outcome = cash(world, CLAIMED);
      world.claimed = outcome === 'done';
      return outcome;
    },
  },
  'a giving back': {
    ask: (facts) =>
      owner.call(api.offlinePayments.giveBack, {
        params: at(facts.record),
        body: { amount: minor(BACK), day: today(), reason: 'Torn' },
      }),
    play: ({ typed }) => giveBack(typed, BACK) ?? 'done',
  },
  'a tax kept': {
    ask: ({ invoice }) =>
      owner.call(api.withholding.declare, { params: at(invoice.id), body: { kind: RENT.kind } }),
    play: ({ invoice }) => {
      const refusal = taxRefusal(invoice, RENT.bps);
      if (!refusal) declared(invoice, { id: invoice.tax?.id ?? 'tax', bps: RENT.bps, by: 'owner' });
      return refusal ?? 'done';
    },
  },
};

const spendUpTo = (wallet: oracle.Wallet, invoice: oracle.Invoice, most: number): number =>
  oracle
    .creditsOf(wallet, 'person')
    .reduce((used, payment) => used + oracle.useCredit(wallet, payment, invoice, most - used), 0);

/** The outcome of each, and afterwards the sums of the invoice and the credit of the customer. */
type Left = { outcomes: string[]; sums: Record<string, number> };

function afterInOrder(names: readonly string[], order: readonly number[]): Left {
  const world = oracleWorld();
  const outcomes: string[] = [];
  for (const place of order) outcomes[place] = actions[names[place] ?? '']?.play(world) ?? '';
  const { paid, credited, writtenOff, withheld } = world.invoice;
  const { wallet, second } = world;
  const left = [...wallet.payments, ...wallet.records].reduce((sum, one) => sum + oracle.creditOf(one), 0);
  return { outcomes, sums: { paid, credited, writtenOff, withheld, second: second.paid, credit: left } };
}

const ordersOf = (places: readonly number[]): number[][] =>
  places.length === 0
    ? [[]]
    : places.flatMap((place) =>
        ordersOf(places.filter((other) => other !== place)).map((rest) => [place, ...rest]),
      );

async function afterAtOnce(names: readonly string[]): Promise<Left> {
  const facts = await prepare();
  const outcomes = await Promise.all(
    names.map((name) =>
      (actions[name] as Action).ask(facts).then(
        () => 'done',
        (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
      ),
    ),
  );
  const row = await app.system.db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', facts.invoice.id)
    .executeTakeFirstOrThrow();
  const second = await app.system.db
    .selectFrom('invoices')
    .select('paid_minor')
    .where('id', '=', facts.second)
    .executeTakeFirstOrThrow();
  const { data } = await owner.call(api.customerCredit.read, { params: at(facts.customerId) });
  return {
    outcomes,
    sums: {
      paid: row.paid_minor,
      credited: row.credited_minor,
      writtenOff: row.written_off_minor,
      withheld: row.withheld_minor,
      second: second.paid_minor,
      credit: data.credit,
    },
  };
}

const names = Object.keys(actions);

// Points and lines of the plane of order three: of thirteen in fours, every two meet in one line.
const LINE = [0, 1, 3, 9];
const lines = names.map((_, place) => LINE.map((step) => names[(place + step) % names.length] ?? ''));
const withItself = names.map((one) => [one, one, one, one]);
const pairs = names.flatMap((one, place) => names.slice(place + 1).map((other) => [one, one, other, other]));

test('every two of them meet', () => {
  const met = lines.flatMap((line) => line.flatMap((one) => line.map((other) => `${one}, ${other}`)));
  expect(new Set(met).size).toBe(names.length ** 2);
});

test.each([...lines, ...withItself, ...(isLong ? pairs : [])])(
  '%s, %s, %s and %s at once are as if one had come after the other',
  async (...all) => {
    const possible = ordersOf([0, 1, 2, 3]).map((order) => afterInOrder(all, order));
    for (let trial = 0; trial < rounds(1, 12); trial++)
      expect(possible).toContainEqual(await afterAtOnce(all));
  },
);
