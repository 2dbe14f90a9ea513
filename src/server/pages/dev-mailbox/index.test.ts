import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { StoredMail } from '#server/adapters/email/dev-mailbox.ts';
import type { Env } from '#server/http/env.ts';
import { mailboxPages } from './index.ts';

const mail: StoredMail = {
  id: 'mai_1',
  key: 'k',
  to: 'ada@example.com',
  subject: 'Verify <b>now</b>',
  createdAt: new Date('2026-11-20T09:05:00Z'),
  text: 'Open https://duewell.example/auth/verify?token=a&b=1 please',
  html: '<html><head><title>x</title></head><body><p class="a">"Hi" & bye</p></body></html>',
  attachments: [{ name: "Ada's (1).pdf", mime: 'application/pdf', size: 2_400 }],
};

function app(mails: StoredMail[] = [mail]) {
  const outer = new Hono<Env>();
  outer.use(async (c, next) => {
    c.set('nonce', 'nonce-1');
    await next();
  });
  return outer.route(
    '/mailbox',
    mailboxPages({
      list: async () => mails,
      get: async (id) => mails.find((one) => one.id === id) ?? null,
      attachment: async (id, at) =>
        id === 'mai_1' && at === 0
          ? { name: "Ada's (1).pdf", mime: 'application/pdf', content: new Uint8Array([37, 80]) }
          : null,
    }),
  );
}

test('the list says that nothing is sent and links to each message', async () => {
  const response = await app().request('/mailbox');
  const body = await response.text();
  expect(body).toContain('no SMTP is set, so nothing is sent');
  expect(body).toContain('href="/mailbox/mai_1"');
  expect(body).toContain('Verify &lt;b&gt;now&lt;/b&gt;');
  expect(body).toContain('20 Nov 2026, 10:05');
  expect(body).toContain('<style nonce="nonce-1">');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('no mail is said in words', async () => {
  expect(await (await app([]).request('/mailbox')).text()).toContain('No mail yet');
});

test('a message shows in a frame that runs nothing, and as text whose links can be pressed', async () => {
  const body = await (await app().request('/mailbox/mai_1')).text();
  expect(body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(body).toContain('srcdoc="&lt;html&gt;&lt;head&gt;&lt;base target=&quot;_blank&quot;&gt;');
  expect(body).toContain('&quot;Hi&quot; &amp; bye');
  expect(body).toContain(
    '<a href="https://duewell.example/auth/verify?token=a&amp;b=1" target="_blank" rel="noopener noreferrer">',
  );
  expect(body).toContain('<a href="/mailbox">All mail</a>');
  expect(body).toContain('href="/mailbox/mai_1/attachments/0"');
  expect(body).not.toMatch(/<script|\son\w+=|<b>now/);
});

test('a picture of the message shows in it and is not offered as a file', async () => {
  const html = '<html><head></head><body><img src="cid:cloth@duewell"><img src="cid:other@x"></body></html>';
  const cloth = { name: 'cloth.png', mime: 'image/png', size: 2, contentId: 'cloth@duewell' };
  const dressed = { ...mail, html, attachments: [cloth, ...mail.attachments] };
  const body = await (await app([dressed]).request('/mailbox/mai_1')).text();
  expect(body).toContain('&lt;img src=&quot;data:image/png;base64,JVA=&quot;&gt;');
  expect(body).toContain('cid:other@x');
  expect(body).not.toMatch(/cloth\.png|attachments\/0/);
  expect(body).toContain('href="/mailbox/mai_1/attachments/1"');
  expect(await (await app([dressed]).request('/mailbox')).text()).toContain('1 attachment<');
});

test('an attachment comes as a file to save', async () => {
  const response = await app().request('/mailbox/mai_1/attachments/0');
  expect(response.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''Ada%27s%20%281%29.pdf",
  );
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([37, 80]));
});

test.each(['/mailbox/mai_2', '/mailbox/mai_1/attachments/1', '/mailbox/mai_1/attachments/x'])(
  '%s is not there',
  async (path) => {
    expect((await app().request(path)).status).toBe(404);
  },
);
