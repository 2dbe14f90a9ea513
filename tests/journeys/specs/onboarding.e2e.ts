import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { inks } from '#core/cloth.ts';
import { expect, type Person, test } from '../fixtures.ts';

const BVN = '22212345678';
const ACCOUNT = '0123456789';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const onward = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true });

async function chooseFrom(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

const TYPE = { businessType: 'Service Provider' };
const DETAILS = {
  ...TYPE,
  businessName: 'Danjuma Foods',
  industry: 'Retail',
  description: 'Masa and miya',
  companySize: '2-10 employees',
};
const CONTACT = { ...DETAILS, city: 'Kano', street: '4 Zoo Road', zipCode: '700001' };

/** Opens a step with the answers that an earlier visit has kept. */
async function openStep(page: Page, { user }: Person, step: string, kept: object): Promise<void> {
  await page.addInitScript(
    ([name, draft]) => localStorage.getItem(name) ?? localStorage.setItem(name, draft),
    [`draft:onboarding:${user.id}`, JSON.stringify(kept)] as const,
  );
  await page.goto(`/onboarding?step=${step}`);
}

async function toVerification(page: Page, person: Person): Promise<void> {
  await openStep(page, person, 'payment-details', CONTACT);
  await chooseBank(page);
  await page.getByLabel('Account number').fill(ACCOUNT);
  await page.getByLabel('BVN').fill(BVN);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Verify Your Business')).toBeVisible();
}

async function chooseBank(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Bank name' }).click();
  // The list's script is fetched when it is first opened.
  await expect(page.getByRole('combobox', { name: 'Find a bank' })).toBeFocused();
  await page.keyboard.type('gtb');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Bank name' })).toContainText('Guaranty Trust Bank');
  // The list gives the focus back as it closes.
  await expect(page.getByRole('combobox', { name: 'Bank name' })).toBeFocused();
}

test('14 steps are counted, Back is the browser’s, and a reload keeps what may be kept', async ({
  page,
  newcomer,
}) => {
  await openStep(page, newcomer, 'contact-details', CONTACT);
  await onward(page).click();
  await expect(heading(page, 'Payment details')).toBeVisible();
  await expect(page.getByText('Step 5 of 8')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Set-up' })).toHaveAttribute(
    'aria-valuetext',
    'Step 5 of 8',
  );
  await page.getByLabel('Account number').fill(ACCOUNT);
  await page.getByLabel('BVN').fill(BVN);
  await page.goBack();
  await expect(page.getByLabel('Street')).toHaveValue('4 Zoo Road');
  await page.goForward();
  await page.reload();
  await expect(heading(page, 'Payment details')).toBeVisible();
  await expect(page.getByLabel('Account number')).toHaveValue('');
  await expect(page.getByLabel('BVN')).toHaveValue('');
});

test('14 a reload ahead of the answers turns no page before Continue', async ({ page, newcomer }) => {
  await openStep(page, newcomer, 'business-verification', {
    ...CONTACT,
    bankCode: '058',
    bankName: 'Guaranty Trust Bank (GTB)',
  });
  await expect(heading(page, 'Payment details')).toBeVisible();
  await page.getByLabel('Account number').fill(ACCOUNT);
  await page.getByLabel('BVN').fill(BVN);
  await expect(page.getByText('Account name:')).toBeVisible();
  await expect(heading(page, 'Payment details')).toBeVisible();
  await expect(page).toHaveURL(/step=payment-details/);
});

test('15 Continue can be focused while it is blocked, names what is missing, and Enter goes on', async ({
  page,
  newcomer,
}) => {
  await openStep(page, newcomer, 'business-type', TYPE);
  await onward(page).click();
  await expect(heading(page, 'Business details')).toBeFocused();
  await expect(onward(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(onward(page)).toHaveAccessibleDescription(
    /business name, industry, description, company size/,
  );
  await onward(page).focus();
  await expect(onward(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Business details')).toBeVisible();
  await page.getByLabel('Business name').fill('Danjuma Foods');
  await chooseFrom(page, 'Industry', 'Food & Drinks');
  await page.getByLabel('Business description').fill('Masa and miya');
  await chooseFrom(page, 'Company size', 'Just me');
  await page.getByLabel('Business name').press('Enter');
  await expect(heading(page, 'Contact details')).toBeFocused();
});

test('16 business types are one group: arrows move, and a tick shows the choice', async ({
  page,
  newcomer,
}) => {
  await openStep(page, newcomer, 'business-type', {});
  const group = page.getByRole('radiogroup', { name: 'Business type' });
  await expect(group.getByRole('radio')).toHaveCount(4);
  await group.getByRole('radio', { name: /Freelancer/ }).focus();
  await page.keyboard.press('ArrowDown');
  const agency = group.getByRole('radio', { name: /Agency/ });
  await expect(agency).toBeFocused();
  await page.keyboard.press('Space');
  await expect(agency).toBeChecked();
  await expect(agency.locator('svg').last()).toBeVisible();
});

test('17 another country empties state and city and says so; lists that fail become fields', async ({
  page,
  newcomer,
}) => {
  await openStep(page, newcomer, 'contact-details', DETAILS);
  await chooseFrom(page, 'State', 'Kano');
  const city = page.getByRole('combobox', { name: 'City' });
  await city.click();
  await page.getByRole('option').first().click();
  let fail = () => {};
  const held = new Promise<void>((done) => {
    fail = done;
  });
  await page.route('**/v1/countries/GH/**', async (route) => {
    await held;
    await route.abort();
  });
  await chooseFrom(page, 'Country', 'Ghana');
  await expect(page.getByText(/^Choose a state in /)).toBeAttached();
  await expect(page.getByRole('combobox', { name: 'State' })).toContainText('Loading...');
  fail();
  await expect(page.getByRole('textbox', { name: 'State' })).toBeVisible();
  await page.getByRole('textbox', { name: 'City' }).fill('Kumasi');
  await page.getByLabel('Street').fill('1 Prempeh II Street');
  await page.getByLabel('ZIP/Postal code').fill('00233');
  await onward(page).click();
  await expect(heading(page, 'Payment details')).toBeVisible();
});

test('18 account numbers are digits with their zeros, and banks are found by typing', async ({
  page,
  newcomer,
}) => {
  await openStep(page, newcomer, 'payment-details', CONTACT);
  await chooseBank(page);
  const account = page.getByLabel('Account number');
  await account.focus();
  await page.evaluate(() => navigator.clipboard.writeText('012 345 6789').catch(() => {}));
  await account.pressSequentially('01a2 345-6789x');
  await expect(account).toHaveValue(ACCOUNT);
  await expect(page.getByText('10 of 10')).toBeVisible();
  await account.pressSequentially('5');
  await expect(account).toHaveValue(ACCOUNT);
});

test('18 the bank says whose account it is: nobody types the name, and what it does not know or say is told', async ({
  page,
  newcomer,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStep(page, newcomer, 'payment-details', CONTACT);
  await chooseBank(page);
  await expect(page.getByRole('textbox', { name: 'Account name' })).toBeHidden();
  await page.getByLabel('BVN').fill(BVN);
  const account = page.getByLabel('Account number');
  await account.fill(ACCOUNT);
  await expect(page.getByText(/^Account name: [A-Z ]+$/)).toBeVisible();
  await account.fill('0000000000');
  await expect(
    page.getByRole('alert').getByText('We could not find that account at that bank'),
  ).toBeVisible();
  await expect(onward(page)).toHaveAccessibleDescription(/an account the bank knows/);
  await account.fill('0000000099');
  await expect(
    page.getByText(
      'Your bank did not answer. The account is kept as not confirmed; we ask again before any money leaves.',
    ),
  ).toBeVisible();
  await onward(page).click();
  await page.getByRole('button', { name: 'Verify later' }).click();
  await expect(heading(page, "You're All Set")).toBeVisible();
  await page.goto('/dashboard/settings');
  await expect(
    page.getByText('Not confirmed by your bank yet. We ask again before any money leaves.'),
  ).toBeVisible();
  await page.goto('/dashboard/withdrawal');
  await expect(page.getByRole('radio', { name: /Not confirmed by the bank yet/ })).toBeChecked();
  await expect(
    page.getByText('The bank did not answer. No money can be sent before it gives the name of this account.'),
  ).toBeVisible();
});

test('19 the BVN is masked with a reveal, explained, and is nowhere but in its one request', async ({
  page,
  newcomer,
}) => {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (`${request.url()} ${request.postData() ?? ''}`.includes(BVN)) seen.push(request.url());
  });
  await toVerification(page, newcomer);
  await page.goBack();
  const bvn = page.getByLabel('BVN');
  await expect(bvn).toHaveAttribute('type', 'password');
  await expect(bvn).toHaveAccessibleDescription(/\*565\*0#/);
  await expect(page.getByText(/it gives nobody access to it/)).toBeVisible();
  await page.getByRole('button', { name: 'Show digits' }).click();
  await expect(bvn).toHaveAttribute('type', 'text');
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const rows = await Promise.all(
      databases.map(
        ({ name = '' }) =>
          new Promise<string>((done) => {
            const open = indexedDB.open(name);
            open.onsuccess = () => {
              const stores = [...open.result.objectStoreNames];
              if (stores.length === 0) return done('');
              const reading = open.result.transaction(stores);
              const all = stores.map((store) => reading.objectStore(store).getAll());
              reading.oncomplete = () => done(JSON.stringify(all.map(({ result }) => result)));
            };
          }),
      ),
    );
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, rows]);
  });
  expect(stored).toContain('Danjuma Foods');
  expect(stored).not.toContain(BVN);
  expect(stored).not.toContain(ACCOUNT);
  await page.goForward();
  await page.getByRole('button', { name: 'Verify later' }).click();
  await expect(heading(page, "You're All Set")).toBeVisible();
  expect(seen.map((url) => new URL(url).pathname)).toEqual(['/api/ngn/user/create-business-profile']);
});

test('20 and 21 documents upload, fail, try again and shrink; Complete Setup waits for all four', async ({
  page,
  newcomer,
}) => {
  await toVerification(page, newcomer);
  const tile = (name: string) =>
    page.locator('div', { has: page.locator(`input[type=file][aria-label="${name}"]`) }).last();
  const pick = (name: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
    page.locator(`input[type=file][aria-label="${name}"]`).setInputFiles(file);
  const pdf = {
    name: 'paper.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  };
  const complete = page.getByRole('button', { name: 'Complete Setup' });
  await expect(complete).toHaveAttribute('aria-disabled', 'true');

  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/files/upload')) uploads += 1;
  });
  await pick('CAC Certificate', { name: 'paper.docx', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(tile('CAC Certificate')).toContainText('Only PDF, PNG and JPG files can be used');
  expect(uploads).toBe(0);

  await page.route('**/files/upload', (route) => route.abort(), { times: 1 });
  await pick('CAC Certificate', pdf);
  await expect(tile('CAC Certificate')).toContainText('Upload failed - try again');
  await pick('CAC Certificate', pdf);
  await expect(tile('CAC Certificate')).toContainText('paper.pdf');
  await expect(page.getByText('cac uploaded successfully', { exact: true })).toBeVisible();

  // The browser hands the bytes of a file over only where its request is intercepted.
  let bytes = 0;
  await page.route(
    '**/files/upload',
    async (route) => {
      bytes = route.request().postDataBuffer()?.length ?? 0;
      await route.continue();
    },
    { times: 1 },
  );
  await pick('Valid ID', { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
  await expect.poll(() => bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(600_000);
  await expect(tile('Valid ID')).toContainText('phone.jpg');
  await pick('Utility Bill', pdf);
  await expect(tile('Utility Bill')).toContainText('paper.pdf');
  await expect(complete).toHaveAttribute('aria-disabled', 'true');
  await pick('Bank Statement', pdf);
  await expect(tile('Bank Statement')).toContainText('paper.pdf');
  await expect(complete).not.toHaveAttribute('aria-disabled', 'true');
  await complete.click();
  await expect(heading(page, "You're All Set")).toBeVisible();
});

test('21 Verify later skips, and the dashboard lists what is missing', async ({ page, newcomer }) => {
  await toVerification(page, newcomer);
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  const later = page.getByRole('button', { name: 'Verify later' });
  // The second press is there before the page has done anything else.
  const busy = later.evaluate((button) => {
    const until = performance.now() + 500;
    while (performance.now() < until) button.getBoundingClientRect();
  });
  await later.dblclick({ force: true, noWaitAfter: true });
  await busy;
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(posts.filter((url) => url.endsWith('/create-business-profile'))).toHaveLength(1);
  const missing = page.getByText(/CAC certificate/i).filter({ visible: true });
  await expect(missing).toHaveText(/logo.*CAC certificate.*valid ID.*utility bill.*bank statement/i);
});

test('22 on a phone six pairs of colours are woven below the preview, own ones pair a box with a picker, and home wears them', async ({
  page,
  owner,
}) => {
  expect(owner.user.isBusinessRegistered).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/onboarding?step=complete-setup');
  await page.getByRole('button', { name: 'Customize your invoices' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  const drawn = () => preview.getByRole('tabpanel').innerHTML();
  const pairs = page.getByRole('radiogroup', { name: 'Colours' }).getByRole('radio');
  // Its own name comes with its profile.
  await expect(preview.getByRole('tabpanel')).not.toContainText('Your business');
  await expect(pairs).toHaveCount(6);
  const above = await preview.boundingBox();
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan((await pairs.first().boundingBox())?.y ?? 0);
  const color = page.getByRole('textbox', { name: 'Primary colour', exact: true });
  await expect(color).toBeHidden();
  const before = await drawn();
  await pairs.and(page.getByRole('radio', { name: 'Green and yellow' })).click();
  await expect.poll(drawn).not.toBe(before);
  await page.getByRole('button', { name: 'Own colours' }).click();
  await expect(color).toHaveValue('#0b7a4b');
  await color.fill('#b3261e');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  const good = await drawn();
  await color.fill('#b32');
  await expect(page.getByText(/such as #3b82f6/)).toBeVisible();
  expect(await drawn()).toBe(good);
  await color.fill('#b3261e');
  await preview.getByRole('tab', { name: 'Mobile' }).click();
  await expect(preview.getByRole('tabpanel')).toContainText('INV-0042');
  await page.locator('input[type=file][aria-label="Logo"]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(3 * 1024 * 1024, 1),
  });
  await expect(page.getByText('That picture is larger than 2 MB. Choose a smaller one.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Save & Continue to Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard\/chat$/);
  await expect(page.getByText('Invoice customization saved successfully!', { exact: true })).toBeVisible();
  await page.goto('/dashboard');
  const revenue = page.getByRole('article').filter({ hasText: 'Total Revenue' });
  await expect.poll(() => revenue.innerHTML()).toContain(inks('#b3261e', '#f7c948')[0]);
  await page.goto('/dashboard/settings');
  const look = page.getByRole('img', { name: 'How your invoices look' });
  // Its fields come when they are near the screen.
  const brand = page.getByRole('heading', { name: 'Brand', exact: true });
  await brand.scrollIntoViewIfNeeded();
  await expect(look).toBeVisible();
  await page.getByLabel('Business name').fill('Danjuma Foods & Events');
  await expect(look).toContainText('Danjuma Foods & Events');
  await expect(color).toHaveValue('#b3261e');
  await pairs.and(page.getByRole('radio', { name: 'Red and gold' })).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Business profile saved', { exact: true })).toBeVisible();
  await page.reload();
  await brand.scrollIntoViewIfNeeded();
  await expect(page.getByRole('radio', { name: 'Red and gold' })).toBeChecked();
});

/** Four megabytes of grain, as a phone's camera makes them. */
async function phonePhoto(): Promise<Buffer> {
  const [width, height] = [3000, 2250];
  const grain = { gaussian: true, mean: 128, sigma: 40 } as unknown as {
    type: 'gaussian';
    mean: number;
    sigma: number;
  };
  const photo = await sharp({
    create: { width, height, channels: 3, background: '#888', noise: { ...grain, type: 'gaussian' } },
  })
    .jpeg({ quality: 88 })
    .toBuffer();
  expect(photo.length).toBeGreaterThan(3_000_000);
  return photo;
}
