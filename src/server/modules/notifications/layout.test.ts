import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailLayout } from './layout.ts';

const content = {
  heading: 'Invoice INV-0042',
  paragraphs: ['Dear Ada,\nthank you.'],
  facts: [['Amount due', '₦5,000.00'] as [string, string]],
  button: { label: 'Pay invoice', url: 'https://pay.example/pay/x?a=1&b=2' },
  footer: 'Sent by Duewell',
  business: { name: 'Nkem & Daughters', primaryColor: '#F7B32B' },
};

test('everything is said in both bodies', () => {
  const { html, text } = mailLayout(content);
  expect(text).toBe(
    'Invoice INV-0042\n\nDear Ada,\nthank you.\n\nAmount due: ₦5,000.00\n\nPay invoice:\nhttps://pay.example/pay/x?a=1&b=2\n\n-- \nNkem & Daughters\nSent by Duewell\n',
  );
  expect(html).toContain('href="https://pay.example/pay/x?a=1&amp;b=2"');
  expect(html).toContain('Dear Ada,<br>thank you.');
  expect(html).toContain('Nkem &amp; Daughters');
  expect(html).toContain('₦5,000.00');
});

test('no text becomes a tag, an attribute or something fetched', () => {
  const bare = mailLayout({
    ...content,
    heading: '',
    paragraphs: [''],
    footer: '',
    business: { name: '', primaryColor: '#000' },
  });
  const tags = (html: string) => html.match(/<[a-z!/][^>]*>/gi) ?? [];
  const nasty = fc.oneof(
    fc.string(),
    fc.constantFrom('<img src=x onerror=alert(1)>', '"><script>', "' onload='x", '&lt;b&gt;'),
  );
  const oneLine = nasty.map((text) => text.replace(/\r?\n/g, ''));
  fc.assert(
    fc.property(oneLine, oneLine, oneLine, (heading, body, name) => {
      const { html } = mailLayout({
        ...content,
        heading,
        paragraphs: [body],
        footer: body,
        business: { name, primaryColor: '#000' },
      });
      expect(tags(html)).toEqual(tags(bare.html));
    }),
  );
});

test.each([
  ['#F7B32B', '#15163A'],
  ['#2B2A8C', '#FFFFFF'],
  ['#fff', '#15163A'],
  ['#000000', '#FFFFFF'],
  ['#3b82f6', '#15163A'],
])('on %s the button reads in %s', (primaryColor, expected) => {
  const { html } = mailLayout({ ...content, business: { name: 'N', primaryColor } });
  expect(html).toContain(`text-decoration:none;color:${expected}`);
});

test('a colour that is none falls back to our own', () => {
  const { html } = mailLayout({
    ...content,
    business: { name: 'N', primaryColor: 'red;background:url(https://x.example)' },
  });
  expect(html).not.toContain('x.example');
  expect(html).toContain('background:#2B2A8C');
});

test.each(['javascript:alert(1)', '/pay/x', 'ftp://x.example'])('a button never leads to %s', (url) => {
  expect(() => mailLayout({ ...content, button: { label: 'Pay', url } })).toThrow('web address');
});
