import { expect, type Locator, type Page } from '@playwright/test';

const MOST_TABS = 60;

/** Goes on with the Tab key until the field or button has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  // Found anew each time: a step that was just drawn may be drawn again.
  const hasFocus = () => target.evaluate((at) => at === document.activeElement);
  for (let tabs = 0; tabs < MOST_TABS && !(await hasFocus()); tabs += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

/** Reaches a field by Tab and types over what is in it. */
export async function fill(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Reaches a button or link by Tab and presses it. */
export async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Reaches a list by Tab, opens it, types to find, and takes what is found. */
export async function choose(page: Page, label: string, typed: string): Promise<void> {
  // Not the box that finds in it, "Find a state", which leaves with the list.
  const box = page.getByRole('combobox', { name: label, exact: true });
  await press(page, box);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  // At once, not when the list has left: by then somebody quick types into the next field.
  expect(await box.evaluate((control) => control === document.activeElement)).toBe(true);
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(box).toContainText(new RegExp(typed, 'i'));
}
