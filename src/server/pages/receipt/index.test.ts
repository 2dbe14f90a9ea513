import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import { languages } from '#core/languages.ts';
import { minor } from '#core/money.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { packed, pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { payFor, sentInvoice, textOf } from './testing.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
});
afterAll(() => app.close());

const get = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' });
const pageOf = async (publicId: string) => textOf(await (await get(`/receipt/${publicId}`)).text());
const pdfOf = async (answer: Response) =>
  packed((await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join('\n'));

test('each payment of an invoice has a receipt of its own: numbered, linked, printed, mailed', async () => {
  const invoice = await sentInvoice(app, owner);
  const first = await payFor(app, fake, invoice, 400_00);
  const partly = textOf(await (await get(`/pay/${invoice.publicId}`)).text());
  expect(partly).toContain('Receipt RCT-000001');
  const second = await payFor(app, fake, invoice, 600_00, { method: 'card' });
  expect([first, second].map(({ receipt }) => receipt.number)).toEqual([1, 2]);
  const paid = await (await get(`/pay/${invoice.publicId}`)).text();
  for (const { receipt } of [first, second]) expect(paid).toContain(`href="/receipt/${receipt.public_id}"`);
  expect(textOf(paid)).toContain('Your receipts');

  const page = await pageOf(first.receipt.public_id);
  for (const shown of [
    'TEST MODE',
    'Okafor Kitchen & Events',
    'RCT-000001 for Mrs Bello',
    '₦400.00',
    'Payment received',
    'Fake confirmed it',
    'Verified with Fake',
    'Bank transfer',
    invoice.reference,
    `Still owed on ${invoice.number} ₦0.00`,
    formatVerificationCode(first.receipt.verification_code),
  ])
    expect(page).toContain(shown);

  const pdf = await get(`/api/receipt/${first.receipt.public_id}/pdf`);
  expect(pdf.headers.get('content-disposition')).toContain('RCT-000001.pdf');
  const printed = await pdfOf(pdf);
  for (const shown of [
    'Receipt',
    'RCT-000001',
    '₦400.00',
    'TEST MODE',
    formatVerificationCode(first.receipt.verification_code),
  ])
    expect(printed).toContain(packed(shown));
  const mail = await eventually(async () => {
    const { rows } =
      await sql`select * from kept_mails where key = ${`receipt:${second.receipt.payment_id}`}`.execute(
        app.system.db,
      );
    return rows[0];
  });
  expect(JSON.stringify(mail)).toContain(`/receipt/${second.receipt.public_id}`);
  expect(JSON.stringify(mail)).toContain('RCT-000002.pdf');
});

test('money that went back is said on the page and on the PDF, in part and in full', async () => {
  const invoice = await sentInvoice(app, owner);
  const { payment, receipt } = await payFor(app, fake, invoice, 1000_00);
  const reportRefund = (refunded: number) =>
    app
      .scope()
      .transactAsSystem((ctx) => recordPayment(ctx, fake, { ...payment, refunded: minor(refunded) }));
  await reportRefund(250_00);
  const part = await pageOf(receipt.public_id);
  expect(part).toMatch(
    /A part went back On .{6,20}, ₦250\.00 of this payment went back to the person who paid\./,
  );
  expect(part).toContain(`Still owed on ${invoice.number} ₦250.00`);
  expect(part).toContain('Part returned by the bank');
  await reportRefund(1000_00);
  const fullReceipt = await pageOf(receipt.public_id);
  expect(fullReceipt).toMatch(
    /This payment went back On .{6,20}, all of it, ₦1,000\.00, went back to the person who paid\./,
  );
  expect(fullReceipt).not.toContain('Payment received');
  const owing = await (await get(`/pay/${invoice.publicId}`)).text();
  expect(textOf(owing)).toMatch(/Paid so far Amount ₦1,000\.00 Refunded -₦1,000\.00/);
  expect(owing).toContain(`/receipt/${receipt.public_id}`);
  const checked = textOf(
    await (await get(`/verify/${formatVerificationCode(receipt.verification_code)}`)).text(),
  );
  for (const words of [part, fullReceipt, checked]) expect(words).not.toContain('Refunded');
  for (const words of [fullReceipt, checked]) expect(words).toContain('Returned by the bank');
  const printed = await pdfOf(await get(`/api/receipt/${receipt.public_id}/pdf`));
  for (const words of ['went back to the person who paid', 'Returned by the bank'])
    expect(printed).toContain(packed(words));
  expect(printed).not.toContain('Refunded');
});

test('what is paid too much is told, and what grows keeps its receipt', async () => {
  const invoice = await sentInvoice(app, owner);
  const { payment, receipt } = await payFor(app, fake, invoice, 900_00);
  await app
    .scope()
    .transactAsSystem((ctx) => recordPayment(ctx, fake, { ...payment, amount: minor(1200_00) }));
  const page = await pageOf(receipt.public_id);
  expect(page).toContain('₦1,200.00');
  expect(page).toContain('Kept for the customer as credit ₦200.00');
  const { max } = await app.system.db
    .selectFrom('receipts')
    .select((eb) => [eb.fn.max('number').as('max'), eb.fn.countAll().as('count')])
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow();
  expect(max).toBe(receipt.number);
});

test('tax its payer keeps is told apart from the money, on the receipt, its PDF and the check, in every language', async () => {
  const invoice = await sentInvoice(app, owner);
  await owner.call(api.withholding.declare, {
    params: { ...params, id: invoice.id },
    body: { kind: 'goods' },
  });
  const wordsOf = async (path: string) => textOf(await (await get(path)).text());
  const check = `/verify/${formatVerificationCode(invoice.code)}`;
  const { receipt } = await payFor(app, fake, invoice, 400_00);
  const path = `/receipt/${receipt.public_id}`;
  const declared = [await wordsOf(path), await wordsOf(check)];
  for (const words of declared) expect(words).toContain('Withholding tax to be kept ₦40.00');
  expect(declared[0]).toContain(`Still owed on ${invoice.number} ₦560.00`);
  expect(declared[1]).toContain('Still to pay ₦560.00');

  await payFor(app, fake, invoice, 560_00);
  for (const { code, name } of languages) {
    const kept = `${invoiceLabels[code].withheld} ₦40.00`;
    for (const page of [path, check]) expect(await wordsOf(`${page}?lang=${code}`), name).toContain(kept);
  }
  expect(await wordsOf(path)).toContain(`Still owed on ${invoice.number} ₦0.00`);
  expect(await wordsOf(check)).toContain('Total ₦1,000.00 Paid ₦960.00 Withholding tax kept ₦40.00');
  const printed = await pdfOf(await get(`/api/receipt/${receipt.public_id}/pdf`));
  expect(printed).toContain(packed('Withholding tax kept'));
});

test('the owner finds the receipt with the payment; nobody else does, and what has not come has none', async () => {
  const invoice = await sentInvoice(app, owner);
  const { receipt } = await payFor(app, fake, invoice, 1000_00);
  const id = receipt.payment_id;
  const { data } = await owner.call(api.payments.details, { params: { ...params, id } });
  expect(data.receipt).toEqual({
    number: `RCT-${String(receipt.number).padStart(6, '0')}`,
    url: `${app.system.publicUrl()}/receipt/${receipt.public_id}`,
  });
  const pageFor = (token: string, currency = 'ngn') =>
    fetch(`${app.url}/api/${currency}/transactions/${id}/receipt`, {
      headers: { Authorization: `Bearer ${token}` },
    });
  const own = await pageFor(owner.token);
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await own.body?.cancel();
  const other = await newOwner(app);
  expect([(await pageFor(other.token)).status, (await pageFor(owner.token, 'usd')).status]).toEqual([
    404, 404,
  ]);
  const { receipt: theirs } = await payFor(app, fake, await sentInvoice(app, other), 100_00);
  expect(theirs.number).toBe(1);
  const foreign = owner.call(api.payments.details, { params: { ...params, id: theirs.payment_id } });
  expect((await refusalOf(foreign)).status).toBe(404);
});

test('a payment that is not in has no receipt, and the next one has no gap', async () => {
  const fresh = await newOwner(app);
  const invoice = await sentInvoice(app, fresh);
  const reportRefundStatus = (status: 'pending' | 'failed') =>
    app
      .scope()
      .transactAsSystem((ctx) =>
        recordPayment(ctx, fake, reported(invoice.reference, minor(100_00), { status, fee: minor(0) })),
      );
  await reportRefundStatus('pending');
  await reportRefundStatus('failed');
  const count = await app.system.db
    .selectFrom('receipts')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('business_id', '=', fresh.businessId)
    .executeTakeFirstOrThrow();
  expect(Number(count.count)).toBe(0);
  expect((await payFor(app, fake, invoice, 100_00)).receipt.number).toBe(1);
});

test('links that lead nowhere get one page, nothing is kept or found by search engines, and no script is needed', async () => {
  for (const wrong of ['/receipt/unknown', '/receipt/%00', `/receipt/${'a'.repeat(65)}`]) {
    const answer = await get(wrong);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('There is no receipt at this address');
  }
  const { receipt } = await payFor(app, fake, await sentInvoice(app, owner), 1000_00);
  const answer = await get(`/receipt/${receipt.public_id}`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag')).toContain('noindex');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('set-cookie')).toBeNull();
  const head = (await answer.text()).split('</head>')[0] ?? '';
  expect(head).not.toMatch(/₦|Bello/);
  expect((await get('/api/receipt/unknown/pdf')).status).toBe(404);
});
