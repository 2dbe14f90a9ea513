// How messages are handed over: encrypted and logged in where the server wants it, and past servers that are in trouble.
import { afterEach, expect, test } from 'vitest';
import { createSmtpMailer, type SmtpMailer } from '#server/adapters/email/smtp.ts';
import { type SmtpTestServer, startSmtpServer } from './smtp-server.ts';

const from = 'Duewell <post@duewell.test>';
const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function open(options: Parameters<typeof startSmtpServer>[0] = {}): Promise<SmtpTestServer> {
  const office = await startSmtpServer(options);
  opened.push(office);
  return office;
}

function mailerTo(
  { host, port }: SmtpTestServer,
  { login = '', query = '', timeoutMs = 20_000 } = {},
): SmtpMailer {
  const mailer = createSmtpMailer({ url: `smtp://${login}${host}:${port}${query}`, from, timeoutMs });
  opened.push(mailer);
  return mailer;
}

const email = (name: string) => ({
  key: `letter:${name}`,
  to: `${name}@example.test`,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
});

test('what is sent and the password go encrypted where the server can, and a wrong password may be mended', async () => {
  const office = await open({
    authOptional: false,
    disabledCommands: [],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'post' && password === 'right'
        ? done(null, { user: 'post' })
        : done(new Error('no such user')),
  });
  const query = '?tls.rejectUnauthorized=false';
  expect(await mailerTo(office, { login: 'post:right@', query }).send(email('ada'))).toMatchObject({
    ok: true,
  });
  expect(office.received.map(({ secure }) => secure)).toEqual([true]);
  const refused = await mailerTo(office, { login: 'post:wrong@', query }).send(email('bisi'));
  expect(refused).toMatchObject({ ok: false, retry: true });
  expect(JSON.stringify(refused)).not.toContain('wrong');
  // A certificate nobody vouches for is not good enough by itself.
  expect(await mailerTo(office, { login: 'post:right@' }).send(email('chidi'))).toMatchObject({
    ok: false,
    retry: true,
  });
  expect(office.received).toHaveLength(1);
});

test('a server that ends the session in the middle gets the next message over another, and nothing goes twice', async () => {
  const office = await open();
  const mailer = mailerTo(office);
  let messages = 0;
  office.message = () => (++messages === 2 ? { code: 421, text: '4.3.2 shutting down' } : null);
  const sent = [];
  for (const name of ['a', 'b', 'b', 'c']) sent.push(await mailer.send(email(name)));
  expect(sent).toMatchObject([{ ok: true }, { ok: false, retry: true }, { ok: true }, { ok: true }]);
  expect(office.received.map(({ to }) => to[0])).toEqual(
    ['a', 'b', 'c'].map((name) => `${name}@example.test`),
  );
  expect(office.connections()).toBe(2);
});

test('an address a server thinks about for too long holds up nobody else', async () => {
  const office = await open();
  office.recipient = (address) => (address.startsWith('stuck') ? new Promise(() => {}) : null);
  const mailer = mailerTo(office, { timeoutMs: 400 });
  const done: string[] = [];
  const [stuck, ...others] = await Promise.all(
    ['stuck', 'a', 'b', 'c', 'd'].map((name) => mailer.send(email(name)).finally(() => done.push(name))),
  );
  expect(done.at(-1)).toBe('stuck');
  expect(stuck).toMatchObject({ ok: false, retry: true });
  expect(others.every(({ ok }) => ok)).toBe(true);
});

test('without a word after the whole message nobody knows whether it went', async () => {
  const office = await open();
  office.message = () => new Promise(() => {});
  expect(await mailerTo(office, { timeoutMs: 400 }).send(email('ada'))).toMatchObject({
    ok: false,
    unknown: true,
  });
});
