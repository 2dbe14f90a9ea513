import fc from 'fast-check';
import { lexer, type Token, walkTokens } from 'marked';
import { expect, test } from 'vitest';
import type { Draft } from '#contract/assistant.ts';
import { minor } from '#core/money.ts';
import { changesText } from './changes.ts';
import { contactProposed } from './contacts.ts';
import { draftSummary, invoiceProposed, whichCustomer } from './drafts.ts';
import { deliveryProposed } from './invoice-actions.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: fc.constantFrom(...'[]()!<>*_`|~#&:/\\\n -1.ahtps@'), minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '[pay](https://evil.example)',
    '![x](https://evil.example/a.png)',
    'https://evil.example',
    'a@evil.example',
    '<img src=x onerror=1>',
    '| a | b |',
    '**yes**\n\n# Paid',
  ),
);

// Text as the form accepts it.
const printable = (text: string) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 300) || 'x';

/** Every link and picture that a reader would see in a text. */
function foreign(text: string): string[] {
  const found: string[] = [];
  walkTokens(lexer(text), (token: Token) => {
    if (token.type === 'link' && !String(token.href).startsWith('/dashboard/')) found.push(token.raw);
    if (['image', 'html', 'heading', 'code', 'codespan', 'blockquote', 'del'].includes(token.type))
      found.push(token.raw);
  });
  return found;
}

test('whatever a name, an item or an address says, a proposal shows it as text', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, item, email) => {
      const line = { description: item, quantity: 1, rate: 100 };
      const draft = {
        customerName: name,
        customerEmail: email,
        customerPhone: item,
        currency: 'NGN' as const,
        items: [line],
        taxRate: 7.5,
        discount: null,
        dueDate: '2026-12-01',
        total: 107.5,
      };
      const customer = { id: null, name, email, phone: item, setsEmail: false, setsPhone: false };
      const invoice = {
        title: 'x',
        dueDate: '2026-12-01',
        items: [{ description: printable(item), quantity: 1, rate: 100 }],
        taxRate: 7.5,
        discount: 0,
      };
      const args = { customer, invoice, total: minor(107_50), dueFilled: false, usualDays: null, next: null };
      const bound = {
        id: 'inv_1',
        number: 'INV-0001',
        currency: 'NGN' as const,
        customerName: name,
        email,
        phone: item,
        total: minor(100),
        balance: minor(100),
      };
      const note = { missing: [item], leftOut: [item], more: 0 };
      for (const text of [
        invoiceProposed(args, draft, 'NGN', null).text,
        changesText({ ...draft, customerName: '', items: [] }, draft, 'NGN'),
        changesText(draft, { ...draft, customerEmail: name, items: [{ ...line, description: name }] }, 'NGN'),
        draftSummary(draft) ?? '',
        contactProposed({ name, email, phone: item }).text,
        deliveryProposed('send_invoice', {
          channels: ['email', 'whatsapp'],
          invoices: [bound],
          note,
          sendsWhatsApp: true,
          credit: { amount: minor(100), currency: 'NGN', customers: [name] },
        }).text,
        whichCustomer(name, []),
      ])
        expect([text, foreign(text)]).toEqual([text, []]);
    }),
    { numRuns: 400 },
  );
});

const stood: Draft = {
  customerName: 'Ada',
  customerEmail: null,
  customerPhone: null,
  currency: 'NGN',
  items: [
    { description: 'Rice', quantity: 3, rate: 9500 },
    { description: 'Delivery', quantity: 1, rate: 2000 },
  ],
  taxRate: 0,
  discount: null,
  dueDate: '2026-11-27',
  total: 30_500,
};
const [rice, delivery] = stood.items as [Draft['items'][number], Draft['items'][number]];

test.each<[string, Partial<Draft>, string[]]>([
  ['nothing', {}, []],
  [
    'a price',
    { items: [{ ...rice, rate: 9000 }, delivery] },
    ['**Rice**: 3 at ₦9,000.00, was 3 at ₦9,500.00'],
  ],
  ['a line gone', { items: [delivery] }, ['Taken off: **Rice**']],
  [
    'another name',
    { items: [{ ...rice, description: 'Ofada' }, delivery] },
    ['**Ofada** in place of **Rice**'],
  ],
  [
    'another line with its price',
    { items: [rice, { description: 'Offloading', quantity: 1, rate: 500 }] },
    ['**Offloading** in place of **Delivery**: 1 at ₦500.00, was 1 at ₦2,000.00'],
  ],
  [
    'a discount of one line, and a line more',
    {
      items: [
        { ...rice, discount: { type: 'percent', value: 10 } },
        delivery,
        { ...rice, description: 'Beans' },
      ],
    },
    ['**Rice**: 3 at ₦9,500.00 (10% off), was 3 at ₦9,500.00', 'Added: **Beans**, 3 at ₦9,500.00'],
  ],
  [
    'all but lines',
    {
      customerName: 'Obi',
      customerEmail: 'o@obi.example',
      customerPhone: '0803',
      taxRate: 7.5,
      discount: { type: 'amount', value: 500 },
      dueDate: '2026-12-01',
      earlyPayment: { percent: 2, until: '2026-11-29' },
      deposit: { type: 'percent', value: 50 },
    },
    [
      'For **Obi**',
      'Email: o\\@obi.example',
      'Phone: 0803',
      'Discount: ₦500.00',
      'Tax: 7.5%',
      'Due Tuesday, 1 December 2026',
      '2% off if paid by Sunday, 29 November 2026',
      'Deposit: 50%',
    ],
  ],
])('of %s its owner is told', (_, change, told) => {
  const expected = told.length > 0 ? `I changed this:\n\n${told.map((one) => `- ${one}`).join('\n')}` : '';
  expect(changesText(stood, { ...stood, ...change }, 'NGN')).toBe(expected);
  expect(changesText(stood, stood, 'NGN')).toBe('');
});
