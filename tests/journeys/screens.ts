import { expect, type Page } from '@playwright/test';
import { openEarlier, thread } from './specs/chat-assistant.ts';
import { keptThread } from './specs/chat-samples.ts';

/** The visitor: anonymous, an account without a business, a fresh business, or one with a year of data. */
export type Viewer = 'visitor' | 'newcomer' | 'owner' | 'demo';

/** A screen in one of its states, and how to get there. */
export type Screen = {
  name: string;
  viewer: Viewer;
  path: string;
  /** Calls that fail: the end of the path they go to. */
  failing?: RegExp;
  reach?: (page: Page) => Promise<void>;
  /** It looks like another screen except for a notice. */
  sameFrame?: true;
  /** Search engines may list it. */
  listed?: true;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await button(page, name).click();
  };
const shown = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
// The words of the shop screen for an invoice that is due, whether a part of it is in or not.
const STILL_OWED = /Do not release (?:goods|everything yet)/;
const openDialog = (page: Page) =>
  expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible();
const toDialog =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    await press(...names)(page);
    await openDialog(page);
  };

async function chooseStatement(page: Page, text: string): Promise<void> {
  await button(page, 'Add a statement').click();
  const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await shown(page, 'statement.csv');
}

async function addStatement(page: Page, text: string): Promise<void> {
  await chooseStatement(page, text);
  await page.getByRole('combobox', { name: 'Bank' }).click();
  await page.getByRole('option', { name: 'Zenith Bank' }).click();
  await page.getByRole('textbox', { name: 'Last 4 digits' }).fill('0042');
  await button(page, /^Add \d+ lines/).click();
}

/** To the next step, which may have to be fetched first. */
const onward = async (page: Page) => {
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.innerText();
  await button(page, 'Continue').click();
  await expect(heading).not.toHaveText(before);
};

const list = (page: string, failing: RegExp, few: string): Screen[] => [
  { name: `${page}, loaded`, viewer: 'demo', path: `/dashboard/${page}${few}` },
  { name: `${page}, empty`, viewer: 'owner', path: `/dashboard/${page}`, sameFrame: true },
  {
    name: `${page}, nothing found`,
    viewer: 'demo',
    path: `/dashboard/${page}?search=zzzz`,
    sameFrame: true,
  },
  {
    name: `${page}, failed`,
    viewer: 'demo',
    path: `/dashboard/${page}`,
    failing,
    reach: async (at) => {
      await expect(at.getByRole('alert').first()).toBeVisible();
    },
  },
];

/** Every screen of the product that stands by itself, in the states that look different, by the place it belongs to. */
export const places: Record<string, Screen[]> = {
  'public pages': [
    { name: 'landing', viewer: 'visitor', path: '/', listed: true },
    {
      name: 'landing, a question open and the waitlist refused',
      viewer: 'visitor',
      path: '/#waitlist',
      listed: true,
      sameFrame: true,
      reach: async (page) => {
        await page.locator('#faq').getByRole('button').nth(2).click();
        await page.locator('#waitlist').getByRole('textbox').focus();
        await page.keyboard.press('Tab');
        await shown(page, 'Email is required');
      },
    },
    { name: 'privacy', viewer: 'visitor', path: '/privacy', listed: true },
    { name: 'terms', viewer: 'visitor', path: '/terms', listed: true },
    { name: 'cookies', viewer: 'visitor', path: '/cookies', listed: true },
    { name: 'not found', viewer: 'visitor', path: '/nothing-here' },
    { name: 'a customer asks for their page', viewer: 'visitor', path: '/my' },
    { name: 'mailbox', viewer: 'visitor', path: '/mailbox' },
    { name: 'sandbox', viewer: 'visitor', path: '/sandbox' },
  ],
  'sign-in': [
    { name: 'log-in', viewer: 'visitor', path: '/auth/login' },
    {
      name: 'log-in with errors',
      viewer: 'visitor',
      path: '/auth/login',
      sameFrame: true,
      reach: press(/^Log in$/),
    },
    {
      name: 'log-in without the phone of the codes',
      viewer: 'visitor',
      path: '/auth/login',
      sameFrame: true,
      reach: async (page) => {
        const refusal = {
          status: 'error',
          message: 'Enter the code',
          code: 'two_factor_required',
          errors: [],
        };
        await page.route('**/api/auth/login', (route) => route.fulfill({ status: 422, json: refusal }));
        await page.getByLabel('Email').fill('ada@duewell-journeys.example');
        await page.getByLabel('Password', { exact: true }).fill('akara-and-pap-2');
        await button(page, /^Log in$/).click();
        await page.getByText('Lost your phone?').click();
      },
    },
    { name: 'sign-up', viewer: 'visitor', path: '/auth/signup' },
    {
      name: 'sign-up with errors',
      viewer: 'visitor',
      path: '/auth/signup',
      sameFrame: true,
      reach: press('Create my free account'),
    },
    { name: 'forgot password', viewer: 'visitor', path: '/auth/forgot-password' },
    { name: 'reset password', viewer: 'visitor', path: '/auth/reset-password?token=old' },
    { name: 'verify, no token', viewer: 'visitor', path: '/auth/verify' },
    { name: 'verify, refused', viewer: 'visitor', path: '/auth/verify?token=old' },
    { name: 'Google, refused', viewer: 'visitor', path: '/auth/google?error=denied' },
  ],
  onboarding: [
    { name: 'onboarding, welcome', viewer: 'newcomer', path: '/onboarding' },
    { name: 'onboarding, type', viewer: 'newcomer', path: '/onboarding', reach: onward },
    {
      name: 'onboarding, details',
      viewer: 'newcomer',
      path: '/onboarding',
      reach: async (page) => {
        await onward(page);
        await page.getByRole('radio', { name: /Agency/ }).click();
        await onward(page);
        await shown(page, 'Company size');
      },
    },
    { name: 'onboarding, look', viewer: 'owner', path: '/onboarding' },
    {
      name: 'onboarding, phone preview',
      viewer: 'owner',
      path: '/onboarding',
      reach: (page) => page.getByRole('tab', { name: 'Mobile' }).click(),
    },
    { name: 'onboarding, all set', viewer: 'owner', path: '/onboarding?step=complete-setup' },
  ],
  home: [
    { name: 'home, loaded', viewer: 'demo', path: '/dashboard' },
    { name: 'home, empty', viewer: 'owner', path: '/dashboard' },
    {
      name: 'home, failed',
      viewer: 'owner',
      path: '/dashboard',
      failing: /activities|payment-info|analytics/,
      reach: async (page) => {
        await expect(page.getByRole('alert').first()).toBeVisible();
      },
    },
    {
      name: 'palette',
      viewer: 'demo',
      path: '/dashboard',
      reach: async (page) => {
        await page.keyboard.press('Control+k');
        await openDialog(page);
        await page.keyboard.type('in');
        await expect(page.getByRole('option').first()).toBeVisible();
      },
    },
    {
      name: 'shortcuts',
      viewer: 'demo',
      path: '/dashboard',
      reach: async (page) => {
        await page.keyboard.press('Shift+?');
        await openDialog(page);
      },
    },
  ],
  customers: [
    ...list('customers', /\/customers$/, '?search=port'),
    {
      name: 'customers, add',
      viewer: 'demo',
      path: '/dashboard/customers?search=port',
      reach: async (page) => {
        await toDialog('Add Customer')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Add Customer' }).click();
        await shown(page, 'Name is required');
      },
    },
    {
      name: 'customers, import',
      viewer: 'owner',
      path: '/dashboard/customers?import=1',
      reach: async (page) => {
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({
            name: 'list.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from('Name,Email\nAde,ade@example.com\n,x\n'),
          });
        await shown(page, '1 row ready to import');
      },
    },
    {
      name: 'customers, delete',
      viewer: 'demo',
      path: '/dashboard/customers?search=port',
      reach: toDialog(/^Delete /),
    },
  ],
  invoices: [
    ...list('invoices', /get-all-invoices$/, '?period=7'),
    {
      name: 'invoices, row menu',
      viewer: 'demo',
      path: '/dashboard/invoices?period=7',
      reach: async (page) => {
        await button(page, /^Actions for/).click();
        await expect(page.getByRole('menu').or(page.getByRole('dialog')).first()).toBeVisible();
      },
    },
    {
      name: 'invoices, two selected',
      viewer: 'demo',
      path: '/dashboard/invoices?period=7',
      reach: async (page) => {
        const boxes = page.getByRole('row').getByRole('checkbox');
        await boxes.nth(1).click();
        await boxes.nth(2).click();
        await shown(page, /2 selected/);
      },
    },
    {
      name: 'invoice',
      viewer: 'demo',
      path: '/dashboard/invoices?status=due',
      reach: async (page) => {
        await page.getByRole('link', { name: /^INV-/ }).first().click();
        await openDialog(page);
        await shown(page, /Due/);
      },
    },
    {
      name: 'invoice, share',
      viewer: 'demo',
      path: '/dashboard/invoices?status=due',
      reach: async (page) => {
        await page.getByRole('link', { name: /^INV-/ }).first().click();
        await openDialog(page);
        await button(page, 'Share').click();
      },
    },
    {
      name: 'invoice, not found',
      viewer: 'demo',
      path: '/dashboard/invoices?invoice=inv_none',
      reach: (page) => shown(page, 'This invoice is not on your list.'),
    },
    {
      name: 'wizard, details with errors',
      viewer: 'demo',
      path: '/dashboard/invoices?create=1&period=7',
      reach: async (page) => {
        await openDialog(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
        await shown(page, 'Title is required');
      },
    },
  ],
  payments: [
    ...list('payments', /\/transactions$/, '?period=7'),
    {
      name: 'payments, what needs the owner',
      viewer: 'owner',
      path: '/dashboard/payments',
      reach: async (page) => {
        const unmatched = {
          provider: 'paystack',
          invoiceId: 'inv_9',
          invoiceNumber: 'INV-0009',
          amount: 150,
          currency: 'USD',
          reason: 'other_currency',
          receivedAt: '2026-11-20T13:05:00.000Z',
        };
        const data = [null, 'processing', 'needs_attention'].map((refundStatus, at) => ({
          ...unmatched,
          transactionId: `trx_${at}`,
          refundStatus,
        }));
        await page.route('**/unmatched-payments', (route) =>
          route.fulfill({ json: { status: 'success', message: '', data } }),
        );
        await page.reload();
        await shown(page, 'Needs your decision');
      },
    },
    {
      name: 'payment',
      viewer: 'demo',
      path: '/dashboard/payments?status=completed&method=card&period=365',
      reach: async (page) => {
        await button(page, /^Details of the payment by/).click();
        await shown(page, 'What reached you');
      },
    },
    {
      name: 'payment, give back',
      viewer: 'demo',
      path: '/dashboard/payments?status=completed&method=card&period=365',
      reach: async (page) => {
        await button(page, /^Details of the payment by/).click();
        await button(page, /^Refund$/).click();
        await page.getByRole('radio', { name: /A part/ }).click();
        await button(page, 'Continue').click();
        await shown(page, 'Say why you refund it');
      },
    },
    {
      name: 'payment, confirm with the PIN',
      viewer: 'demo',
      path: '/dashboard/payments?status=completed&method=card&period=365',
      reach: async (page) => {
        await button(page, /^Details of the payment by/).click();
        await button(page, /^Refund$/).click();
        await page.getByLabel('Reason').fill('Two trays came back');
        await button(page, 'Continue').click();
        await shown(page, 'Transaction PIN');
      },
    },
    {
      name: 'payment, not found',
      viewer: 'demo',
      path: '/dashboard/payments?payment=pay_none',
      reach: (page) => shown(page, 'This payment is not on your list.'),
    },
  ],
  'bank statements': [
    { name: 'bank statements, none', viewer: 'owner', path: '/dashboard/payments/statements' },
    {
      name: 'bank statements, failed',
      viewer: 'owner',
      path: '/dashboard/payments/statements',
      failing: /\/bank-statements$/,
      sameFrame: true,
    },
    {
      name: 'bank statement, to look at',
      viewer: 'owner',
      path: '/dashboard/payments/statements',
      reach: async (page) => {
        await addStatement(
          page,
          'Date,Narration,Credit,Balance\n14-Jan-2026,TRF ADA,500.00,600.00\n15-Jan-2026,X,9.00,700.00',
        );
        await shown(page, 'To look at (2)');
      },
    },
    {
      name: 'bank statement, its columns asked for',
      viewer: 'owner',
      path: '/dashboard/payments/statements',
      reach: async (page) => {
        await chooseStatement(page, 'Date,Words,Credit\n03/04/2026,TRF ADA,500.00');
        await shown(page, 'Which column is which?');
      },
    },
  ],
  'repeating invoices': [
    { name: 'repeating invoices, none', viewer: 'owner', path: '/dashboard/invoices/repeating' },
    {
      name: 'repeating invoices, failed',
      viewer: 'owner',
      path: '/dashboard/invoices/repeating',
      failing: /\/plans$/,
      sameFrame: true,
    },
  ],
  quotes: [
    { name: 'quotes, none', viewer: 'owner', path: '/dashboard/quotes' },
    {
      name: 'quotes, failed',
      viewer: 'owner',
      path: '/dashboard/quotes',
      failing: /\/quotes\?/,
      sameFrame: true,
    },
    {
      name: 'quote, written',
      viewer: 'owner',
      path: '/dashboard/quotes?create=1',
      reach: (page) => shown(page, 'Quote details'),
    },
  ],
  'tax certificates': [
    { name: 'tax certificates, none', viewer: 'owner', path: '/dashboard/payments/certificates' },
    {
      name: 'tax certificates, failed',
      viewer: 'owner',
      path: '/dashboard/payments/certificates',
      failing: /\/withholdings$/,
      sameFrame: true,
    },
  ],
  counter: [
    { name: 'take a payment', viewer: 'owner', path: '/dashboard/counter' },
    {
      name: 'shop poster',
      viewer: 'owner',
      path: '/dashboard/counter/poster',
      reach: (page) => shown(page, 'Scan to pay'),
    },
    {
      name: 'counter, waiting',
      viewer: 'demo',
      path: '/dashboard/invoices?status=due',
      reach: async (page) => {
        await page.getByRole('link', { name: /^INV-/ }).first().click();
        await openDialog(page);
        await page.getByRole('link', { name: 'Show QR in shop' }).first().click();
        await shown(page, STILL_OWED);
      },
    },
    {
      name: 'counter, paid',
      viewer: 'demo',
      path: '/dashboard/invoices?status=paid',
      reach: async (page) => {
        await page.getByRole('link', { name: /^INV-/ }).first().click();
        await openDialog(page);
        await page.getByRole('link', { name: 'Show QR in shop' }).first().click();
        // The newest paid one may have been paid in cash.
        await shown(page, /TEST MONEY is in|Typed in as paid|Seen in your bank statement/);
      },
    },
    {
      name: 'counter, real money in',
      viewer: 'demo',
      path: '/dashboard/invoices?status=paid',
      reach: async (page) => {
        await page.getByRole('link', { name: /^INV-/ }).first().click();
        await openDialog(page);
        await page.route('**/api/**/counter', async (route) => {
          const answer = await route.fetch();
          const body = await answer.json();
          // The newest paid one may have been paid in cash.
          Object.assign(body.data, { testMode: false, state: 'safe' });
          await route.fulfill({ json: body });
        });
        await page.getByRole('link', { name: 'Show QR in shop' }).first().click();
        await shown(page, 'Safe to release goods');
      },
    },
    {
      name: 'counter, not live',
      viewer: 'demo',
      path: '/dashboard/invoices?status=due',
      reach: async (page) => {
        await page.getByRole('link', { name: /^INV-/ }).first().click();
        await openDialog(page);
        await page.getByRole('link', { name: 'Show QR in shop' }).first().click();
        await shown(page, STILL_OWED);
        await page.route('**/api/**/counter', (route) => route.abort());
        // A second visit loads the data again.
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
        await shown(page, /^This screen is not live/);
      },
    },
    {
      name: 'counter, refused',
      viewer: 'demo',
      path: '/dashboard/invoices/inv_none/counter',
      reach: (page) => shown(page, 'The screen could not be opened'),
    },
  ],
  analytics: [
    { name: 'analytics, loaded', viewer: 'demo', path: '/dashboard/analytics' },
    {
      name: 'analytics, empty',
      viewer: 'owner',
      path: '/dashboard/analytics',
      sameFrame: true,
      reach: (page) => shown(page, 'No Revenue Data Available'),
    },
    {
      name: 'analytics, failed',
      viewer: 'demo',
      path: '/dashboard/analytics',
      failing: /\/analytics\/[^/]+$/,
      reach: async (page) => {
        await expect(page.getByRole('alert').first()).toBeVisible();
      },
    },
    {
      name: 'analytics, as tables',
      viewer: 'demo',
      path: '/dashboard/analytics',
      reach: async (page) => {
        for (const last of [2, 1, 0])
          await page
            .getByRole('button', { name: /view as table/i })
            .nth(last)
            .click();
      },
    },
    {
      name: 'analytics, export',
      viewer: 'demo',
      path: '/dashboard/analytics',
      reach: press(/Export Report/),
    },
  ],
  chat: [
    { name: 'chat, empty', viewer: 'owner', path: '/dashboard/chat' },
    {
      name: 'chat, thread',
      viewer: 'owner',
      path: '/dashboard/chat',
      reach: async (page) => {
        await page
          .getByPlaceholder('Start typing a business task...')
          .fill('Generate a projection of sales after 1 year');
        await page.keyboard.press('Enter');
        await shown(page, /nothing a projection could stand on/);
      },
    },
    {
      name: 'chat, proposals',
      viewer: 'owner',
      path: '/dashboard/chat',
      reach: async (page) => {
        await thread(page, keptThread(1));
        await page.reload();
        await openEarlier(page);
        await shown(page, 'Check this invoice');
        await shown(page, 'Gbenga Looms');
        // Content below the message box is no violation: it is scrolled into view.
        await button(page, 'Jump to latest').click();
      },
    },
    {
      name: 'chat, earlier conversations',
      viewer: 'owner',
      path: '/dashboard/chat?earlier=all',
      reach: (page) => shown(page, 'No earlier conversations'),
    },
    {
      name: 'chat, failed',
      viewer: 'owner',
      path: '/dashboard/chat',
      failing: /\/conversation$/,
      reach: async (page) => {
        await page.getByPlaceholder('Start typing a business task...').fill('help');
        await page.keyboard.press('Enter');
        await shown(page, 'Failed to send message. Please try again.');
      },
    },
  ],
  withdrawals: [
    { name: 'withdrawal, loaded', viewer: 'demo', path: '/dashboard/withdrawal' },
    {
      name: 'withdrawal, staff',
      viewer: 'demo',
      path: '/dashboard/withdrawal',
      reach: (page) => page.getByRole('tab', { name: 'Disburse to Staff' }).click(),
    },
    {
      name: 'withdrawal, staff list',
      viewer: 'demo',
      path: '/dashboard/withdrawal?tab=staff',
      reach: async (page) => {
        await toDialog(/^Staff list/)(page);
        await button(page, 'Add somebody').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await shown(page, 'Staff name is required');
      },
    },
    {
      name: 'withdrawal, several from a list',
      viewer: 'demo',
      path: '/dashboard/withdrawal?several=choose',
      reach: async (page) => {
        await page.getByRole('tab', { name: 'From a list' }).click();
        await page.getByLabel('Paste your list here').fill('Ade,ade@x.ng,GTB,0123456789,500\nBisi,x,GTB,1,5');
        await shown(page, 'Row 2: The email is missing or wrong');
      },
    },
    {
      name: 'withdrawal, several reviewed',
      viewer: 'demo',
      path: '/dashboard/withdrawal?several=choose',
      reach: async (page) => {
        await page.getByRole('tab', { name: 'From a list' }).click();
        await page
          .getByLabel('Paste your list here')
          .fill('Ade,ade@x.ng,GTB,0123456789,500\nBisi,b@x.ng,UBA,0000000000,5');
        await shown(page, '2 people ready');
        await button(page, 'Review').click();
        await shown(page, 'No such account at that bank');
        await shown(page, 'Balance after');
      },
    },
    {
      name: 'withdrawal, a payment of several not found',
      viewer: 'demo',
      path: '/dashboard/withdrawal?batch=bat_none',
      reach: (page) => shown(page, 'We could not find that payment'),
    },
    { name: 'withdrawal, empty', viewer: 'owner', path: '/dashboard/withdrawal', sameFrame: true },
    {
      name: 'withdrawal, failed',
      viewer: 'demo',
      path: '/dashboard/withdrawal',
      failing: /\/withdrawal(\/balance)?$/,
    },
    {
      name: 'withdrawal, several failed',
      viewer: 'demo',
      path: '/dashboard/withdrawal?several=choose',
      failing: /\/staff$/,
      reach: (page) => shown(page, 'Your staff list could not be read.'),
    },
  ],
  reminders: [
    { name: 'messages to send', viewer: 'demo', path: '/dashboard/reminders' },
    { name: 'no messages to send', viewer: 'owner', path: '/dashboard/reminders', sameFrame: true },
    {
      name: 'a promise to pay',
      viewer: 'demo',
      path: '/dashboard/invoices?status=overdue',
      reach: async (page) => {
        await page.getByRole('link', { name: /^INV-/ }).first().click();
        await openDialog(page);
        await press('Promised to pay')(page);
        await shown(page, 'By which day?');
      },
    },
  ],
  settings: [
    {
      name: 'settings, security with Google connected',
      viewer: 'owner',
      path: '/dashboard/settings/security',
      sameFrame: true,
      reach: async (page) => {
        const google = { accounts: 1, since: '2026-03-03T10:00:00.000Z', onlyWayIn: false };
        const answer = { status: 'success', message: '', data: { google } };
        await page.route('**/api/auth/connections', (route) => route.fulfill({ json: answer }));
        await page.reload();
        await button(page, 'Disconnect').click();
        await openDialog(page);
      },
    },
    { name: 'settings, business', viewer: 'demo', path: '/dashboard/settings' },
    { name: 'settings, account', viewer: 'owner', path: '/dashboard/settings/account' },
    { name: 'settings, notifications', viewer: 'demo', path: '/dashboard/settings/notifications' },
    { name: 'settings, reminders', viewer: 'demo', path: '/dashboard/settings/reminders' },
    { name: 'settings, whatsapp', viewer: 'demo', path: '/dashboard/settings/whatsapp' },
    { name: 'settings, security', viewer: 'demo', path: '/dashboard/settings/security' },
    { name: 'settings, privacy', viewer: 'demo', path: '/dashboard/settings/privacy' },
  ],
};
