import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { customers } from '#contract/customers.ts';
import { invoices } from '#contract/invoices.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { expect, type Person, test } from '../fixtures.ts';

const params = { currency: 'NGN' } as const;
const today = dateIn(new Date());
const add = (owner: Person, name: string, email: string) =>
  owner.call(customers.create, { params, body: { name, email } });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('50 adding checks inline, an edit shows at once and goes back when it is refused, deleting asks first', async ({
  page,
  owner,
}) => {
  await add(owner, 'Chioma Nwosu', 'chioma@example.com');
  await add(owner, 'Emeka Obi', 'emeka@example.com');
  await page.goto('/dashboard/customers');
  await expect(row(page, 'Chioma Nwosu')).toBeVisible();
  await page.getByRole('button', { name: 'Add Customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Customer' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByRole('button', { name: 'Add Customer' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Chioma the second');
  await expect(dialog.getByText('Name is required')).toBeHidden();
  await dialog.getByLabel('Email').fill('Chioma@Example.com');
  await dialog.getByLabel('Phone number').focus();
  await expect(dialog.getByText('Chioma Nwosu already has this email')).toBeVisible();
  await dialog.getByLabel('Email').fill('second@example.com');
  await dialog.getByRole('combobox', { name: 'This customer deducts tax' }).click();
  await page.getByRole('option', { name: 'Yes: Services' }).click();
  await dialog.getByRole('button', { name: 'Add Customer' }).click();
  await expect(page.getByText('Customer added successfully', { exact: true })).toBeVisible();
  await expect(row(page, 'Chioma the second')).toBeVisible();

  let answer = () => {};
  const requested = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/api/ngn/customers/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await requested;
    await route.fulfill({
      status: 500,
      json: { status: 'error', message: 'No', code: 'internal', errors: [] },
    });
  });
  await row(page, 'Emeka Obi').getByRole('button', { name: 'Edit Emeka Obi' }).click();
  const edit = page.getByRole('dialog');
  await edit.getByLabel('Name').fill('Emeka Okonkwo');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row(page, 'Emeka Okonkwo')).toBeVisible();
  answer();
  await expect(page.getByText('Failed to update customer', { exact: true })).toBeVisible();
  await expect(row(page, 'Emeka Obi')).toBeVisible();

  await row(page, 'Emeka Obi').getByRole('button', { name: 'Delete Emeka Obi' }).click();
  const question = page.getByRole('alertdialog');
  await expect(
    question.getByText('Are you sure you want to delete Emeka Obi? This action cannot be undone.'),
  ).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Customer deleted successfully', { exact: true })).toBeVisible();
  await expect(row(page, 'Emeka Obi')).toBeHidden();
});

const LIST = [
  'Client;Mail;GSM',
  'Adé Ọlá;ade@example.com;0803 555 0142',
  ';nameless@example.com;',
  'Known Person;known@example.com;',
  'Twice;ade@example.com;',
  'Ngozi "Mama" Eze;ngozi@example.com;8035550143',
].join('\r\n');

test('51 a list is mapped, previewed with its faults, imported, and the bad rows come back as a file', async ({
  page,
  owner,
}) => {
  await add(owner, 'Known Person', 'known@example.com');
  await page.goto('/dashboard/customers');
  const dialog = await openImport(page);
  await choose(page, dialog, 'Choose a file', 'clients.csv', Buffer.from(`\uFEFF${LIST}`, 'utf16le'));
  await expect(dialog.getByText('2 rows ready to import')).toBeVisible();
  await expect(dialog.getByText('1 row you already have, left as it is')).toBeVisible();
  await expect(dialog.getByText('2 rows with a problem will be left out')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Email' })).toContainText('Mail');
  const preview = dialog.getByRole('table', { name: 'Preview' });
  await expect(preview.getByRole('row').filter({ hasText: 'nameless' })).toContainText('Name is required');
  await expect(preview.getByRole('row').filter({ hasText: 'known@example.com' })).toContainText(
    'Already a customer',
  );
  await dialog.getByRole('radio', { name: /Update them/ }).click();
  await expect(dialog.getByRole('button', { name: 'Import 3 customers' })).toBeVisible();
  await dialog.getByRole('radio', { name: /Leave as they are/ }).click();
  await dialog.getByRole('button', { name: 'Import 2 customers' }).click();
  await expect(dialog.getByText('Import finished')).toBeVisible();
  await expect(dialog.getByText('2 added')).toBeVisible();
  await expect(dialog.getByText('1 already there')).toBeVisible();
  await expect(dialog.getByText('2 not imported')).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the rows that were not imported' }).click();
  const bad = await readFile(await (await download).path(), 'utf8');
  expect(bad.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFClient,Mail,GSM,Reason',
    ',nameless@example.com,,Name is required',
    'Twice,ade@example.com,,Same email as row 2',
  ]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Adé Ọlá')).toBeVisible();
  const { data } = await owner.call(customers.list, { params });
  expect(data.customers.find(({ email }) => email === 'ngozi@example.com')?.phone).toBe('+2348035550143');
});

test('51 what is no list is refused in words, a workbook is read under any name, and an import that stopped goes on', async ({
  page,
  owner,
}) => {
  await page.goto('/dashboard/customers');
  const empty = page.getByText('No Customer added yet').locator('..');
  await expect(empty.getByRole('button', { name: 'Add Customer' })).toBeVisible();
  await empty.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import customers' });
  await choose(page, dialog, 'Choose a file', 'photo.csv', Buffer.from('%PDF-1.7'));
  await expect(dialog.getByRole('alert')).toHaveText(/could not read a list/);
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download a template' }).click();
  expect(await readFile(await (await template).path(), 'utf8')).toContain('Name,Email,Phone');
  await choose(page, dialog, 'Choose a file', 'from-excel.csv', await workbook());
  await expect(dialog.getByText('2 rows ready to import')).toBeVisible();
  // The server takes the rows, but its answer never arrives.
  let lost = 0;
  await page.route('**/api/ngn/customers/import', async (route) => {
    if (lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Import 2 customers' }).click();
  await expect(dialog.getByText('The import stopped before its end')).toBeVisible();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByText('2 added')).toBeVisible();
  const { data } = await owner.call(customers.list, { params });
  expect(data.customers.map(({ name }) => name).sort()).toEqual(['Amaka Eze', 'Tunde Bello']);
});

test('51 the list goes out as CSV, and its headings sort it', async ({ page, owner }) => {
  await add(owner, 'Zainab Musa', 'a.zainab@example.com');
  await add(owner, '=2+5', 'z.formula@example.com');
  await page.goto('/dashboard/customers');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Danjuma Foods customers .+\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain("'=2+5");
  const header = page.getByRole('columnheader', { name: 'Email' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(1)).toContainText('Zainab Musa');
  await page.reload();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
});

test('51 a customer with a phone alone is added, invoiced by WhatsApp, read and merged on a phone', async ({
  page,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await add(owner, 'Bola A.', 'bola@example.com');
  await page.goto('/dashboard/customers?create=1');
  const dialog = page.getByRole('dialog', { name: 'Add Customer' });
  await dialog.getByLabel('Name').fill('Mama Bola');
  await dialog.getByRole('button', { name: 'Add Customer' }).click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await dialog.getByLabel('Phone number').fill('0803 555 0142');
  await expect(dialog.getByText('Email is required')).toBeHidden();
  await dialog.getByRole('button', { name: 'Add Customer' }).click();
  // Pressed beside its name, as any row of a list.
  await row(page, 'Mama Bola').getByText('0803 555 0142').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mama Bola' })).toBeVisible();
  const { data } = await owner.call(customers.list, { params, query: { search: '0803 555' } });
  const customerId = data.customers[0]?.id ?? '';
  const { data: invoice } = await owner.call(invoices.create, {
    params,
    body: {
      customerId,
      dueDate: '2030-01-31',
      items: [{ description: 'Rice', quantity: 1_000_000, rate: minor(999_999_450_00) }],
      taxRate: 0,
    },
  });

  await page.goto(`/dashboard/invoices?invoice=${invoice.id}`);
  const details = page.getByRole('dialog');
  await expect(details.getByRole('button', { name: 'Send to Client' })).toHaveCount(0);
  const chat = page.waitForEvent('popup');
  await details.getByRole('button', { name: 'Send on WhatsApp' }).click();
  await (await chat).close();
  await expect(
    page.getByText('The message is ready in WhatsApp. Press send there.', { exact: true }),
  ).toBeVisible();
  await details.getByRole('link', { name: 'Mama Bola' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Mama Bola' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/2348035550142',
  );
  await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+2348035550142');
  const figures = page.getByRole('region', { name: 'Figures' });
  await expect(figures).toContainText('₦999,999,450');
  const room = await figures
    .getByRole('article')
    .first()
    .evaluate((card) => {
      const amount = document.createRange();
      amount.selectNodeContents(card.querySelector('h2 + *') ?? card);
      return card.getBoundingClientRect().right - amount.getBoundingClientRect().right;
    });
  expect(room).toBeGreaterThan(12);
  await expect(figures.getByRole('link', { name: 'INV-0001' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Pays on Fridays');
  await page.getByRole('button', { name: 'Save notes' }).click();
  await expect(page.getByText('Notes saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Merge' }).click();
  const merging = page.getByRole('dialog', { name: 'Merge two customers' });
  await merging.getByRole('combobox').click();
  await page.getByRole('option', { name: /Bola A\./ }).click();
  await expect(merging.getByRole('region', { name: 'Stays: Mama Bola' })).toContainText('0803 555 0142');
  await expect(merging.getByRole('region', { name: 'Goes: Bola A.' })).toContainText('bola@example.com');
  await expect(merging.getByText('Mama Bola gets bola@example.com.')).toBeVisible();
  await merging.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('Customers merged successfully', { exact: true })).toBeVisible();
  await expect(page.getByText('bola@example.com · 0803 555 0142')).toBeVisible();

  await page.getByRole('button', { name: 'Statement' }).click();
  const statement = page.getByRole('dialog', { name: 'Statement of Mama Bola' });
  await expect(statement.getByRole('row').filter({ hasText: 'INV-0001' })).toContainText('₦999,999,450.00');
  await statement.getByRole('tab', { name: 'Still to pay' }).click();
  await expect(statement.getByRole('table', { name: 'Still to pay' })).toContainText('INV-0001');
  await statement.getByLabel('From').fill(addDays(today, 1));
  await expect(statement.getByText('The first day is after the last')).toBeVisible();
  await statement.getByLabel('From').fill(today);
  await statement.getByRole('button', { name: 'Send by email' }).click();
  await expect(page.getByText('Sent to bola@example.com', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(statement).toBeHidden();

  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Owes most first' }).click();
  await expect(row(page, 'Mama Bola')).toContainText('₦999,999,450');
  await expect(row(page, 'Bola A.')).toHaveCount(0);
  await row(page, 'Mama Bola')
    .getByRole('button', { name: /Actions/ })
    .click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(
    page.getByText('They owe you ₦999,999,450.00: their invoices stay, and can still be paid.'),
  ).toBeVisible();
});

async function openImport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Import CSV' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import customers' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function choose(
  page: Page,
  dialog: Locator,
  button: string,
  name: string,
  buffer: Buffer,
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: button }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
}

/** The least an Excel workbook consists of. */
async function workbook(): Promise<Buffer> {
  const { strToU8, zipSync } = await import('fflate');
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const line = (row: number, name: string, email: string) =>
    `<row r="${row}">${cell(`A${row}`, name)}${cell(`B${row}`, email)}</row>`;
  const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${spreadsheet}"><sheetData>${line(1, 'Name', 'Email')}${line(2, 'Amaka Eze', 'amaka@example.com')}${line(3, 'Tunde Bello', 'tunde@example.com')}</sheetData></worksheet>`,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
}
