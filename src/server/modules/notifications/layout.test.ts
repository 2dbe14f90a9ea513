import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailLayout } from './layout.ts';

const business = {
  id: 'biz_1',
  name: 'Nkem & Daughters',
  primaryColor: '#F7B32B',
  secondaryColor: '#0A7A4D',
};
const content = {
  heading: 'Invoice INV-0042',
  amount: { label: 'Amount due', money: '₦5,000.50', note: 'Due: Friday' },
  paragraphs: ['Dear Ada,\nthank you.'],
  facts: [['Invoice', 'INV-0042'] as [string, string]],
  button: { label: 'Pay invoice', url: 'https://pay.example/pay/x?a=1&b=2' },
  footer: 'Sent by Duewell',
  unsubscribe: { label: 'No more', url: 'https://pay.example/stop/x' },
  business,
};
const tags = (html: string) => html.match(/<[a-z!/][^>]*>/gi) ?? [];

test('everything is said in both bodies', () => {
  const { html, text } = mailLayout(content);
  expect(text).toBe(
    'Invoice INV-0042\n\nAmount due: ₦5,000.50\nDue: Friday\n\nDear Ada,\nthank you.\n\nInvoice: INV-0042\n\nPay invoice:\nhttps://pay.example/pay/x?a=1&b=2\n\n-- \nNkem & Daughters\nSent by Duewell\n\nNo more:\nhttps://pay.example/stop/x\n',
  );
  expect(html).toContain('href="https://pay.example/pay/x?a=1&amp;b=2"');
  expect(html).toContain('Dear Ada,<br>thank you.');
  expect(html).toContain('Nkem &amp; Daughters');
  expect(html.replace(/<[^>]*>/g, '')).toContain('₦5,000.50');
});

test('every mail program finds what it needs, and none fetches anything', () => {
  const { html } = mailLayout(content);
  const tables = tags(html).filter((tag) => tag.startsWith('<table'));
  expect(tables.every((tag) => tag.includes('role="presentation"'))).toBe(true);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  expect(html).toContain('[data-ogsc] .ink{');
  expect(html).toContain('<v:roundrect href="https://pay.example/pay/x?a=1&amp;b=2"');
  expect(tags(html).filter((tag) => tag.startsWith('<img'))).toEqual([
    expect.stringMatching(/^<img src="cid:cloth@duewell" width="560" height="40" alt=""/),
  ]);
  expect(html).not.toMatch(/url\(|@import|<link|<script|src="http/);
  expect(mailLayout({ ...content, business: undefined }).html).not.toContain('<img');
});

test('no text becomes a tag, an attribute or something fetched', () => {
  const nasty = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<img src=x onerror=alert(1)>',
      '"><script>',
      "' onload='x",
      '&lt;b&gt;',
      '--><b>',
      ']]><!--',
    ),
  );
  const oneLine = nasty.map((text) => text.replace(/[\r\n\u2028\u2029]/g, ''));
  const of = (heading: string, body: string, name: string) =>
    mailLayout({
      ...content,
      heading,
      amount: { label: body, money: '₦1.00', note: `.${body}` },
      paragraphs: [body],
      facts: [[body, name]],
      button: { label: heading, url: 'https://pay.example' },
      footer: body,
      business: { ...business, name, primaryColor: body, secondaryColor: name },
    });
  const structure = (html: string) =>
    tags(html).map((tag) => tag.replace(/width:\d+px"/, '').replace(/#[0-9a-f]{6}/gi, ''));
  const bare = structure(of('', '', '').html);
  fc.assert(
    fc.property(oneLine, oneLine, oneLine, (heading, body, name) => {
      expect(structure(of(heading, body, name).html)).toEqual(bare);
    }),
  );
});

test.each(['javascript:alert(1)', '/pay/x', 'ftp://x.example', ' https://x.example\r\nBcc: a'])(
  'a button leads to a web address or nowhere: %j',
  (url) => {
    const made = () => mailLayout({ ...content, button: { label: 'Pay', url } });
    if (url.includes('https')) expect(made().text).toContain('https://x.example%20Bcc:%20a');
    else expect(made).toThrow('web address');
  },
);
