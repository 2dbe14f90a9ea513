import type { Page } from '@playwright/test';
import { customers } from '#contract/customers.ts';
import { identity } from '#contract/identity.ts';
import { demo, expect, forget, newPerson, test } from '../fixtures.ts';

const WRONG = 'not-the-password-9';

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** The toast of these words; its text is also read out, in another place. */
const toastOf = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words });

test('9 an empty sign-up names every field, goes to the first, and keeps what was typed', async ({
  page,
}) => {
  await page.goto('/auth/signup');
  await page.getByLabel('Surname').fill('Ọlájùmọ̀kẹ́');
  await page.getByLabel('Email').fill('ada@');
  await page.getByRole('button', { name: 'Create my free account' }).click();
  for (const words of ['Firstname is required', 'Invalid Email', 'Password is required'])
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  await expect(page.getByText('Lastname is required')).toHaveCount(0);
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('Surname')).toHaveValue('Ọlájùmọ̀kẹ́');

  await page.getByLabel('First name').fill('A');
  await expect(page.getByText('Firstname must be at least two characters')).toBeVisible();
  await page.getByLabel('First name').fill('Ad');
  await expect(page.getByText(/^Firstname/)).toHaveCount(0);
  await page.getByLabel('Email').fill('ada.eze+shop@adire.africa');
  await expect(page.getByText('Invalid Email')).toHaveCount(0);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await page.getByLabel('Surname').fill('');
  await page.getByLabel('Surname').blur();
  await expect(page.getByText('Lastname is required')).toBeVisible();
});

test('9 nothing is called wrong before a field was left', async ({ page }) => {
  await page.goto('/auth/login');
  await page.getByLabel('Email').pressSequentially('ad');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Password', { exact: true }).focus();
  await expect(page.getByText('Invalid Email')).toBeVisible();
});

test('10 the password is shown without moving the caret; managers know every field; paste works; the currency is chosen by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/auth/signup');
  const password = page.getByLabel('Password', { exact: true });
  await page.evaluate(() => navigator.clipboard.writeText('pasted-from-a-manager'));
  await password.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(password).toHaveValue('pasted-from-a-manager');
  await password.evaluate((box: HTMLInputElement) => box.setSelectionRange(3, 3));
  const eye = page.getByRole('button', { name: 'Show password' });
  await expect(eye).toHaveAttribute('aria-pressed', 'false');
  await eye.click();
  await expect(eye).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toBeFocused();
  expect(await password.evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(3);

  const wanted = { 'First name': 'given-name', Surname: 'family-name', Email: 'email' };
  for (const [label, value] of Object.entries(wanted))
    await expect(page.getByLabel(label)).toHaveAttribute('autocomplete', value);
  await expect(password).toHaveAttribute('autocomplete', 'new-password');

  const naira = page.getByRole('radio', { name: 'NGN Nigeria Naira' });
  const dollar = page.getByRole('radio', { name: 'USD US Dollar' });
  await expect(naira).toBeChecked();
  await naira.focus();
  await page.keyboard.press('ArrowRight');
  await expect(dollar).toBeChecked();
  await expect(dollar).toBeFocused();
  await expect(page.locator('label').filter({ has: dollar }).locator('svg').first()).toBeVisible();
  await page.goto('/auth/login');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
});

test('11 unticked terms are told beside the box, and Google says that it is not set up', async ({ page }) => {
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  await page.goto('/auth/signup');
  await page.getByRole('button', { name: 'Create my free account' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'You must agree to the terms.' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveAccessibleDescription('You must agree to the terms.');
  await page.getByRole('checkbox').click();
  await expect(alert).toHaveCount(0);
  expect(dialogs).toBe(0);
  for (const path of ['/auth/signup', '/auth/login']) {
    await page.goto(path);
    const google = page.getByRole('button', { name: /with Google$/ });
    await expect(google).toHaveAttribute('aria-disabled', 'true');
    await google.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Google sign-in is not set up on this service.')).toBeVisible();
  }
});

test('12 a failed log-in keeps the email, goes to the password and says so once', async ({ page }) => {
  await page.goto('/auth/login');
  await fillLogin(page, demo.email, WRONG);
  const failure = toastOf(page, 'Error logging in: Invalid email or password');
  await expect(failure).toHaveCount(1);
  await expect(page.getByLabel('Email')).toHaveValue(demo.email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(`${WRONG}9`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
  await expect(failure).toHaveCount(1);
});

test('12 a form sent before its script came is sent by it, with all that was typed', async ({ page }) => {
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto('/auth/signup', { waitUntil: 'commit' });
  await page.getByLabel('First name').fill('Early');
  await page.getByLabel('Surname').fill('Bird');
  await page.getByLabel('Email').fill('early@okafor.example');
  await page.getByLabel('Password', { exact: true }).fill('jollof-and-asun-7');
  await page.getByRole('checkbox').click();
  await page.keyboard.press('Enter');
  arrival.resolve();
  await page.waitForURL('**/onboarding');
});

test('12 logging in returns to where one was, and never to another site', async ({ page, service }) => {
  const place = '/dashboard/invoices?status=Due';
  await page.goto(place);
  await page.waitForURL('**/auth/login?*');
  await fillLogin(page, demo.email, demo.password);
  await page.waitForURL((url) => url.pathname + url.search === place);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // An app that is left without its session goes to the log-in by itself, and ends the test's own way there.
  await forget(page);
  for (const elsewhere of ['https://evil.example/dashboard', '//evil.example/dashboard', '/api/docs']) {
    await page.goto(`/auth/login?redirect=${encodeURIComponent(elsewhere)}`);
    await fillLogin(page, demo.email, demo.password);
    await page.waitForURL(`${service.url}/dashboard/chat`);
    await forget(page);
  }
  const stranger = await newPerson(service, { registered: false });
  await page.goto('/auth/login?redirect=/dashboard/invoices');
  await fillLogin(page, stranger.email, stranger.password);
  await page.waitForURL('**/onboarding');
});

test('13 the verify page tells each of its states in one place', async ({ page }) => {
  let answer = () => {};
  await page.route('**/api/auth/verify-email/**', async (route) => {
    await new Promise<void>((done) => {
      answer = done;
    });
    await route.continue();
  });
  const title = page.getByRole('heading', { level: 1 });
  await page.goto('/auth/verify?token=no-such-token');
  await expect(title).toHaveText('Verifying your email');
  const before = await title.boundingBox();
  answer();
  await expect(title).toHaveText('Email not verified');
  expect((await title.boundingBox())?.y).toBe(before?.y);
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();

  await page.goto('/auth/verify');
  await expect(page.getByText('No verification token found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
  await page.clock.install();
  await page.getByLabel('Email').fill('somebody@duewell-journeys.example');
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(toastOf(page, 'Verification email sent')).toBeVisible();
  const resend = page.getByRole('button', { name: /^Sent\. Try again in/ });
  await expect(resend).toBeDisabled();
  for (let second = 0; second < 60; second++) await page.clock.runFor(1000);
  await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeEnabled();
});

test('13 the page as it is sent says that it begins', async ({ request }) => {
  const sent = await (await request.get('/auth/verify?token=x')).text();
  expect(sent).toContain('One moment');
});

test('13 a verified address counts down to the dashboard', async ({ page, newcomer }) => {
  await page.route('**/api/auth/verify-email/**', (route) =>
    route.fulfill({
      json: { status: 'success', message: 'Email verified', data: { user: newcomer.user } },
    }),
  );
  await page.clock.install();
  await page.goto('/auth/verify?token=good');
  await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  await expect(page.getByText('Your dashboard opens in 5 seconds.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  await page.clock.runFor(1000);
  await expect(page.getByText('Your dashboard opens in 4 seconds.')).toBeVisible();
});

test('27 an ended session is told once, and the half-filled invoice is there after logging in', async ({
  page,
  owner,
}) => {
  await page.clock.install();
  await page.goto('/dashboard/invoices?create=1');
  const title = page.getByRole('dialog').getByLabel('Title');
  await title.fill('Aso-oke for the Bello wedding');
  await owner.call(identity.logout, {});
  // Half a minute later the page is looked at again, and asks.
  await page.clock.fastForward(31_000);
  // The answer may lead away before this is done.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange'))).catch(() => {});
  await page.waitForURL('**/auth/login?*');
  await expect(toastOf(page, 'Session expired. Please login again.')).toHaveCount(1);
  await fillLogin(page, owner.email, owner.password);
  await page.waitForURL('**/dashboard/invoices?create=1');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(title).toHaveValue('Aso-oke for the Bello wedding');
});

test('a log-out in one tab leaves the others, and nothing of it can be read afterwards', async ({
  page,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const client = 'Mrs Ngọzi Bello';
  await owner.call(customers.create, {
    params: { currency: 'NGN' },
    body: { name: client, email: 'ngozi@bello.example' },
  });
  await page.goto('/dashboard/customers');
  await expect(page.getByText(client)).toBeVisible();
  await page.goto('/dashboard/invoices?create=1');
  await page.getByRole('dialog').getByLabel('Title').fill(`Cake for ${client}`);
  await expect(page.getByText('Draft saved')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth/login');
  expect(await keptBy(page)).not.toMatch(/Bello|Danjuma|@duewell-journeys/);
  await page.goBack();
  await page.waitForURL('**/auth/login*');
  await fillLogin(page, owner.email, owner.password);
  await page.waitForURL('**/dashboard/**');
  await other.close();
});

test('a log-in that needs a second proof asks for it, and sends it with the password', async ({ page }) => {
  const sent: unknown[] = [];
  await page.route('**/api/auth/login', async (route) => {
    sent.push(route.request().postDataJSON());
    if (sent.length > 2) return route.continue();
    const [code, message] =
      sent.length === 1
        ? ['two_factor_required', 'Enter the code from your authenticator app']
        : ['wrong_code', 'That code is not right'];
    await route.fulfill({
      status: 422,
      json: { status: 'error', code, message, errors: [], requestId: 'r' },
    });
  });
  await page.goto('/auth/login');
  await fillLogin(page, demo.email, demo.password);
  const code = page.getByLabel('Authentication code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(toastOf(page, 'Error logging in')).toHaveCount(0);
  await code.fill('123456');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/That code is not right/);
  await expect(code).toBeFocused();
  await page.getByText('Lost your phone?').click();
  await expect(page.getByText('A passkey logs you in without a code.')).toBeVisible();
  await expect(page.getByText('they have to check that it is you')).toBeVisible();
  expect(sent[1]).toMatchObject({ email: demo.email, password: demo.password, code: '123456' });
});

/** Everything the browser keeps of the site: both storages, its databases, and what was cached of answers. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) cached.push(request.url);
    const answers = cached.filter((url) => new URL(url).pathname.startsWith('/api/'));
    return JSON.stringify({ local: { ...localStorage }, session: { ...sessionStorage }, databases, answers });
  });
