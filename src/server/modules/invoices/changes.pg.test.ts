import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import {
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { openCheckout } from '../../../../tests/money.ts';

const params = { currency: 'NGN' as const };
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
});
// Closing runs the ledger checks.
afterAll(() => app.close());

const body = (rate: number) =>
  sampleInvoice({
    taxRate: 0,
    items: [{ description: 'Tray', quantity: 1_000_000, rate: minor(rate) }],
  });
const create = async () => (await owner.call(api.invoices.create, { params, body: body(1000_00) })).data;
const detail = async (id: string) =>
  (await owner.call(api.invoices.detail, { params: { ...params, id } })).data;
const send = (invoiceId: string) => owner.call(api.invoices.send, { params, body: { invoiceId } });

/** `done`, or the code of the refusal. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => refusalOf(Promise.reject(error)).then(({ code }) => code),
  );

test('a change and the sending of an invoice: what goes is one of the two, and a late change is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await create();
    const at = { ...params, invoiceId: id };
    const [edited, sent] = await Promise.all([
      outcome(owner.call(api.invoices.update, { params: at, body: body(2000_00) })),
      outcome(send(id)),
    ]);
    expect(sent).toBe('done');
    const now = await detail(id);
    expect(now).toMatchObject({
      status: 'sent',
      revision: 1,
      totalAmount: edited === 'done' ? 2000_00 : 1000_00,
    });
    expect(['done', 'invoice_changed']).toContain(edited);
  }
});

test('a revision and the payment of the one before: either the money stops it, or it is put against the new sum', async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await create();
    await send(id);
    const asked = { businessId: owner.businessId, invoiceId: id, amount: minor(1000_00) };
    const reference = await openCheckout(app, asked);
    const revise = () =>
      owner.call(api.invoices.revise, { params: { ...params, invoiceId: id }, body: body(1500_00) });
    const [revised] = await Promise.all([
      outcome(revise()),
      app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, reported(reference, minor(1000_00)))),
    ]);
    expect(['done', 'invoice_changed']).toContain(revised);
    expect(await detail(id)).toMatchObject(
      revised === 'done'
        ? { totalAmount: 1500_00, amountPaid: 1000_00, status: 'sent', revision: 2 }
        : { totalAmount: 1000_00, amountPaid: 1000_00, status: 'paid', revision: 1 },
    );
  }
});

test('of several revisions made from the same one, one stands', async () => {
  const { id } = await create();
  await send(id);
  const from = (await detail(id)).changedAt;
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      outcome(
        owner.call(api.invoices.revise, {
          params: { ...params, invoiceId: id },
          body: { ...body(2000_00 + at), changedAt: from },
        }),
      ),
    ),
  );
  expect(answers.toSorted()).toEqual(['done', ...Array.from({ length: 4 }, () => 'invoice_changed')]);
  expect(await detail(id)).toMatchObject({ revision: 2 });
});
