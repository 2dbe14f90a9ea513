import type { Page } from '@playwright/test';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { addDays, dateIn, monthStart } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { csvFile, layouts, type Movement, statementCells } from '../../bank-statements/layouts.ts';
import { expect, type Person, test } from '../fixtures.ts';

const params = { currency: 'NGN' } as const;

async function sentInvoice(person: Person, clientName: string, amount: number): Promise<string> {
  const { data } = await person.call(invoices.create, {
    params,
    body: {
      clientName,
      clientEmail: `${clientName.replace(/\W/g, '').toLowerCase()}@customers.example`,
      title: 'Goods',
      items: [{ description: 'Goods', quantity: 1_000_000, rate: minor(amount) }],
      taxRate: 0,
      dueDate: addDays(dateIn(new Date()), 7),
    },
  });
  await person.call(invoices.send, { params, body: { invoiceId: data.id } });
  return data.invoiceNumber;
}

function fileOf(name: string, movements: readonly Movement[], file = 'statement.csv') {
  const layout = layouts.find((one) => one.name.startsWith(name));
  if (!layout) throw new Error(name);
  return {
    name: file,
    mimeType: 'text/csv',
    buffer: Buffer.from(csvFile(statementCells(layout, movements))),
  };
}

async function choose(page: Page, file: ReturnType<typeof fileOf>) {
  await page.getByRole('button', { name: 'Add a statement' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a bank statement' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByText('statement.csv')).toBeVisible();
  return dialog;
}

test('on Monday’s phone the bank’s statement becomes paid invoices, and the same file adds nothing', async ({
  page,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [a, b, c] = [
    await sentInvoice(owner, 'Ada Okafor', 25_000_00),
    await sentInvoice(owner, 'Musa Bello', 40_000_00),
    await sentInvoice(owner, 'Ngozi Eze', 18_500_00),
  ];
  const [d, e] = [
    await sentInvoice(owner, 'Zaria Mills Ltd', 30_000_00),
    await sentInvoice(owner, 'Zaria Mills Ltd', 15_000_00),
  ];
  // Early in a month, so that day and month can be taken for each other.
  const month = monthStart(dateIn(new Date()), -1);
  const day = addDays(month, month.slice(5, 7) === '03' ? 3 : 2);
  const movements: Movement[] = [
    { day, amount: 25_000_00, narration: `NIP/GTB/OKAFOR ADA/${a}` },
    { day, amount: 40_000_00, narration: 'TRF FROM BELLO MUSA' },
    { day, amount: 7_000_00, narration: 'CASH LODGEMENT' },
    { day, amount: 28_800_00 + 10_000_00, narration: 'SALARY HOLDINGS' },
    { day, amount: -52_50, narration: 'SMS CHARGE' },
  ];
  await page.goto('/dashboard/payments');
  await page.getByRole('link', { name: 'Bank statements' }).click();
  await expect(page.getByText('No bank statement yet')).toBeVisible();
  const dialog = await choose(page, fileOf('Zenith', movements));
  await expect(dialog.getByRole('button', { name: 'Answer the question first' })).toBeVisible();
  await dialog.getByRole('radio', { name: /Day first/ }).click();
  await dialog.getByRole('button', { name: 'Add 5 lines' }).click();
  await expect(dialog.getByText('Enter the last 4 digits', { exact: true })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Bank' }).click();
  await page.getByRole('option', { name: 'Zenith Bank' }).click();
  await dialog.getByRole('textbox', { name: 'Last 4 digits' }).fill('0042');
  await dialog.getByRole('button', { name: 'Add 5 lines' }).click();

  await expect(page.getByRole('tab', { name: 'To look at (4)' })).toBeVisible();
  const line = (amount: string) => page.getByRole('listitem', { name: new RegExp(`^₦${amount}`) });
  await expect(line('25,000.00').getByRole('checkbox')).toBeChecked();
  await expect(line('40,000.00').getByRole('checkbox')).not.toBeChecked();
  await expect(line('40,000.00').getByText('Name and amount fit')).toBeVisible();
  await line('25,000.00').getByRole('checkbox').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(line('40,000.00').getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: /INV-0002/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  // A line without a suggestion is met on the way down, and cannot be ticked yet.
  await line('40,000.00').getByRole('checkbox').focus();
  await page.keyboard.press('ArrowDown');
  await expect(line('7,000.00').getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(line('7,000.00').getByRole('checkbox')).not.toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(line('38,800.00').getByRole('checkbox').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Another invoice…' }).click();
  await line('7,000.00').getByRole('combobox', { name: 'Choose an invoice' }).click();
  await page.getByRole('combobox', { name: 'Find an invoice' }).fill('ngozi');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: c }).click();
  await expect(line('7,000.00').getByText('₦11,500.00 is still owed after this')).toBeVisible();
  const several = line('38,800.00');
  await several.getByRole('combobox', { name: /^Invoice for/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Split over several invoices…' }).click();
  const split = several.getByRole('group', { name: 'Invoices it pays' });
  await expect(several.getByRole('checkbox').first()).toBeDisabled();
  for (const number of [d, e]) {
    await split.getByRole('combobox', { name: 'Add an invoice' }).click();
    await page.getByRole('option', { name: number }).click();
  }
  await expect(page.getByRole('option', { name: a })).toHaveCount(0);
  const part = (number: string) => split.getByRole('textbox', { name: number });
  await expect(part(e)).toHaveValue('8,800.00');
  await part(d).focus();
  await part(d).fill('28800');
  await expect(split.getByText('Still to place').locator('..')).toContainText('1,200');
  await part(e).focus();
  await part(e).fill('10000');
  await several.getByRole('combobox', { name: /^What is short of/ }).click();
  await page.getByRole('option', { name: 'Tax they kept: Rent' }).click();
  await page.getByRole('button', { name: 'Record 4 payments' }).click();
  await expect(several.getByText(`on ${d}, which is short by ₦1,200.00`)).toBeVisible();
  await several.getByRole('combobox', { name: /^What is short of/ }).click();
  await page.getByRole('option', { name: 'Tax they kept: Services' }).click();
  await page.getByRole('button', { name: 'Record 4 payments' }).click();
  await expect(page.getByText('4 payments recorded. Nothing is left to look at.')).toBeVisible();

  const { data } = await owner.call(invoices.list, { params, query: {} });
  const left = new Map(data.map((one) => [one.invoiceNumber, one.balance]));
  expect([a, b, c, d, e].map((number) => left.get(number))).toEqual([0, 0, 11_500_00, 0, 5_000_00]);
  const { transactions } = (await owner.call(payments.list, { params, query: {} })).data;
  expect(transactions.map(({ evidence }) => evidence)).toEqual(Array.from({ length: 4 }, () => 'statement'));

  await page.getByRole('tab', { name: 'Recorded (4)' }).click();
  await expect(page.getByText(`${b} · Musa Bello`)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search these lines' }).fill('lodgement');
  await expect(page.getByText(`${b} · Musa Bello`)).toHaveCount(0);
  await expect(line('7,000.00')).toHaveCount(0);
  await expect(page.getByText('CASH LODGEMENT')).toBeVisible();
  const again = await choose(page, fileOf('Zenith', movements));
  await again.getByRole('radio', { name: /Day first/ }).click();
  await again.getByRole('button', { name: 'Add 5 lines' }).click();
  await expect(page.getByText('All of these lines are here already', { exact: true })).toBeVisible();
});

test('several statements are added one after the other, and one that cannot be read is left out', async ({
  page,
  owner,
}) => {
  const number = await sentInvoice(owner, 'Sade Lawal', 12_000_00);
  const day = addDays(monthStart(dateIn(new Date()), -1), 19);
  const move = (narration: string): Movement[] => [{ day, amount: 12_000_00, narration }];
  await page.goto('/dashboard/payments/statements');
  await page.getByRole('button', { name: 'Add a statement' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a bank statement' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      fileOf('GTBank', move(`NIP/${number}`), 'first.csv'),
      { name: 'second.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 /Encrypt') },
      fileOf('GTBank', move(`TRF ${number}`), 'third.csv'),
      fileOf('GTBank', [{ day: '2020-05-20', amount: 12_000_00, narration: 'OLD' }], 'fourth.csv'),
    ]);
  await expect(dialog.getByText('File 1 of 4')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Bank' }).click();
  await page.getByRole('option', { name: 'Zenith Bank' }).click();
  await dialog.getByRole('textbox', { name: 'Last 4 digits' }).fill('0042');
  await dialog.getByRole('button', { name: 'Add 1 line' }).click();
  await expect(dialog.getByText('File 2 of 4')).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('second.pdf: That file is locked.');
  await dialog.getByRole('button', { name: 'Leave this one out' }).click();
  await expect(dialog.getByText('third.csv')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 1 line' }).click();
  await expect(dialog.getByText('This statement ends on May 20, 2020.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  const statements = page.getByRole('button', { name: /Zenith Bank ···· 0042/ });
  await expect(statements).toHaveCount(2);
  // The newest first: its line is the second one for the same invoice.
  await statements.first().click();
  await expect(page.getByRole('listitem', { name: /^₦12,000/ }).getByRole('checkbox')).not.toBeChecked();
});
