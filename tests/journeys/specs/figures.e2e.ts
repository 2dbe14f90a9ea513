import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { activities } from '#contract/activities.ts';
import { analytics } from '#contract/analytics.ts';
import { customers } from '#contract/customers.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { writeOffs } from '#contract/write-offs.ts';
import { dateIn } from '#core/dates.ts';
import { formatMoney, majorToMinor } from '#core/money.ts';
import { demoPerson, expect, forget, type Person, signIn, test } from '../fixtures.ts';
import type { RunningService } from '../service.ts';

const HOME = '/dashboard';
const PAYMENTS = '/dashboard/payments';
const ANALYTICS = '/dashboard/analytics';
const params = { currency: 'NGN' } as const;
const BROKEN = { status: 500, json: { status: 'error', message: 'No', code: 'internal', errors: [] } };

const calls = {
  figures: '**/api/ngn/user/get-business-payment-info/*',
  activities: '**/api/ngn/activities**',
  report: '**/api/ngn/analytics/*?*',
  balance: '**/withdrawal/balance',
  profile: '**/api/user/get-business-profile/*',
  transactions: '**/api/ngn/transactions?*',
};

type ToldPayments = { transactions: object[]; metrics: { changes: { averagePaymentHours: number } } };
type ToldReport = {
  revenueTrends: { revenue: number }[];
  paymentMethods: Record<string, number>;
  typedIn: unknown[];
  invoiceStatus: Record<string, unknown> & { statuses: Record<string, number> };
  successRate: object;
  averageValue: object;
};

/** Lets the server answer and changes the response. */
async function retell<T>(page: Page, url: string, change: (data: T) => void): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    change(json.data);
    await route.fulfill({ response, json });
  });
}

async function openAsDemo(page: Page, service: RunningService, path: string): Promise<Person> {
  const person = await demoPerson(service);
  await signIn(page, service, person);
  await page.goto(path);
  return person;
}

const panel = (page: Page, name: string) => page.getByRole('region', { name });
const money = (page: Page, amount: string) => page.getByRole('img', { name: `${amount} naira`, exact: true });

test.describe('home', () => {
  test('29 the first visit shows the final layout until all is read, later ones none of it', async ({
    page,
    service,
  }) => {
    await page.addInitScript(() => {
      const seen = { shift: 0, skeletons: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += Reflect.get(entry, 'value');
      }).observe({ type: 'layout-shift', buffered: true });
      new MutationObserver(() => {
        seen.skeletons += document.querySelectorAll('main .skeleton').length;
      }).observe(document, { childList: true, subtree: true });
    });
    const seen = () => page.evaluate(() => Reflect.get(window, 'seen'));
    await openAsDemo(page, service, HOME);
    await expect(panel(page, 'Recent Activity').getByRole('time').first()).toBeVisible();
    // Before the app begins there is none either, and panels come one by one.
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    const first = await seen();
    expect(first.skeletons).toBeGreaterThan(0);
    expect(first.shift).toBeLessThanOrEqual(0.05);

    await page.getByRole('link', { name: 'Customers' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    await page.evaluate(() => Object.assign(Reflect.get(window, 'seen'), { skeletons: 0 }));
    await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await expect(panel(page, 'Top Paying Customers').getByRole('listitem').first()).toBeVisible();
    expect((await seen()).skeletons).toBe(0);
  });

  const breaks = [
    [calls.figures, 'Your figures could not be loaded', 'Recent Activity'],
    [calls.activities, 'Recent activity could not be loaded', 'Top Paying Customers'],
    [calls.profile, 'Your profile could not be loaded', 'Recent Activity'],
    [calls.report, 'Your top customers could not be loaded', 'Recent Activity'],
  ] as const;
  test('29 one failing call breaks its own panel only', async ({ page, service }) => {
    for (const [url, words, other] of breaks) {
      await forget(page);
      await page.route(url, (route) => route.fulfill(BROKEN));
      await openAsDemo(page, service, HOME);
      const failure = page.getByRole('alert').filter({ hasText: words });
      await expect(failure).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(1);
      await expect(
        panel(page, other)
          .getByText(/₦|ago|Just now/)
          .first(),
      ).toBeVisible();
      await expect(failure.getByRole('button', { name: 'Try again' })).toBeEnabled();
      await page.unroute(url);
      // The page may have tried again by itself meanwhile.
      await failure
        .getByRole('button', { name: 'Try again' })
        .click({ timeout: 2000 })
        .catch(() => {});
      await expect(failure).toBeHidden();
    }
  });

  test('30 an address that is not verified has its banner, and the message can be had again', async ({
    page,
    owner,
  }) => {
    await page.goto(HOME);
    const banner = page.getByRole('status').filter({ hasText: 'Verify your email' });
    await expect(banner).toContainText(owner.email);
    await banner.getByRole('button', { name: 'Resend link' }).click();
    await expect(page.getByText('Verification email sent', { exact: true })).toBeVisible();
    await expect(banner.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
  });

  test('30 the profile card shows its rung of the ladder, what is missing and where to add it; gone at 100', async ({
    page,
    service,
  }) => {
    let score = 75;
    await retell<{ profileScore: number }>(page, calls.profile, (data) => {
      data.profileScore = score;
    });
    await openAsDemo(page, service, HOME);
    await expect(page.getByText('Verify your email')).toHaveCount(0);
    for (score of [60, 75, 90]) {
      await page.reload();
      await expect(page.getByRole('img', { name: `Profile completion: ${score} percent` })).toBeVisible();
    }
    await expect(page.getByText(/Still missing: .*valid ID/).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Complete' })).toHaveAttribute('href', '/onboarding');
    await expect(page.getByRole('link', { name: 'Add documents' }).first()).toHaveAttribute(
      'href',
      '/dashboard/settings#documents',
    );
    score = 100;
    await page.reload();
    await expect(panel(page, 'Summary').getByText('Total Revenue')).toBeVisible();
    await expect(page.getByText('Profile completion')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Complete' })).toHaveCount(0);
  });

  test('31 the four cards tell what the calls say, read out whole, without trends where there is no past', async ({
    page,
    owner,
    service,
  }) => {
    await page.goto(HOME);
    const cards = panel(page, 'Summary');
    await expect(cards.getByRole('article')).toHaveCount(4);
    await expect(cards.getByRole('img', { name: '0.00 naira', exact: true })).toHaveCount(2);
    await expect(cards).not.toContainText('%');
    const steps = panel(page, 'First steps');
    await expect(steps.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 4 done');
    await owner.call(customers.create, { params, body: { name: 'Bisi Alade', email: 'bisi@example.com' } });
    await page.reload();
    await expect(steps.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 of 4 done');
    await steps.getByRole('link', { name: 'Make an invoice' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();

    const person = await openAsDemo(page, service, HOME);
    const { data } = await person.call(analytics.paymentInfo, {
      params: { ...params, id: person.user.businessId },
    });
    const spoken = (amount: typeof data.allTime.totalRevenue) => formatMoney(amount, 'NGN').slice(1);
    await expect(money(page, spoken(data.allTime.totalRevenue))).toBeVisible();
    await expect(money(page, spoken(data.allTime.totalPendingPayments))).toBeVisible();
    await expect(cards.getByText(`${data.invoices.overdue} invoices overdue`)).toBeVisible();
    await expect(
      cards
        .getByRole('article')
        .filter({ hasText: 'Active customers' })
        .getByText(String(data.customers.activeCustomers), { exact: true }),
    ).toBeVisible();
    await expect(steps).toHaveCount(0);
  });

  test('31 amounts of billions are whole on the narrowest phone, and lie on no picture at any width', async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await retell<{ allTime: object }>(page, calls.figures, (data) => {
      data.allTime = { totalRevenue: 1_250_000_000, typedIn: 0, totalPendingPayments: 1_250_000_000 };
    });
    await openAsDemo(page, service, HOME);
    const amounts = money(page, '1,250,000,000.00');
    await expect(amounts).toHaveCount(2);
    for (const amount of await amounts.all()) {
      const outside = await amount.evaluate((node) => {
        const card = node.closest('article')?.getBoundingClientRect();
        return node.getBoundingClientRect().right - (card?.right ?? 0);
      });
      expect(outside).toBeLessThan(-8);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const gap = () =>
      amounts.first().evaluate((node) => {
        const sun = node.closest('article')?.querySelector(':scope > span[aria-hidden]');
        const rings = 23;
        return (sun?.getBoundingClientRect().left ?? 0) - rings - node.getBoundingClientRect().right;
      });
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(gap).toBeGreaterThan(0);
    }
  });

  test('on a phone home answers first what can be taken out and who owes, and one tap reminds', async ({
    page,
    owner,
  }) => {
    const sent = async () => {
      const { data } = await owner.call(invoices.create, {
        params,
        body: {
          clientName: 'Bisi Alade',
          clientEmail: 'bisi@example.com',
          dueDate: dateIn(new Date()),
          taxRate: 0,
          items: [{ description: 'Agbada', quantity: 1_000_000, rate: majorToMinor(45_000) }],
        },
      });
      await owner.call(invoices.send, { params, body: { invoiceId: data.id } });
      return { ...params, id: data.id };
    };
    await sent();
    const body = { amount: majorToMinor(45_000), reason: 'They moved away' };
    await owner.call(writeOffs.writeOff, { params: await sent(), body });
    await retell<{ pending: number }>(page, calls.balance, (balance) => {
      balance.pending = 5000;
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(HOME);
    await expect(panel(page, 'Ready to withdraw')).toContainText('on its way out: withdrawals and refunds');
    await expect(
      panel(page, 'Summary').getByRole('img', { name: '0 of 1 not paid are overdue' }),
    ).toBeVisible();
    const owed = panel(page, 'Who owes you');
    await expect(panel(page, 'Ready to withdraw').getByRole('link', { name: 'Withdraw' })).toBeVisible();
    // There, and in the bar.
    await expect(page.getByRole('link', { name: 'Withdraw', exact: true })).toHaveCount(2);
    await expect(owed.getByRole('listitem').filter({ hasText: 'Bisi Alade' })).toContainText('Due today');
    const [answers, cards] = [await owed.boundingBox(), await panel(page, 'Summary').boundingBox()];
    expect(answers?.y).toBeLessThan(cards?.y ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await owed.getByRole('button', { name: 'Remind Bisi Alade' }).click();
    await expect(page.getByText('Reminder sent successfully', { exact: true })).toBeVisible();
    await expect(owed.getByText('Reminded', { exact: true })).toBeVisible();
    const activity = panel(page, 'Recent Activity');
    await expect(activity.getByText('Reminder sent')).toBeVisible();
    for (const absent of ['Your account', 'Success', 'Status'])
      await expect(activity.getByText(absent, { exact: true })).toHaveCount(0);

    await owed.getByRole('link', { name: 'Waiting for payment' }).click();
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Waiting for payment');
    const chip = page.getByRole('button', { name: 'Due today 1' });
    await chip.click();
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/status=due_today/);
    await expect(page.locator('[data-row]')).toHaveCount(1);
    await page.getByRole('button', { name: 'Overdue 0' }).click();
    await expect(page.getByText('No invoices found')).toBeVisible();
  });

  test('32 at most ten activities, each with its exact time; stacked on phones', async ({
    page,
    service,
  }) => {
    const person = await openAsDemo(page, service, HOME);
    const { data } = await person.call(activities.list, { params, query: { limit: 10, about: 'trade' } });
    const table = panel(page, 'Recent Activity');
    await expect(table.getByRole('time')).toHaveCount(data.activities.length);
    expect(data.activities.length).toBeLessThanOrEqual(10);
    for (const time of await table.getByRole('time').all()) {
      await expect(time).toHaveText(/^(Just now|\d+h ago|\d+d ago)$/);
      await expect(time).toHaveAttribute('title', /^(Today|[A-Z][a-z]{2} \d+(, \d{4})?), \d\d:\d\d$/);
      expect(new Date((await time.getAttribute('datetime')) ?? '').getTime()).toBeLessThanOrEqual(Date.now());
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('time') })
      .first();
    const [what, when] = await Promise.all(
      [row.getByRole('paragraph').first(), row.getByRole('time')].map((part) => part.boundingBox()),
    );
    expect(when?.x).toBeGreaterThan(what?.x ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('32 a list without activities says so, and one door leads on, at a desk and on a phone', async ({
    page,
    owner,
  }) => {
    expect(owner.user.isBusinessRegistered).toBe(true);
    await retell<{ activities: object[] }>(page, calls.activities, (answer) => {
      answer.activities = [];
    });
    await page.goto(HOME);
    const table = panel(page, 'Recent Activity');
    await expect(table.getByText('No activities yet')).toBeVisible();
    const door = page.getByRole('link', { name: 'Create invoice' });
    await expect(door).toHaveCount(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(door).toHaveCount(1);
    await door.click();
    await expect(page).toHaveURL(/create=1/);
  });
});

test.describe('payments', () => {
  test('52 five statuses by word, dot and colour; what is missing is said; each amount in its own currency', async ({
    page,
    service,
  }) => {
    const statuses = ['Completed', 'Pending', 'Failed', 'Cancelled', 'Refunded'];
    await retell<ToldPayments>(page, calls.transactions, (data) => {
      const [one] = data.transactions;
      data.transactions = statuses.map((status, at) => ({
        ...one,
        id: `pay_${at}`,
        _id: `pay_${at}`,
        status: status.toLowerCase(),
        completedAt: null,
        ...(at === 1 && { customerId: null }),
        ...(at === 2 && { currency: 'USD', amount: 1250.5 }),
      }));
      data.metrics.changes.averagePaymentHours = -48;
    });
    await openAsDemo(page, service, PAYMENTS);
    const list = page.getByRole('table', { name: 'Recent Payments' });
    const colours = new Set<string>();
    for (const status of statuses) {
      const badge = list.getByText(status, { exact: true });
      await expect(badge).toBeVisible();
      await expect(badge.locator('span[aria-hidden]')).toHaveCount(1);
      colours.add(await badge.evaluate((node) => getComputedStyle(node).color));
    }
    expect(colours.size).toBe(5);
    const unknown = list.getByRole('row').filter({ hasText: 'Unknown Customer' });
    await expect(unknown).toContainText('No email');
    await expect(list.getByRole('img', { name: '1,250.50 US dollars' })).toBeVisible();
    await expect(page.getByText('2 days faster')).toBeVisible();
    await expect(page.getByText('than last month')).toBeVisible();
  });

  test('52 filters live in the address and are cleared; a row opens for what was paid, taken and received', async ({
    page,
    service,
  }) => {
    const person = await openAsDemo(page, service, PAYMENTS);
    const rows = page.getByRole('table', { name: 'Recent Payments' });
    await page.getByRole('combobox', { name: 'Method' }).click();
    await page.getByRole('option', { name: 'Cash you recorded' }).click();
    await expect(page).toHaveURL(/method=cash/);
    await expect(rows.getByText('Card', { exact: true })).toHaveCount(0);
    await expect(rows.getByText('Typed in', { exact: true }).first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Method' }).click();
    await page.getByRole('option', { name: 'All methods' }).click();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await expect(page).toHaveURL(/status=failed/);
    await page.getByRole('combobox', { name: 'Date range' }).click();
    await page.getByRole('option', { name: 'Last 365 days' }).click();
    await expect(page).toHaveURL(/period=365/);
    const list = page.getByRole('table', { name: 'Recent Payments' });
    await expect(list.getByText('Failed', { exact: true }).first()).toBeVisible();
    await expect(list.getByText('Completed', { exact: true })).toHaveCount(0);
    await page.getByRole('searchbox', { name: 'Search payments' }).fill('nobody of this name');
    await expect(page.getByText('No transactions found')).toBeVisible();
    await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('searchbox', { name: 'Search payments' })).toHaveValue('nobody of this name');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Failed');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/payments$/);
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('All statuses');

    const { data } = await person.call(payments.list, {
      params,
      query: { limit: 1, status: 'completed', method: 'card', period: 365 },
    });
    const [latest] = data.transactions;
    if (!latest) throw new Error('the demonstration has no payment by card');
    await page.goto(`${PAYMENTS}?status=completed&method=card&period=365`);
    await list
      .getByRole('button', { name: /^Details of the payment by/ })
      .first()
      .click();
    const valueOf = (term: string) =>
      page.getByRole('term').filter({ hasText: term }).locator('..').getByRole('img');
    const spoken = (amount: number) =>
      `${(amount / 100).toLocaleString('en', { minimumFractionDigits: 2 })} naira`;
    await expect(valueOf('Customer paid')).toHaveAttribute('aria-label', spoken(latest.amount));
    await expect(valueOf(' fee')).toHaveAttribute('aria-label', spoken(-latest.fee));
    await expect(valueOf('You receive')).toHaveAttribute('aria-label', spoken(latest.amount - latest.fee));
  });

  test('52 who never received anything is told so, not to change the filters', async ({ page, owner }) => {
    expect(owner.user.isBusinessRegistered).toBe(true);
    await page.goto(PAYMENTS);
    await expect(page.getByText("You haven't received any payments yet")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
    await page.goto(`${PAYMENTS}?status=failed`);
    await expect(page.getByText('No transactions found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByText("You haven't received any payments yet")).toBeVisible();
  });
});

const charts = [
  { name: 'Revenue Trend', label: /^Revenue of the last/ },
  { name: 'Payment Methods', label: /^Payments by method/ },
  { name: 'Invoice Status', label: /^Invoices by status/ },
];

/** A place inside a chart where something is drawn, also of a ring. */
async function spotOf(chart: Locator): Promise<{ x: number; y: number }> {
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart is not shown');
  return { x: box.width / 2 + 0.4 * (box.height - 68), y: box.height / 2 };
}

test.describe('analytics', () => {
  test('53 each chart is read by mouse, by arrow keys from one tab stop, and as a table of the same figures', async ({
    page,
    service,
  }) => {
    await openAsDemo(page, service, ANALYTICS);
    for (const { name, label } of charts) {
      const own = panel(page, name);
      const chart = own.getByRole('img', { name: label });
      const tip = own.getByRole('status');
      await expect(tip).toHaveText('');
      await chart.hover({ position: await spotOf(chart) });
      await expect(tip).not.toHaveText('');
      await page.mouse.move(0, 0);
      await expect(tip).toHaveText('');
      expect(await own.locator('svg [tabindex], svg[tabindex="0"]').count()).toBe(1);
      await chart.focus();
      await page.keyboard.press('Home');
      const tooltips = [await tip.innerText()];
      for (;;) {
        await page.keyboard.press('ArrowRight');
        const words = await tip.innerText();
        if (tooltips.includes(words)) break;
        tooltips.push(words);
      }
      await page.keyboard.press('Escape');
      await expect(tip).toHaveText('');
      await own.getByRole('button', { name: 'View as table' }).click();
      const rows = own
        .getByRole('table')
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader') });
      await expect(rows).toHaveCount(tooltips.length);
      for (const [at, words] of tooltips.entries()) {
        const flat = words.replaceAll('\u00a0', ' ');
        expect(flat).toContain(await rows.nth(at).getByRole('rowheader').innerText());
        for (const cell of await rows.nth(at).getByRole('cell').all())
          expect(flat).toContain(await cell.innerText());
      }
      await own.getByRole('button', { name: 'View as chart' }).click();
    }
    await expect(panel(page, 'Payment Methods').getByText('Bank', { exact: true }).first()).toBeVisible();
  });

  test('53 a finger keeps what it asked for; the axis is in thousands; charts without figures say so', async ({
    browser,
    service,
    baseURL,
  }) => {
    const context = await browser.newContext({
      baseURL,
      hasTouch: true,
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    let isEmpty = false;
    await page.route('**/api/batch', (batch) => batch.fulfill({ json: { data: [] } }));
    await retell<ToldReport>(page, calls.report, (data) => {
      for (const [at, month] of data.revenueTrends.entries()) month.revenue = isEmpty ? 0 : at * 180_000;
      if (!isEmpty) return;
      for (const method of Object.keys(data.paymentMethods)) data.paymentMethods[method] = 0;
      data.invoiceStatus = { ...data.invoiceStatus, paid: 0, overdue: 0, pending: 0, total: 0 };
      for (const status of Object.keys(data.invoiceStatus.statuses)) data.invoiceStatus.statuses[status] = 0;
      data.typedIn = [];
      data.successRate = { amount: null, change: null };
      data.averageValue = { amount: 0, change: null };
    });
    await openAsDemo(page, service, ANALYTICS);
    for (const { name, label } of charts) {
      const own = panel(page, name);
      const chart = own.getByRole('img', { name: label });
      await chart.tap({ position: await spotOf(chart) });
      await expect(own.getByRole('status')).not.toHaveText('');
    }
    await expect(panel(page, 'Revenue Trend').getByText('₦250k', { exact: true })).toBeVisible();
    isEmpty = true;
    await page.reload();
    for (const words of [
      'No Revenue Data Available',
      'No Payment Data Available',
      'No Invoice Data Available',
    ])
      await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText('Not known yet')).toHaveCount(2);
    await context.close();
  });

  test('54 periods begin with six months, change figures and address, and each chart may have its own', async ({
    page,
    service,
  }) => {
    await openAsDemo(page, service, ANALYTICS);
    const period = page.getByRole('combobox', { name: 'Period', exact: true });
    const trend = panel(page, 'Revenue Trend');
    const own = page.getByRole('combobox', { name: 'Period of Revenue Trend' });
    await expect(period).toHaveText('Last 6 months');
    await expect(trend.getByRole('img', { name: /last 6 months/ })).toBeVisible();
    await own.click();
    await page.getByRole('option', { name: 'Last 12 months' }).click();
    await expect(page).toHaveURL(/trend=12/);
    await expect(trend.getByRole('img', { name: /last 12 months/ })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Period of Payment Methods' })).toHaveText(
      'Last 6 months',
    );
    await expect(page.getByText('on the 6 months before').first()).toBeVisible();
    await period.click();
    await page.getByRole('option', { name: 'Last 3 months' }).click();
    await expect(page).toHaveURL(/\?months=3$/);
    await expect(trend.getByRole('img', { name: /last 3 months/ })).toBeVisible();
    await page.reload();
    await expect(own).toHaveText('Last 3 months');
    await expect(period).toHaveText('Last 3 months');
  });

  test('54 the report is saved under a name with business and period, and a failure is told', async ({
    page,
    service,
  }) => {
    await openAsDemo(page, service, `${ANALYTICS}?months=3`);
    const button = page.getByRole('button', { name: 'Export Report' });
    await page.route('**/export?*', (route) => route.fulfill(BROKEN));
    await button.click();
    await page.getByRole('menuitem', { name: 'PDF' }).click();
    await expect(
      page.getByText('Failed to export the report. Please try again.', { exact: true }),
    ).toBeVisible();
    await page.unroute('**/export?*');
    const kinds = [
      ['PDF', 'pdf', '%PDF'],
      ['CSV', 'csv', 'Revenue'],
      ['XLSX', 'xlsx', 'PK'],
    ] as const;
    for (const [kind, ending, sign] of kinds) {
      const download = page.waitForEvent('download');
      await button.click();
      await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(
        new RegExp(`^Okafor Kitchen .* report \\d{4}-\\d\\d-01 to \\d{4}-\\d\\d-\\d\\d NGN\\.${ending}$`),
      );
      expect((await readFile(await file.path())).toString('latin1')).toContain(sign);
    }
  });

  test('54 the cards show what was measured, never a fixed 100 or 0', async ({ page, owner, service }) => {
    expect(owner.user.isBusinessRegistered).toBe(true);
    await page.goto(ANALYTICS);
    const card = (title: string) => page.getByRole('article').filter({ hasText: title });
    await expect(card('Success rate')).toHaveText('Success rateNot known yet');
    await expect(card('Average value')).toHaveText('Average valueNot known yet');
    await expect(page.getByRole('article').filter({ hasText: '%' })).toHaveCount(0);
    const person = await openAsDemo(page, service, ANALYTICS);
    const { data } = await person.call(analytics.report, {
      params: { ...params, id: person.user.businessId },
      query: { months: '6' },
    });
    await expect(card('Success rate')).toContainText(`${data.successRate.amount}%`);
    await expect(card('Success rate')).toContainText(`${Math.abs(data.successRate.change ?? 0)}%`);
  });
});
