import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { languageCodes } from '#core/languages.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import type { Mail } from '#server/kernel/ports/messaging.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { allHold, checkLedger } from '#server/ops/ledger-checks/check.ts';
import { createFakeProvider, onlyProvider, reported } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
  mailerInto,
} from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';
import { openCheckout } from '../../../../tests/money.ts';

const params = { currency: 'NGN' as const };
const mails: Mail[] = [];
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  const mailer = mailerInto(mails);
  app = await testApp({}, { ports: (made) => ({ ...made, mailer, payments: onlyProvider(fake) }) });
  owner = await newOwner(app);
});
afterAll(() => app.close());

const today = () => dateIn(app.scope().now);
const trays = (rate: number) => [{ description: 'Tray', quantity: 1_000_000, rate: minor(rate) }];
const body = (rate: number, more: Record<string, unknown> = {}) =>
  sampleInvoice({ taxRate: 0, items: trays(rate), ...more });
const create = async (rate: number, more: Record<string, unknown> = {}) =>
  (await owner.call(api.invoices.create, { params, body: body(rate, more) })).data;
const detail = async (id: string) =>
  (await owner.call(api.invoices.detail, { params: { ...params, id } })).data;
const send = (invoiceId: string) => owner.call(api.invoices.send, { params, body: { invoiceId } });
const edit = (invoiceId: string, change: ReturnType<typeof body>) =>
  owner.call(api.invoices.update, { params: { ...params, invoiceId }, body: change });
const revise = (invoiceId: string, change: ReturnType<typeof body>) =>
  owner.call(api.invoices.revise, { params: { ...params, invoiceId }, body: change });
const duplicate = async (invoiceId: string) =>
  (await owner.call(api.invoices.duplicate, { params: { ...params, invoiceId } })).data;
const mailed = (key: string) => eventually(async () => mails.find((mail) => mail.key === key));
const pageOf = async (url: string | null, language = '') =>
  (await fetch(`${url}${language && `?lang=${language}`}`)).text();
const pdf = async (id: string, query = '') => {
  const answer = await fetch(`${app.url}/api/ngn/invoice/${id}/pdf${query}`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  return answer.ok ? (await pagesOf(new Uint8Array(await answer.arrayBuffer())))[0] : answer.status;
};

/** Money for an invoice as the provider reports it, for the amount its page last asked for. */
async function pay(invoiceId: string, amount: number, asked = amount): Promise<void> {
  const checkout = { businessId: owner.businessId, invoiceId, amount: minor(asked) };
  const reference = await openCheckout(app, checkout);
  await app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, reported(reference, minor(amount))));
}

test('an unsent invoice is changed as a whole, under its number, and its figures with it', async () => {
  const made = await create(1000_00);
  const change = body(2500_00, {
    clientEmail: 'ada@example.test',
    clientName: 'Ada Obi',
    title: 'Two trays',
    taxRate: 750,
    dueDate: addDays(today(), 20),
  });
  const { data } = await edit(made.id, change);
  expect(data).toMatchObject({
    invoiceNumber: made.invoiceNumber,
    status: 'pending',
    title: 'Two trays',
    customerName: 'Ada Obi',
    totalAmount: 2687_50,
    dueDate: addDays(today(), 20),
    items: [{ rate: 2500_00 }],
    revision: 1,
    revisions: [],
  });
  expect(data.changedAt).toBeInstanceOf(Date);
  expect(allHold(await checkLedger(app.system.db))).toBe(true);
});

test('a change that comes too late is refused with the invoice as it is, and changes nothing', async () => {
  const made = await create(1000_00);
  await edit(made.id, body(1100_00));
  const stale = await refusalOf(edit(made.id, { ...body(1), changedAt: null } as never));
  expect(stale).toMatchObject({ status: 409, code: 'invoice_changed' });
  expect(stale.data.invoice).toMatchObject({ id: made.id, totalAmount: 1100, status: 'pending' });
  await send(made.id);
  const sent = await refusalOf(edit(made.id, body(1)));
  expect(sent).toMatchObject({ status: 409, code: 'invoice_changed' });
  expect(sent.data.invoice).toMatchObject({ status: 'sent', totalAmount: 1100 });
  await owner.call(api.invoices.remove, { params, body: { invoiceId: made.id } });
  for (const change of [edit, revise]) {
    const deleted = await refusalOf(change(made.id, body(1)));
    expect(deleted).toMatchObject({ code: 'invoice_changed', data: { invoice: { status: 'deleted' } } });
  }
  expect(await detail(made.id)).toMatchObject({ totalAmount: 1100_00 });
});

test.each<[string, Record<string, unknown>, string]>([
  ['a past day', { dueDate: '2020-01-01' }, 'dueDate'],
  ['another sum', { amount: 7 }, 'amount'],
  ['too large a discount', { discount: 2000_00 }, 'discount'],
])('%s is refused at its field, and the invoice stays', async (_what, more, path) => {
  const made = await create(1000_00);
  for (const change of [edit, revise]) {
    const refused = await refusalOf(change(made.id, body(1000_00, more)));
    expect(refused).toMatchObject({ status: 422, errors: [{ path }] });
    await send(made.id).catch(() => undefined);
  }
  expect(await detail(made.id)).toMatchObject({ totalAmount: 1000_00, revision: 1 });
});

test('another business’s invoice, one that never was and one of another currency are 404', async () => {
  const other = await newOwner(app);
  const { id } = await create(1000_00);
  for (const [who, invoiceId, currency] of [
    [other, id, 'NGN'],
    [owner, 'inv_nothing', 'NGN'],
    [owner, id, 'USD'],
  ] as const) {
    const at = { currency, invoiceId };
    const calls = [
      () => who.call(api.invoices.update, { params: at, body: body(1) }),
      () => who.call(api.invoices.revise, { params: at, body: body(1) }),
      () => who.call(api.invoices.duplicate, { params: at }),
    ];
    for (const call of calls) expect(await refusalOf(call())).toMatchObject({ status: 404 });
  }
});

test('a sent invoice is replaced under its number, keeps what it said, and goes again', async () => {
  const made = await create(1000_00, { clientEmail: 'kemi@example.test', clientName: 'Kemi' });
  const sent = (await send(made.id)).data.invoice;
  await mailed(`deliver:${made.id}`);
  const dueDate = addDays(today(), 30);
  const { data } = await revise(
    made.id,
    body(1500_00, { clientEmail: 'kemi@example.test', clientName: 'Kemi', dueDate }),
  );
  expect(data.invoice).toMatchObject({
    invoiceNumber: made.invoiceNumber,
    checkoutUrl: sent.checkoutUrl,
    totalAmount: 1500_00,
    revision: 2,
    revisions: [
      {
        revision: 2,
        changed: ['amount', 'dueDate', 'items'],
        totalAmount: 1500_00,
        before: { totalAmount: 1000_00, dueDate: made.dueDate, sentAt: sent.sentAt },
      },
    ],
  });
  const mail = await mailed(`deliver:${made.id}:2`);
  expect(mail.subject).toMatch(/^Changed: invoice INV-\d+ from /);
  expect(mail.text).toMatch(/This replaces the invoice of \w+, \w+ \d+, \d{4}\./);
  expect(mail.attachments?.[0]?.name).toBe(`${made.invoiceNumber}.pdf`);
  expect(await pdf(made.id)).toMatch(/Revision: 2 \(.+\)[\s\S]*1,500\.00/);
  const earlier = await pdf(made.id, '?revision=1');
  expect(earlier).toMatch(/Replaced[\s\S]*1,000\.00/);
  expect(earlier).not.toContain('1,500.00');
  expect(await pdf(made.id, '?revision=3')).toBe(404);
  const page = await pageOf(sent.checkoutUrl);
  expect(page).toContain('This invoice replaces the earlier one.');
  expect(page).not.toContain('1,000');
  const said = await Promise.all(languageCodes.map((code) => pageOf(sent.checkoutUrl, code)));
  const notices = said.map((one) => /<div class="told"><p><b>(.+?)<\/b>/.exec(one)?.[1]);
  expect(new Set(notices).size).toBe(languageCodes.length);
  const { activities } = await owner.call(api.activities.list, { params }).then(({ data: all }) => ({
    activities: JSON.stringify(all),
  }));
  expect(activities).toContain('was changed, from ₦1,000.00 to ₦1,500.00 and sent again to Kemi');
});

test('a revision is for the same customer, says something new, and needs a sent invoice', async () => {
  const { id } = await create(1000_00);
  expect(await refusalOf(revise(id, body(2000_00)))).toMatchObject({ code: 'invoice_changed' });
  await send(id);
  const other = body(2000_00, { clientEmail: 'somebody.else@example.test' });
  expect(await refusalOf(revise(id, other))).toMatchObject({
    status: 422,
    errors: [{ path: 'clientEmail' }],
  });
  expect(await refusalOf(revise(id, body(1000_00)))).toMatchObject({ status: 409, code: 'conflict' });
  expect(await detail(id)).toMatchObject({ revision: 1, revisions: [] });
});

test('money for the earlier sum is put against the current one: a part of it, or too much', async () => {
  const [less, more] = [await create(1000_00), await create(1000_00)];
  for (const { id } of [less, more]) await send(id);
  await revise(less.id, body(700_00));
  await revise(more.id, body(1600_00));
  for (const { id } of [less, more]) await pay(id, 1000_00);
  expect(await detail(less.id)).toMatchObject({ status: 'paid', amountPaid: 700_00, balance: 0 });
  expect(await detail(more.id)).toMatchObject({ status: 'sent', amountPaid: 1000_00, balance: 600_00 });
  const { data } = await owner.call(api.payments.list, { params, query: { credit: 'left' } });
  expect(
    data.transactions.filter(({ invoiceId }) => JSON.stringify(invoiceId).includes(less.invoiceNumber)),
  ).toHaveLength(1);
  expect(await pageOf((await detail(more.id)).checkoutUrl)).toContain('600');
});

test('after money came nothing changes it any more, also when the money went back', async () => {
  const { id } = await create(1000_00);
  await send(id);
  await pay(id, 400_00);
  const refused = await refusalOf(revise(id, body(900_00)));
  expect(refused).toMatchObject({ status: 409, code: 'invoice_changed' });
  expect(refused.message).toMatch(/^Money came/);
  expect(refused.data.invoice).toMatchObject({ amountPaid: 400, totalAmount: 1000 });
});

test('a copy is a new unsent invoice with the same contents, due as many days from today', async () => {
  const made = await create(1000_00, {
    taxRate: 750,
    discount: 100_00,
    poNumber: 'PO 7',
    notes: 'Thank you',
    dueDate: addDays(today(), 14),
    earlyPayment: { percent: 200, until: addDays(today(), 5) },
  });
  await send(made.id);
  await pay(made.id, made.totalAmount);
  const copy = await duplicate(made.id);
  expect(copy).toMatchObject({
    status: 'pending',
    customerId: made.customerId,
    totalAmount: made.totalAmount,
    discount: 100_00,
    taxRate: 750,
    poNumber: 'PO 7',
    notes: 'Thank you',
    dueDate: addDays(today(), 14),
    earlyTerms: { percent: 200, until: addDays(today(), 5) },
    revision: 1,
    payments: [],
  });
  expect(copy.invoiceNumber).not.toBe(made.invoiceNumber);
});

test('the same key changes, copies and revises once', async () => {
  const { id } = await create(1000_00);
  const at = { ...params, invoiceId: id };
  const twice = async <T>(call: () => Promise<T>) => [await call(), await call()] as const;
  const [one, same] = await twice(() =>
    owner.call(api.invoices.duplicate, { params: at }, { idempotencyKey: `copy:${id}` }),
  );
  expect(same.data.id).toBe(one.data.id);
  await send(id);
  const [first, again] = await twice(() =>
    owner.call(api.invoices.revise, { params: at, body: body(1200_00) }, { idempotencyKey: `revise:${id}` }),
  );
  expect(again.data.invoice).toEqual(first.data.invoice);
  expect(await detail(id)).toMatchObject({ revision: 2 });
});

test('reminders and the notice of an overdue invoice follow the new due date', async () => {
  const clocked = await testApp({ CLOCK: '2026-03-02T08:30:00Z', SESSION_IDLE_MINUTES: '1000000' });
  try {
    const seller = await newOwner(clocked);
    const day = (days: number) => addDays('2026-03-02', days);
    await seller.call(api.reminders.updateSettings, { params, body: { mode: 'prepare' } });
    const { data: made } = await seller.call(api.invoices.create, {
      params,
      body: body(1000_00, { dueDate: day(4) }),
    });
    await seller.call(api.invoices.send, { params, body: { invoiceId: made.id, channels: ['whatsapp'] } });
    const { advanceDueSchedules } = await import('#server/modules/reminders/flows/scheduled.ts');
    const waiting = async () => (await seller.call(api.reminders.today, { params, query: {} })).data;
    clocked.advance(2 * DAY_MS);
    await advanceDueSchedules(clocked.scope());
    expect(await waiting()).toHaveLength(1);
    await seller.call(api.invoices.revise, {
      params: { ...params, invoiceId: made.id },
      body: { ...body(1000_00, { dueDate: day(20) }), channels: ['whatsapp'] },
    });
    expect(await waiting()).toEqual([]);
    await advanceDueSchedules(clocked.scope());
    const { data: of } = await seller.call(api.reminders.ofInvoice, { params: { ...params, id: made.id } });
    expect(of.prepared).toBeNull();
    expect(of.next && of.next.day > day(10) && of.next.day <= day(20)).toBe(true);
    clocked.advance(15 * DAY_MS);
    await advanceDueSchedules(clocked.scope());
    expect(await waiting()).toMatchObject([{ dueDate: day(20) }]);
  } finally {
    await clocked.close();
  }
});

type Step =
  | { do: 'edit' | 'revise' | 'pay'; amount: number }
  | { do: 'send' | 'duplicate' | 'delete' | 'restore' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('edit' as const, 'revise' as const, 'revise' as const, 'pay' as const),
    amount: fc.integer({ min: 1, max: 5000_00 }),
  }),
  fc.record({
    do: fc.constantFrom('send' as const, 'duplicate' as const, 'delete' as const, 'restore' as const),
  }),
);

type Model = {
  total: number;
  paid: number;
  sent: boolean;
  deleted: boolean;
  /** Whether money ever came for it. */
  took: boolean;
  revision: number;
};

const fresh = { paid: 0, sent: false, deleted: false, took: false, revision: 1 };

test('after any history an invoice, its revisions and the books say what its current revision says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (history) => {
      let { id } = await create(1000_00);
      let model: Model = { ...fresh, total: 1000_00 };
      for (const each of history) {
        const done = await carryOut(id, each);
        const expected = after(model, each);
        expect(done !== null, JSON.stringify({ each, model })).toBe(expected !== null);
        if (expected) model = expected;
        if (done) id = done;
      }
      const now = await detail(id);
      expect(now).toMatchObject({
        totalAmount: model.total,
        amountPaid: model.paid,
        balance: model.total - model.paid,
        revision: model.revision,
      });
      expect(now.items.reduce((sum, { total }) => sum + total, 0)).toBe(model.total);
      expect(now.revisions.map(({ revision }) => revision)).toEqual(
        Array.from({ length: model.revision - 1 }, (_, at) => model.revision - at),
      );
      for (const [at, { totalAmount }] of now.revisions.entries())
        expect(totalAmount).toBe(at === 0 ? model.total : now.revisions[at - 1]?.before.totalAmount);
    }),
    { numRuns: rounds(12, 200) },
  );
  expect(allHold(await checkLedger(app.system.db))).toBe(true);
});

/** The id of the invoice the history goes on with; null where the step was refused. */
async function carryOut(id: string, each: Step): Promise<string | null> {
  const at = { params, body: { invoiceId: id } };
  const calls: Record<Step['do'], () => Promise<unknown>> = {
    edit: () => edit(id, body('amount' in each ? each.amount : 1)),
    revise: () => revise(id, body('amount' in each ? each.amount : 1)),
    pay: () => pay(id, 'amount' in each ? each.amount : 1),
    send: () => send(id),
    duplicate: async () => (await duplicate(id)).id,
    delete: () => owner.call(api.invoices.remove, at),
    restore: () => owner.call(api.invoices.restore, at),
  };
  try {
    const answer = await calls[each.do]();
    return typeof answer === 'string' ? answer : id;
  } catch (error) {
    if (Object(error).status === 409) return null;
    throw error;
  }
}

/** The model of a step; null where it must be refused. Money may come for any invoice. */
function after(model: Model, each: Step): Model | null {
  const { total, paid, sent, deleted } = model;
  const open = !deleted && !model.took;
  if (each.do === 'edit') return open && !sent ? { ...model, total: each.amount } : null;
  if (each.do === 'revise') {
    if (!open || !sent || each.amount === total) return null;
    return { ...model, total: each.amount, revision: model.revision + 1 };
  }
  if (each.do === 'pay')
    return { ...model, took: true, paid: deleted ? paid : Math.min(total, paid + each.amount) };
  if (each.do === 'send') return !deleted && !sent && paid < total ? { ...model, sent: true } : null;
  if (each.do === 'duplicate') return { ...fresh, total };
  if (each.do === 'delete') return !deleted && paid === 0 ? { ...model, deleted: true } : null;
  return deleted ? { ...model, deleted: false } : null;
}
