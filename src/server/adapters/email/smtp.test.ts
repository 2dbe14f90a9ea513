import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { MailRefusal } from '#server/kernel/ports/messaging.ts';
import { createSmtpMailer } from './smtp.ts';

type Answers = { greeting?: string; login?: string; recipient?: string; message?: string };
type Post = { url: string; commands: string[]; messages: string[] };

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** The least of an SMTP server: says what it is told to say, and keeps what it hears. */
async function postOffice(answers: Answers = {}): Promise<Post> {
  const post: Post = { url: '', commands: [], messages: [] };
  const server = createServer((socket) => serve(socket, answers, post));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  post.url = `smtp://${answers.login ? 'user:secret@' : ''}127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return post;
}

function serve(socket: Socket, answers: Answers, post: Post): void {
  sockets.push(socket);
  let waiting = '';
  let inMessage = false;
  if (answers.greeting !== '') socket.write(`${answers.greeting ?? '220 ready'}\r\n`);
  socket.on('data', (chunk) => {
    waiting += chunk.toString();
    for (
      let end = waiting.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
      end >= 0;
      end = waiting.indexOf(inMessage ? '\r\n.\r\n' : '\r\n')
    ) {
      const line = waiting.slice(0, end);
      waiting = waiting.slice(end + (inMessage ? 5 : 2));
      if (inMessage) post.messages.push(line);
      else post.commands.push(line);
      const answer = answers.message ?? '250 kept';
      if (!inMessage) socket.write(replyTo(line, answers));
      else if (answer !== '') socket.write(`${answer}\r\n`);
      inMessage = !inMessage && line === 'DATA';
    }
  });
}

function replyTo(command: string, answers: Answers): string {
  const verb = command.split(/[ :]/)[0];
  if (verb === 'EHLO') return answers.login ? '250-hello\r\n250 AUTH PLAIN\r\n' : '250 hello\r\n';
  if (verb === 'AUTH') return `${answers.login}\r\n`;
  if (verb === 'RCPT') return `${answers.recipient ?? '250 ok'}\r\n`;
  return verb === 'DATA' ? '354 go on\r\n' : '250 ok\r\n';
}

const from = 'Duewell <no-reply@duewell.example>';
const mail = {
  key: 'verify:1',
  to: 'ada@example.com',
  subject: 'Your ₦5,000 invoice',
  text: 'In words',
  html: '<p>In words</p>',
};

test('a message arrives with both bodies, its attachment and an id made from its key', async () => {
  const post = await postOffice();
  const mailer = createSmtpMailer({ url: post.url, from });
  const attachments = [
    { name: 'invoice.pdf', mime: 'application/pdf', content: new Uint8Array([37, 80, 68, 70]) },
  ];
  const first = await mailer.send({ ...mail, attachments });
  const second = await mailer.send(mail);
  expect(first).toMatchObject({ ok: true, id: expect.stringMatching(/^<[0-9a-f]{40}@duewell\.example>$/) });
  expect(second).toEqual(first);
  expect(post.commands).toContain('RCPT TO:<ada@example.com>');
  expect(post.messages[0]).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(post.messages[0]).toContain('filename=invoice.pdf');
  expect(post.messages[0]).toContain('JVBERg==');
  expect(post.messages[0]).toContain('In words');
  expect(post.messages[0]).toContain('<p>In words</p>');
});

test.each([
  'ada@example.com\r\nBcc: all@example.com',
  'ada@example.com\nRCPT TO:<b@example.com>',
  'ada@example.com, b@example.com',
  'Ada <ada@example.com>',
  'ada',
  '',
  'a@b@c',
  'ada@example.com\r',
])('the address %j is refused before anyone is called', async (to) => {
  const post = await postOffice();
  expect(await createSmtpMailer({ url: post.url, from }).send({ ...mail, to })).toMatchObject({
    ok: false,
    retry: false,
  });
  expect(post.commands).toEqual([]);
});

test('line breaks elsewhere make no header of their own', async () => {
  const post = await postOffice();
  const attachments = [
    { name: 'a\r\nX-Evil: 1.pdf', mime: 'text/plain\r\nX-Evil: 2', content: new Uint8Array([1]) },
  ];
  const sent = await createSmtpMailer({ url: post.url, from }).send({
    ...mail,
    subject: 'Hello\r\nBcc: all@example.com',
    attachments,
  });
  expect(sent.ok).toBe(true);
  expect(post.messages[0]).toContain('Subject: Hello Bcc: all@example.com');
  expect(post.messages[0]).not.toMatch(/^(Bcc|X-Evil):/im);
  expect(post.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(1);
});

test.each<[string, Answers, Omit<MailRefusal, 'ok' | 'reason'>]>([
  ['an unknown mailbox', { recipient: '550 no such user' }, { retry: false, bounced: true }],
  ['a closed mailbox', { recipient: '554 5.2.1 disabled' }, { retry: false, bounced: true }],
  ['a full mailbox', { recipient: '452 full' }, { retry: true }],
  ['a recipient we may not write to', { recipient: '550 5.7.1 relaying denied' }, { retry: false }],
  [
    'an unknown mailbox told late',
    { message: '550-5.1.1 no such\r\n550 5.1.1 user' },
    { retry: false, bounced: true },
  ],
  ['a refused message', { message: '554 not wanted' }, { retry: false }],
  ['a busy server', { message: '451 later' }, { retry: true }],
  ['a server that is shutting down', { greeting: '421 closing' }, { retry: true }],
  ['a server that takes no mail', { greeting: '554 no service' }, { retry: true }],
  ['a refused log-in', { login: '535 wrong password' }, { retry: true }],
  ['a silent server', { greeting: '' }, { retry: true }],
  ['a server that is silent at the end', { message: '' }, { retry: true, unknown: true }],
])('%s is told, not thrown', async (_what, answers, expected) => {
  const post = await postOffice(answers);
  const sent = await createSmtpMailer({ url: post.url, from, timeoutMs: 300 }).send(mail);
  expect(sent).toEqual({ ok: false, reason: expect.any(String), ...expected });
  expect(JSON.stringify(sent)).not.toContain('secret');
});

test('no server at all may be asked again', async () => {
  const post = await postOffice();
  await new Promise((done) => servers.pop()?.close(done));
  expect(await createSmtpMailer({ url: post.url, from }).send(mail)).toMatchObject({
    ok: false,
    retry: true,
  });
});

test('messages share a connection, and none waits again for a server that has gone silent', async () => {
  const post = await postOffice();
  const mailer = createSmtpMailer({ url: post.url, from });
  for (const key of ['a', 'b', 'c']) expect(await mailer.send({ ...mail, key })).toMatchObject({ ok: true });
  expect(post.commands.filter((command) => command.startsWith('EHLO'))).toHaveLength(1);
  mailer.close();
  const before = sockets.length;
  const silent = createSmtpMailer({ url: (await postOffice({ greeting: '' })).url, from, timeoutMs: 300 });
  await Promise.all([silent.send(mail), silent.send(mail)]);
  const waitedFor = sockets.length - before;
  expect(await silent.send(mail)).toMatchObject({ ok: false, retry: true });
  expect([waitedFor > 0, sockets.length - before]).toEqual([true, waitedFor]);
});
