import type { Browser, Page } from '@playwright/test';
import { quotes } from '#contract/quotes.ts';
import { axeFaults, inColors } from '../axe.ts';
import { expect, type Person, test } from '../fixtures.ts';

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

/** The newest code that was mailed to an address. */
const CODE = /\b\d{6}\b/;

async function mailedCode(mailbox: Page, to: string): Promise<string> {
  const message = mailbox
    .getByRole('link', { name: /Your code for/ })
    .filter({ hasText: `To ${to}` })
    .first();
  await expect(async () => {
    await mailbox.goto('/mailbox');
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
  await message.click();
  // The page of the message is known before all of it is there.
  const body = mailbox.locator('body');
  await expect(body).toContainText(CODE);
  return CODE.exec(await body.innerText())?.[0] ?? '';
}

const PAD = { name: 'Sign by hand (optional)' } as const;

/** Draws two strokes on the pad. */
async function sign(customer: Page): Promise<void> {
  await customer.getByText(PAD.name).click();
  const pad = customer.getByRole('img', PAD);
  await expect(pad).toBeVisible();
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { mouse } = customer;
  for (const [from, to] of [
    [0.1, 0.5],
    [0.55, 0.9],
  ] as const) {
    await mouse.move(x + width * from, y + height * 0.8);
    await mouse.down();
    await mouse.move(x + width * ((from + to) / 2), y + height * 0.2, { steps: 8 });
    await mouse.move(x + width * to, y + height * 0.7, { steps: 8 });
    await mouse.up();
  }
}

test('a quote: written and sent on a phone, accepted at 320 px without scripts with a code by email, and its invoice is there', async ({
  page,
  owner,
  browser,
  service,
}) => {
  const to = `chief.${owner.user.id.toLowerCase()}@okafor.example`;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/quotes');
  await expect(page.getByText('No quotes yet')).toBeVisible();
  await page.getByRole('button', { name: 'New quote' }).click();
  const wizard = page.getByRole('dialog', { name: 'New quote' });
  await wizard.getByRole('button', { name: 'Add new customer' }).click();
  await wizard.getByLabel('Name').fill('Chief Okafor');
  await wizard.getByLabel('Email').fill(to);
  await wizard.getByLabel('Title').fill('Roof of the school');
  await wizard.getByLabel('Ask for a code').check();
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByLabel('Description').fill('Roofing sheets');
  await wizard.getByLabel('Quantity').fill('3');
  await wizard.getByLabel('Rate', { exact: true }).fill('150000');
  await wizard.getByRole('button', { name: 'Add item' }).click();
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('button', { name: 'Save and send by email' }).click();
  const details = page.getByRole('dialog', { name: 'Quote QUO-0001' });
  await expect(details.getByText('₦450,000.00').first()).toBeVisible();
  const chat = (await details.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '';
  const address = /https?:\/\/\S+\/quote\/[\w-]+/.exec(decodeURIComponent(chat))?.[0] ?? '';

  const phone = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  const customer = await phone.newPage();
  await customer.goto(address);
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('450,000');
  const width = await customer
    .locator('html')
    .evaluate((html) => html.scrollWidth)
    .catch(() => 320);
  expect(width).toBeLessThanOrEqual(320);
  await expect(details.getByText('Seen by your customer')).toBeVisible();
  await customer.getByText('Ask a question').click();
  await customer.getByLabel('Your question').fill('Is transport in it?');
  await customer.getByRole('button', { name: 'Send the question' }).click();
  await expect(customer.getByText('Your question is on its way to')).toBeVisible();
  await expect(details.getByText('Is transport in it?')).toBeVisible();
  await customer.getByRole('button', { name: 'Send me the code' }).click();
  await expect(customer.getByText('c•••@okafor.example')).toBeVisible();
  const mailbox = await phone.newPage();
  const code = await mailedCode(mailbox, to);
  await customer.getByLabel('The code from the email').fill(code);
  await customer.getByLabel('Your full name').fill('Emeka Okafor');
  await customer.getByLabel('Your order number').fill('PO-12');
  await customer.getByLabel('I may accept this for Chief Okafor').check();
  await customer.getByRole('button', { name: 'Accept ₦450,000.00' }).click();
  await expect(customer.getByText('Emeka Okafor accepted QUO-0001')).toBeVisible();
  await phone.close();

  await expect(details.getByText('Accepted by')).toBeVisible();
  await expect(details.getByText('Confirmed by a code sent to c•••@okafor.example')).toBeVisible();
  await details.getByRole('link', { name: 'Open INV-0001' }).click();
  const invoice = page.getByRole('dialog', { name: 'Invoice INV-0001' });
  await expect(invoice.getByText('Roofing sheets').first()).toBeVisible();
  await expect(invoice.getByText('PO-12').first()).toBeVisible();
  await signedByHand(owner, { browser, url: service.url, to });
});

type Where = { browser: Browser; url: string; to: string };

// The same with scripts: a code, a signature drawn on the pad, and both on the page and in the details.
async function signedByHand(owner: Person, { browser, url, to }: Where): Promise<void> {
  const params = { currency: 'NGN' } as const;
  const [first] = (await owner.call(quotes.list, { params, query: {} })).data;
  const { data: copy } = await owner.call(quotes.copy, { params: { ...params, id: first?.id ?? '' } });
  expect(copy.askCode).toBe(true);
  const { data: sent } = await owner.call(quotes.send, { params: { ...params, id: copy.id } });
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: url });
  const customer = await phone.newPage();
  await customer.goto(sent.pageUrl ?? '');
  await customer.getByRole('button', { name: 'Send me the code' }).click();
  const code = customer.getByLabel('The code from the email');
  await expect(code).toBeVisible();
  await sign(customer);
  await customer.getByRole('button', { name: 'Clear' }).click();
  await expect(customer.locator('.pad path')).toHaveCount(0);
  await customer.getByText(PAD.name).click();
  await sign(customer);
  await expect(customer.locator('.pad path')).toHaveCount(2);
  for (const colorScheme of ['light', 'dark'] as const) {
    await inColors(customer, { colorScheme, reducedMotion: 'reduce' });
    expect(await axeFaults(customer)).toEqual([]);
  }
  await code.fill('000000');
  await customer.getByLabel('Your full name').fill('Ngozi Okafor');
  await customer.getByLabel('I may accept this for').check();
  const accept = customer.getByRole('button', { name: /^Accept/ });
  await accept.click();
  await expect(customer.getByText('That code is not right')).toBeVisible();
  await expect(customer.locator('.pad path')).toHaveCount(2);
  await customer.getByLabel('The code from the email').fill(await mailedCode(await phone.newPage(), to));
  await customer.getByLabel('I may accept this for').check();
  await accept.click();
  await expect(customer.getByRole('img', { name: 'Signature of Ngozi Okafor' })).toBeVisible();
  expect(await axeFaults(customer)).toEqual([]);
  await phone.close();
  const { data } = await owner.call(quotes.detail, { params: { ...params, id: copy.id } });
  expect(data.acceptance).toMatchObject({
    name: 'Ngozi Okafor',
    codeSentTo: 'c•••@okafor.example',
    signature: expect.stringMatching(/^M.*M/),
  });
}
