import type { Locator, Page } from '@playwright/test';
import { business } from '#contract/business.ts';
import { settings } from '#contract/settings.ts';
import { staff } from '#contract/staff.ts';
import { withdrawals } from '#contract/withdrawals.ts';
import { minor } from '#core/money.ts';
import { demo, demoPerson, expect, type Person, signIn, test } from '../fixtures.ts';

const WITHDRAWALS = '/dashboard/withdrawal';
const SEVERAL = `${WITHDRAWALS}?several=choose`;
const params = { currency: 'NGN' } as const;
const PIN = '8305';

let made = 0;
const keep = async (
  person: Person,
  name: string,
  accountNumber = `01234567${String(++made).padStart(2, '0')}`,
) =>
  (
    await person.call(staff.create, {
      params,
      body: {
        name,
        email: `staff${made}@example.ng`,
        bankCode: '058',
        accountNumber,
        usualAmount: minor(1_500_00),
      },
    })
  ).data.staff;
const setPin = (person: Person) => person.call(business.createPin, { params, body: { pin: PIN } });
const total = async (person: Person) => (await person.call(withdrawals.list, { params })).page.total;
const amount = (page: Page) => page.getByLabel('Amount in naira');
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const chooseBank = async (within: Page | Locator, page: Page, typed: string) => {
  await within.getByRole('combobox', { name: 'Bank' }).click();
  await page.getByRole('combobox', { name: 'Find a bank' }).fill(typed);
  await page.keyboard.press('Enter');
};

/** Answers a call of the page with a body of its own. */
const answer = (page: Page, path: string, data: object, more: object = {}) =>
  page.route(path, (route) => route.fulfill({ json: { status: 'success', message: '', data, ...more } }));
const balance = {
  available: 50_000,
  pending: 0,
  owed: 0,
  currency: 'NGN',
  sending: 'open',
  ownAccountOpensAt: null,
  allowance: {
    level: 'established',
    payouts: { most: 200_000, left: 200_000 },
    newAccounts: { most: 200_000, left: 200_000 },
    newAccountsProven: { most: 200_000, left: 200_000 },
    raise: null,
  },
};

test('55 the fee is told before anything is confirmed; more than there is says how much can be sent', async ({
  page,
  service,
}) => {
  await signIn(page, service, await demoPerson(service));
  await page.goto(WITHDRAWALS);
  await amount(page).fill('2000');
  await expect(page.getByText('You will receive ₦2,000.00')).toBeVisible();
  await expect(page.getByText(/^Fee of .+ as of /)).toBeVisible();
  await amount(page).fill('999999999');
  await expect(page.getByText(/You can send ₦[\d,.]+ at most/)).toBeVisible();
  const most = /send ₦([\d,.]+) at most/.exec(await page.getByText(/at most/).innerText())?.[1] ?? '';
  await page.getByRole('button', { name: 'Send all' }).click();
  await expect(amount(page)).toHaveValue(most);
  await expect(page.getByText(`You will receive ₦${most}`)).toBeVisible();
  await page.getByRole('tab', { name: 'Disburse to Staff' }).click();
  await expect(page.getByLabel('Staff name')).toBeVisible();
  await amount(page).fill('2000');
  await expect(page.getByText('₦2,000.00 reaches the member of staff')).toBeVisible();
});

test('more than the day allows is neither filled in, promised nor sent on to the PIN', async ({
  page,
  owner,
}) => {
  await setPin(owner);
  const allowance = { ...balance.allowance, payouts: { most: 20_000, left: 20_000 } };
  await answer(page, '**/withdrawal/balance', { ...balance, allowance });
  const quote = { amount: 30_000, fee: 50, total: 30_050, receives: 30_000, most: 49_950, available: 50_000 };
  const priced = { currency: 'NGN', provider: 'Sandbox', pricedOn: '2026-11-30' };
  await answer(page, '**/withdrawal/quote**', { ...quote, ...priced });
  await page.goto(WITHDRAWALS);
  await page.getByRole('button', { name: 'Send all' }).click();
  await expect(amount(page)).toHaveValue('20,000.00');
  await expect(page.getByText(/^You can send ₦20,000.00 a day/)).toBeVisible();
  await amount(page).click();
  await amount(page).fill('30k');
  await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(page.getByText('You will receive')).toBeHidden();
});

test('55 a payout account changed today is said before anybody types, and nothing is sent to it', async ({
  page,
  owner,
}) => {
  const change = (accountNumber: string) =>
    owner.call(settings.updatePayoutAccount, {
      params: { ...params, id: owner.user.businessId },
      body: { bankCode: '058', accountNumber, password: owner.password },
    });
  await change('0123456789');
  await page.goto(WITHDRAWALS);
  await expect(page.getByRole('radio', { name: /Your payout account/ })).toBeChecked();
  await expect(page.getByText(/You changed your payout account/)).toBeHidden();
  await change('0987654321');
  await page.reload();
  await expect(
    page.getByText(
      /You changed your payout account today. To protect you, withdrawals to it open tomorrow at \d\d:\d\d\./,
    ),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw', exact: true }).last()).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('link', { name: 'Was it not you? Secure your account' }).click();
  await expect(page).toHaveURL(/settings\/security$/);
});

test('55 a name the bank has changed stops the money until it is agreed to; a silent bank sends nothing', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await demoPerson(service);
  await signIn(page, service, person);
  const before = await total(person);
  const add = async (name: string, bankCode: string, accountNumber: string) => {
    const body = { name, email: `staff${++made}@example.ng`, bankCode, accountNumber };
    await person.call(staff.create, { params, body });
  };
  // The sandbox's account with another name once it was asked about, and the one whose bank is silent.
  await add('Yetunde Balogun', '057', '3000000007');
  await add('Terhemen Iorfa', '057', '0000000099');
  const choose = async (name: string) => {
    await page.goto(`${WITHDRAWALS}?tab=staff`);
    await page.getByRole('combobox', { name: /Choose from your staff list/ }).click();
    await page.getByRole('combobox', { name: 'Find by name' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Staff name')).toHaveValue(name);
    await amount(page).fill('1500');
  };
  const disburse = page.getByRole('button', { name: 'Disburse', exact: true });
  await choose('Yetunde Balogun');
  await disburse.click();
  const sheet = dialog(page, 'Confirm disbursement');
  await expect(sheet.getByText('TEST NAME BEFORE')).toBeVisible();
  await page.keyboard.type(demo.pin);
  await page.keyboard.press('Enter');
  const change = sheet.getByRole('alert');
  await expect(change).toContainText('The bank now gives another name for this account. Nothing was sent.');
  await expect(change).toContainText('Before: TEST NAME BEFORE');
  await expect(change).toContainText('Now: TEST NAME AFTER');
  expect(await total(person)).toBe(before);
  await sheet.getByRole('button', { name: 'Send to the new name' }).click();
  await expect(page.getByText('Disbursement request submitted successfully', { exact: true })).toBeVisible();
  expect(await total(person)).toBe(before + 1);

  await choose('Terhemen Iorfa');
  await expect(page.getByText('Not confirmed by the bank yet')).toBeVisible();
  await expect(page.getByText(/^The bank did not answer\. No money can be sent/)).toBeVisible();
  await disburse.click();
  await expect(
    page.getByText('The bank has not given the name of this account', { exact: true }),
  ).toBeVisible();
  await expect(sheet).toBeHidden();
  expect(await total(person)).toBe(before + 1);
});

test('55 somebody kept fills the form; another account of theirs asks for the PIN', async ({
  page,
  owner,
}) => {
  await setPin(owner);
  await keep(owner, 'Bisi Adeyemi');
  await page.goto(`${WITHDRAWALS}?tab=staff`);
  await page.getByRole('combobox', { name: /Choose from your staff list/ }).click();
  await page.getByRole('combobox', { name: 'Find by name' }).fill('bisi');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Staff name')).toHaveValue('Bisi Adeyemi');
  await expect(amount(page)).toHaveValue('1,500.00');
  await expect(page.getByLabel('Account number')).toBeHidden();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByLabel('Account number')).toHaveValue('');

  await page.getByRole('button', { name: /^Staff list/ }).click();
  const list = dialog(page, 'Staff list');
  await list.getByRole('button', { name: 'Actions for Bisi Adeyemi' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const form = dialog(page, 'Change staff');
  await form.getByLabel('Phone').fill('0803 555 0142');
  await form.getByRole('button', { name: 'Use another account' }).click();
  await chooseBank(form, page, 'zenith');
  await form.getByLabel('Account number').fill('0987654321');
  await expect(form.getByText('Account name:')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter your 4-digit PIN')).toBeVisible();
  const boxes = form.getByLabel(/Digit \d of 4/);
  await boxes.first().click();
  await page.keyboard.type('9001');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Incorrect PIN. 4 tries left')).toBeVisible();
  await boxes.first().click();
  await page.keyboard.type(PIN);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(list.getByText('Zenith Bank ••4321')).toBeVisible();
  const [saved] = (await owner.call(staff.list, { params })).data.staff;
  expect(saved).toMatchObject({ phone: '0803 555 0142', accountNumber: '••••••4321' });

  await list.getByRole('button', { name: 'Actions for Bisi Adeyemi' }).click();
  await page.getByRole('menuitem', { name: 'Take off the list' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take off the list' }).click();
  await expect(list.getByText('Nobody on your list yet')).toBeVisible();
});

test('55 several are paid by keyboard with one PIN; who got nothing is paid again, once', async ({
  page,
  service,
}) => {
  const person = await demoPerson(service);
  await signIn(page, service, person);
  for (const name of ['Aisha Bello', 'Emeka Obi', 'Ngozi Eze']) await keep(person, name);
  const before = await total(person);
  // The response comes late: the live event of the changed balance arrives first, and must not close the
  // dialog.
  await page.route('**/withdrawal/bulk', async (route) => {
    const heard = page.waitForResponse('**/withdrawal/balance');
    const answer = await route.fetch();
    await heard;
    await route.fulfill({ response: answer });
  });
  await page.goto(SEVERAL);
  const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) });
  for (const name of ['Aisha Bello', 'Emeka Obi']) {
    await box(name).focus();
    await page.keyboard.press('Space');
  }
  // An amount typed ticks its row; this one the test bank refuses.
  await box('Ngozi Eze').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('1234.01');
  await expect(page.getByLabel('Amount for Ngozi Eze')).toHaveValue('1234.01');
  await expect(box('Ngozi Eze')).toBeChecked();
  await page.getByLabel('Description').fill('November salary');
  await expect(page.getByText('3 people', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Look at everybody once more' })).toBeFocused();
  await expect(page.getByText('Balance after')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Pay 3 people' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Confirm payment').getByLabel('Digit 1 of 4')).toBeFocused();
  await page.keyboard.type(demo.pin);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/batch=bat_/);
  await expect(page.getByRole('heading', { level: 1, name: 'November salary' })).toBeVisible();
  await expect(page.getByText('2 of 3 people paid')).toBeVisible();
  expect(await total(person)).toBe(before + 3);
  const again = page.getByRole('button', { name: 'Pay 1 person again' });
  await expect(page.getByText('Their money and its fee went back to your balance.')).toBeVisible();
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Pay again').getByLabel('Digit 1 of 4')).toBeFocused();
  await page.keyboard.type(demo.pin);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Pay again')).toBeHidden();
  expect(await total(person)).toBe(before + 4);
  const everybody = page.getByRole('region', { name: 'Everybody in this payment' });
  await expect(everybody.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('link', { name: 'Back to withdrawals' }).click();
  await page.getByRole('button', { name: 'Paid together with others' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'November salary' })).toBeVisible();
});

test('55 a pasted list says what is wrong with each row, and marks other names and what was not checked', async ({
  page,
  service,
}) => {
  const person = await demoPerson(service);
  await signIn(page, service, person);
  await page.goto(SEVERAL);
  await page.getByRole('tab', { name: 'From a list' }).click();
  const rows = [
    'Name\tEmail\tBank\tAccount number\tAmount',
    'Zzz Unlikely\tz@example.ng\tGTB\t0123456789\t50,000',
    'Musa Bello\tnope\tGTB\t0123456780\t100',
    'Musa Bello\tmusa@example.ng\tFoo\t0123456780\t100',
    'Musa Bello\tmusa@example.ng\tAccess\t0123456780\t100',
    'Kemi Ojo\tkemi@example.ng\tUBA\t0123456781\t₦100',
  ];
  await page.getByLabel('Paste your list here').fill(rows.join('\n'));
  await expect(page.getByText('3 people ready')).toBeVisible();
  await expect(page.getByText('Row 3: The email is missing or wrong')).toBeVisible();
  await expect(page.getByText('Row 4: We do not know the bank "Foo"')).toBeVisible();
  await page.route('**/resolve-account?*0123456781*', (route) =>
    route.fulfill({
      status: 429,
      json: { status: 'error', code: 'too_many_requests', message: 'Too many requests' },
    }),
  );
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText(/Another name. The bank says [A-Z ]+/).first()).toBeVisible();
  await expect(page.getByText('Not checked today')).toBeVisible();
  await expect(page.getByText(/so 1 person could not be checked and will be left out/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay 2 people' })).toBeEnabled();
  await page.getByRole('button', { name: 'Leave out Zzz Unlikely' }).click();
  await expect(page.getByRole('button', { name: 'Pay 1 person' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to choosing' }).click();
  await expect(page.getByLabel('Paste your list here')).toHaveValue(/Zzz Unlikely/);
});

test('55 what the bank has not answered, what a person looks into and what came back are told plainly', async ({
  page,
  owner,
}) => {
  expect(owner.email).toContain('@');
  const now = new Date().toISOString();
  const row = (id: string, more: object) => ({
    id,
    _id: id,
    type: 'disburse',
    amount: 1000,
    fee: 25,
    currency: 'NGN',
    bankCode: '058',
    bankName: 'Guaranty Trust Bank (GTB)',
    accountName: 'ADE BELLO',
    accountNumber: '••••••6789',
    staffName: 'Ade Bello',
    staffEmail: 'ade@example.ng',
    staffPhone: null,
    description: null,
    status: 'processing',
    reason: null,
    reference: id,
    batchId: null,
    triedAgainAs: null,
    settledDebt: 0,
    askedAt: now,
    inReview: false,
    createdAt: now,
    updatedAt: now,
    ...more,
  });
  const rows = [
    row('wdr_1', {}),
    row('wdr_2', { inReview: true }),
    row('wdr_3', { status: 'failed', askedAt: null, reason: 'Account is dormant' }),
  ];
  await answer(page, '**/withdrawal?*', { withdrawals: rows }, { page: { nextCursor: null, total: 3 } });
  await page.goto(WITHDRAWALS);
  await expect(
    page.getByText(/We asked the bank again: .+\. The money is safe and nothing is sent twice\./),
  ).toBeVisible();
  await expect(page.getByText(/^We are checking this with the bank/)).toBeVisible();
  await expect(page.getByText('In review')).toBeVisible();
  await expect(page.getByText('Account is dormant')).toBeVisible();
  await expect(page.getByText(/The money and its fee went back to your balance/)).toBeVisible();
});

test('55 a currency nobody sends out has no form, and stopped payouts are said at the top', async ({
  page,
  owner,
}) => {
  expect(owner.email).toContain('@');
  await answer(page, '**/withdrawal/balance', { ...balance, sending: 'not_configured' });
  await page.goto(WITHDRAWALS);
  await expect(page.getByText('Money cannot be sent out in naira here yet')).toBeVisible();
  await expect(amount(page)).toBeHidden();
  await page.unroute('**/withdrawal/balance');
  await answer(page, '**/withdrawal/balance', { ...balance, sending: 'paused' });
  await page.reload();
  await expect(page.getByText(/Sending money is paused for a moment/)).toBeVisible();
  await expect(amount(page)).toBeVisible();
});
