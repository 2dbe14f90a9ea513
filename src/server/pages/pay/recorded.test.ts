import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { languageCodes } from '#core/languages.ts';
import { type Minor, minor } from '#core/money.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { payFor, sentInvoice, textOf } from '../receipt/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import { documentOwner, newOwner, type Owner, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { pageLocale } from '../locales/locales.ts';

const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

const pageOf = async (path: string) => (await fetch(`${app.url}${path}`)).text();
const record = (id: string, amount: Minor) =>
  owner.call(api.offlinePayments.record, {
    params: { currency: 'NGN', id },
    body: { amount, day: dateIn(app.config.clock()), method: 'cash' },
  });
const receiptOf = async (id: string) => {
  const { data } = await owner.call(api.payments.details, { params: { currency: 'NGN', id } });
  return new URL(data.receipt?.url ?? '').pathname;
};
/** The sentence after the one with the name of the business. */
const sentence = (text: string) => text.split('. ').at(-1) ?? '';

test('an invoice that only its business says is paid is not shown in the green of money a provider confirmed', async () => {
  const invoice = await sentInvoice(app, owner);
  const receiptPath = await receiptOf((await record(invoice.id, minor(1000_00))).data.id);
  for (const language of languageCodes) {
    const { receipt, pay } = pageLocale('en', language);
    const said = sentence(receipt.recorded);
    for (const path of [
      `/pay/${invoice.publicId}?lang=${language}`,
      `/verify/${formatVerificationCode(invoice.code)}?lang=${language}`,
      `${receiptPath}?lang=${language}`,
    ]) {
      const page = await pageOf(path);
      expect([path, said.length > 0 && textOf(page).includes(said)]).toEqual([path, true]);
      expect(page).not.toMatch(/class="(sign|badge) ok"/);
      expect(textOf(page)).not.toContain(pay.attempts.paid.title);
    }
  }
});

test('a part that came is awaited no more, also where its payer comes back after it, and again', async () => {
  const invoice = await sentInvoice(app, owner);
  const shown = async () => textOf(await pageOf(`/pay/${invoice.publicId}`));
  await payFor(app, fake, invoice, 400_00);
  for (const _ of [1, 2]) {
    await pageOf(`/pay/${invoice.publicId}?reference=${invoice.reference}`);
    expect(await shown()).not.toContain('We are checking');
  }
});

test('each payment beside the others has its own evidence', async () => {
  const invoice = await sentInvoice(app, owner);
  await record(invoice.id, minor(400_00));
  expect(textOf(await pageOf(`/pay/${invoice.publicId}`))).toContain('Not confirmed by a bank');
  await payFor(app, fake, invoice, 600_00);
  const page = await pageOf(`/pay/${invoice.publicId}`);
  expect(page).not.toMatch(/class="(sign|badge) ok"/);
  // Once for the invoice, once for the one payment.
  expect(textOf(page).split('Not confirmed by a bank')).toHaveLength(3);
  const verified = await sentInvoice(app, owner);
  await payFor(app, fake, verified, 1000_00);
  expect(await pageOf(`/pay/${verified.publicId}`)).toMatch(/class="sign ok"/);
});

test('money its business says it gave back is told beside how it is known, on the receipt and its check', async () => {
  const invoice = await sentInvoice(app, owner);
  const { data } = await record(invoice.id, minor(1000_00));
  await owner.call(api.offlinePayments.giveBack, {
    params: { currency: 'NGN', id: data.id },
    body: { amount: minor(400_00), day: dateIn(app.config.clock()), reason: 'One came back' },
  });
  const receipt = await pageOf(await receiptOf(data.id));
  const code = /<b class="num">([\w-]{14})<\/b>/.exec(receipt)?.[1] ?? '';
  const above = textOf(receipt.slice(0, receipt.indexOf('<section class="doc"')));
  for (const words of [above, textOf(await pageOf(`/verify/${code}`))]) {
    expect(words).toContain('₦400.00 of this payment went back');
    expect(words).toContain('Not confirmed by a bank');
  }
});
