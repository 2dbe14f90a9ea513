import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { add, majorToMinor, type Minor, minor, ZERO } from '#core/money.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { createFakeProvider, paidBy, refundState } from '../../../../tests/fake-provider.ts';
import {
  documentOwner,
  eventually,
  newOwner,
  type Owner,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';
import { fundWallet, payInvoice, PIN, setPin } from '../../../../tests/money.ts';

const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
  await setPin(owner);
});
afterAll(() => app.close());

const params = { currency: 'NGN' } as const;
const today = () => dateIn(app.config.clock());
const two = [
  { description: 'Bag of rice', quantity: 3_000_000, rate: minor(1000_00) },
  { description: 'Delivery', quantity: 1_000_000, rate: minor(500_00), taxCode: 'exempt' as const },
];

/** A sent invoice of three bags at ₦1,000 with 7.5 % tax and an exempt delivery of ₦500: ₦3,725 in all. */
async function sent(more: object = {}) {
  const body = {
    ...sampleInvoice(),
    items: two,
    taxRate: 750,
    discount: ZERO,
    dueDate: addDays(today(), 7),
    ...more,
  };
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['email'] } });
  return data;
}

type Line = { item: number; quantity?: number; amount?: Minor };
const credit = (id: string, lines: Line[], more: object = {}) =>
  owner.call(api.creditNotes.issue, {
    params: { ...params, id },
    body: { lines, reason: 'return', ...more },
  });
const invoiceOf = async (id: string) =>
  (await owner.call(api.invoices.detail, { params: { ...params, id } })).data;
const record = async (id: string, amount: Minor) =>
  (
    await owner.call(api.offlinePayments.record, {
      params: { ...params, id },
      body: { amount, day: today(), method: 'cash', confirmDuplicate: true },
    })
  ).data;
const detailsOf = async (id: string) =>
  (await owner.call(api.payments.details, { params: { ...params, id } })).data;
const effect = (division: Partial<Record<'credit' | 'refund' | 'gaveBack', Minor>>) => ({
  effect: { credit: ZERO, refund: ZERO, gaveBack: ZERO, ...division },
});
const WHOLE: Line[] = [
  { item: 0, quantity: 3_000_000 },
  { item: 1, quantity: 1_000_000 },
];

describe('a credit note', () => {
  test('takes the lines and their tax off what is owed, and is counted as no money', async () => {
    const { id, totalAmount } = await sent();
    expect(totalAmount).toBe(3725_00);
    const { data: note } = await credit(id, [{ item: 0, quantity: 1_000_000 }]);
    expect(note).toMatchObject({ total: 1075_00, tax: 75_00, effect: { owed: 1075_00, credit: 0 } });
    expect(note.number).toMatch(/^CRN-\d{4}$/);
    const lastActivity = async () =>
      (await owner.call(api.activities.list, { params, query: { limit: 1 } })).data.activities[0]?.metadata;
    expect(await lastActivity()).toMatchObject({ amount: 1075_00 });
    const writeOff = { amount: minor(50_00), reason: 'Too small to chase' };
    await owner.call(api.writeOffs.writeOff, { params: { ...params, id }, body: writeOff });
    expect(await lastActivity()).toMatchObject({ amount: 50_00 });
    expect(await invoiceOf(id)).toMatchObject({
      credited: 1075_00,
      balance: 2600_00,
      amountPaid: 0,
      status: 'sent',
    });
  });

  test('of everything settles the invoice as credited, and no reminder of it goes', async () => {
    const { id } = await sent();
    await credit(id, WHOLE);
    const invoice = await invoiceOf(id);
    expect(invoice).toMatchObject({ balance: 0, status: 'credited', displayStatus: 'credited' });
    await expect(
      owner.call(api.invoices.remind, { params, body: { invoiceId: id, channels: ['email'] } }),
    ).rejects.toMatchObject({ status: 409 });
    const page = await (await fetch(invoice.checkoutUrl ?? '')).text();
    expect(page).toContain('Nothing to pay');
    expect(page).not.toContain('Paid in full');
  });

  test('of a paid invoice divides the money: credit of the customer, or given back by hand', async () => {
    const { id } = await sent();
    const payment = await record(id, minor(3725_00));
    await expect(credit(id, WHOLE)).rejects.toMatchObject({ status: 422 });
    await expect(credit(id, WHOLE, effect({ credit: minor(1) }))).rejects.toMatchObject({ status: 422 });
    const { data: note } = await credit(
      id,
      WHOLE,
      effect({ credit: minor(725_00), gaveBack: minor(3000_00) }),
    );
    expect(note.told).toMatch(/₦725\.00 is kept as their credit, you gave ₦3,000\.00 back yourself\.$/);
    expect(await invoiceOf(id)).toMatchObject({
      credited: 3725_00,
      amountPaid: 0,
      balance: 0,
      status: 'credited',
    });
    expect((await detailsOf(payment.id)).payment).toMatchObject({ creditAmount: 725_00 });
  });

  test('of goods that came back never tells their payer that they had paid too much', async () => {
    const invoice = await sent();
    const { businessId } = owner;
    await payInvoice(app, fake, { businessId, invoiceId: invoice.id, amount: invoice.totalAmount });
    const { public_id } = await app.system.db
      .selectFrom('invoices')
      .select('public_id')
      .where('id', '=', invoice.id)
      .executeTakeFirstOrThrow();
    const told = async () => {
      const page = await (await fetch(`${app.url}/pay/${public_id}`)).text();
      return /role="status">(.*?)<\/div>/s.exec(page)?.[1]?.replace(/<[^>]*>/g, '');
    };
    await credit(invoice.id, WHOLE.slice(0, 1), effect({ credit: minor(3225_00) }));
    expect(await told()).toMatch(/^You paid ₦3,225\.00 more than is owed\s/);
    await credit(invoice.id, WHOLE.slice(1), effect({ credit: minor(500_00) }));
    expect(await told()).toMatch(/^You paid ₦3,725\.00 more than is owed\s/);
  });

  test('sends money back through the provider, with the PIN and as far as it can', async () => {
    // The fee of the payment is missing in the balance.
    await fundWallet(app, fake, owner, minor(1000_00));
    const invoice = await sent();
    await payInvoice(app, fake, {
      businessId: owner.businessId,
      invoiceId: invoice.id,
      amount: invoice.totalAmount,
    });
    const back = effect({ refund: invoice.totalAmount });
    await expect(credit(invoice.id, WHOLE, back)).rejects.toMatchObject({ status: 422 });
    await expect(credit(invoice.id, WHOLE, { ...back, pin: '9999' })).rejects.toMatchObject({ status: 422 });
    await credit(invoice.id, WHOLE, { ...back, pin: PIN });
    expect(await invoiceOf(invoice.id)).toMatchObject({ balance: 0, amountPaid: 0, status: 'credited' });
    const refund = await app.system.db
      .selectFrom('refunds')
      .selectAll()
      .where('business_id', '=', owner.businessId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(refund).toMatchObject({ amount_minor: invoice.totalAmount, origin: 'owner' });
    const cash = await sent();
    await record(cash.id, cash.totalAmount);
    await expect(
      credit(cash.id, WHOLE, { ...effect({ refund: cash.totalAmount }), pin: PIN }),
    ).rejects.toMatchObject({
      status: 422,
      message: 'Only ₦0.00 can go back through the payment provider',
    });
    expect(await invoiceOf(cash.id)).toMatchObject({
      credited: 0,
      amountPaid: cash.totalAmount,
      status: 'paid',
    });
  });

  test('of money that came both ways is split three ways, the refund as far as the provider can', async () => {
    await fundWallet(app, fake, owner, minor(1000_00));
    const { id } = await sent();
    await record(id, minor(1000_00));
    await payInvoice(app, fake, { businessId: owner.businessId, invoiceId: id, amount: minor(2725_00) });
    const refundable = async () =>
      (await owner.call(api.creditNotes.list, { params, query: { invoiceId: id } })).refundable;
    expect(await refundable()).toBe(2725_00);
    const split = (refund: number, gaveBack: number) => ({
      ...effect({
        refund: minor(refund),
        gaveBack: minor(gaveBack),
        credit: minor(3725_00 - refund - gaveBack),
      }),
      pin: PIN,
    });
    await expect(credit(id, WHOLE, split(2725_01, 500_00))).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'effect', message: 'Only ₦2,725.00 can go back through the payment provider' }],
    });
    const { data: note } = await credit(id, WHOLE, split(2000_00, 1200_00));
    expect(note.effect).toEqual({ owed: 0, refund: 2000_00, gaveBack: 1200_00, credit: 525_00 });
    expect(await refundable()).toBe(0);
    expect(await invoiceOf(id)).toMatchObject({ amountPaid: 0, balance: 0, status: 'credited' });
  });

  test('keeps the lines it credits: its invoice is changed only after it was taken back', async () => {
    const { id } = await sent();
    const { data: note } = await credit(id, [{ item: 0, quantity: 2_000_000 }]);
    const change = () =>
      owner.call(api.invoices.revise, {
        params: { ...params, invoiceId: id },
        body: {
          ...sampleInvoice(),
          items: two.map((line) => ({ ...line, quantity: 1_000_000 })),
          taxRate: 750,
          discount: ZERO,
          dueDate: addDays(today(), 7),
        },
      });
    await expect(change()).rejects.toMatchObject({ status: 409, code: 'invoice_changed' });
    await owner.call(api.creditNotes.withdraw, { params: { ...params, id: note.id } });
    await change();
    expect(await invoiceOf(id)).toMatchObject({ credited: 0, totalAmount: 1575_00 });
  });

  test('and refunds together give back no more of a payment than came', async () => {
    await fundWallet(app, fake, owner, minor(9000_00));
    const paid = async () => {
      // Another customer: one of these is owed again.
      const { id, totalAmount } = await sent({ clientName: 'Chidi Eze', clientEmail: 'chidi@example.com' });
      await payInvoice(app, fake, { businessId: owner.businessId, invoiceId: id, amount: totalAmount });
      return { id, payment: (await invoiceOf(id)).payments[0]?.id ?? '' };
    };
    const refund = (id: string, amount: number) =>
      owner.call(api.payments.refund, {
        params: { ...params, id },
        body: { amount: minor(amount), reason: 'Late', pin: PIN },
      });
    const handed = await paid();
    await credit(handed.id, [{ item: 0, quantity: 1_000_000 }], effect({ gaveBack: minor(1075_00) }));
    expect((await detailsOf(handed.payment)).refundable).toBe(2650_00);
    await expect(refund(handed.payment, 2650_01)).rejects.toMatchObject({
      status: 422,
      message: 'You can refund ₦2,650.00 at most',
    });
    await refund(handed.payment, 2650_00);
    await expect(refund(handed.payment, 1)).rejects.toMatchObject({ status: 409 });
    const returning = await paid();
    fake.onRefund = () => ({ told: refundState('processing'), truth: refundState('processing') });
    await refund(returning.payment, 3000_00);
    await expect(credit(returning.id, WHOLE, effect({ gaveBack: minor(3725_00) }))).rejects.toMatchObject({
      status: 422,
      errors: [
        {
          path: 'effect',
          message: 'Only ₦725.00 was there to give back: a refund of it is on its way',
        },
      ],
    });
    const both = effect({ refund: minor(500_00), gaveBack: minor(725_00), credit: minor(2500_00) });
    await expect(credit(returning.id, WHOLE, { ...both, pin: PIN })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'effect', message: expect.stringContaining('Only ₦225.00 was there to give back') }],
    });
    await credit(returning.id, WHOLE, effect({ gaveBack: minor(725_00), credit: minor(3000_00) }));
    fake.onRefund = () => ({ told: refundState('completed'), truth: refundState('completed') });
  });

  test('whose money was handed back keeps the payment it came of', async () => {
    const { id } = await sent();
    const payment = await record(id, minor(3725_00));
    await credit(id, [{ item: 1, quantity: 1_000_000 }], effect({ gaveBack: minor(500_00) }));
    await expect(
      owner.call(api.offlinePayments.undo, { params: { ...params, id: payment.id }, body: {} }),
    ).rejects.toMatchObject({ status: 409, message: /given back/ });
    expect(await invoiceOf(id)).toMatchObject({ amountPaid: 3225_00, credited: 500_00, balance: 0 });
  });

  test('is taken back only while its credit is there', async () => {
    const { id } = await sent();
    await record(id, minor(3725_00));
    const issue = () => credit(id, WHOLE, effect({ credit: minor(3725_00) }));
    const withdraw = (noteId: string) =>
      owner.call(api.creditNotes.withdraw, { params: { ...params, id: noteId } });
    const first = (await issue()).data;
    expect((await withdraw(first.id)).data.withdrawnAt).not.toBeNull();
    expect(await invoiceOf(id)).toMatchObject({
      credited: 0,
      amountPaid: 3725_00,
      balance: 0,
      status: 'paid',
    });
    await expect(withdraw(first.id)).rejects.toMatchObject({ status: 409 });
    const second = (await issue()).data;
    const payment = (await invoiceOf(id)).payments[0]?.id ?? '';
    const other = await sent({
      customerId: (await invoiceOf(id)).customerId,
      clientEmail: undefined,
      clientName: undefined,
    });
    await owner.call(api.payments.useCredit, {
      params: { ...params, id: payment },
      body: { invoiceId: other.id },
    });
    await expect(withdraw(second.id)).rejects.toMatchObject({ status: 409, message: /used/ });
  });

  test('that is taken back is told of by letter, and its paper says so', async () => {
    const { id } = await sent();
    const issued = (await credit(id, [{ item: 0, quantity: 1_000_000 }])).data;
    const kinds = async () =>
      (
        await app.system.db
          .selectFrom('messages')
          .select(['kind', 'state'])
          .where('invoice_id', '=', id)
          .where('kind', 'like', 'creditNote%')
          .orderBy('id')
          .execute()
      ).map(({ kind, state }) => `${kind} ${state}`);
    await eventually(async () => (await kinds()).includes('creditNote sent'));
    await owner.call(api.creditNotes.withdraw, { params: { ...params, id: issued.id } });
    await eventually(async () => (await kinds()).includes('creditNoteWithdrawn sent'));
    const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
      where subject like ${`Credit note ${issued.number} from % was withdrawn`}
        and body_text like ${`%${(await invoiceOf(id)).invoiceNumber}%`}`.execute(app.system.db);
    expect(rows[0]?.body_text).toContain('It no longer counts.');
    expect(rows[0]?.body_text).toContain('₦3,725.00 is owed on that invoice now.');
  });

  test('leaves credit that pays the next invoice, and no more than there is', async () => {
    // A customer none of whose other invoices comes first.
    const { id } = await sent({ clientName: 'Mr Ojo', clientEmail: 'ojo@example.test' });
    await record(id, minor(3725_00));
    await credit(id, WHOLE, effect({ credit: minor(3725_00) }));
    const { customerId } = await invoiceOf(id);
    const at = { ...params, id: customerId };
    const had = (await owner.call(api.customerCredit.read, { params: at })).data;
    const next = await sent({ customerId, clientEmail: undefined, clientName: undefined });
    await owner.call(api.reminders.updateSettings, { params, body: { mode: 'automatic' } });
    const reminders = await owner.call(api.reminders.ofInvoice, { params: { ...params, id: next.id } });
    expect(reminders.data.stop).toBe('covered');
    const use = (amount?: Minor) =>
      owner.call(api.customerCredit.apply, { params: at, body: { invoiceId: next.id, amount } });
    await expect(use(add(had.credit, minor(1)))).rejects.toMatchObject({ status: 422 });
    const { data } = await use(minor(25_00));
    expect(data).toMatchObject({ used: 25_00, credit: had.credit - 25_00 });
    expect((await use()).data.used).toBe(3700_00);
    expect(await invoiceOf(next.id)).toMatchObject({ status: 'paid', balance: 0 });
    await expect(use()).rejects.toMatchObject({ status: 409 });
  });

  test('of more than is left of a line is refused, and so is one for an invoice that was not sent', async () => {
    const { id } = await sent();
    await credit(id, [{ item: 0, quantity: 2_000_000 }]);
    const refusals = [
      [{ item: 0, quantity: 1.000001 }],
      [{ item: 0, amount: 1000.01 }],
      [{ item: 7, quantity: 1 }],
      [{ item: 1, quantity: 1, amount: 0.01 }],
      [{ item: 0 }],
      [
        { item: 0, amount: 0.01 },
        { item: 0, amount: 0.01 },
      ],
      [],
    ];
    for (const lines of refusals) {
      const response = await fetch(`${app.url}/api/ngn/invoice/${id}/credit-notes`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ lines, reason: 'return' }),
      });
      expect([lines, response.status]).toEqual([lines, 422]);
    }
    const { data: draft } = await owner.call(api.invoices.create, {
      params,
      body: { ...sampleInvoice(), dueDate: addDays(today(), 7) },
    });
    await expect(credit(draft.id, [{ item: 0, quantity: 1_000_000 }])).rejects.toMatchObject({ status: 409 });
    const stranger = await newOwner(app);
    await expect(
      stranger.call(api.creditNotes.issue, {
        params: { ...params, id },
        body: { lines: [{ item: 0, amount: minor(1) }], reason: 'price' },
      }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test('prints, is mailed, and its code says that it is genuine', async () => {
    const { id } = await sent();
    const { data: note } = await credit(id, [{ item: 1, amount: minor(200_00) }], { note: 'Came late' });
    const file = await fetch(`${app.url}${note.pdf}`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    expect(file.status).toBe(200);
    expect(new Uint8Array(await file.arrayBuffer()).length).toBeGreaterThan(5_000);
    const { verification_code: code } = await app.system.db
      .selectFrom('credit_notes')
      .select('verification_code')
      .where('id', '=', note.id)
      .executeTakeFirstOrThrow();
    const page = await (await fetch(`${app.url}/verify/${formatVerificationCode(code)}`)).text();
    expect(page).toContain(note.number);
    expect(page).toContain('₦200<span');
  });

  test('corrects an invoice: all of it credited, and a draft with the same lines', async () => {
    const { id } = await sent();
    await record(id, minor(1000_00));
    const { data } = await owner.call(api.creditNotes.correct, { params: { ...params, id }, body: {} });
    expect(data.creditNote.effect).toEqual({ owed: 2725_00, credit: 1000_00, refund: 0, gaveBack: 0 });
    expect(await invoiceOf(id)).toMatchObject({ status: 'credited', balance: 0 });
    expect(await invoiceOf(data.invoiceId)).toMatchObject({ status: 'pending', totalAmount: 3725_00 });
  });
});

test('credit notes, money and write-offs in any order keep every equation', {
  timeout: 900_000,
}, async () => {
  const share = fc.constantFrom(0.2, 0.5, 1);
  const step = fc.oneof(
    fc.record({ do: fc.constant('pay' as const), share }),
    fc.record({
      do: fc.constant('credit' as const),
      item: fc.nat(1),
      share,
      by: fc.constantFrom('credit', 'gaveBack'),
    }),
    fc.record({ do: fc.constant('writeOff' as const), share }),
    fc.record({ do: fc.constant('withdraw' as const), share }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      const { id, totalAmount } = await sent({
        discount: minor(33_33),
        pricesIncludeTax: steps.length % 2 === 0,
      });
      const notes: string[] = [];
      for (const each of steps) {
        const { balance, writtenOff, items } = await invoiceOf(id);
        const part = (of: number) => minor(Math.max(1, Math.floor(of * each.share)));
        if (each.do === 'pay') await record(id, part(balance)).catch(refused);
        if (each.do === 'writeOff')
          await owner
            .call(api.writeOffs.writeOff, {
              params: { ...params, id },
              body: { amount: part(balance), reason: 'Gone' },
            })
            .catch(refused);
        if (each.do === 'withdraw' && notes.length > 0)
          await owner
            .call(api.creditNotes.withdraw, { params: { ...params, id: notes.pop() ?? '' } })
            .catch(refused);
        if (each.do === 'credit') {
          const lines = [{ item: each.item, amount: part(items[each.item]?.total ?? 0) }];
          const issued = await credit(id, lines).catch(async (error) => {
            refused(error);
            const [, rest] = /₦([\d,.]+) of this was paid/.exec(error.message) ?? [];
            if (!rest) return null;
            const paid = majorToMinor(Number(rest.replaceAll(',', '')));
            return credit(id, lines, effect({ [each.by]: paid })).catch(refused);
          });
          if (issued) notes.push(issued.data.id);
        }
        const after = await invoiceOf(id);
        expect(add(after.amountPaid, after.credited, after.withheld, after.writtenOff, after.balance)).toBe(
          totalAmount,
        );
        expect(writtenOff).toBeGreaterThanOrEqual(0);
      }
      const found = await checkLedger(app.system.db);
      expect(found.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
    }),
    { numRuns: rounds(4, 60), endOnFailure: true },
  );
});

function refused(error: { status: number }): null {
  expect([409, 422]).toContain(error.status);
  return null;
}
