import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Language } from '#core/languages.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { unsubscribeUrlFor } from '#server/modules/notifications/rules/unsubscribe.ts';
import { createFakeProvider, paidBy } from '../../../tests/fake-provider.ts';
import { newOwner, type Owner, sharedApp, type TestApp } from '../../../tests/harness.ts';
import { payFor, sentInvoice } from './receipt/testing.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
const clientEmail = 'ngozi@customers.example';
let app: TestApp;
let owner: Owner;
let paths: Record<'pay' | 'receipt' | 'check' | 'form' | 'shop' | 'reminders' | 'summary', string>;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  const invoice = await sentInvoice(app, owner, { clientEmail });
  const { receipt } = await payFor(app, fake, invoice, 400_00);
  const { data: counter } = await owner.call(api.counter.open, {});
  const unsubscribe = (purpose: 'reminders' | 'weekly_summary') =>
    unsubscribeUrlFor(
      { sealer: app.system.sealer, publicUrl: '' },
      { purpose, businessId: owner.businessId, address: clientEmail },
    );
  paths = {
    pay: `/pay/${invoice.publicId}`,
    receipt: `/receipt/${receipt.public_id}`,
    check: `/verify/${formatVerificationCode(invoice.code)}`,
    form: '/verify',
    shop: `/shop/${counter.code}`,
    reminders: unsubscribe('reminders'),
    summary: unsubscribe('weekly_summary'),
  };
});
afterAll(() => app.close());

const get = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' });
const languageAt = async (path: string) =>
  /<html lang="([\w-]+)"/.exec(await (await get(path)).text())?.[1] ?? null;
const languages = async () =>
  Object.fromEntries(
    await Promise.all(Object.entries(paths).map(async ([name, path]) => [name, await languageAt(path)])),
  );
const writeIn = (language: Language) =>
  owner.call(api.reminders.updateSettings, { params, body: { language } });
const setCustomer = (language: Language | null) =>
  app.system.db
    .updateTable('customers')
    .set({ language })
    .where('business_id', '=', owner.businessId)
    .where('email', '=', clientEmail)
    .execute();

test("a page speaks its customer's language, else its business's, else English", async () => {
  const inEnglish = 'en-NG';
  expect(new Set(Object.values(await languages()))).toEqual(new Set([inEnglish]));
  await writeIn('yo');
  const usual = { form: inEnglish, summary: inEnglish, shop: 'yo', check: 'yo' };
  expect(await languages()).toEqual({ ...usual, pay: 'yo', receipt: 'yo', reminders: 'yo' });
  await setCustomer('ha');
  expect(await languages()).toEqual({ ...usual, pay: 'ha', receipt: 'ha', reminders: 'ha' });
});

test('a reader may choose another for a page, which is stored nowhere', async () => {
  await setCustomer('ha');
  for (const [name, path] of Object.entries(paths)) {
    const answer = await get(`${path}?lang=ig`);
    expect([answer.status, answer.headers.get('set-cookie')], name).toEqual([200, null]);
    expect(await answer.text(), name).toContain('<html lang="ig"');
  }
  expect(await languageAt(paths.pay)).toBe('ha');
  for (const odd of ['xx', 'constructor', '', 'EN', '%00', '"><script>'])
    expect(await languageAt(`${paths.pay}?lang=${odd}`), odd).toBe('ha');
});

test('a choice outlives redirects, and pages that lead nowhere', async () => {
  const locationOf = async (path: string) => (await get(path)).headers.get('location');
  expect(await locationOf(`${paths.pay}?lang=ig&reference=x`)).toBe(`${paths.pay}?back=1&lang=ig`);
  expect(await locationOf(`${paths.pay}?status=cancelled&lang=ig`)).toBe(`${paths.pay}?lang=ig`);
  expect(await languageAt(`${paths.pay}?back=1&lang=ig`)).toBe('ig');
  expect(await locationOf('/verify?lang=pcm&code=abcd')).toBe('/verify/abcd?lang=pcm');
  const sale = await fetch(`${app.url}${paths.shop}?lang=ig`, {
    method: 'POST',
    body: new URLSearchParams({ amount: '2500', name: '', words: '', token: '' }),
    redirect: 'manual',
  });
  expect(sale.headers.get('location')).toMatch(/^\/pay\/[\w-]+\?lang=ig$/);
  const nowhere = ['/pay/unknown', '/receipt/unknown', '/verify/abcd', '/shop/unknown', '/unsubscribe/x'];
  for (const path of nowhere) {
    const answer = await get(`${path}?lang=yo`);
    expect([answer.status, (await answer.text()).includes('<html lang="yo"')], path).toEqual([404, true]);
  }
});
