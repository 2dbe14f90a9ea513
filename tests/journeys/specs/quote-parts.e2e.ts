import { expect, test } from '../fixtures.ts';

test('a quote invoiced in parts on a phone: a percentage or items first, then the rest, and each invoice says so', async ({
  page,
  owner: _owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/quotes');
  await page.getByRole('button', { name: 'New quote' }).click();
  const wizard = page.getByRole('dialog', { name: 'New quote' });
  await wizard.getByRole('button', { name: 'Add new customer' }).click();
  await wizard.getByLabel('Name').fill('Chief Okafor');
  await wizard.getByLabel('Email').fill('chief@okafor.example');
  await wizard.getByLabel('Title').fill('Roof of the school');
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByLabel('Description').fill('Roofing sheets');
  await wizard.getByLabel('Quantity').fill('3');
  await wizard.getByLabel('Rate', { exact: true }).fill('150000');
  await wizard.getByRole('button', { name: 'Add item' }).click();
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('button', { name: 'Save and send by email' }).click();

  const details = page.getByRole('dialog', { name: 'Quote QUO-0001' });
  await details.getByRole('button', { name: 'More' }).click();
  await page.getByText('Invoice part of this quote').click();
  const dialog = page.getByRole('dialog', { name: 'Invoice part of QUO-0001' });
  await dialog.getByLabel('Percent of the quote').fill('30');
  await expect(dialog.getByText('₦135,000.00')).toBeVisible();
  await expect(dialog.getByText('₦315,000.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make invoice' }).click();
  await expect(
    details.getByText('₦135,000.00 of ₦450,000.00 is invoiced, ₦315,000.00 is left.'),
  ).toBeVisible();
  await details.getByRole('button', { name: 'Invoice part of this quote' }).click();
  await dialog.getByRole('radio', { name: 'All that is left' }).click();
  await dialog.getByRole('button', { name: 'Make invoice' }).click();
  await expect(details.getByText('₦0.00 is left', { exact: false })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Invoice part of this quote' })).toBeHidden();

  await details.getByRole('link', { name: 'INV-0002' }).click();
  const invoice = page.getByRole('dialog', { name: 'Invoice INV-0002' });
  await expect(invoice.getByText('Part 2 of quote').first()).toBeVisible();
  await expect(invoice.getByText('QUO-0001').first()).toBeVisible();

  // Its copy is invoiced by items, without the mouse.
  await page.goto('/dashboard/quotes');
  await page.getByRole('button', { name: 'Open QUO-0001' }).click();
  await details.getByRole('button', { name: 'More' }).click();
  await page.getByText('Copy', { exact: true }).click();
  await page.getByRole('button', { name: 'Send by email' }).click();
  const copied = page.getByRole('dialog', { name: 'Quote QUO-0002' });
  await copied.getByRole('button', { name: 'More' }).click();
  await page.getByText('Invoice part of this quote').click();
  const byItems = page.getByRole('dialog', { name: 'Invoice part of QUO-0002' });
  await byItems.getByRole('radio', { name: 'A percentage' }).focus();
  for (const next of ['An amount', 'Some of the items']) {
    await page.keyboard.press('ArrowDown');
    await expect(byItems.getByRole('radio', { name: next })).toBeFocused();
  }
  await page.keyboard.press('Space');
  await expect(byItems.getByRole('radio', { name: 'Some of the items' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const quantity = byItems.getByLabel('How many of Roofing sheets');
  await expect(quantity).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(quantity).toBeFocused();
  await page.keyboard.type('4');
  await expect(byItems.getByText('That is more than is left of the item')).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('2');
  await expect(byItems.getByText('₦300,000.00')).toBeVisible();
  await expect(byItems.getByText('₦150,000.00', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press('Enter');
  await expect(copied.getByText('1 of 3 left to invoice')).toBeVisible();
  await copied.getByRole('button', { name: 'Invoice part of this quote' }).click();
  await expect(byItems.getByRole('radio')).toHaveCount(2);
  await byItems.getByRole('radio', { name: 'All that is left' }).click();
  await byItems.getByRole('button', { name: 'Make invoice' }).click();
  await expect(copied.getByText('All of it is invoiced')).toBeVisible();
});
