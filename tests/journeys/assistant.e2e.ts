import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { invoices } from '#contract/invoices.ts';
import { plans } from '#contract/plans.ts';
import { expect, type Person, test } from './fixtures.ts';
import { boxOf, openEarlier } from './specs/chat-assistant.ts';

// The assistant as it comes, with no key set: from words and from a picture to an invoice that has gone out.

const lastReply = (page: Page) => page.getByRole('article', { name: 'Assistant' }).last();
const cardOf = (page: Page) => page.getByRole('region', { name: 'Check this invoice' });
/** The reader of pictures gives up sooner by itself. */
const ANSWERED = { timeout: 200_000 };

async function say(page: Page, words: string): Promise<void> {
  await boxOf(page).fill(words);
  await boxOf(page).press('Enter');
  await answered(page);
}

async function answered(page: Page): Promise<void> {
  await expect(lastReply(page)).toHaveAttribute('aria-busy', 'false', ANSWERED);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
}

const invoicesOf = async (owner: Person) =>
  (await owner.call(invoices.list, { params: { currency: 'NGN' } })).data;

/** Goes back with Shift and Tab until the control has the focus, and presses it. */
async function pressBefore(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < 30 && !(await hasFocus()); tabs++) await page.keyboard.press('Shift+Tab');
  await expect(control).toBeFocused();
  await page.keyboard.press('Enter');
}

test('an invoice is said, corrected in words, created, sent and reaches its customer, without a mouse', async ({
  page,
  owner,
}) => {
  await page.goto('/dashboard/chat');
  await boxOf(page).focus();
  // A price of all or of one: nothing is proposed before a reading is chosen.
  await say(
    page,
    'an invoice for Chiamaka Obi (chiamaka@obi.example) 3 bags of cement 28,500, due in 10 days',
  );
  await expect(cardOf(page)).toHaveCount(0);
  await pressBefore(page, page.getByRole('button', { name: '3 × bags of cement at ₦9,500.00 = ₦28,500.00' }));
  await answered(page);
  await expect(cardOf(page).getByLabel('Quantity')).toHaveValue('3');
  await expect(page.getByText('Please check this invoice')).toHaveCount(0);
  await say(page, 'make it 4 bags');
  await expect(page.getByText('A later version of this invoice is further down.')).toBeVisible();
  await expect(cardOf(page).getByLabel('Quantity')).toHaveValue('4');
  await expect(cardOf(page).getByRole('img', { name: '38,000.00 naira' }).last()).toBeVisible();
  expect(await invoicesOf(owner)).toEqual([]);

  await pressBefore(page, cardOf(page).getByRole('button', { name: 'Create invoice' }));
  const note = page.getByRole('group', { name: /^Invoice INV-\d+ created$/ });
  await expect(note).toBeFocused();
  const [made] = await invoicesOf(owner);
  expect(made).toMatchObject({ customerName: 'Chiamaka Obi', totalAmount: 3_800_000, status: 'pending' });

  await boxOf(page).focus();
  await say(page, 'send it');
  await pressBefore(page, page.getByRole('button', { name: 'Send invoice' }));
  await expect(page.getByRole('group', { name: 'Sent' })).toBeFocused();
  await expect(lastReply(page)).toContainText('chiamaka@obi.example');
  expect(await invoicesOf(owner)).toMatchObject([{ id: made?.id, status: 'sent' }]);

  await page.reload();
  await openEarlier(page);
  await expect(page.getByRole('group', { name: 'Sent' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Create|Send) invoice$/ })).toHaveCount(0);
  await lastReply(page)
    .getByRole('link', { name: made?.invoiceNumber ?? '' })
    .press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Chiamaka Obi');
  // Its PDF is printed meanwhile, and the mailbox shows what it had when it was opened.
  await expect(async () => {
    await page.goto('/mailbox');
    await expect(page.getByText('chiamaka@obi.example').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('an invoice on paper is photographed, looked over, corrected, created and sent', async ({
  page,
  owner,
}) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/chat');
  await attach(page, await photograph());
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Reading the picture' })).toBeVisible();
  // It goes on while its owner is elsewhere, and the answer comes into the conversation.
  await page.goto('/dashboard/customers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/dashboard/chat');
  // Its conversation is open by itself, with how far it is or what came of it.
  await expect(page.getByRole('article', { name: 'You' })).toContainText('Invoice image uploaded');
  await expect(page.getByRole('button', { name: /Earlier conversation ·/ })).toHaveCount(0);
  const card = cardOf(page);
  await expect(card).toBeVisible(ANSWERED);
  await expect(card.getByLabel('Customer name')).toHaveValue('Zuma Rock Hotels');
  await expect(card.getByRole('group', { name: 'Item 2' }).getByLabel('Quantity')).toHaveValue('120');
  await expect(card.getByRole('img', { name: '98,900.00 naira' }).last()).toBeVisible();
  await expect(card.getByText('HARMATTAN PRINTS LTD')).toBeVisible();
  expect(await invoicesOf(owner)).toEqual([]);

  await card.getByRole('group', { name: 'Item 2' }).getByLabel('Quantity').fill('100');
  await card.getByLabel('Customer email').fill('accounts@zumarock.example');
  await card.getByRole('button', { name: 'Create invoice' }).click();
  const note = page.getByRole('group', { name: /^Invoice INV-\d+ created$/ });
  await expect(note).toBeVisible();
  expect(await invoicesOf(owner)).toMatchObject([
    { customerName: 'Zuma Rock Hotels', totalAmount: 9_137_500, status: 'pending' },
  ]);
  await note.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('button', { name: 'Send invoice' }).click();
  await expect(page.getByRole('group', { name: 'Sent' })).toBeVisible();
  expect(await invoicesOf(owner)).toMatchObject([{ status: 'sent' }]);
});

test('an invoice that repeats is said on a phone, changed in words, and started by one press', async ({
  page,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/chat');
  const plansOf = async () => (await owner.call(plans.list, { params: { currency: 'NGN' } })).data;
  await say(page, 'Bill Adaeze 50k for bookkeeping every month end');
  await expect(lastReply(page)).toContainText('every month on the last day');
  await say(page, 'make it every 2 weeks');
  await expect(lastReply(page)).toContainText('every 2 weeks');
  expect(await plansOf()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Start repeating' }).click();
  await expect(page.getByRole('group', { name: 'Started' })).toBeVisible();
  expect(await plansOf()).toMatchObject([{ rhythm: { weeks: 2 }, totalAmount: 5_000_000 }]);
  expect(await invoicesOf(owner)).toEqual([]);
  await lastReply(page).getByRole('link', { name: 'repeating invoice' }).click();
  await expect(page.getByRole('dialog')).toContainText('Adaeze');
});

test('reading stops when told to, and nothing is proposed; what was said before stays to be read', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await page.goto('/dashboard/chat');
  await attach(page, await photograph());
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Stop reading' }).click();
  await expect(page.getByText('You stopped reading this picture')).toBeVisible();
  await say(page, 'yes');
  await expect(page.getByRole('article', { name: 'Assistant' }).last()).toContainText(
    'What would you like me',
  );
  await expect(cardOf(page)).toHaveCount(0);
  expect(await invoicesOf(owner)).toEqual([]);

  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByRole('button', { name: 'Start new' }).click();
  await page.getByRole('button', { name: 'Earlier conversations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Earlier conversations' });
  await dialog.getByRole('listitem').first().getByRole('button').click();
  await expect(dialog.getByRole('article', { name: 'You' })).toHaveCount(2);
  await expect(dialog.getByRole('article', { name: 'You' }).last()).toHaveText('yes');
  await page.reload();
  await expect(dialog.getByRole('article', { name: 'You' }).last()).toHaveText('yes');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'How can I help you today?' })).toBeVisible();
});

async function attach(page: Page, buffer: Buffer): Promise<void> {
  const file = { name: 'napkins.jpg', mimeType: 'image/jpeg', buffer };
  await page.locator('input[type=file]:not([inert] *)').first().setInputFiles(file);
  await expect(page.getByRole('img', { name: 'Picture to send: napkins.jpg' })).toBeVisible();
}

const rows = [
  [60, 550, 'Printed napkins', '40', '1,250.00', '50,000.00'],
  [60, 600, 'Menu cards', '120', '350.00', '42,000.00'],
] as const;
const text = (x: number, y: number, words: string, size = 26) =>
  `<text x="${x}" y="${y}" font-size="${size}">${words}</text>`;

/** A printed invoice on a table, held a little askew. */
function photograph(): Promise<Buffer> {
  const lines = rows.map(
    ([x, y, what, quantity, rate, amount]) =>
      text(x, y, what) + text(520, y, quantity) + text(640, y, rate) + text(820, y, amount),
  );
  const paper = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000">
    <rect width="1000" height="1000" fill="#fdfcf7"/><g font-family="DejaVu Sans, Arial, sans-serif" fill="#111">
    ${text(60, 100, 'HARMATTAN PRINTS LTD', 44)}${text(60, 145, '14 Ogui Road, Enugu', 24)}
    ${text(60, 230, 'INVOICE No. 0417', 36)}${text(60, 280, 'Date: 18/11/2026')}
    ${text(60, 380, 'Bill to: Zuma Rock Hotels')}
    ${text(60, 500, 'Description')}${text(520, 500, 'Qty')}${text(640, 500, 'Rate')}${text(820, 500, 'Amount')}
    ${lines.join('')}
    ${text(640, 700, 'Subtotal')}${text(820, 700, '92,000.00')}${text(640, 740, 'VAT 7.5%')}${text(820, 740, '6,900.00')}
    ${text(640, 790, 'TOTAL', 28)}${text(800, 790, '₦98,900.00', 28)}</g></svg>`;
  return sharp(Buffer.from(paper)).rotate(1.5, { background: '#8a8378' }).jpeg({ quality: 82 }).toBuffer();
}
