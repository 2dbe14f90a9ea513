import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { extractText, getDocumentProxy } from 'unpdf';
import { invoices } from '#contract/invoices.ts';
import { addDays, dateIn, formatDate } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import { axeFaults } from '../axe.ts';
import { demoPerson, expect, type Person, signIn, test } from '../fixtures.ts';

const PHONE = { width: 390, height: 844 };
/** A greeting of a message in English; other customers read other languages. */
const ENGLISH = /Good (morning|afternoon|evening)/;
const NARROWEST = { width: 320, height: 640 };
const params = { currency: 'NGN' as const };
const today = () => dateIn(new Date());

type Made = { name?: string; kobo?: number; days?: number; sent?: boolean };

/** An invoice of ₦5,000, made and perhaps sent by call. */
async function make(
  owner: Person,
  { name = 'Ngọzi Bello', kobo = 500_000, days = 7, sent = false }: Made = {},
) {
  const { data } = await owner.call(invoices.create, {
    params,
    body: {
      clientName: name,
      clientEmail: `${name.toLowerCase().replace(/[^a-z]/g, '')}@customers.example`,
      title: 'Catering',
      dueDate: addDays(today(), days),
      taxRate: 0,
      items: [{ description: 'Jollof rice', quantity: 1_000_000, rate: minor(kobo) }],
    },
  });
  if (!sent) return data;
  const body = { invoiceId: data.id, channels: ['whatsapp' as const] };
  return (await owner.call(invoices.send, { params, body })).data.invoice;
}

const rows = (page: Page) => page.locator('main [data-row]');
const tick = (page: Page, number: string) => page.getByRole('checkbox', { name: `Select ${number}` });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for the selected invoices' });
const toast = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeAttached();
const alertText = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text, { exact: typeof text === 'string' }).first()).toBeVisible();
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('40 search, status, period, sort, page and open record live in the address', async ({
  page,
  service,
}) => {
  await signIn(page, service, await demoPerson(service));
  await page.goto('/dashboard/invoices?period=all');
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Amount' }).click();
  await expect.poll(() => parameters(page)).toEqual({ period: 'all', sort: '-amount' });
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows(page)).toHaveCount(50);
  expect(parameters(page)).toEqual({ period: 'all', sort: '-amount', page: '2' });
  const fortieth = await rows(page).nth(40).getAttribute('data-row');
  await rows(page).nth(40).getByRole('link').first().click();
  await expect(page.getByRole('dialog', { name: /^Invoice INV-/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('dialog', { name: /^Invoice INV-/ })).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  expect(await rows(page).nth(40).getAttribute('data-row')).toBe(fortieth);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(parameters(page)).toEqual({ period: 'all', sort: '-amount', page: '2' });
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Paid', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search for invoice' }).fill('choir');
  await expect
    .poll(() => parameters(page))
    .toEqual({ search: 'choir', period: 'all', sort: '-amount', status: 'paid' });
  await expect(rows(page).first()).toContainText('Choir');
  const shown = await rows(page).allInnerTexts();
  await page.reload();
  await expect.poll(() => rows(page).allInnerTexts()).toEqual(shown);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => parameters(page)).toEqual({});
  await expect(page.getByRole('searchbox', { name: 'Search for invoice' })).toHaveValue('');
});

test('40 the two empty lists are told apart, and a page beyond the last is corrected', async ({
  page,
  owner,
}) => {
  await page.goto('/dashboard/invoices?search=nobody');
  await alertText(page, 'No Invoices created yet');
  await make(owner);
  await page.goto('/dashboard/invoices?search=nobody&status=paid&sort=amount');
  await alertText(page, 'No invoices found');
  await expect(page.getByText('No Invoices created yet')).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(rows(page)).toHaveCount(1);
  expect(parameters(page)).toEqual({});
  await page.goto('/dashboard/invoices?page=7');
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => parameters(page)).toEqual({});
});

test('41 headings sort and say so; rows ticked by mouse or keys raise a bar moved in by arrows and cleared by Esc', async ({
  page,
  owner,
}) => {
  for (const [name, kobo] of [
    ['Chike', 300_000],
    ['Ada', 100_000],
    ['Bisi', 200_000],
  ] as const)
    await make(owner, { name, kobo, sent: name === 'Ada' });
  await page.goto('/dashboard/invoices');
  const names = () => rows(page).locator('span[title]').allInnerTexts();
  await expect(page.getByRole('columnheader', { name: 'Date Issued' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect.poll(names).toEqual(['Bisi', 'Ada', 'Chike']);
  const customer = page.getByRole('columnheader', { name: 'Customer' });
  await customer.getByRole('button').click();
  await expect(customer).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(names).toEqual(['Ada', 'Bisi', 'Chike']);
  await customer.getByRole('button').click();
  await expect(customer).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(names).toEqual(['Chike', 'Bisi', 'Ada']);
  await expect(page.getByRole('columnheader', { name: 'Date Issued' })).toHaveAttribute('aria-sort', 'none');
  await tick(page, 'INV-0001').click();
  await toast(page, '1 selected');
  await tick(page, 'INV-0002').click({ modifiers: ['Shift'] });
  await toast(page, '3 selected');
  await expect(bar(page)).toContainText('3 selected');
  await expect(bar(page).getByRole('button', { name: 'Send 2 of 3 invoices' })).toBeVisible();
  expect(await axeFaults(page, { within: 'main' })).toEqual([]);
  await bar(page).getByRole('button', { name: 'Clear selection' }).focus();
  for (const name of [
    'Send 2 of 3 invoices',
    'Remind 1 of 3 invoices',
    'Download 3 invoices',
    'Delete 3 invoices',
  ]) {
    await page.keyboard.press('ArrowRight');
    await expect(bar(page).getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await toast(page, 'Nothing selected');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await expect(bar(page)).toContainText('3 selected');
});

test('41 a selection is sent at most four at a time, and failures are named', async ({ page, owner }) => {
  for (let n = 0; n < 7; n++) await make(owner);
  let under = 0;
  let most = 0;
  let left = 7;
  const letGo: (() => void)[] = [];
  await page.route('**/invoice/send', async (route) => {
    most = Math.max(most, ++under);
    const together = new Promise<void>((done) => letGo.push(done));
    // One too many would come before the next frame is drawn.
    if (letGo.length === Math.min(4, left)) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      left -= letGo.length;
      for (const go of letGo.splice(0)) go();
    }
    await together;
    const isSixth = (await detailNumber(owner, route.request().postDataJSON().invoiceId)) === 'INV-0006';
    under--;
    if (!isSixth) return route.continue();
    const body = {
      status: 'error',
      message: 'The mail could not be queued',
      code: 'internal',
      errors: [],
      requestId: 'x',
    };
    return route.fulfill({ status: 500, json: body });
  });
  await page.goto('/dashboard/invoices');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Send 7 invoices' }).click();
  const question = page.getByRole('alertdialog', { name: 'Send 7 invoices?' });
  await expect(question).toContainText(/^Send 7 invoices\?By email to .+\./);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(most).toBe(0);
  await bar(page).getByRole('button', { name: 'Send 7 invoices' }).click();
  await question.getByRole('button', { name: 'Send' }).click();
  await alertText(page, '1 of 7 was not sent');
  await alertText(page, /INV-0006: /);
  expect(most).toBe(4);
  await expect(bar(page)).toContainText('1 selected');
  await expect(rows(page).filter({ has: page.getByText('Sent', { exact: true }) })).toHaveCount(6);
  await page.unroute('**/invoice/send');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).filter({ has: page.getByText('Sent', { exact: true }) })).toHaveCount(7);
});

async function detailNumber(owner: Person, id: string): Promise<string> {
  return (await owner.call(invoices.detail, { params: { ...params, id } })).data.invoiceNumber;
}

test('41 a selection is reminded, downloaded as one archive, deleted and brought back whole', async ({
  page,
  owner,
}) => {
  for (let n = 0; n < 3; n++) await make(owner, { sent: true });
  await page.goto('/dashboard/invoices');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  const download = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Download 3 invoices' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`invoices-${today()}.zip`);
  const archive = unzipSync(await readFile(await file.path()));
  expect(Object.keys(archive).sort()).toEqual(['INV-0001.pdf', 'INV-0002.pdf', 'INV-0003.pdf']);
  expect(
    Buffer.from(archive['INV-0002.pdf'] ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await bar(page).getByRole('button', { name: 'Remind 3 invoices' }).click();
  await page
    .getByRole('alertdialog', { name: 'Send 3 reminders?' })
    .getByRole('button', { name: 'Send' })
    .click();
  await alertText(page, '3 reminders sent');
  const before = await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Delete 3 invoices' }).click();
  await expect(rows(page)).toHaveCount(0);
  await alertText(page, '3 invoices deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(3);
  await alertText(page, '3 invoices back in your list');
  expect(await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-row')))).toEqual(
    before,
  );
});

test('41 what cannot be deleted comes back into its place', async ({ page, owner }) => {
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push((await make(owner)).id);
  const body = { status: 'error', message: 'Not this one', code: 'conflict', errors: [], requestId: 'x' };
  await page.route('**/invoice/delete', (route) =>
    route.request().postDataJSON().invoiceId === ids[2]
      ? route.fulfill({ status: 409, json: body })
      : route.continue(),
  );
  await page.goto('/dashboard/invoices');
  const numbers = () => rows(page).getByRole('link').allInnerTexts();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Delete 4 invoices' }).click();
  await alertText(page, '1 of 4 was not deleted');
  await alertText(page, 'INV-0003: Not this one');
  await expect.poll(numbers).toEqual(['INV-0003']);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
});

test('42 on phones rows are cards, with actions in a sheet a thumb can hit', async ({ page, owner }) => {
  const name = 'Chukwuemeka Oluwadamilola Abdulrahman-Okonkwo & Sons Limited';
  await make(owner, { name, kobo: 125_000_000_000 });
  await make(owner, { sent: true });
  await page.setViewportSize(PHONE);
  await page.goto('/dashboard/invoices');
  const card = rows(page).last();
  for (const text of [name, '₦1,250,000,000', 'Not sent', formatDate(addDays(today(), 7))])
    await expect(card).toContainText(text);
  for (const size of [NARROWEST, PHONE]) {
    await page.setViewportSize(size);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
  // Each chip names a status with its number, and its list has as many.
  for (const [chip, numbers] of [
    [/^Not sent\s*1$/, ['INV-0001']],
    [/^Sent\s*1$/, ['INV-0002']],
  ] as const) {
    await page.getByRole('button', { name: chip }).click();
    await expect(rows(page)).toHaveCount(numbers.length);
    await expect(rows(page)).toContainText([...numbers]);
    await page.getByRole('button', { name: chip, pressed: true }).click();
  }
  await tick(page, 'INV-0001').click();
  await page.setViewportSize(NARROWEST);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  for (const button of await bar(page).getByRole('button').all()) {
    // The bar glides into its place.
    await expect
      .poll(async () => {
        const box = await button.boundingBox();
        return box && box.x >= 0 && box.x + box.width <= NARROWEST.width && box.height >= 44;
      })
      .toBe(true);
  }
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await page.setViewportSize(PHONE);
  expect(await sheetOf(page, 'INV-0001')).toEqual([
    'View',
    'Send to Client',
    'Record payment',
    'Edit',
    'Duplicate',
    'Download PDF',
    'Delete',
  ]);
  expect(await sheetOf(page, 'INV-0002')).toEqual([
    'View',
    'Send Reminder',
    'Record payment',
    'Change and send again',
    'Duplicate',
    'Show QR in shop',
    'Download PDF',
    'Delete',
  ]);
});

/** The labels of a row's sheet, whose targets must be tall enough. */
async function sheetOf(page: Page, number: string): Promise<string[]> {
  await page.getByRole('button', { name: `Actions for ${number}` }).click();
  const buttons = page.getByRole('dialog').getByRole('button').filter({ hasNotText: /^$/ });
  await expect(buttons.first()).toBeVisible();
  for (const button of await buttons.all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const labels = await buttons.allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  return labels.map((label) => label.trim());
}

async function openWizard(page: Page): Promise<Locator> {
  await page.goto('/dashboard/invoices?create=1');
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' });
  await expect(dialog.getByRole('heading', { name: 'Invoice Details' })).toBeFocused();
  return dialog;
}

async function fillDetails(dialog: Locator, title = 'Naming ceremony'): Promise<void> {
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Food for fifty guests');
  await dialog.getByRole('button', { name: 'Add new customer' }).click();
  await dialog.getByLabel('Name').fill('Ngọzi Bello');
  await dialog.getByLabel('Email').fill('ngozi@bello.example');
  await dialog.locator('input[name=dueDate]').fill(addDays(today(), 7));
  await dialog.getByRole('textbox', { name: 'Payment terms' }).fill('Net 7');
}

const next = (dialog: Locator) => dialog.getByRole('button', { name: 'Continue' }).click();

async function addItem(dialog: Locator, description: string, quantity: string, rate: string): Promise<void> {
  await dialog.getByLabel('Description').fill(description);
  await dialog.getByLabel('Quantity').fill(quantity);
  await dialog.getByLabel('Rate', { exact: true }).fill(rate);
  await dialog.getByRole('button', { name: 'Add item' }).click();
  await expect(dialog.getByRole('list', { name: 'Items' })).toContainText(description);
}

test('43 the wizard tells its steps, its faults and its dates', async ({ page, owner }) => {
  expect(owner.token).not.toBe('');
  const dialog = await openWizard(page);
  await toast(page, 'Step 1 of 3');
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeDisabled();
  await next(dialog);
  for (const fault of [
    'Title is required',
    'Description is required',
    'Please select a customer',
    'Due date is required',
    'Payment terms are required',
  ])
    await expect(dialog.getByText(fault, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await dialog.getByLabel('Title').fill('N');
  await expect(dialog.getByText('Title is required')).toBeHidden();
  await fillDetails(dialog);
  const due = dialog.locator('input[name=dueDate]');
  await expect(due).toHaveAttribute('min', today());
  await due.fill(addDays(today(), -1));
  await next(dialog);
  await expect(dialog.getByText('Due date cannot be in the past')).toBeVisible();
  const written = formatDate(addDays(today(), 21));
  expect(written).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  await due.fill(addDays(today(), 21));
  await expect(dialog.locator('form').getByText(written, { exact: true })).toBeVisible();
  await due.press('Control+Enter');
  await toast(page, 'Step 2 of 3');
  await expect(dialog.getByRole('heading', { name: 'Items and Services' })).toBeFocused();
  await next(dialog);
  await expect(dialog.getByText('At least one item is required')).toBeVisible();
  await addItem(dialog, 'Jollof rice', '2', '45000');
  await expect(dialog.getByText('At least one item is required')).toBeHidden();
  await dialog.getByLabel('Tax rate').fill('101');
  await next(dialog);
  await expect(dialog.getByText('Tax rate must be between 0 and 100')).toBeVisible();
  await dialog.getByLabel('Tax rate').fill('7.5');
  await next(dialog);
  await toast(page, 'Step 3 of 3');
  await expect(dialog.getByRole('heading', { name: 'Review and Create' })).toBeFocused();
  await expect(dialog.getByText(written, { exact: true })).toBeVisible();
});

test('a customer beyond those a list holds is found by typing', async ({ page, owner }) => {
  const { customerName } = await make(owner, { name: 'Zainab Sule' });
  await page.route(/\/api\/ngn\/customers$/, (route) =>
    route.fulfill({
      json: { status: true, message: '', data: { customers: [] }, page: { nextCursor: 'more', total: 2000 } },
    }),
  );
  await page.goto('/dashboard/invoices?create=1');
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' });
  await dialog.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByRole('combobox', { name: 'Search by name, email or phone' }).fill('zainab');
  await page.getByRole('option', { name: customerName }).click();
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveText(new RegExp(customerName));
});

test('43 on a phone four typed fields are an invoice, drawn as they are typed, and it goes by WhatsApp', async ({
  page,
  owner,
  context,
}) => {
  expect(owner.token).not.toBe('');
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  await page.setViewportSize(PHONE);
  const dialog = await openWizard(page);
  const paper = dialog.getByRole('region', { name: 'Your invoice' });
  await dialog.getByRole('button', { name: 'Add new customer' }).click();
  await dialog.getByLabel('Name').fill('Ngọzi Bello');
  await dialog.getByLabel('Phone number').fill('0803 123 4567');
  await dialog.getByLabel('Title').fill('Wedding cake');
  await dialog.getByRole('button', { name: 'In 7 days' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Wedding cake');
  await expect(paper).toContainText('0803 123 4567');
  await expect(paper).toContainText('Net 7');
  await next(dialog);
  await expect(dialog.getByLabel('Description')).toHaveValue('Wedding cake');
  await expect(dialog.getByRole('button', { name: 'Create Invoice' })).toBeHidden();
  await dialog.getByLabel('Rate', { exact: true }).fill('45000');
  await expect(dialog.getByRole('button', { name: 'Create Invoice' })).toBeVisible();
  await dialog.getByRole('button', { name: 'VAT 7.5%' }).click();
  await expect(paper.getByRole('region', { name: 'Totals' })).toContainText('₦48,375.00');
  await paper.getByRole('button', { name: 'Edit Title' }).click();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByLabel('Title').fill('Cake for a wedding');
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Cake for a wedding');
  await next(dialog);
  await next(dialog);
  await paper.getByRole('button', { name: 'Edit Wedding cake' }).click();
  await expect(dialog.getByLabel('Rate', { exact: true })).toHaveValue('45,000.00');
  await expect(dialog.getByLabel('Description')).toBeFocused();
  await next(dialog);
  const chat = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Create and send on WhatsApp' }).click();
  await (await chat).waitForURL('https://wa.me/2348031234567?**');
  const details = page.getByRole('dialog', { name: 'Invoice INV-0001' });
  await expect(details).toContainText('Cake for a wedding');
  await expect(details.getByText('Sent', { exact: true }).first()).toBeVisible();
});

test('an invoice is changed before it goes and after, and copied, on a phone', async ({ page, owner }) => {
  const { id } = await make(owner);
  await page.setViewportSize(PHONE);
  await page.goto('/dashboard/invoices');
  await page.getByRole('button', { name: 'Actions for INV-0001' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit INV-0001' });
  await edit.getByRole('textbox', { name: 'Title' }).fill('Wedding catering');
  await edit.getByRole('button', { name: 'Continue' }).click();
  await edit.getByRole('button', { name: 'VAT 7.5%' }).click();
  await expect(edit.getByText('Tax (7.5%)')).toBeVisible();
  await edit.getByRole('button', { name: 'Edit Jollof rice' }).first().click();
  await edit.getByText('Discount or tax on this item').click();
  await expect(edit.getByRole('textbox', { name: 'Discount' })).toHaveCount(2);
  await edit.getByRole('textbox', { name: 'Discount' }).first().fill('10%');
  await edit.getByRole('button', { name: 'Save item' }).click();
  await expect(edit.getByText('Discount 10% -₦500.00')).toBeVisible();
  await page.setViewportSize(NARROWEST);
  const items = edit.getByRole('list', { name: 'Items', exact: true });
  expect(await items.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize(PHONE);
  await edit.getByRole('checkbox', { name: 'My prices include tax' }).check();
  await expect(edit.getByText('Includes tax (7.5%)')).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([]);
  await edit.getByRole('button', { name: 'Continue' }).click();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await toast(page, 'Invoice changed');
  const details = page.getByRole('dialog', { name: 'Invoice INV-0001' });
  await expect(details).toContainText('Wedding catering');
  await expect(details).toContainText('4,500');
  await expect(details).toContainText('Discount 10% -₦500.00');
  await details.getByRole('button', { name: 'Send to Client' }).click();
  await toast(page, 'Invoice sent successfully');

  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change and send again' }).click();
  const change = page.getByRole('dialog', { name: 'Change INV-0001' });
  await expect(change).toContainText('Ngọzi Bello has this invoice.');
  await change.getByRole('textbox', { name: 'Title' }).fill('Wedding and naming');
  // Meanwhile in another tab.
  const other = {
    clientName: 'Ngọzi Bello',
    clientEmail: 'ngzibello@customers.example',
    title: 'Elsewhere',
    dueDate: addDays(today(), 7),
    taxRate: 0,
    items: [{ description: 'Jollof rice', quantity: 1_000_000, rate: minor(700_000) }],
  };
  await owner.call(invoices.revise, { params: { ...params, invoiceId: id }, body: other });
  await change.getByRole('button', { name: 'Continue' }).click();
  await change.getByRole('button', { name: 'Continue' }).click();
  await change.getByRole('button', { name: 'Change and send again' }).click();
  await expect(change).toContainText('This invoice was changed somewhere else meanwhile.');
  await expect(change).toContainText('Amount: ₦4,500.00 → ₦7,000.00');
  await change.getByRole('button', { name: 'Go on with mine' }).click();
  await expect(change).toContainText('Wedding and naming');
  await change.getByRole('button', { name: 'Change and send again' }).click();
  await toast(page, 'Invoice changed and sent again');
  await expect(details.getByText('Revision 3', { exact: true })).toBeVisible();
  await expect(details).toContainText('Amount: ₦7,000.00 → ₦4,500.00');
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await toast(page, 'INV-0002 is a copy of INV-0001. Check it, then send it.');
  await expect(page.getByRole('dialog', { name: 'Invoice INV-0002' })).toContainText('Wedding and naming');
  const { data } = await owner.call(invoices.detail, { params: { ...params, id } });
  await page.goto(data.checkoutUrl ?? '');
  await expect(page.getByText('This invoice replaces the earlier one.')).toBeVisible();
});

test('on a phone a reminder says its owner’s own words, and waits again when it was not sent', async ({
  page,
  context,
  service,
}) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  await page.setViewportSize(PHONE);
  await signIn(page, service, await demoPerson(service));
  await page.goto('/dashboard/reminders');
  const english = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Open WhatsApp with/ }), hasText: ENGLISH })
    .first();
  const name = (await english.getByRole('heading').textContent()) ?? '';
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .first();
  const opener = card.getByRole('button', { name: `Open WhatsApp with the message to ${name}` });
  await card.getByRole('button', { name: `Edit the message to ${name}` }).click();
  const words = card.getByLabel(`Your words to ${name}`);
  await expect(words).toBeFocused();
  expect(await words.inputValue()).toMatch(ENGLISH);
  await words.fill('Good day, how was the wedding?');
  const chat = context.waitForEvent('page');
  await opener.click();
  const tab = await chat;
  await tab.waitForURL(/text=Good%20day%2C%20how%20was%20the%20wedding/);
  expect(decodeURIComponent(tab.url())).toContain('/pay/');
  await page.getByRole('button', { name: `I did not send the message to ${name}` }).click();
  await expect(opener).toBeVisible();
});

test('44 a draft is kept by itself and offered again', async ({ page, owner }) => {
  expect(owner.token).not.toBe('');
  let dialog = await openWizard(page);
  await fillDetails(dialog, 'Wedding in Kano');
  await expect(dialog.getByText('Draft saved')).toBeVisible();
  await next(dialog);
  await addItem(dialog, 'Suya', '3', '1500');
  await dialog.getByLabel('Description').fill('Half typed');
  await page.reload();
  const question = page.getByRole('dialog', { name: 'Continue your invoice?' });
  await expect(question).toContainText('Wedding in Kano');
  await question.getByRole('button', { name: 'Resume' }).click();
  dialog = page.getByRole('dialog', { name: 'Create Invoice' });
  await toast(page, 'Step 2 of 3');
  await expect(dialog.getByRole('list', { name: 'Items' })).toContainText('Suya');
  await expect(dialog.getByLabel('Description')).toHaveValue('Half typed');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Create Invoice' }).first().click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await page.reload();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
});

test('45 the amount box takes what people type and paste', async ({ page, owner, context }) => {
  expect(owner.token).not.toBe('');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await openWizard(page);
  await fillDetails(dialog);
  await next(dialog);
  const rate = dialog.getByLabel('Rate', { exact: true });
  await expect(rate).toHaveAttribute('inputmode', 'decimal');
  await rate.pressSequentially('1250000.5');
  await rate.blur();
  await expect(rate).toHaveValue('1,250,000.50');
  await expect(rate.locator('..')).toContainText('₦');
  await rate.focus();
  await rate.fill('1250');
  for (const key of ['Home', 'ArrowRight', '9', 'a', '8']) await page.keyboard.press(key);
  await expect(rate).toHaveValue('198250');
  expect(await rate.evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(3);
  await rate.fill('');
  await rate.pressSequentially('12abc.3456');
  await expect(rate).toHaveValue('12.34');
  await rate.fill('');
  await page.evaluate(() => navigator.clipboard.writeText('₦1,250,000'));
  await page.keyboard.press('Control+V');
  await rate.blur();
  await expect(rate).toHaveValue('1,250,000.00');
});

test('46 three at ten kobo with 7.5 % come to 0.32 on every screen and paper', async ({
  page,
  owner,
  service,
}) => {
  const dialog = await openWizard(page);
  await fillDetails(dialog);
  await next(dialog);
  await addItem(dialog, 'Toothpick', '3', '0.10');
  await dialog.getByLabel('Tax rate').fill('7.5');
  const totals = dialog.getByRole('region', { name: 'Totals' });
  for (const amount of ['₦0.30', '₦0.02', '₦0.32']) await expect(totals).toContainText(amount);
  await next(dialog);
  for (const amount of ['₦0.30', '₦0.02', '₦0.32']) await expect(totals).toContainText(amount);
  await dialog.getByRole('button', { name: 'Create Invoice' }).click();
  const details = page.getByRole('dialog', { name: 'Invoice INV-0001' });
  for (const amount of ['₦0.30', '₦0.02', '₦0.32'])
    await expect(details.getByRole('article')).toContainText(amount);
  await details.getByRole('button', { name: 'Send to Client' }).click();
  await alertText(page, 'Invoice sent successfully');
  const { data } = await owner.call(invoices.list, { params, query: {} });
  const { data: invoice } = await owner.call(invoices.detail, {
    params: { ...params, id: data[0]?.id ?? '' },
  });
  const answer = await fetch(`${service.url}${invoice.invoicePdf}`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), {
    mergePages: true,
  });
  await page.goto(`${service.url}${new URL(invoice.checkoutUrl ?? '').pathname}`);
  for (const amount of ['₦0.30', '₦0.02', '₦0.32']) {
    expect(text).toContain(amount);
    await expect(page.getByRole('main')).toContainText(amount);
  }
});

test('47 a failed create can be reopened as it was', async ({ page, owner }) => {
  expect(owner.token).not.toBe('');
  const dialog = await openWizard(page);
  await fillDetails(dialog, 'Wedding in Kano');
  await next(dialog);
  await addItem(dialog, 'Suya', '3', '1500');
  await dialog.getByLabel('Notes').fill('Pepper on the side');
  await next(dialog);
  await page.route('**/invoice/create', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Create Invoice' }).click();
  await alertText(page, 'Failed to create invoice');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Reopen draft' }).click();
  await toast(page, 'Step 3 of 3');
  for (const text of [
    'Wedding in Kano',
    'Food for fifty guests',
    'Ngọzi Bello',
    'Net 7',
    'Suya',
    'Pepper on the side',
  ])
    await expect(dialog).toContainText(text);
  await page.unroute('**/invoice/create');
  await dialog.getByRole('button', { name: 'Create Invoice' }).click();
  await alertText(page, 'Invoice created successfully');
  await expect(rows(page)).toHaveCount(1);
});

const shareWays = ['WhatsApp', 'Copy link', 'QR code', 'Email', 'PDF'];

test('48 a sent invoice is shared by every way, with the system sheet where there is one', async ({
  page,
  owner,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async (what: unknown) => {
        shared.push([what, navigator.userActivation.isActive]);
      },
    });
  });
  const { id } = await make(owner);
  await page.goto(`/dashboard/invoices?invoice=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Invoice INV-0001' });
  await dialog.getByRole('button', { name: 'Send to Client' }).click();
  const panel = dialog.getByRole('region', { name: /Share it yourself/ });
  for (const way of shareWays.slice(1)) await expect(panel.getByRole('button', { name: way })).toBeVisible();
  const { data } = await owner.call(invoices.detail, { params: { ...params, id } });
  const whatsapp = new URL((await panel.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '');
  expect(whatsapp.host).toBe('wa.me');
  const text = whatsapp.searchParams.get('text') ?? '';
  const places = ['Danjuma Foods', '₦5,000.00', formatDate(addDays(today(), 7)), data.checkoutUrl ?? '-'].map(
    (part) => text.indexOf(part),
  );
  expect(places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))).toBe(true);
  expect(text.length).toBeLessThan(300);
  await panel.getByRole('button', { name: 'More' }).click();
  const shared = await page.evaluate(() => Reflect.get(window, 'shared'));
  expect(shared).toEqual([[expect.objectContaining({ text }), true]]);
  await panel.getByRole('button', { name: 'Copy link' }).click();
  await alertText(page, 'Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(data.checkoutUrl);
  await panel.getByRole('button', { name: 'QR code' }).click();
  await expect(
    page
      .getByRole('dialog')
      .last()
      .getByRole('img', { name: /QR code/ }),
  ).toBeVisible();
});

test('48 without the system sheet the own menu serves', async ({ page, owner }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  const { id } = await make(owner, { sent: true });
  // WhatsApp refused a message of the service: its owner has the way beside it.
  await page.route(`**/reminders/invoice/${id}`, async (route) => {
    const answer = await (await route.fetch()).json();
    const nothing = { amount: null, day: null, note: null };
    const reason = 'WhatsApp has not approved this message yet (132001)';
    const event = {
      kind: 'message',
      channel: 'whatsapp',
      letter: 'invoiceReminder',
      state: 'failed',
      reason,
    };
    answer.data.events.push({ id: 'msg_refused', at: new Date().toISOString(), ...event, ...nothing });
    await route.fulfill({ json: answer });
  });
  await page.goto(`/dashboard/invoices?invoice=${id}`);
  const refused = page
    .getByRole('listitem')
    .filter({ hasText: 'WhatsApp has not approved this message yet' });
  await expect(refused.getByRole('link', { name: 'Send it yourself' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\d*\?text=.*INV-0001/,
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
  const items = page.getByRole('menuitem');
  await expect(items.first()).toBeVisible();
  expect(await items.allInnerTexts()).toEqual(shareWays);
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'PDF' }).click();
  expect((await download).suggestedFilename()).toBe('INV-0001.pdf');
});

test('49 a deleted row leaves at once and Undo, which waits for the reader, puts it back', async ({
  page,
  owner,
}) => {
  for (let n = 0; n < 3; n++) await make(owner);
  await page.clock.install();
  await page.goto('/dashboard/invoices');
  await expect(rows(page)).toHaveCount(3);
  const order = await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/invoice/delete', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Actions for INV-0002' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(2);
  const clock = () => page.evaluate(() => Date.now());
  const released = await clock();
  answer();
  const undo = page.getByRole('button', { name: 'Undo' });
  await alertText(page, 'Invoice deleted successfully');
  const paused = (await clock()) + 1000;
  await page.clock.pauseAt(paused);
  await page.clock.runFor(Math.max(0, 7900 - (paused - released)));
  await expect(undo).toBeVisible();
  await undo.hover();
  await page.clock.runFor(20_000);
  await expect(undo).toBeVisible();
  await undo.focus();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.clock.runFor(20_000);
  await expect(undo).toBeVisible();
  await page.clock.resume();
  await undo.click();
  await expect(rows(page)).toHaveCount(3);
  expect(await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-row')))).toEqual(
    order,
  );
});

test('49 a record that is not there says so, and nothing to press promises otherwise', async ({
  page,
  owner,
}) => {
  const none = (prefix: Parameters<typeof newId>[0]) => newId(prefix, new Date());
  for (const [path, words] of [
    [`invoices?invoice=${none('inv')}`, 'This invoice is not on your list.'],
    [`invoices?edit=${none('inv')}`, 'This invoice is not on your list.'],
    [`invoices/repeating?plan=${none('pln')}`, 'This repeating invoice is not on your list.'],
    [`quotes?quote=${none('quo')}`, 'This quote is not on your list.'],
    [`quotes?edit=${none('quo')}`, 'This quote is not on your list.'],
    [`payments?payment=${none('pay')}`, 'This payment is not on your list.'],
    [`customers/${none('cus')}`, 'This customer is not on your list.'],
    [`payments/statements?statement=${none('sti')}`, 'This statement is not on your list.'],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByText(words), path).toBeVisible();
    await expect(page.getByText('It may have been deleted.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
  const deleted = await make(owner);
  await owner.call(invoices.remove, { params, body: { invoiceId: deleted.id } });
  await page.goto(`/dashboard/invoices?invoice=${deleted.id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Deleted', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
});

test('49 details that fail to load say so and try again; the payment link keeps its rule', async ({
  page,
  owner,
}) => {
  const sent = await make(owner, { sent: true });
  const due = await make(owner, { sent: true, days: 0 });
  const pending = await make(owner);
  // A refusal is not asked for again by itself.
  const body = { status: 'error', message: 'Not now', code: 'conflict', errors: [], requestId: 'x' };
  await page.route(`**/invoice/${sent.id}`, (route) => route.fulfill({ status: 409, json: body }));
  await page.goto(`/dashboard/invoices?invoice=${sent.id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Failed to load invoice details. Please try again.')).toBeVisible();
  await page.unroute(`**/invoice/${sent.id}`);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const link = dialog.getByRole('link', { name: 'Payment link' });
  await expect(link).toHaveAttribute('href', sent.checkoutUrl ?? '');
  await page.keyboard.press('k');
  await expect(dialog).toHaveAccessibleName(`Invoice ${due.invoiceNumber}`);
  await expect(dialog.getByText('Due today', { exact: true }).first()).toBeVisible();
  await expect(link).toBeHidden();
  await page.keyboard.press('ArrowUp');
  await expect(dialog).toHaveAccessibleName(`Invoice ${pending.invoiceNumber}`);
  await expect(link).toBeHidden();
  await page.keyboard.press('j');
  await expect(dialog).toHaveAccessibleName(`Invoice ${due.invoiceNumber}`);
});
