import type { Browser, Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { invoices } from '#contract/invoices.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { drawnShapes, looseObjects, packed, pagesOf, tagsOf } from '#server/adapters/pdf-typst/testing.ts';
import { expect, newPerson, type Person, test } from '../fixtures.ts';
import { payFromWallet } from '../sandbox.ts';
import type { RunningService } from '../service.ts';

const params = { currency: 'NGN' } as const;
const KILOBYTE = 1024;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TOTAL = '₦129,000.81';

const today = () => dateIn(new Date());
const live = (page: Page) => page.locator('[data-live]');

/** A sent invoice and the address a customer has of it. */
async function sentInvoice(
  person: Person,
  service: RunningService,
  dueInDays = 4,
  rate = 4_500_000,
): Promise<{ id: string; url: string; api: string }> {
  const { data } = await person.call(invoices.create, {
    params,
    body: {
      clientName: 'Mrs Ngọzi Bello',
      clientEmail: 'ngozi@customers.example',
      title: 'Catering for naming ceremony',
      dueDate: addDays(today(), dueInDays),
      taxRate: 750,
      items: [
        { description: 'Jollof rice, large tray', quantity: 2_000_000, rate: minor(rate) },
        { description: 'Small chops, 50 guests', quantity: 1_500_000, rate: minor(2_000_050) },
      ],
    },
  });
  const sent = await person.call(invoices.send, {
    params,
    body: { invoiceId: data.id, channels: ['whatsapp'] },
  });
  const { pathname } = new URL(sent.data.invoice.checkoutUrl ?? '');
  return { id: data.id, url: `${service.url}${pathname}`, api: `${service.url}/api${pathname}` };
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function phoneOf(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  return (await browser.newContext({ ...PHONE, serviceWorkers: 'block', ...options })).newPage();
}

test('57 without a script the business, the amount, the due date, the account number and the invoice are there', async ({
  browser,
  service,
}) => {
  const person = await newPerson(service, { businessName: 'Okafor Kitchen & Events' });
  const { url } = await sentInvoice(person, service);
  const page = await phoneOf(browser, { javaScriptEnabled: false });
  const answer = await page.goto(url);
  expect(answer?.headers()['x-robots-tag']).toContain('noindex');
  expect(answer?.headers()['set-cookie']).toBeUndefined();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  const main = page.getByRole('main');
  for (const words of [
    'Okafor Kitchen & Events',
    TOTAL,
    'Due in 4 days',
    'Sandbox Bank (test)',
    'Send exactly',
  ])
    await expect(main.getByText(words).first()).toBeVisible();
  await expect(main.getByText(/^\d{4} \d{3} \d{3}$/)).toBeVisible();
  await expect(page.getByRole('article', { name: 'Invoice' })).toContainText('Small chops, 50 guests');
  await page.getByText('Verve, Mastercard or Visa').click();
  await expect(page.getByRole('link', { name: /^Pay .+ with card$/ })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  await page.context().close();
});

test('57 a first visit fetches at most 40 KB of script, 130 KB and 10 files in all', async ({
  page,
  owner,
  service,
}) => {
  const { url } = await sentInvoice(owner, service);
  const devtools = await page.context().newCDPSession(page);
  const kinds = new Map<string, string>();
  const sizes = { script: 0, all: 0, files: 0 };
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.all += encodedDataLength;
    sizes.files += 1;
    if (kinds.get(requestId) === 'Script') sizes.script += encodedDataLength;
  });
  await page.goto(url);
  await expect(page.locator('html')).toHaveClass(/js/);
  await page.evaluate(() => document.fonts.ready);
  expect(sizes.script).toBeGreaterThan(500);
  expect(sizes.script).toBeLessThanOrEqual(40 * KILOBYTE);
  expect(sizes.all).toBeLessThanOrEqual(130 * KILOBYTE);
  expect(sizes.files).toBeLessThanOrEqual(10);
});

test('57 it fits a browser of 320 px inside another app, in every way to pay', async ({ page, service }) => {
  const person = await newPerson(service, {
    businessName: 'Ọmọ́tádé Interiors, Furniture & Household Fittings Enterprises',
  });
  const { url } = await sentInvoice(person, service, 4, 99_999_999_999_999);
  await page.setViewportSize({ width: 320, height: 560 });
  await page.goto(url);
  expect(await sideways(page)).toBe(0);
  const cut = page.locator('.paper table').evaluate((table) => {
    const { left, right } = table.getBoundingClientRect();
    return right - left - (table.parentElement?.querySelector('.sums')?.clientWidth ?? 0);
  });
  expect(await cut, 'amounts beyond the paper').toBeLessThanOrEqual(0);
  for (const way of ['Card', 'USSD', 'Scan QR', 'Wallet']) {
    await page.locator('summary').filter({ hasText: way }).click();
    expect(await sideways(page), way).toBe(0);
  }
});

test('58 Copy puts ten digits on the clipboard and says so, with the exact amount beside it', async ({
  page,
  owner,
  service,
}) => {
  const { url } = await sentInvoice(owner, service);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(url);
  const shown = (await page.locator('.acct .n').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await expect(live(page)).toContainText('Copied');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toMatch(/^\d{10}$/);
  expect(await copied()).toBe(shown.replaceAll(' ', ''));
  await expect(page.getByText('Send exactly').first().locator('..')).toContainText(TOTAL);
  await page.getByRole('button', { name: 'Copy amount' }).click();
  await expect.poll(copied).toBe('129000.81');
});

test('58 a reader who chooses Hausa stays in it, also where the script speaks', async ({
  page,
  owner,
  service,
}) => {
  const { url } = await sentInvoice(owner, service);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize(PHONE.viewport);
  await page.goto(url);
  await page.getByRole('link', { name: 'Hausa' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ha');
  expect(await sideways(page)).toBe(0);
  await page.getByRole('button', { name: 'A kwafa', exact: true }).first().click();
  await expect(live(page)).toHaveText('An kwafa. Lambar asusun tana shirye a liƙa');
  await payFromWallet(page);
  await expect(page.getByRole('heading', { name: 'An karɓi kuɗin' })).toBeVisible();
  await expect(live(page)).toHaveText('An karɓi kuɗin');
  await page.getByRole('link', { name: /^RCT-/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ha');
});

test('58 the countdown speaks at five minutes and at one, then offers a fresh account number', async ({
  page,
  owner,
  service,
}) => {
  const { url } = await sentInvoice(owner, service);
  await page.clock.install();
  await page.goto(url);
  const left = page.locator('[data-seconds-left]');
  await expect(left).toHaveText(/^(29:\d\d|30:00)$/);
  const seconds = Number(await left.getAttribute('data-seconds-left'));
  await page.clock.fastForward((seconds - 303) * 1000);
  await expect(left).toHaveText(/^5:0\d$/);
  await expect(live(page)).toBeEmpty();
  await page.clock.runFor(4_000);
  await expect(live(page)).toHaveText('5 minutes left to send to this account number');
  await page.clock.fastForward(237_000);
  await page.clock.runFor(3_000);
  await expect(live(page)).toHaveText('1 minute left to send to this account number');
  await page.clock.fastForward(57_000);
  await page.clock.runFor(4_000);
  await expect(live(page)).toContainText('This account number has expired. Do not send to it');
  await expect(page.getByText('Waiting for your transfer')).toBeHidden();
  await page.getByRole('link', { name: 'Get a fresh account number' }).click();
  await expect(page.getByText('Waiting for your transfer')).toBeVisible();
  await expect(left).toHaveText(/^(29|30):\d\d$/);
});

test('58 paid shows by itself as the notice comes, with a receipt and no way to pay again', async ({
  browser,
  owner,
  service,
}) => {
  const { url, api } = await sentInvoice(owner, service);
  const page = await phoneOf(browser);
  // Where no time passes, the page does not look again by itself.
  await page.clock.setFixedTime(new Date());
  const listening = page.waitForResponse(`${api}/live`);
  await page.goto(url);
  await listening;
  await payFromWallet(page);
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect(live(page)).toHaveText('Payment received');
  await expect(page.getByRole('main')).toContainText('Wallet');
  await expect(page.getByRole('link', { name: 'Download receipt' })).toBeVisible();
  for (const gone of [page.locator('details'), page.locator('[data-copy]'), page.getByText('Send exactly')])
    await expect(gone).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect(page.locator('details')).toHaveCount(0);
  await page.context().close();
});

test('58 customers who bear the fee see it first, and a declined card says so to payer and owner', async ({
  browser,
  page,
  owner,
  service,
}) => {
  await page.setViewportSize(PHONE.viewport);
  await page.goto('/dashboard/settings');
  await page.getByRole('switch', { name: 'Customers pay the fee' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Customers pay the fee' })).toBeChecked();

  const { id, url } = await sentInvoice(owner, service);
  const payer = await phoneOf(browser);
  await payer.goto(url);
  await expect(payer.getByText('Amount ₦129,000.81 + fee ₦2,000.00 = ₦131,000.81')).toBeVisible();
  await payer.getByText('Verve, Mastercard or Visa').click();
  await payer.getByRole('link', { name: /^Pay .+ with card$/ }).click();
  await payer.getByLabel('Card number').fill('9000 0000 0000 0019');
  await payer.getByLabel(/expiry/i).fill('12/40');
  await payer.getByLabel('CVV').fill('123');
  await payer.getByRole('button', { name: /^Pay/ }).click();
  await payer.getByRole('link', { name: /^Back to/ }).click();
  await expect(payer.getByText('Your card was declined')).toBeVisible();
  await expect(payer.getByText('No money was taken. Try another card, or transfer.')).toBeVisible();
  await expect(payer.getByText('Waiting for your transfer')).toBeVisible();
  await payer.context().close();

  await page.goto(`/dashboard/invoices?invoice=${id}`);
  const declined = 'The card of Mrs Ngọzi Bello was declined. No money was taken.';
  await expect(page.getByRole('dialog').getByText(declined, { exact: false })).toBeVisible();
  await page.goto('/dashboard/withdrawal');
  await page.getByRole('link', { name: 'See payments and their fees' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
});

test('58 cancelled links and links that lead nowhere say so, and a cancelled one says so while it is open', async ({
  page,
  owner,
  service,
}) => {
  const { id, url } = await sentInvoice(owner, service);
  await page.goto(url);
  await expect(page.getByText('Waiting for your transfer')).toBeVisible();
  await owner.call(invoices.remove, { params, body: { invoiceId: id } });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'This invoice was cancelled' })).toBeVisible();
  await expect(page.getByText('Please do not pay it', { exact: false }).first()).toBeVisible();
  await expect(page.locator('details')).toHaveCount(0);
  const answer = await page.goto(`${service.url}/pay/${'x'.repeat(16)}`);
  expect(answer?.status()).toBe(404);
  await expect(
    page.getByRole('heading', { name: 'This payment link does not exist or is no longer available' }),
  ).toBeVisible();
});

test('59 print gives one A4 page of the invoice without controls', async ({ page, owner, service }) => {
  const { url } = await sentInvoice(owner, service);
  await page.goto(url);
  const printed = new Uint8Array(await page.pdf({ format: 'A4', printBackground: true }));
  const pages = await pagesOf(printed);
  expect(pages).toHaveLength(1);
  const text = packed(pages.join(''));
  for (const shown of ['INV-0001', 'MrsNgọziBello', TOTAL, 'QtyRateTotal', 'Scantopay', 'GENUINE'])
    expect(text).toContain(shown);
  for (const control of ['Copy', 'Share', 'Download', 'Poweredby', 'Waitingfor', 'Banktransfer'])
    expect(text).not.toContain(control);
});

test('59 the PDF is small, tagged, selectable and leads back by its code', async ({ owner, service }) => {
  const { url, api } = await sentInvoice(owner, service);
  const pdf = new Uint8Array(await (await fetch(`${api}/pdf`)).arrayBuffer());
  expect(pdf.byteLength).toBeLessThanOrEqual(150 * KILOBYTE);
  const document = await getDocumentProxy(pdf.slice());
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
  expect((await tagsOf(pdf)).map(({ role }) => role)).toEqual(
    expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD', 'Figure']),
  );
  const text = packed((await pagesOf(pdf)).join(''));
  for (const shown of ['INV-0001', 'MrsNgọziBello', TOTAL]) expect(text).toContain(shown);
  expect(looseObjects(pdf)).toContain('/FontFile2');
  expect(looseObjects(pdf)).not.toContain('/Type3');
  const { pixels, width, height } = await drawnShapes(pdf, 2);
  expect(jsQR.default(pixels, width, height)?.data).toBe(url);
});

test('59 the shared picture wears the cloth of the page and tells no amount', async ({
  page,
  owner,
  service,
}) => {
  const { url } = await sentInvoice(owner, service);
  await page.goto(url);
  const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  expect(await meta('og:title')).toBe('Invoice from Danjuma Foods');
  expect(await meta('og:image')).toBe(`${url}/card.png`);
  expect(`${await meta('og:title')}${await meta('og:description')}`).not.toMatch(/₦|129|Bello/);
  const motifs = await page.evaluate(() => {
    const names = (drawing: string) =>
      Array.from(drawing.matchAll(/id="(?:band-|own-|s)(\w+)"/g), ([, name]) => name);
    const strip = document.querySelector<HTMLElement>('.selv')?.style.backgroundImage ?? '';
    return [
      names(document.querySelector('.band')?.innerHTML ?? ''),
      names(decodeURIComponent(strip).replaceAll('\\"', '"')),
    ];
  });
  expect(motifs[0]?.length).toBeGreaterThan(1);
  expect(motifs[1]).toEqual(motifs[0]);
  const card = Buffer.from(await (await fetch(`${url}/card.png`)).arrayBuffer());
  expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  const ground = await page.locator('meta[name="theme-color"]').getAttribute('content');
  const { data } = await sharp(card)
    .extract({ left: 980, top: 0, width: 200, height: 630 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(ground?.slice(at, at + 2) ?? '', 16),
  );
  let same = 0;
  for (let at = 0; at < data.length; at += 3)
    if (Math.hypot((data[at] ?? 0) - red, (data[at + 1] ?? 0) - green, (data[at + 2] ?? 0) - blue) < 12)
      same += 1;
  expect(same / (data.length / 3)).toBeGreaterThan(0.05);
});
