import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { framesUntil } from '../frames.ts';

const PHONE = { width: 390, height: 844 };
const PHONES_AND_DESKS = [320, 360, 390, 768, 1440];
const ANCHORS = ['how-it-works', 'features', 'use-cases', 'faq', 'waitlist'];

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const join = (page: Page) => page.getByRole('button', { name: 'Join the waitlist' });
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));
const headerBottom = (page: Page) =>
  page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('1 The whole page can be read with JavaScript off', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('From paper invoice to credit alert');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth/login');
    await expect(header.getByRole('link', { name: 'Get Started Free' })).toHaveAttribute(
      'href',
      '/auth/signup',
    );
    for (const id of ANCHORS) await expect(page.locator(`section#${id}`)).toHaveCount(1);
    const questions = page.locator('#faq h3');
    await expect(questions).toHaveCount(8);
    for (const question of await questions.all()) {
      await expect(question).toBeVisible();
      const answer = question.locator('xpath=following-sibling::*[1]');
      await expect(answer).toBeVisible();
      expect((await answer.innerText()).length).toBeGreaterThan(60);
    }
    await expect(page.getByText('99.9')).toHaveCount(0);
  });
});

test('1 The head says what the page is, to searchers and sharers', async ({ page, request, service }) => {
  const consoleErrors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
  await page.goto('/');
  await expect(page).toHaveTitle(/AI business invoicing platform \| Duewell/i);
  const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`);
  await expect(meta('robots')).toHaveAttribute('content', 'index,follow');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${service.url}/`);
  await expect(meta('og:image')).toHaveAttribute('content', `${service.url}/share.png`);
  const image = await request.get(`${service.url}/share.png`);
  const bytes = await image.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText());
  const kinds = data['@graph'].map((thing: { '@type': string }) => thing['@type']);
  expect(kinds).toEqual(expect.arrayContaining(['Organization', 'SoftwareApplication', 'FAQPage']));
  for (const [path, title] of [
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
    ['/cookies', 'Cookies'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} | Duewell`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`<loc>${service.url}/terms</loc>`);
  expect(consoleErrors).toEqual([]);
});

test('2 Headline and Get Started Free stand on the first screen; no width scrolls sideways', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  const start = page.getByRole('main').getByRole('link', { name: 'Get Started Free' }).first();
  await expect(start).toBeInViewport({ ratio: 1 });
  for (const path of ['/', '/privacy', '/nowhere']) {
    await page.goto(path);
    for (const width of PHONES_AND_DESKS) {
      await page.setViewportSize({ width, height: 844 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `${path} at ${width}`).toBe(0);
    }
  }
});

test('3 The theme is light, dark or the system’s; kept, without a light frame, and followed live', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Change theme' });
  const item = (name: string) => page.getByRole('menuitemradio', { name });
  await button.click();
  await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
  await expect(item('System')).toHaveAttribute('aria-checked', 'true');
  await expect(item('System')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
  expect(await isDark(page)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('dark');

  // From the moment there is a body, its ground is the dark one.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      Reflect.set(window, 'darkAtFirst', document.documentElement.classList.contains('dark'));
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  expect(await page.evaluate(() => Reflect.get(window, 'darkAtFirst'))).toBe(true);

  await button.click();
  await item('System').click();
  expect(await isDark(page)).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => isDark(page)).toBe(true);
  await button.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(button).toBeFocused();
});

test('4 /#faq opens at its section, heading clear of the header and focused', async ({ page }) => {
  await page.addInitScript(() => {
    let frames = 0;
    const count = () => {
      frames += 1;
      requestAnimationFrame(count);
    };
    addEventListener('DOMContentLoaded', count);
    addEventListener('focusin', () => Reflect.set(window, 'frames', frames));
  });
  const heading = page.locator('#faq h2');
  await page.goto('/#faq');
  await expect(heading).toBeFocused();
  expect(await page.evaluate(() => Reflect.get(window, 'frames'))).toBeLessThanOrEqual(36);
  const top = await heading.evaluate((element) => element.getBoundingClientRect().top);
  expect(top - (await headerBottom(page))).toBeGreaterThanOrEqual(8);
  await expect(heading).toBeInViewport({ ratio: 1 });
});

test('4 Header links scroll smoothly, and at once under reduced motion', async ({ page }) => {
  const jump = () =>
    page.evaluate(async () => {
      scrollTo({ top: 0, behavior: 'instant' });
      document.querySelector<HTMLElement>('header nav a[href="/#features"]')?.click();
      const at: number[] = [];
      for (let frame = 0; frame < 3; frame++) {
        await new Promise(requestAnimationFrame);
        at.push(scrollY);
      }
      return { first: at[0] ?? 0, target: (document.getElementById('features')?.offsetTop ?? 0) - 200 };
    });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const smooth = await jump();
  expect(smooth.first).toBeLessThan(smooth.target / 2);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(smooth.target);
  await expect(page.locator('#features h2')).toBeFocused();
  await expect(page).toHaveURL(/#features$/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const instant = await jump();
  expect(instant.first).toBeGreaterThan(instant.target);
});

test('5 The FAQ opens one question at a time and closes on a second press', async ({ page }) => {
  await page.goto('/');
  const questions = page.locator('#faq h3').getByRole('button');
  await expect(questions).toHaveCount(8);
  const [first, second] = [questions.nth(0), questions.nth(1)];
  const answer = (index: number) => page.locator(`#faq-answer-${index}`);
  await expect(answer(0)).toBeHidden();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await expect(answer(0)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(second).toHaveAttribute('aria-expanded', 'true');
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await expect(answer(0)).toBeHidden();
  await second.click();
  await expect(second).toHaveAttribute('aria-expanded', 'false');
  await expect(page.locator('#faq [aria-expanded=true]')).toHaveCount(0);
  await page.locator('#faq').getByRole('link', { name: 'Contact Our Team' }).click();
  await expect(page).toHaveURL(/#waitlist$/);
  await expect(page.locator('#waitlist h2')).toBeInViewport();
});

test('6 The waitlist tells what is wrong with an address, tied to the field', async ({ page }) => {
  await page.goto('/');
  await email(page).focus();
  await email(page).blur();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(email(page)).toHaveAccessibleDescription('Email is required');
  await email(page).pressSequentially('ada@');
  await expect(email(page)).toHaveAccessibleDescription('Invalid Email');
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && requests.push(request.url()));
  await join(page).click();
  await expect(email(page)).toBeFocused();
  expect(requests).toEqual([]);
  await email(page).pressSequentially('tunde+new@duewell.africa');
  await expect(email(page)).toHaveAccessibleDescription('Invalid Email');
  await email(page).fill('tunde+new@duewell.africa');
  await expect(email(page)).toHaveAccessibleDescription('');
  await expect(email(page)).not.toHaveAttribute('aria-invalid');
});

test('6 Joining disables the button with a spinner, its width unchanged, and tells how it ended', async ({
  page,
}) => {
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route('**/api/waitlist/join', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const address = `waiting.${Date.now()}@duewell-journeys.example`;
  await email(page).fill(address);
  const width = (await join(page).boundingBox())?.width;
  const frames = await framesUntil(
    page,
    () => document.querySelector<HTMLElement>('#waitlist button')?.click(),
    () => document.querySelector('#waitlist button:disabled') !== null,
  );
  expect(frames).toBeLessThanOrEqual(6);
  const button = page.locator('#waitlist button');
  await expect(button.getByRole('img', { name: 'Working' })).toBeVisible();
  expect((await button.boundingBox())?.width).toBe(width);
  letGo();
  await expect(toasts(page)).toHaveText(['You have successfully joined the waitlist.']);
  await expect(join(page)).toBeEnabled();
  await expect(email(page)).toHaveValue('');
  await email(page).fill(address);
  await join(page).click();
  await expect(toasts(page).last()).toHaveText('Error: You are already on the waitlist');
  await expect(email(page)).toHaveValue(address);
});

test('6 At most three toasts stand, each gone after four seconds unless hovered or swiped away', async ({
  page,
}) => {
  const start = new Date('2026-03-02T09:00:00Z').getTime();
  await page.clock.install({ time: start });
  let answers = 0;
  await page.route('**/api/waitlist/join', (route) =>
    route.fulfill({ status: 409, json: { status: 'error', message: `No ${++answers}` } }),
  );
  await page.goto('/');
  await page.clock.pauseAt(start + 60_000);
  await email(page).fill('ada@duewell.example');
  const setCounter = async (number: number) => {
    await join(page).click();
    await expect(toasts(page).last()).toHaveText(`Error: No ${number}`);
  };
  for (const number of [1, 2, 3, 4]) await setCounter(number);
  await expect(toasts(page)).toHaveText(['Error: No 2', 'Error: No 3', 'Error: No 4']);
  const boxes = await Promise.all([0, 1].map(async (index) => toasts(page).nth(index).boundingBox()));
  expect(boxes[0]?.width).toBe(356);
  expect((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0) - (boxes[0]?.height ?? 0)).toBeCloseTo(14, 0);

  await page.clock.runFor(3000);
  await expect(toasts(page)).toHaveCount(3);
  await toasts(page).nth(1).hover();
  await page.clock.runFor(1500);
  await expect(toasts(page)).toHaveText(['Error: No 3']);
  await page.mouse.move(0, 0);
  await page.clock.runFor(1500);
  await expect(toasts(page)).toHaveCount(0);

  const swipe = async (distance: number, takesMs: number) => {
    const card = await toasts(page).last().boundingBox();
    const [x, y] = [(card?.x ?? 0) + 150, (card?.y ?? 0) + 20];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.clock.runFor(takesMs);
    await page.mouse.move(x + distance, y);
    await page.mouse.up();
    await page.clock.runFor(300);
  };
  await setCounter(5);
  await swipe(12, 250);
  await expect(toasts(page)).toHaveCount(1);
  await swipe(24, 250);
  await expect(toasts(page)).toHaveCount(0);
  await setCounter(6);
  // A flick needs no twenty pixels.
  await swipe(12, 40);
  await expect(toasts(page)).toHaveCount(0);
});

test('7 The phone’s menu holds the focus and gives it back, however it is closed', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(menu.getByRole('navigation').getByRole('link')).toHaveText([
    'How it works',
    'Features',
    'Use cases',
    'Pricing',
    'FAQ',
  ]);
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press(presses < 9 ? 'Tab' : 'Shift+Tab');
    expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await page.mouse.click(10, 400);
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await menu.getByRole('link', { name: 'Pricing' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/#pricing$/);
  await expect(page.locator('#pricing h2')).toBeInViewport();
});

test('8 Any unknown address says so, is not to be found, and keeps the theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/terms');
  await page.evaluate(() => localStorage.setItem('vite-ui-theme', 'dark'));
  for (const path of ['/nowhere', '/auth/nowhere', '/a/b/c']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    expect(answer?.headers()['x-robots-tag']).toContain('noindex');
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    expect(await isDark(page)).toBe(true);
  }
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('From paper invoice to credit alert');
});
