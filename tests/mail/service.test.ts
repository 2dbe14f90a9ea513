// The whole service with a real mail server: what people get, what they can do with it, and what comes back.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { sendWeeklySummary } from '#server/modules/analytics/commands.ts';
import { receiveMailEvent } from '#server/modules/notifications/flows/bounces.ts';
import { payFor, sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy } from '../fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../harness.ts';
import { ownAccountPayout, setPin } from '../money.ts';
import { postfix } from './bounce-reports.ts';
import { header, type ReceivedMail, type SmtpTestServer, startSmtpServer } from './smtp-server.ts';

const SECRET = 'a secret of sixteen and more';
const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let smtpServer: SmtpTestServer;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  smtpServer = await startSmtpServer();
  app = await testApp(
    {
      SMTP_URL: `smtp://${smtpServer.host}:${smtpServer.port}`,
      MAIL_FROM: 'Duewell <post@duewell.test>',
      MAIL_EVENTS_SECRET: SECRET,
    },
    { ports: paidBy(fake), sweeps: false },
  );
  owner = await newOwner(app);
});
afterAll(async () => {
  await app.close();
  await smtpServer.close();
});

const waitForMail = (to: string, subject: string) =>
  eventually(async () => smtpServer.to(to).find(({ mail }) => mail.subject?.includes(subject)));

const plain = (html: string) =>
  html
    .replace(/<(style|head)[\s>].*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&');

/** Text and HTML are both there, say the same of these, and nobody else gets it. */
function expectContent({ mail, to, from }: ReceivedMail, ...parts: string[]): void {
  const squeezed = (text: string) => text.replace(/\s+/g, ' ');
  for (const part of parts)
    for (const body of [mail.text ?? '', plain(mail.html ?? '')]) expect(squeezed(body)).toContain(part);
  expect([to.length, from]).toEqual([1, 'post@duewell.test']);
  expect(mail.messageId).toMatch(/^<[0-9a-f]{40}@duewell\.test>$/);
}

const linkIn = ({ mail }: ReceivedMail, path: string): string => {
  const link = new RegExp(`http://localhost:\\d+(${path}[^\\s"<]*)`).exec(mail.text ?? '')?.[1];
  if (!link) throw new Error(`no link to ${path}`);
  expect(mail.html).toContain(link.replaceAll('&', '&amp;'));
  return `${app.url}${link}`;
};

const messagesTo = async (to: string) =>
  (await owner.call(api.messages.list, { params })).data.filter((message) => message.to === to);

const settled = (to: string, state: string) =>
  eventually(async () => (await messagesTo(to)).find((message) => message.state === state));

test('an address is confirmed and a password set anew by the links that come by mail', async () => {
  const open = createClient({ baseUrl: app.url });
  const confirm = await waitForMail(owner.email, 'onfirm');
  expectContent(confirm, 'Adaeze');
  expect(header(confirm, 'list-unsubscribe')).toEqual([]);
  const keyIn = (mail: ReceivedMail, path: string) =>
    new URL(linkIn(mail, path)).searchParams.get('token') ?? '';
  const token = keyIn(confirm, '/auth/verify');
  expect((await open(api.identity.verifyEmail, { params: { token } })).data.user.isEmailVerified).toBe(true);
  await open(api.identity.forgotPassword, { body: { email: owner.email } });
  const reset = await waitForMail(owner.email, 'password');
  const key = keyIn(reset, '/auth/reset-password');
  await open(api.identity.resetPassword, { body: { token: key, password: 'a brand new secret' } });
  const { token: session } = await open(api.identity.login, {
    body: { email: owner.email, password: 'a brand new secret' },
  });
  owner = {
    ...owner,
    token: session ?? '',
    call: createClient({ baseUrl: app.url, token: () => session ?? '' }),
  };
});

test('a customer gets invoice, reminder and receipt from the business, and can end only the reminders', async () => {
  const to = 'bello@example.test';
  const invoice = await sentInvoice(app, owner);
  await owner.call(api.invoices.remind, { params, body: { invoiceId: invoice.id } });
  const reminder = await waitForMail(to, 'Reminder');
  expectContent(reminder, '₦1,000.00', invoice.number);
  expect(reminder.mail.from).toEqual({
    name: 'Okafor Kitchen & Events via Duewell',
    address: 'post@duewell.test',
  });
  expect(reminder.mail.replyTo).toEqual([{ name: 'Okafor Kitchen & Events', address: 'hello@okafor.test' }]);
  expect(header(reminder, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
  const [pdf] = reminder.mail.attachments.filter(({ mimeType }) => mimeType === 'application/pdf');
  const pages = await pagesOf(new Uint8Array(pdf?.content as ArrayBuffer));
  expect([pdf?.filename, pages.join(' ')]).toEqual([
    `${invoice.number}.pdf`,
    expect.stringContaining('1,000.00'),
  ]);
  const cloth = reminder.mail.attachments.find(({ related }) => related);
  expect(reminder.mail.html).toContain(`cid:${cloth?.contentId?.slice(1, -1)}`);
  expect(await (await fetch(linkIn(reminder, '/pay/'))).text()).toContain(invoice.number);

  const url =
    header(reminder, 'list-unsubscribe')[0]?.replace(/^<http:\/\/localhost:\d+(.*)>$/, `${app.url}$1`) ?? '';
  await unsubscribe(url, to);
  const again = await sentInvoice(app, owner);
  const refused = await refusalOf(owner.call(api.invoices.remind, { params, body: { invoiceId: again.id } }));
  expect([refused.status, refused.message]).toEqual([
    409,
    expect.stringContaining('asked for no more reminders'),
  ]);

  await payFor(app, fake, invoice, 1000_00);
  const receipt = await waitForMail(to, 'Receipt');
  expectContent(receipt, '₦1,000.00', invoice.number);
  expect(header(receipt, 'list-unsubscribe')).toEqual([]);
  expect(receipt.mail.attachments.map(({ mimeType }) => mimeType)).toContain('application/pdf');
  const notice = await waitForMail(owner.email, 'paid');
  expectContent(notice, '₦1,000.00', 'Mrs Bello');
  expect(notice.mail.from?.name).toBe('Duewell');
  expect(header(notice, 'list-unsubscribe')).toHaveLength(1);
  // The row is settled a moment after the mail was handed over.
  await expect
    .poll(async () => (await messagesTo(to)).map(({ kind, state }) => [kind, state]))
    .toContainEqual(['receipt', 'sent']);
});

/** A GET asks and changes nothing, as often as scanners come; a bare POST ends, and can be undone. */
async function unsubscribe(url: string, to: string): Promise<void> {
  const stops = () =>
    app.system.db
      .selectFrom('message_stops')
      .select(['address'])
      .where('business_id', '=', owner.businessId)
      .execute();
  const confirmation = await fetch(url);
  expect([confirmation.status, confirmation.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await confirmation.text()).toContain('No more reminders from Okafor Kitchen &amp; Events?');
  expect(url).not.toMatch(/bello|okafor|biz_/);
  expect(await stops()).toEqual([]);
  const wrong = await fetch(`${url.slice(0, -4)}AAAA`, { method: 'POST' });
  expect([wrong.status, await stops()]).toEqual([404, []]);
  const oneClick = new FormData();
  oneClick.set('List-Unsubscribe', 'One-Click');
  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), oneClick]) {
    const ended = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining('No more reminders')]);
    expect(await stops()).toEqual([{ address: to }]);
  }
  const undone = await fetch(`${url}?undo`, { method: 'POST' });
  expect(await undone.text()).toContain('Reminders come again');
  expect(await stops()).toEqual([]);
  await fetch(url, { method: 'POST' });
}

async function mailed(name: string): Promise<string> {
  const to = `${name.toLowerCase()}@example.test`;
  const body = sampleInvoice({ clientName: name, clientEmail: to, taxRate: 0 });
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['email'] } });
  return to;
}

test('each address has a fate of its own, none holds up the others, and one that is no more is told to the owner once', async () => {
  let [greylisted, closing] = [0, 0];
  smtpServer.recipient = async (address) => {
    if (address.startsWith('gone')) return { code: 550, text: '5.1.1 no such user' };
    if (address.startsWith('grey') && greylisted++ === 0) return { code: 451, text: '4.7.1 come again' };
    if (address.startsWith('closing') && closing++ === 0) return { code: 421, text: 'closing' };
    if (address.startsWith('slow')) await new Promise((done) => setTimeout(done, 300));
    return null;
  };
  for (const name of ['Gone', 'Gone', 'Slow', 'Grey', 'Closing', 'Good']) await mailed(name);
  // It waits also before it is first tried.
  const refused = await eventually(async () =>
    (await messagesTo('grey@example.test')).find(({ state, reason }) => state === 'queued' && reason),
  );
  expect(refused.reason).toContain('4.7.1');
  for (const name of ['slow', 'grey', 'closing', 'good']) {
    const to = `${name}@example.test`;
    expect(await settled(to, 'sent')).toMatchObject({ kind: 'invoiceSent', reason: null });
    expect(smtpServer.to(to)).toHaveLength(1);
  }
  const good = await waitForMail('good@example.test', 'Invoice');
  expectContent(good, '₦120,000.00', 'Okafor Kitchen & Events');
  expect(header(good, 'list-unsubscribe')).toEqual([]);
  expect(header(good, 'auto-submitted')).toEqual(['auto-generated']);
  expect(good.mail.replyTo?.[0]?.address).toBe('hello@okafor.test');
  expect(good.mail.attachments.map(({ mimeType }) => mimeType).toSorted()).toEqual([
    'application/pdf',
    'image/png',
  ]);

  await expect
    .poll(async () => (await messagesTo('gone@example.test')).map(({ state, reason }) => [state, reason]))
    .toEqual(Array.from({ length: 2 }, () => ['bounced', expect.stringContaining('5.1.1')]));
  const { data } = await owner.call(api.activities.list, { params });
  expect(data.activities.filter(({ activityType }) => activityType === 'message_failed')).toHaveLength(2);
  expectContent(await waitForMail(owner.email, 'did not arrive'), 'gone@example.test', '5.1.1');
  expect(
    smtpServer.to(owner.email).filter(({ mail }) => mail.subject?.includes('did not arrive')),
  ).toHaveLength(1);
});

test('a report of a mail server is believed once, from whoever knows the secret, about a message of ours', async () => {
  const to = await mailed('Later');
  await settled(to, 'sent');
  const report = postfix(smtpServer.to(to)[0]?.mail.messageId ?? '');
  const hand = async (body: string, headers: Record<string, string>) => {
    const answer = await fetch(`${app.url}/api/webhooks/mail`, { method: 'POST', body, headers });
    return [answer.status, ((await answer.json()) as { message: string }).message];
  };
  const signed = (body: string) => ({
    'Content-Type': 'message/rfc822',
    'X-Mail-Signature': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
  });
  const basic = (password: string) => ({
    Authorization: `Basic ${Buffer.from(`mail:${password}`).toString('base64')}`,
  });
  for (const headers of [{}, basic('guessed'), basic(''), { ...signed(`${report} `), ...basic(SECRET) }])
    expect((await hand(report, headers))[0]).toBe(401);
  expect((await hand('x'.repeat(1024 * 1024 + 1), basic(SECRET)))[0]).toBe(413);
  const foreign = postfix('<somebody.else@example.net>');
  expect(await hand(foreign, basic(SECRET))).toEqual([200, 'unknown']);
  expect((await messagesTo(to)).map(({ state }) => state)).toEqual(['sent']);
  expect(await hand(report, signed(report))).toEqual([200, 'noted']);
  expect(await hand(report, basic(SECRET))).toEqual([200, 'known']);
  expect(await messagesTo(to)).toMatchObject([
    { state: 'bounced', reason: expect.stringContaining('550 5.1.1') },
  ]);
  expectContent(await waitForMail(owner.email, 'to Later did not arrive'), to);
  const unset = { ...app.scope(), config: { ...app.config, mailEventsSecret: null } };
  await expect(
    receiveMailEvent(unset, { bytes: Buffer.from(report), headers: new Headers(basic('null')) }),
  ).rejects.toThrow('could not find');
});

test('an owner hears of a withdrawal and of the week, in figures that text and HTML agree on', async () => {
  await setPin(owner);
  const body = ownAccountPayout(minor(500_00));
  await owner.call(api.withdrawals.create, { params, body });
  expectContent(await waitForMail(owner.email, 'was paid out'), '₦500.00');
  const due = { businessId: owner.businessId, monday: addDays(dateIn(app.scope().now), 7) };
  await app.scope().transactAsSystem((ctx) => sendWeeklySummary(ctx, due));
  const summary = await waitForMail(owner.email, 'Your week');
  expectContent(summary, '₦1,000.00', 'Best customer', 'No more weekly summaries');
  const way = linkIn(summary, '/unsubscribe/');
  expect(await (await fetch(way)).text()).toContain('The weekly summary');
  await fetch(
    header(summary, 'list-unsubscribe')[0]?.replace(/^<http:\/\/localhost:\d+(.*)>$/, `${app.url}$1`) ?? '',
    { method: 'POST' },
  );
  const { data } = await owner.call(api.settings.notifications, { params });
  expect(data).toMatchObject({
    weekly_summary: { email: false, push: true },
    message_failed: { email: true },
  });
});
