import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#core/durations.ts';
import type { Mail, Mailer } from '#server/kernel/ports/messaging.ts';
import { eventually, newOwner, type TestApp, testApp } from '../../../../tests/harness.ts';
import { claimForSending, claimMessage } from './commands/messages.ts';
import { notify } from './commands/notify.ts';
import { setSuppressed } from './commands/suppressions.ts';
import { sendEmail } from './flows/email.ts';
import { failAbandonedMessages } from './flows/send-once.ts';
import { samples } from './templates/testing.ts';

const sent: Mail[] = [];
let answers: Awaited<ReturnType<Mailer['send']>>[] = [];
/** Addresses that take their next message only the second time. */
const busy = new Set<string>();
const mailer: Mailer = {
  send: async (mail) => {
    sent.push(mail);
    if (busy.delete(mail.to)) return { ok: false, reason: 'busy', retry: true };
    if (mail.to.startsWith('denied')) return { ok: false, reason: 'relaying denied', retry: false };
    return answers.shift() ?? { ok: true, id: mail.key };
  },
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { ports: (made) => ({ ...made, mailer }) });
});
afterAll(() => app.close());

const letter = (key: string) => ({
  key,
  to: `${key}@example.test`,
  template: 'verification' as const,
  facts: { firstName: '<b>Chi & co</b>', url: 'https://duewell.example/auth/verify?token=sesame' },
});
const stateOf = (key: string) =>
  app.store.db.selectFrom('messages').select(['state', 'reason']).where('key', '=', key).executeTakeFirst();
const sentAs = (key: string) => sent.filter((mail) => mail.key === key);

test('a key is sent once, whoever asks again', async () => {
  await app.scope().transactAsSystem(async (ctx) => {
    await notify(ctx, letter('once'));
    await notify(ctx, letter('once'));
  });
  await eventually(async () => (await stateOf('once'))?.state === 'sent');
  await app.scope().transactAsSystem((ctx) => notify(ctx, letter('once')));
  await sendEmail(app.scope(), letter('once'));
  expect(sentAs('once')).toHaveLength(1);
  expect(sentAs('once')[0]).toMatchObject({
    to: 'once@example.test',
    subject: 'Confirm your email address',
  });
  expect(sentAs('once')[0]?.html).toContain('&lt;b&gt;Chi &amp; co&lt;/b&gt;');
});

test('nothing is sent when the transaction is undone', async () => {
  const undone = app.scope().transactAsSystem(async (ctx) => {
    await notify(ctx, letter('undone'));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await stateOf('undone')).toBeUndefined();
});

test('a message that may go later is tried again; one that never will is recorded', async () => {
  answers = [{ ok: false, reason: 'busy', retry: true }];
  await expect(sendEmail(app.scope(), letter('later'))).rejects.toThrow('busy');
  await sendEmail(app.scope(), letter('later'), [
    { name: 'a.pdf', mime: 'application/pdf', content: new Uint8Array([1]) },
  ]);
  expect(sentAs('later').at(-1)?.attachments).toHaveLength(1);
  expect(await stateOf('later')).toEqual({ state: 'sent', reason: null });
  answers = [{ ok: false, reason: 'no such mailbox', retry: false }];
  await sendEmail(app.scope(), letter('never'));
  await sendEmail(app.scope(), letter('never'));
  expect(sentAs('never')).toHaveLength(1);
  expect(await stateOf('never')).toEqual({ state: 'failed', reason: 'no such mailbox' });
});

test('a message that may have gone is sent again, but a reminder is not: being chased twice is worse', async () => {
  const silent = { ok: false, reason: 'no answer', retry: true, unknown: true } as const;
  answers = [silent, silent];
  await expect(sendEmail(app.scope(), letter('silent'))).rejects.toThrow('no answer');
  expect(await stateOf('silent')).toEqual({ state: 'queued', reason: 'no answer' });
  const [facts] = samples().invoiceReminder;
  if (!facts) throw new Error('there is a sample of a reminder');
  const reminder = { key: 'chase', to: 'bisi@example.test', template: 'invoiceReminder' as const, facts };
  await sendEmail(app.scope(), reminder);
  await sendEmail(app.scope(), reminder);
  expect(sentAs('chase')).toHaveLength(1);
  expect(await stateOf('chase')).toEqual({ state: 'unknown', reason: 'no answer' });
});

test('a message whose work was lost does not wait for ever, and its business is told', async () => {
  const owner = await newOwner(app);
  const about = { businessId: owner.businessId, customer: { id: 'cus_1', name: 'Bisi' } };
  const lost = { channel: 'email', to: 'bisi@example.test', about } as const;
  await app.scope().transactAsSystem(async (ctx) => {
    await claimMessage(ctx, { ...lost, key: 'lost', kind: 'receipt' });
    await claimMessage(ctx, { ...lost, key: 'weekend', kind: 'invoiceReminder' });
    await claimMessage(ctx, { ...lost, key: 'died', kind: 'receipt' });
    await claimForSending(ctx, 'died', 1);
  });
  const states = async () => {
    await failAbandonedMessages(app.scope());
    return Promise.all(['lost', 'weekend', 'died'].map(async (key) => (await stateOf(key))?.state));
  };
  app.advance(HOUR_MS);
  expect(await states()).toEqual(['queued', 'queued', 'sending']);
  app.advance(2 * HOUR_MS);
  expect(await states()).toEqual(['queued', 'queued', 'unknown']);
  app.advance(22 * HOUR_MS);
  expect(await states()).toEqual(['failed', 'queued', 'unknown']);
  const failureMessages = app.store.db
    .selectFrom('messages')
    .select('key')
    .where('kind', '=', 'messageFailed');
  expect(await failureMessages.where('to_address', '=', owner.email).execute()).toHaveLength(1);
  app.advance(100 * HOUR_MS);
  expect(await states()).toEqual(['failed', 'failed', 'unknown']);
});

test('who asked for no more while a reminder waited is not reminded; other letters still come', async () => {
  const { businessId } = await newOwner(app);
  const to = 'ended@example.test';
  const about = { businessId, customer: { id: 'cus_2', name: 'Tobi' } };
  const [facts] = samples().invoiceReminder;
  const [invoice] = samples().invoiceSent;
  if (!facts || !invoice) throw new Error('there are samples');
  busy.add(to);
  const remind = () => sendEmail(app.scope(), { key: 'late', to, template: 'invoiceReminder', facts, about });
  await expect(remind()).rejects.toThrow('busy');
  const way = { purpose: 'reminders', businessId, address: to } as const;
  await app.scope().transactAsSystem((ctx) => setSuppressed(ctx, way, true));
  await remind();
  expect(sentAs('late')).toHaveLength(1);
  expect(await stateOf('late')).toEqual({ state: 'failed', reason: 'They asked for no more messages' });
  await sendEmail(app.scope(), { key: 'bill', to, template: 'invoiceSent', facts: invoice, about });
  expect(await stateOf('bill')).toMatchObject({ state: 'sent' });
});

test('a mail server that refuses everybody is no flood of letters to the owner', async () => {
  const owner = await newOwner(app);
  const [facts] = samples().invoiceSent;
  if (!facts) throw new Error('there is a sample');
  for (let at = 0; at < 30; at++) {
    const about = { businessId: owner.businessId, customer: { id: `cus_${at}`, name: `Customer ${at}` } };
    const mail = { key: `denied-${at}`, to: `denied${at}@example.test`, template: 'invoiceSent' as const };
    await sendEmail(app.scope(), { ...mail, facts, about });
  }
  const failureMessages = app.store.db
    .selectFrom('messages')
    .select('key')
    .where('kind', '=', 'messageFailed');
  expect(await failureMessages.where('to_address', '=', owner.email).execute()).toHaveLength(20);
});

test('the queue holds no link that opens an account', async () => {
  const { rows } = await sql<{
    data: string;
  }>`select data::text from pgboss.job where name = 'notifications.mail'`.execute(app.store.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ data }) => data).join()).not.toContain('sesame');
});
