import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** An authenticator in the browser that always finds its person right. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('an owner adds a passkey, logs in with it and is asked for it before it is removed', async ({
  page,
  service,
}) => {
  // Passkeys belong to a name; no browser makes one for a bare number.
  const at = new URL(service.url);
  at.hostname = 'localhost';
  const { origin } = at;
  await withAuthenticator(page);
  await page.goto(`${origin}/auth/login`);
  await page.getByLabel('Email').fill('demo@duewell.example');
  await page.getByLabel('Password', { exact: true }).fill('duewell-demo');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/dashboard/);
  await page.goto(`${origin}/dashboard/settings/security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Work laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Work laptop can log in from now on', { exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${origin}/auth/login`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL(/dashboard/);
  await page.goto(`${origin}/dashboard/settings/security`);
  // As it is ten minutes after the log-in.
  await page.route(
    '**/api/auth/passkeys/psk_*',
    (route) =>
      route.fulfill({
        status: 422,
        json: { status: 'error', code: 'step_up_required', message: 'Confirm', data: { ways: ['passkey'] } },
      }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Actions for Work laptop' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Use your passkey' })
    .getByRole('button', { name: 'Use a passkey' })
    .click();
  await expect(
    page.getByRole('region', { name: /Notifications/ }).getByText('Passkey removed'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actions for Work laptop' })).toBeHidden();
  // Its row is gone, and the reader is not.
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeFocused();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the history' }).press('Enter');
  await saved;
  await expect(page.getByRole('button', { name: 'Download the history' })).toBeFocused();
});
