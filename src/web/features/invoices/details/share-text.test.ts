import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MINOR, minor } from '#core/money.ts';
import { noteText, shareText, whatsappLink } from './share-text.ts';

const url = 'https://pay.duewell.example/pay/VB_edlFPGK__aadU-123456789012345';
const invoice = {
  businessId: { businessName: 'Okafor Kitchen & Events' },
  invoiceNumber: 'INV-0042',
  balance: minor(12_000_050),
  currency: 'NGN',
  dueDate: '2026-12-12',
} as const;

test('business, amount, due date and link, in that order', () => {
  expect(shareText(invoice, url)).toBe(
    `Okafor Kitchen & Events: ₦120,000.50 for invoice INV-0042, due Dec 12, 2026. Pay here: ${url}`,
  );
});

test('a credit note, and one that was taken back', () => {
  const note = { number: 'CRN-0001', total: minor(1_075_00), withdrawnAt: null };
  const sentence = 'Okafor Kitchen & Events: credit note CRN-0001 of ₦1,075.00 for invoice INV-0042';
  expect(noteText(invoice, note, url)).toBe(`${sentence}. See what is left to pay: ${url}`);
  expect(noteText(invoice, { ...note, withdrawnAt: new Date(0) }, url)).toBe(
    `${sentence} was withdrawn. See what is left to pay: ${url}`,
  );
});

test('tax its customer keeps is not asked for', () => {
  const text = shareText({ ...invoice, withholding: { net: minor(100_000_00) } }, url);
  expect(text).toContain('₦100,000.00 for invoice INV-0042');
});

test('any business name and amount stay under 300 characters, with the link whole', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.integer({ min: 1, max: MAX_MINOR }),
      (businessName, balance) => {
        const text = shareText({ ...invoice, businessId: { businessName }, balance: minor(balance) }, url);
        expect(Array.from(text).length).toBeLessThan(300);
        expect(text.endsWith(url)).toBe(true);
      },
    ),
  );
});

test.each([
  ['0803 555 0142', '2348035550142'],
  ['+234 803 555 0142', '2348035550142'],
  ['+234 (0)803 555 0142', '2348035550142'],
  ['0044 20 7946 0018', '442079460018'],
  ['12', ''],
  [null, ''],
])('%s is dialled as "%s"', (phone, digits) => {
  expect(whatsappLink('hi', phone)).toBe(`https://wa.me/${digits}?text=hi`);
});
