import { expect, type Page, test } from '@playwright/test';
import { business } from '#contract/business.ts';
import { files } from '#contract/files.ts';
import { identity } from '#contract/identity.ts';
import { invoices } from '#contract/invoices.ts';
import { settings } from '#contract/settings.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { codeAt, stepOf } from '#server/modules/identity/rules/totp.ts';
import { axeFaults } from './axe.ts';
import { newPerson, type Person, signIn } from './fixtures.ts';
import { type RunningService, startServiceAfter } from './service.ts';

// An operator looks through documents on a phone and at a desk; the owner and customers see what became of it.
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const PASSWORD = 'a lantern over Onitsha bridge';
const NGN = { currency: 'NGN' } as const;
const PROFILE = {
  businessCategory: 'Service Provider',
  businessName: 'Danjuma Foods',
  industry: 'Retail',
  description: 'Masa and miya for every feast',
  companySize: '2-10 employees',
  email: 'hello@danjuma.example',
  country: 'NG',
  street: '3 Zoo Road',
  city: 'Kano',
  zipCode: '700001',
  bankAccountNumber: '0108024071',
  bankName: 'Guaranty Trust Bank (GTB)',
  accountName: 'Danjuma Foods',
  bankVerificationNumber: '22212345678',
};
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('an operator sets up, refuses and accepts; the owner is told and wears the badge', async ({
  page,
  browser,
}) => {
  const { service, printed } = await startServiceAfter('operators', ['add', '--name', 'ada']);
  try {
    const newcomer = await newPerson(service, { registered: false });
    await newcomer.call(business.createProfile, { params: NGN, body: PROFILE });
    await confirmEmail(page, service);
    const owner = { ...newcomer, user: (await newcomer.call(identity.session, {})).data.user };
    const link = await payLink(owner, service);
    await sendId(service, owner);

    const context = await browser.newContext({ viewport: PHONE });
    const desk = await context.newPage();
    await setUp(desk, service, printed.match(/^ {2}([\w-]{20,})$/m)?.[1] ?? '');
    await refuse(desk);
    await asOwner(page, service, owner, 'The photo of your ID is not readable.');
    await checkBadge(page, link, false);

    await sendId(service, owner);
    await desk.setViewportSize(DESK);
    await desk.emulateMedia({ colorScheme: 'dark' });
    await accept(desk);
    await page.goto(`${service.url}/dashboard/settings#documents`);
    await expect(page.getByText(/Accepted on .*Customers see “Registered with Duewell”/)).toBeVisible();
    await checkBadge(page, link, true);
    await context.close();
  } finally {
    await service.stop();
  }
});

async function looksGood(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, 'nothing runs off the side').toBe(0);
}

async function confirmEmail(page: Page, service: RunningService): Promise<void> {
  await page.goto(`${service.url}/mailbox`);
  await page
    .getByRole('link', { name: /Confirm your email/ })
    .first()
    .click();
  const text = await page.getByRole('region', { name: 'The message in plain text' }).innerText();
  await page.goto(/https?:\S+token=\S+/.exec(text)?.[0] ?? '');
  await expect(page.getByText('Email Verified!')).toBeVisible();
}

async function sendId(service: RunningService, owner: Person): Promise<void> {
  const form = new FormData();
  form.set('purpose', 'kyc');
  form.set('file', new File([PICTURE], 'id.png'));
  const path = files.upload.path.replace(':currency', 'ngn');
  const headers = { Authorization: `Bearer ${owner.token}` };
  const answer = await fetch(`${service.url}${path}`, { method: 'POST', body: form, headers });
  const { data } = files.upload.response.parse(await answer.json());
  const params = { ...NGN, id: owner.user.businessId };
  await owner.call(settings.updateDocuments, { params, body: { validId: data.file.fileUrl } });
}

/** The address of the pay page of a sent invoice. */
async function payLink(owner: Person, service: RunningService): Promise<string> {
  const body = {
    clientName: 'Mrs Bello',
    clientEmail: 'bello@duewell-journeys.example',
    dueDate: addDays(dateIn(new Date()), 7),
    title: 'Masa for fifty',
    taxRate: 0,
    items: [{ description: 'Masa', quantity: 1_000_000, rate: minor(45_000_00) }],
  };
  const { data } = await owner.call(invoices.create, { params: NGN, body });
  const send = { invoiceId: data.id, channels: ['whatsapp' as const] };
  const sent = await owner.call(invoices.send, { params: NGN, body: send });
  return `${service.url}${new URL(sent.data.invoice.checkoutUrl ?? '').pathname}`;
}

async function setUp(page: Page, service: RunningService, secret: string): Promise<void> {
  await page.goto(`${service.url}/operator`);
  await expect(page).toHaveURL(/\/operator\/log-in$/);
  await looksGood(page);
  await page.getByRole('link', { name: 'I have a set-up secret' }).click();
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Set-up secret').fill(secret);
  await looksGood(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await looksGood(page);
  const key = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel(/New password/).fill(PASSWORD);
  await page.getByLabel(/Code/).fill(codeAt(key, stepOf(new Date())));
  await page.getByRole('button', { name: 'Finish and log in' }).click();
  await expect(page.getByRole('heading', { name: 'Documents to check' })).toBeVisible();
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Duewell Operator' }).click();
  await looksGood(page);
  await page.getByRole('link', { name: /Danjuma Foods/ }).click();
  const paper = page.getByRole('img', { name: 'Valid ID of Danjuma Foods' });
  await expect(paper).toBeVisible();
  await expect(paper).not.toHaveJSProperty('naturalWidth', 0);
  await looksGood(page);
}

async function refuse(page: Page): Promise<void> {
  await openFirst(page);
  await page.getByRole('button', { name: 'Refuse documents' }).click();
  await expect(page.getByText('Choose a reason, or write one')).toBeVisible();
  await looksGood(page);
  await page.getByLabel('The photo of your ID is not readable.').check();
  await page.getByRole('button', { name: 'Refuse documents' }).click();
  await expect(page.getByText('The documents are refused.')).toBeVisible();
  await expect(page.getByText('No documents wait')).toBeVisible();
  await looksGood(page);
}

async function accept(page: Page): Promise<void> {
  await openFirst(page);
  await expect(page.getByText('New customers a day: 50 now, then 200.')).toBeVisible();
  await page.getByRole('button', { name: 'Accept documents' }).click();
  await expect(page.getByText('The documents are accepted.')).toBeVisible();
}

async function asOwner(page: Page, service: RunningService, owner: Person, reason: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await signIn(page, service, owner);
  await page.goto(`${service.url}/dashboard/settings#documents`);
  const notice = page.getByRole('status').filter({ hasText: 'Not accepted on' });
  await expect(notice).toContainText(reason);
  await expect(notice).toBeInViewport();
  await page.goto(`${service.url}/dashboard`);
  const told = page.getByText(`We could not accept your documents: ${reason}`);
  await expect(told.filter({ visible: true }).first()).toBeVisible();
  await page.goto(`${service.url}/mailbox`);
  await page.getByRole('link', { name: /We could not accept your documents/ }).click();
  await expect(page.getByRole('region', { name: 'The message in plain text' })).toContainText(reason);
}

async function checkBadge(page: Page, link: string, shown: boolean): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Registered with Duewell')).toHaveCount(shown ? 1 : 0);
}
