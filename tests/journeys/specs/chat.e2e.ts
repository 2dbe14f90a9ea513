import type { Locator, Page } from '@playwright/test';
import { invoices } from '#contract/invoices.ts';
import { reminders } from '#contract/reminders.ts';
import { dateIn } from '#core/dates.ts';
import { majorToMinor } from '#core/money.ts';
import { expect, test } from '../fixtures.ts';
import { framesUntil } from '../frames.ts';
import {
  answerOf,
  askedPicture,
  assistantSays,
  boxOf,
  drawPicture,
  fakeAssistant,
  openChat,
  openEarlier,
  readingOf,
  requestsSent,
  send,
  takenPaper,
  thread,
} from './chat-assistant.ts';

const heightOf = async (locator: Locator) => (await locator.boundingBox())?.height ?? 0;

test('33 the box grows from 60 to 200 px, Enter sends but not while composing, a draft survives a reload', async ({
  page,
  owner,
}) => {
  await fakeAssistant(page);
  await openChat(page);
  const box = boxOf(page);
  await expect(box).toHaveAttribute('placeholder', 'Start typing a business task...');
  expect(await heightOf(box)).toBe(60);
  await box.fill('two\nlines\nof\ntext');
  expect(await heightOf(box)).toBeGreaterThan(100);
  await box.fill('line\n'.repeat(30));
  expect(await heightOf(box)).toBe(200);
  expect(await box.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);

  await box.fill('Invoice for');
  await box.press('Shift+Enter');
  await box.pressSequentially('Bọ́lá');
  await expect(box).toHaveValue('Invoice for\nBọ́lá');
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    await box.dispatchEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...composing });
  expect(await requestsSent(page)).toEqual([]);

  const buffer = await drawPicture(page, 60, 60);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'order.png', mimeType: 'image/png', buffer });
  const preview = page.getByRole('img', { name: 'Picture to send: order.png' });
  await expect(preview).toBeVisible();
  await page.waitForFunction((key) => sessionStorage.getItem(key) !== null, `chat:${owner.user.id}`);

  await page.reload();
  await expect(box).toHaveValue('Invoice for\nBọ́lá');
  await expect(preview).toBeVisible();
  await page.getByRole('button', { name: 'Remove order.png' }).click();
  await box.press('Enter');
  await expect(box).toHaveValue('');
  expect(await requestsSent(page)).toEqual([{ prompt: 'Invoice for\nBọ́lá' }]);
  await page.reload();
  await expect(box).toHaveValue('');
  await expect(preview).toHaveCount(0);
});

test('34 the bubble comes at once, Stop takes the place of Send and keeps the partial text, one announcement per reply', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await fakeAssistant(page);
  await openChat(page);
  const words = 'Who owes me money this month, and since when? '.repeat(8).trim();
  await boxOf(page).fill(words);
  const frames = await framesUntil(
    page,
    () =>
      document
        .querySelector('textarea')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
    () => document.querySelector('article') !== null,
  );
  expect(frames).toBeLessThanOrEqual(6);
  const log = page.getByRole('log');
  const bubble = await page.getByText(words).locator('..').boundingBox();
  expect(bubble?.width).toBeLessThanOrEqual(((await log.boundingBox())?.width ?? 0) * 0.85 + 1);

  const stop = page.getByRole('button', { name: 'Stop' });
  await expect(stop).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0);
  await watchAnnouncements(page);
  await assistantSays(page, 'delta', { text: 'Three customers ' });
  await assistantSays(page, 'delta', { text: 'owe you **₦90,000.00**' });
  await expect(log.getByText('Three customers owe you ₦90,000.00')).toBeVisible();
  const framesToStop = await framesUntil(
    page,
    () => document.querySelector<HTMLElement>('button[aria-label="Stop"]')?.click(),
    () => document.querySelector('button[aria-label="Send"]') !== null,
  );
  expect(framesToStop).toBeLessThanOrEqual(12);
  expect(await page.evaluate(() => Reflect.get(window, 'aborted'))).toBe(1);
  await expect(log.getByText('Three customers owe you ₦90,000.00')).toBeVisible();
  await expect(log.getByText('You stopped this reply')).toBeVisible();
  expect(await announcements(page)).toEqual([]);

  await send(page, 'And who paid?');
  for (const text of ['Adaeze ', 'paid ', 'on ', 'Monday.']) await assistantSays(page, 'delta', { text });
  await assistantSays(page, 'done', answerOf('Adaeze paid on **Monday**.'));
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  expect(await announcements(page)).toEqual(['Adaeze paid on Monday.']);
});

test('34 what is sent while a reply comes waits its turn, and Esc stops the reply', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await fakeAssistant(page);
  await openChat(page);
  await send(page, 'First task');
  await send(page, 'Second task');
  await expect(page.getByText('Sent after this reply')).toBeVisible();
  expect(await requestsSent(page)).toEqual([{ prompt: 'First task' }]);
  await assistantSays(page, 'delta', { text: 'Working' });
  await boxOf(page).press('Escape');
  await expect.poll(() => requestsSent(page)).toEqual([{ prompt: 'First task' }, { prompt: 'Second task' }]);
  await assistantSays(page, 'done', answerOf('Second is done'));
  await expect(page.getByRole('article').nth(1)).toContainText('You stopped this reply');
  await expect(page.getByRole('article').last()).toContainText('Second is done');
});

const long = Array.from({ length: 40 }, (_, at) => `Line ${at}`).join('\n\n');

test('35 the thread opens at the last question, and a reply never moves who reads further up', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await fakeAssistant(page);
  await thread(page, [
    { role: 'user', content: 'Old question' },
    { role: 'assistant', content: long },
    { role: 'user', content: 'Last question' },
    { role: 'assistant', content: long },
  ]);
  await openChat(page);
  await expect(page.getByRole('region', { name: 'Today', exact: true })).toBeVisible();
  await expect(page.getByText('Last question')).toHaveCount(0);
  await openEarlier(page);
  const toast = page.getByText('Previous conversation loaded', { exact: true });
  await expect(toast).toHaveCount(1);
  await expect(toast).toBeInViewport();
  expect(await coversOf(page)).toEqual([]);
  await expect(page.getByText('Last question')).toBeInViewport();
  expect((await page.getByText('Last question').boundingBox())?.y).toBeLessThan(250);

  await send(page, 'Tell me more');
  await expect(page.getByText('Tell me more')).toBeInViewport();
  for (let at = 0; at < 6; at++) await assistantSays(page, 'delta', { text: `${long}\n\n` });
  const jump = page.getByRole('button', { name: 'Jump to latest' });
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await expect(jump).toHaveCount(0);
  await page.mouse.move(500, 300);
  await page.mouse.wheel(0, -400);
  await expect(jump).toBeVisible();
  await settled(page);
  const before = await page.evaluate(() => scrollY);
  for (let at = 0; at < 4; at++) await assistantSays(page, 'delta', { text: `${long}\n\n` });
  await assistantSays(page, 'done', answerOf(long.repeat(10)));
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await jump.click();
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await expect(jump).toHaveCount(0);

  const loadedNotice = page.getByText('Previous conversation loaded', { exact: true });
  await expect(loadedNotice).toHaveCount(0);
  await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
  await page.getByRole('link', { name: 'AI chat', exact: true }).first().click();
  await expect(page.getByText('Tell me more')).toBeVisible();
  await expect(loadedNotice).toHaveCount(0);
});

test('on a phone the chat opens with the day: overdue with one tap, a promise, the next step of a new business', async ({
  page,
  owner,
}) => {
  const params = { currency: 'NGN' } as const;
  const today = dateIn(new Date());
  const { data } = await owner.call(invoices.create, {
    params,
    body: {
      clientName: 'Bisi Alade',
      clientEmail: 'bisi@example.com',
      dueDate: today,
      taxRate: 0,
      items: [{ description: 'Agbada', quantity: 1_000_000, rate: majorToMinor(45_000) }],
    },
  });
  await owner.call(invoices.send, { params, body: { invoiceId: data.id } });
  await owner.call(reminders.promise, { params, body: { invoiceId: data.id, day: today } });
  // Three days later, as the owner's day tells it.
  await page.route('**/api/ngn/user/today**', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const one of json.data.oldest) one.daysLate = 3;
    json.data.overdue = json.data.unpaid;
    await route.fulfill({ response, json });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/chat');
  const day = page.getByRole('region', { name: 'Today', exact: true });
  await expect(day).toContainText('No payment came in');
  await expect(day.getByRole('listitem').filter({ hasText: 'Bisi Alade' }).first()).toContainText(
    '3 days overdue',
  );
  await expect(day.getByText('Promised to pay')).toBeVisible();
  await expect(day.getByRole('link', { name: 'Set a PIN' })).toHaveAttribute(
    'href',
    '/dashboard/settings/security',
  );
  await expect(boxOf(page)).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await day.getByRole('button', { name: 'Remind Bisi Alade' }).click();
  await expect(page.getByText('Reminder sent successfully', { exact: true })).toBeVisible();
  await expect(day.getByText('Reminded', { exact: true })).toBeVisible();
});

test('35 without an earlier conversation nothing is said; one that cannot be read is told', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  await openChat(page);
  await expect(page.getByRole('heading', { name: 'How can I help you today?' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today', exact: true })).toContainText('No payment came in');
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  expect(refused).toEqual([]);
  await thread(page, ['not a message']);
  await page.reload();
  await openEarlier(page);
  await expect(page.getByText('Failed to load previous conversation', { exact: true })).toBeVisible();
  await expect(boxOf(page)).toBeEditable();
});

test('36 pictures come by button, camera, paste and drop; others are refused; the marker never shows', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await fakeAssistant(page);
  await thread(page, [{ role: 'user', content: '[IMAGE_UPLOADED]Please bill this' }]);
  await openChat(page);
  await openEarlier(page);
  const preview = page.getByRole('img', { name: /^Picture to send/ });
  const remove = page.getByRole('button', { name: /^Remove order/ });
  const picture = { name: 'order.png', mimeType: 'image/png', buffer: await drawPicture(page, 900, 700) };
  const viaButton = async (name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name }).click();
    const opened = await chooser;
    await opened.setFiles(picture);
    return opened.element();
  };
  expect(await (await viaButton('Take a photo')).getAttribute('capture')).toBe('environment');
  await expect(preview).toBeVisible();
  await remove.click();
  await expect(preview).toHaveCount(0);
  for (const way of ['paste', 'drop'] as const) {
    await hand(page, way, [{ ...picture, text: picture.buffer.toString('base64') }]);
    await expect(preview).toBeVisible();
    const shown = await preview.boundingBox();
    expect(shown?.width).toBeLessThanOrEqual(300);
    expect(shown?.height).toBeLessThanOrEqual(200);
    await remove.click();
  }
  await hand(page, 'drop', [{ name: 'letter.txt', mimeType: 'text/plain', text: 'aGVsbG8=' }]);
  await expect(page.getByRole('alert').getByText('Only pictures can be attached')).toBeVisible();
  await expect(preview).toHaveCount(0);

  const composer = boxOf(page).locator('..');
  const pdf = { name: 'bill.pdf', mimeType: 'application/pdf', text: btoa('%PDF-1.7') };
  // Phones may leave the kind out, and few browsers can show it.
  const heic = { name: 'IMG_1.HEIC', mimeType: '', text: btoa('....ftypheic') };
  for (const file of [pdf, heic]) {
    await hand(page, 'drop', [file]);
    await expect(composer.getByText(file.name)).toBeVisible();
    await page.getByRole('button', { name: `Remove ${file.name}` }).click();
    await expect(composer.getByText(file.name)).toHaveCount(0);
  }
  const kinds = await page
    .locator('input[type=file]')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('accept')));
  expect(kinds).toEqual(['image/*,.heic,.heif', 'image/*', 'application/pdf,.pdf']);

  await viaButton('Attach a picture');
  await expect(preview).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(
    page.getByRole('article').last().or(page.getByText('Invoice image uploaded')).first(),
  ).toBeVisible();
  await expect(page.getByText('Invoice image uploaded')).toBeVisible();
  await expect(page.getByText('Please bill this')).toBeVisible();
  expect(Object.keys((await requestsSent(page))[0] ?? {})).toEqual(['file']);
  expect(await page.evaluate(() => document.documentElement.textContent)).not.toContain('[IMAGE_UPLOADED]');
});

test('36 a large photo is made small before it is sent', async ({ page, owner }) => {
  expect(owner.token).toBeTruthy();
  await fakeAssistant(page);
  await openChat(page);
  const buffer = await drawPicture(page, 2400, 1200, 'image/jpeg');
  expect(buffer.byteLength).toBeGreaterThan(400_000);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'paper.jpeg', mimeType: 'image/jpeg', buffer });
  await send(page, 'Read this');
  await expect(page.getByRole('img', { name: 'Attached picture: paper.jpg' })).toBeVisible();
  expect(await askedPicture(page)).toEqual({ width: 1600, height: 800, type: 'image/jpeg' });
});

test('36 on a phone a picture waits with its true number, moves by its stages, and can be typed or tried again', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await page.setViewportSize({ width: 390, height: 844 });
  let now = readingOf();
  const ask = async (change: Record<string, unknown>) => {
    now = readingOf(change);
    await page.reload();
    await openEarlier(page);
  };
  await fakeAssistant(page);
  const image = {
    hasImage: true,
    imagePath: '/none',
    imageOriginalName: 'order.jpg',
    imageMimeType: 'image/jpeg',
    imageSize: 9,
  };
  const question = { ...takenPaper.data.question, metadata: image };
  const kept = {
    id: 't',
    _id: 't',
    title: 'Kept',
    createdAt: question.timestamp,
    closedAt: null,
    goesOn: false,
    messages: 1,
  };
  await page.route('**/aiagent/conversation/threads', (route) =>
    route.fulfill({ json: { status: 'success', message: '', data: [kept] } }),
  );
  await page.route('**/aiagent/conversation/thread{,?*}', (route) => {
    const messages = [{ ...question, reading: { id: 'rdg_1', state: now.state, answerId: null } }];
    return route.fulfill({
      json: { status: 'success', message: '', data: { thread: { id: 't', _id: 't', messages } } },
    });
  });
  await page.route('**/aiagent/readings/rdg_1**', (route) => {
    if (route.request().url().endsWith('/retry')) now = readingOf({ ahead: 0 });
    return route.fulfill({ json: { status: 'success', message: '', data: now } });
  });
  await openChat(page);
  await openEarlier(page);
  const bar = page.getByRole('progressbar', { name: 'Reading the picture' });
  await expect(page.getByText('2 before yours, 1 of them your own')).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuenow', '0');
  await ask({ state: 'reading', ahead: null, stage: 'prepared', pages: { done: 2, of: 7 } });
  await expect(page.getByText('Page 3 of 7. Reading the words')).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuenow', '2');
  const message = 'Our reader is busy at the moment. There is nothing wrong with your photo.';
  await ask({ state: 'failed', ahead: null, reason: 'busy', message });
  await expect(page.getByText(message)).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByRole('button', { name: 'Type it beside the picture' }).click();
  const card = page.getByRole('region', { name: 'Type this invoice' });
  await expect(card.getByLabel('Customer name')).toBeVisible();
  await expect(card.getByText('Not found, please add it')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Yours is next')).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('37 edit asks again from there after Cancel or Send, copy says so; both by touch and keyboard', async ({
  page,
  context,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await fakeAssistant(page);
  await thread(page, [
    { id: 'q1', role: 'user', content: 'Report for May' },
    { id: 'a1', role: 'assistant', content: 'May was quiet' },
    { id: 'q2', role: 'user', content: 'And June' },
    { id: 'a2', role: 'assistant', content: 'June was **better**' },
  ]);
  await openChat(page);
  await openEarlier(page);
  const first = page.getByRole('article', { name: 'You' }).first();
  // Nothing hovers on a phone: they are simply there.
  for (const name of ['Edit', 'Copy']) {
    const button = first.getByRole('button', { name });
    await expect(button).toBeVisible();
    expect(await button.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  }
  await first.getByRole('button', { name: 'Edit' }).focus();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('textbox', { name: 'Edit your message' });
  await expect(editor).toBeFocused();
  await editor.fill('Report for April');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(first).toContainText('Report for May');
  expect(await requestsSent(page)).toEqual([]);

  await page.getByRole('article', { name: 'Assistant' }).last().getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Text copied to clipboard', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('June was **better**');

  await boxOf(page).press('ArrowUp');
  await expect(editor).toHaveValue('And June');
  await page.keyboard.press('Escape');
  await first.getByRole('button', { name: 'Edit' }).click();
  await editor.fill('Report for April');
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await expect(page.getByText('And June')).toHaveCount(0);
  await expect(page.getByText('May was quiet')).toHaveCount(0);
  await expect(page.getByText('Report for May')).toHaveCount(0);
  await expect.poll(() => requestsSent(page)).toEqual([{ prompt: 'Report for April', replaces: 'q1' }]);
});

test('39 a failed send keeps text and picture with Retry in the bubble, and loading ends', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  let fails = true;
  const answer = answerOf('It arrived');
  const reading = readingOf({ state: 'ready', ahead: null, answer });
  await page.route('**/aiagent/readings', (route) =>
    fails ? route.abort('connectionfailed') : route.fulfill({ status: 201, json: takenPaper }),
  );
  await page.route('**/aiagent/readings/*', (route) =>
    route.fulfill({ json: { status: 'success', message: '', data: reading } }),
  );
  await openChat(page);
  const buffer = await drawPicture(page, 200, 200);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'order.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: /^Picture to send/ })).toBeVisible();
  await send(page, 'Bill this order');
  const bubble = page.getByRole('article', { name: 'You' });
  await expect(bubble.getByText('Failed to send message. Please try again.')).toBeVisible();
  await expect(bubble.getByText('Bill this order')).toBeVisible();
  await expect(bubble.getByRole('img', { name: 'Attached picture: order.png' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Assistant' })).toHaveCount(0);

  fails = false;
  const request = page.waitForRequest('**/aiagent/readings');
  await bubble.getByRole('button', { name: 'Retry' }).click();
  expect((await request).headers()['content-type']).toContain('multipart/form-data');
  await expect(page.getByRole('article', { name: 'Assistant' })).toContainText('It arrived');
  await expect(page.getByText('Failed to send message. Please try again.')).toHaveCount(0);
});

test('the assistant itself answers a suggestion, keeps the thread, and begins a new one', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await openChat(page);
  await page.getByRole('button', { name: 'Generate my weekly sales report' }).click();
  const reply = page.getByRole('article', { name: 'Assistant' });
  await expect(reply).toContainText('Sales,');
  await expect(reply).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await openEarlier(page);
  await expect(page.getByText('Previous conversation loaded', { exact: true })).toBeVisible();
  await expect(reply).toContainText('Sales,');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByRole('button', { name: 'Start new' }).click();
  await expect(page.getByRole('heading', { name: 'How can I help you today?' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'How can I help you today?' })).toBeVisible();
});

test('Standard mode leads to forms and leaves the assistant alone', async ({ page, owner }) => {
  expect(owner.token).toBeTruthy();
  await openChat(page);
  await boxOf(page).fill('kept for later');
  await page.getByRole('radio', { name: 'Standard' }).click();
  await expect(boxOf(page)).toHaveCount(0);
  await page.getByRole('radio', { name: 'AI mode' }).click();
  await expect(boxOf(page)).toHaveValue('kept for later');
  await page.getByRole('radio', { name: 'Standard' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create invoice' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

async function watchAnnouncements(page: Page): Promise<void> {
  await page.evaluate(() => {
    const messages: string[] = [];
    Reflect.set(window, 'said', messages);
    const isLive = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const live = element?.closest('[aria-live],[role=status],[role=alert],[role=log]');
      return live && live.getAttribute('aria-live') !== 'off';
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (isLive(target) && target.textContent && addedNodes.length > 0) messages.push(target.textContent);
    }).observe(document.querySelector('main') ?? document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}
const announcements = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'said'));

/** Words that lie under a toast. */
const coversOf = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('[data-radix-collection-item]')?.getBoundingClientRect();
    if (!toast) return ['no toast'];
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
    const inView = [...document.querySelectorAll('main article, main textarea, main button, main section')];
    const footer = document.querySelector('textarea')?.closest('.sticky');
    const shownUntil = footer?.getBoundingClientRect().top ?? innerHeight;
    return inView
      .filter((element) => element.getBoundingClientRect().top < shownUntil || footer?.contains(element))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const visible = footer?.contains(element)
          ? box
          : new DOMRect(box.x, box.y, box.width, Math.min(box.bottom, shownUntil) - box.y);
        return isUnder(visible);
      })
      .map((element) => element.textContent?.slice(0, 40));
  });

const distanceToEnd = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY);

/** Waits for a smooth scroll to end. */
async function settled(page: Page): Promise<void> {
  let before = Number.NaN;
  await expect
    .poll(async () => {
      const now = await page.evaluate(() => scrollY);
      const still = now === before;
      before = now;
      return still;
    })
    .toBe(true);
}

type Handed = { name: string; mimeType: string; text: string };

/** Pastes or drops files, given in base64. */
async function hand(page: Page, way: 'paste' | 'drop', files: Handed[]): Promise<void> {
  const given = files.map(({ name, mimeType, text }) => ({ name, mimeType, text }));
  await boxOf(page).evaluate(
    (box, { way, given }) => {
      const data = new DataTransfer();
      for (const { name, mimeType, text } of given)
        data.items.add(
          new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name, { type: mimeType }),
        );
      const options = { bubbles: true, cancelable: true };
      if (way === 'paste')
        box.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      else
        for (const name of ['dragenter', 'dragover', 'drop'])
          box.dispatchEvent(new DragEvent(name, { ...options, dataTransfer: data }));
    },
    { way, given },
  );
}
