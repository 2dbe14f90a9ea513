import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import {
  documentOwner,
  eventually,
  major,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../harness.ts';
import { type SmtpTestServer, startSmtpServer } from '../mail/smtp-server.ts';
import { recordResult } from './report.ts';
import { asTitle, normalised, problemsOf, texts } from './visible-text.ts';

let app: TestApp;
let smtpServer: SmtpTestServer;
let owner: Owner;
const params = { currency: 'NGN' } as const;
beforeAll(async () => {
  smtpServer = await startSmtpServer();
  app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${smtpServer.port}` });
  owner = await newOwner(app, { name: '<img src=x onerror=alert(0)> & "Sons"' });
  await documentOwner(app.store.db, owner);
});
afterAll(async () => {
  await app.close();
  await smtpServer.close();
});

test('pages and letters show what somebody wrote, and do none of it', { timeout: 1_800_000 }, async () => {
  const problems: string[] = [];
  let slides = 0;
  for (let from = 0; from < texts.length; from += 10) {
    const some = texts.slice(from, from + 10);
    const [first = '', second = first, third = first] = some;
    const items = some.map((description) => ({ description, quantity: 1_000_000, rate: major(10) }));
    const body = sampleInvoice({
      clientName: first,
      clientEmail: `to${from}@example.test`,
      title: asTitle(second),
      notes: third,
      paymentTerms: second,
      items,
    });
    const { data } = await owner.call(api.invoices.create, { params, body });
    await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
    const detail = (await owner.call(api.invoices.detail, { params: { ...params, id: data.id } })).data;
    const page = await (await fetch(app.url + new URL(detail.checkoutUrl ?? '').pathname)).text();
    problems.push(...problemsOf('page', page, some));
    const [email] = await eventually(async () => {
      const came = smtpServer.to(`to${from}@example.test`);
      return came.length > 0 && came;
    });
    slides += 1;
    const html = email?.mail.html ?? '';
    if (/<script|<img src=x|<svg|<iframe/i.test(html))
      problems.push(`a letter runs ${JSON.stringify(first)}`);
    if (email?.to.length !== 1 || email.mail.to?.length !== 1 || email.mail.cc || email.mail.bcc)
      problems.push(`recipients of ${JSON.stringify(first)}`);
    if (!normalised(email?.mail.text ?? '').includes(normalised(first)))
      problems.push(`a letter without ${JSON.stringify(first)}`);
  }
  expect(problems).toEqual([]);
  recordResult(
    'L7 pages',
    texts.length,
    `texts on ${slides} pay pages and in as many letters, shown as they are, 0 run`,
  );
});

const ADDRESSES = [
  '"a b"@x.test',
  '"a\r\nBcc: x@y.test"@x.test',
  'a@x.test\r\nBcc: b@x.test',
  'a@x.test,b@x.test',
  'a@x.test;b@x.test',
  'a@x.test b@x.test',
  '<a@x.test>',
  'Ada <a@x.test>',

  'a@x.test>,<b@x.test',
  'a(comment)@x.test',
  'a@(comment)x.test',
  'group: a@x.test, b@x.test;',
  'undisclosed-recipients:;',
  '@x.test:a@y.test',
  'a@x.test@y.test',
  'a%y.test@x.test',
  'a!b@x.test',

  '=?utf-8?Q?a=40x.test=2C?=@x.test',
  '=?utf-8?B?YUB4LnRlc3Q=?= <b@x.test>',
  'a@x.test\0',
  'a\0@x.test',
  'a@x.test\u2028b@x.test',
  'a@x.test\u0085Bcc:b@x.test',
  '\u202Etset.x@a',
  'a@x\u3002test,b@x.test',

  'a@[127.0.0.1]',
  'a@[IPv6:::1]',
  'a@localhost',
  'a@x',
  'a@-x.test',
  'a@x..test',
  '.a@x.test',
  'a.@x.test',
  'a..b@x.test',
  '@',
  'a@',
  '@x.test',
  '',
  ' ',
  `${'a'.repeat(300)}@x.test`,

  'a@x.test?bcc=b@x.test',
  'mailto:a@x.test',
  'a@x.test#',
  'a@x.test/../',
  'a\\@x.test',
  'a@x.test\\',
  '-oQ/tmp@x.test',
  '|id@x.test',
  'a`id`@x.test',
  '$(id)@x.test',
  '%0aBcc:b@x.test',
  'a@x.test%0d%0aBcc:b@y.test',
];

test('no address writes to anybody else', async () => {
  const before = smtpServer.received.length;
  const problems: string[] = [];
  let accepted = 0;
  for (const [at, clientEmail] of ADDRESSES.entries()) {
    const body = {
      ...sampleInvoice({ clientName: ADDRESSES[at - 1]?.slice(0, 100).replace(/\p{C}/gu, '') || 'Ada' }),
      clientEmail,
    };
    const call = owner.call(api.invoices.create, { params, body });
    const made = await call.catch((error: { status: number }) => error);
    if ('status' in made && made.status !== 422)
      problems.push(`${JSON.stringify(clientEmail)}: ${made.status}`);
    if (!('data' in made)) continue;
    accepted += 1;
    await owner.call(api.invoices.send, { params, body: { invoiceId: made.data.id } }).catch(() => null);
  }
  await eventually(async () => {
    const open = await app.store.db
      .selectFrom('messages')
      .select('key')
      .where('state', 'in', ['queued', 'sending'])
      .execute();
    return open.length === 0;
  });
  for (const { to, mail } of smtpServer.received.slice(before)) {
    const heads = [mail.to, mail.cc, mail.bcc].flatMap((one) => one ?? []);
    if (to.length !== 1 || heads.length !== 1 || heads[0]?.address?.toLowerCase() !== to[0]?.toLowerCase())
      problems.push(`went to ${to.join()} and ${JSON.stringify(heads)}`);
  }
  expect(problems).toEqual([]);
  expect(ADDRESSES.length).toBeGreaterThanOrEqual(50);
  recordResult('O6 addresses', ADDRESSES.length, `${accepted} taken, none with another recipient or header`);
});
