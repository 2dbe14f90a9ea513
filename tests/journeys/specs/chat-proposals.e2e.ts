import type { Page } from '@playwright/test';
import { invoices } from '#contract/invoices.ts';
import { expect, test } from '../fixtures.ts';
import {
  answerOf,
  assistantSays,
  drawPicture,
  fakeAssistant,
  openChat,
  openEarlier,
  requestsSent,
  send,
  thread,
  paperIsReadAs,
} from './chat-assistant.ts';
import { created, draft, keptThread, lines, proposed, reminding, savedThread } from './chat-samples.ts';

/** Answers the press on a proposal, one answer after the other; gives what was sent. */
async function confirming(page: Page, ...answers: { status?: number; json: unknown }[]): Promise<unknown[]> {
  const confirmed: unknown[] = [];
  await page.route('**/conversation/confirm', (route) => {
    const answer = answers[Math.min(confirmed.push(route.request().postDataJSON()), answers.length) - 1];
    return route.fulfill(answer);
  });
  return confirmed;
}
const success = (data: unknown) => ({ json: { status: 'success', message: '', data } });
const refused = (status: number, code: string, message: string, errors: unknown[] = []) => ({
  status,
  json: { status: 'error', code, message, errors },
});

test('38 a read invoice is a card to correct beside its photo, and exists only once Create is pressed', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await fakeAssistant(page);
  const wrongDate = [{ path: 'draft.dueDate', message: 'Due date cannot be in the past' }];
  const confirmed = await confirming(
    page,
    refused(422, 'invalid_input', 'Due date cannot be in the past', wrongDate),
    success(created),
  );
  await openChat(page);
  const buffer = await drawPicture(page, 300, 400);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'order.png', mimeType: 'image/png', buffer });
  await paperIsReadAs(page, { ...answerOf('Please check this.', proposed), metadata: savedThread });
  await page.getByRole('button', { name: 'Send', exact: true }).click();

  const card = page.getByRole('region', { name: 'Check this invoice' });
  await expect(card.getByRole('img', { name: 'Attached picture: order.png' })).toBeVisible();
  await card.getByRole('button', { name: 'Enlarge order.png' }).click();
  await expect(page.getByRole('dialog', { name: 'order.png' }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card.getByText('Check the 4 marked fields.')).toBeVisible();
  await expect(card.getByLabel('Customer name')).toHaveAccessibleDescription('Not sure, please check');
  await expect(card.getByRole('group', { name: 'Item 2' })).toContainText('Not sure about this line');
  await expect(card.getByText(/the total read is ₦94,000.00, the items come to ₦93,500.00/)).toBeVisible();
  await expect(card.getByRole('listitem').getByText('The lines add up to ₦93,500.00')).toBeVisible();
  await expect(card.getByText('Gbenga Looms')).toBeVisible();
  await expect(card.getByText('₦20,000.00')).toBeVisible();

  await card.getByLabel('Customer name').fill('Iyabo Fabrics');
  await expect(card.getByText('Check the 3 marked fields.')).toBeVisible();
  await card.getByRole('button', { name: 'Remove item 2' }).click();
  await expect(card.getByRole('img', { name: '90,000.00 naira' }).first()).toBeVisible();
  await card.getByLabel('Due date').fill('2020-01-01');
  const create = card.getByRole('button', { name: 'Create invoice' });
  await create.click();
  await expect(card.getByText('Complete the marked fields, then press Create again.')).toBeVisible();
  expect(confirmed).toEqual([]);
  await card.getByLabel('Due date').fill('2031-06-01');
  await create.click();
  await expect(card.getByLabel('Due date')).toHaveAccessibleDescription('Due date cannot be in the past');
  await expect(card.getByLabel('Due date')).toBeFocused();
  await card.getByLabel('Due date').fill('2031-06-02');
  await create.click();
  const note = page.getByRole('group', { name: 'Invoice INV-0007 created' });
  await expect(note).toBeFocused();
  await expect(card).toHaveCount(0);
  const [line] = lines;
  const corrected = {
    ...draft,
    customerName: 'Iyabo Fabrics',
    items: [line],
    dueDate: '2031-06-02',
    total: 90000,
  };
  expect(confirmed[1]).toEqual({ proposalId: 'p1', draft: corrected });

  await note.getByRole('button', { name: 'Send now' }).click();
  await expect
    .poll(async () => (await requestsSent(page)).at(-1))
    .toEqual({ prompt: 'Send invoice INV-0007' });
});

test('38 what was typed into a card is there again after a look at another page', async ({ page, owner }) => {
  expect(owner.token).toBeTruthy();
  await fakeAssistant(page);
  await openChat(page);
  await send(page, 'Invoice Iyabo for cloth');
  await assistantSays(page, 'done', answerOf('Please check this.', proposed));
  const customer = page.getByRole('region', { name: 'Check this invoice' }).getByLabel('Customer name');
  await customer.fill('Iyabo of Ariaria');
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  await page.goBack();
  await expect(customer).toHaveValue('Iyabo of Ariaria');
});

test('38 a file of two invoices is two cards on a phone, each created or left by itself', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await page.setViewportSize({ width: 390, height: 844 });
  await fakeAssistant(page);
  const left = answerOf('Fine, I have dropped that invoice.', { intent: 'cancel', decides: 'p1' });
  const made = { ...created, outcome: { ...created.outcome, decides: 'p2' } };
  const confirmed = await confirming(page, success({ ...left, id: 'msg_left' }), success(made));
  await openChat(page);
  const buffer = await drawPicture(page, 300, 400);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'order.png', mimeType: 'image/png', buffer });
  const one = (place: number) => ({
    ...answerOf(`Invoice ${place} of 2 in this file.`, { ...proposed, proposalId: `p${place}` }),
    id: `msg_${place}`,
    beside: `**Invoice ${place} of 2** in this file. Each is a draft by itself: create it or leave it.`,
    metadata: savedThread,
  });
  await paperIsReadAs(page, { ...one(1), more: [one(2)] });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const cards = page.getByRole('region', { name: 'Check this invoice' });
  await expect(cards).toHaveCount(2);
  await expect(page.getByText('Invoice 2 of 2', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/two-invoices.png` });
  await cards.first().getByRole('button', { name: 'Not now' }).click();
  await expect(cards).toHaveCount(1);
  await cards.getByRole('button', { name: 'Create invoice' }).click();
  await expect(page.getByRole('group', { name: 'Invoice INV-0007 created' })).toBeVisible();
  await expect(cards).toHaveCount(0);
  expect(confirmed).toEqual([{ proposalId: 'p1', leave: true }, { proposalId: 'p2' }]);
});

test('38 a picture with too little for a proposal is a card all the same, and creates by the form', async ({
  page,
  owner,
}) => {
  await fakeAssistant(page);
  await openChat(page);
  const buffer = await drawPicture(page, 300, 400);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'order.png', mimeType: 'image/png', buffer });
  const items = [...lines.slice(0, 1), { description: 'Delivery', quantity: 1, rate: null }];
  const partly = { ...draft, items, taxRate: 7.5, dueDate: null, total: null };
  const asking = { intent: 'create_invoice', draft: partly, asks: 'rate' };
  await paperIsReadAs(page, answerOf('What does Delivery cost?', asking));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const card = page.getByRole('region', { name: 'Check this invoice' });
  await expect(card.getByText('Check the 4 marked fields.')).toBeVisible();
  const count = async () => (await owner.call(invoices.list, { params: { currency: 'NGN' } })).data;
  const create = card.getByRole('button', { name: 'Create invoice' });
  await create.click();
  await expect(card.getByText('Complete the marked fields, then press Create again.')).toBeVisible();
  expect(await count()).toEqual([]);

  await card.getByLabel('Customer email').fill('iyabo@fabrics.example');
  await card.getByRole('group', { name: 'Item 1' }).getByLabel('Rate').press('ControlOrMeta+a');
  await page.keyboard.type('50000');
  await card.getByRole('button', { name: 'Remove item 2' }).click();
  await card.getByLabel('Due date').fill('2031-05-20');
  await expect(card.getByRole('img', { name: '107,500.00 naira' })).toBeVisible();
  const item = card.getByRole('group', { name: 'Item 1' });
  await item.getByText('Discount or tax on this item').click();
  await item.getByLabel('Discount', { exact: true }).fill('10 percent');
  await create.click();
  await expect(item.getByText('Enter an amount, or a percentage such as 10%')).toBeVisible();
  await item.getByLabel('Discount', { exact: true }).fill('10%');
  await expect(card.getByRole('img', { name: '96,750.00 naira' })).toBeVisible();
  await card.getByLabel('My prices include tax').check();
  await expect(card.getByRole('img', { name: '90,000.00 naira' }).last()).toBeVisible();
  expect(await count()).toEqual([]);
  await create.click();
  await expect(page.getByText(/^Invoice .+ created$/)).toBeVisible();
  expect(await count()).toMatchObject([
    { customerName: 'Ìyábọ̀ Fabrics', totalAmount: 9_000_000, status: 'pending', dueDate: '2031-05-20' },
  ]);
  await expect(create).toHaveCount(0);
});

test('38 any other proposal is done by one press on what it is called, and not before', async ({
  page,
  owner,
}) => {
  expect(owner.token).toBeTruthy();
  await fakeAssistant(page);
  const done = { intent: 'confirm', does: 'send_reminder' };
  const confirmed = await confirming(
    page,
    { status: 503, json: { status: 'error', code: 'unavailable', message: 'Try again in a moment' } },
    success({ ...answerOf('The reminders are sent.', done), id: 'msg_done' }),
  );
  await openChat(page);
  await send(page, 'Remind Adaeze and Bola');
  await assistantSays(page, 'done', reminding);
  const button = page.getByRole('button', { name: 'Send 2 reminders' });
  await expect(button).toBeVisible();
  // The button says what is asked; the bubble says only whom it is about.
  await expect(page.getByRole('log')).toContainText('Adaeze');
  await expect(page.getByText('Send 2 reminders?')).toHaveCount(0);
  expect(confirmed).toEqual([]);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Try again in a moment');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').last()).toContainText('The reminders are sent.');
  await expect(page.getByRole('group', { name: 'Reminded' })).toBeFocused();
  await expect(button).toHaveCount(0);
  expect(confirmed).toEqual([{ proposalId: 'prop_1' }, { proposalId: 'prop_1' }]);
});

test('38 a proposal is put away by Not now, overtaken by words, or too late', async ({ page, owner }) => {
  expect(owner.token).toBeTruthy();
  await fakeAssistant(page);
  await confirming(page, refused(409, 'proposal_outdated', 'INV-7 was paid in the meantime.'));
  await openChat(page);
  const button = page.getByRole('button', { name: 'Send 2 reminders' });
  const propose = async () => {
    await send(page, 'Remind Adaeze and Bola');
    await assistantSays(page, 'done', reminding);
    await expect(button).toBeVisible();
  };
  await propose();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(async () => (await requestsSent(page)).at(-1)).toEqual({ prompt: 'Cancel' });
  await assistantSays(page, 'done', answerOf('Nothing was sent.', { intent: 'cancel' }));
  await expect(page.getByRole('article', { name: 'Assistant' }).last()).toHaveText('Nothing was sent.');
  await expect(page.getByText('This was called off.')).toHaveCount(0);
  await expect(button).toHaveCount(0);

  await propose();
  await send(page, 'yes');
  await assistantSays(page, 'done', answerOf('Sent.', { intent: 'confirm', does: 'send_reminder' }));
  await expect(page.getByRole('group', { name: 'Reminded' })).toBeVisible();
  await expect(button).toHaveCount(0);

  await propose();
  await button.click();
  await expect(page.getByText('INV-7 was paid in the meantime.')).toBeVisible();
  await expect(button).toHaveCount(0);
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect.poll(async () => (await requestsSent(page)).at(-1)?.prompt).toBe('Remind Adaeze and Bola');
  await assistantSays(page, 'done', reminding);
  await expect(button).toBeVisible();
});

test('38 after a reload each card stands where the conversation left it', async ({ page, owner }) => {
  expect(owner.token).toBeTruthy();
  await fakeAssistant(page);
  await thread(page, keptThread(12));
  await openChat(page);
  await openEarlier(page);
  await expect(page.getByRole('group', { name: 'Invoice INV-0007 created' })).toBeVisible();
  await expect(page.getByText('Put aside: you asked for something else.')).toBeVisible();
  await expect(page.getByText('A later version of this invoice is further down.')).toBeVisible();
  const card = page.getByRole('region', { name: 'Check this invoice' });
  await expect(card.getByText('This has expired. Ask again.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Create invoice' })).toHaveCount(0);

  // A corrected question keeps its text, and is asked again in its own place.
  await card.getByLabel('Customer name').fill('Bola Ltd');
  await card.getByRole('button', { name: 'Ask again' }).click();
  await expect
    .poll(async () => (await requestsSent(page)).at(-1))
    .toEqual({ prompt: 'make it 3', replaces: 'q4' });
  await assistantSays(
    page,
    'done',
    answerOf('Please check this.', { ...proposed, intent: 'edit_draft', proposalId: 'p6' }),
  );
  await expect(card.getByLabel('Customer name')).toHaveValue('Bola Ltd');
  const confirmed = await confirming(page, success(created));
  await card.getByRole('button', { name: 'Create invoice' }).click();
  await expect(card).toHaveCount(0);
  expect(confirmed).toMatchObject([{ proposalId: 'p6', draft: { customerName: 'Bola Ltd' } }]);
});
