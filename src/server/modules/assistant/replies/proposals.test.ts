import fc from 'fast-check';
import { lexer, type Token, walkTokens } from 'marked';
import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
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
      const draft = {
        customerName: name,
        customerEmail: email,
        customerPhone: item,
        currency: 'NGN' as const,
        items: [{ description: item, quantity: 1, rate: 100 }],
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
        invoiceProposed(args, draft, 'NGN').text,
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
