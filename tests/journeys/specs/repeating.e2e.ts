import { customers } from '#contract/customers.ts';
import { invoices } from '#contract/invoices.ts';
import { addDays, dateIn, formatDate } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { expect, test } from '../fixtures.ts';

const params = { currency: 'NGN' } as const;
const today = dateIn(new Date());

test('an invoice is repeated, made now, paused and skipped, on a phone', async ({ page, owner }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { data: customer } = await owner.call(customers.create, {
    params,
    body: { name: 'Adaeze Obi', email: 'adaeze@example.com' },
  });
  const { data: invoice } = await owner.call(invoices.create, {
    params,
    body: {
      customerId: customer.id,
      title: 'Rent',
      dueDate: addDays(today, 10),
      taxRate: 0,
      items: [{ description: 'Shop 4', quantity: 1_000_000, rate: minor(50_000_00) }],
    },
  });
  await page.goto(`/dashboard/invoices?invoice=${invoice.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Repeat this invoice' }).click();

  const form = page.getByRole('dialog', { name: 'When does it repeat?' });
  await expect(form.getByLabel('Days to pay')).toHaveValue('10');
  await form.getByRole('combobox', { name: 'Repeats' }).click();
  await page.getByRole('option', { name: 'By weeks' }).click();
  await form.getByLabel('Weeks from one to the next').fill('0');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Choose between 1 and 52 weeks')).toBeVisible();
  await form.getByLabel('Weeks from one to the next').fill('2');
  await form.getByLabel('Starts on').fill(addDays(today, 3));
  const day = (at: number) => formatDate(addDays(today, 3 + 14 * at));
  await expect(form.getByRole('listitem').filter({ hasText: day(5) })).toBeVisible();
  await expect(form.getByRole('listitem')).toHaveCount(6);
  await form.getByRole('button', { name: 'Save' }).click();

  const plan = page.getByRole('dialog', { name: 'Repeating invoice for Adaeze Obi' });
  const next = plan.getByRole('region', { name: 'The next ones' });
  await expect(plan.getByText('Every 2 weeks')).toBeVisible();
  await expect(next.getByRole('listitem').first()).toHaveText(day(0));
  await plan.getByRole('button', { name: 'Make next now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make it now' }).click();
  await expect(next.getByRole('listitem').first()).toHaveText(day(1));
  const made = plan.getByRole('region', { name: 'What was made' });
  await expect(made.getByRole('link', { name: 'INV-0002' })).toBeVisible();
  await expect(made).toContainText('Sent');
  await expect(made).toContainText(`For ${day(0)}`);

  await plan.getByRole('button', { name: 'Pause' }).click();
  await expect(plan.getByText('Nothing is made until you resume.')).toBeVisible();
  await expect(plan.getByRole('button', { name: 'Make next now' })).toBeHidden();
  await plan.getByRole('button', { name: 'Resume' }).click();
  await plan.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Skip next' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip it' }).click();
  await expect(made.getByText('Skipped')).toBeVisible();
  await expect(next.getByRole('listitem').first()).toHaveText(day(2));

  await plan.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Change what it says' }).click();
  const wizard = page.getByRole('dialog', { name: 'Change what it says' });
  await expect(wizard.getByText('The customer stays.')).toBeVisible();
  await expect(wizard.getByLabel('Due Date')).toBeHidden();
  await wizard.getByLabel('Title').fill('Rent for {month}');
  await wizard.getByRole('button', { name: 'Save' }).click();
  await expect(plan.getByText(/^Rent for [A-Z][a-z]+$/)).toBeVisible();
  await plan.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('list', { name: 'Repeating invoices' })).toContainText(
    `Every 2 weeks · Next on ${day(2)}`,
  );
});
