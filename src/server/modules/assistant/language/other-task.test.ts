import { expect, test } from 'vitest';
import { type BusinessContext, NO_MEMORY } from './types.ts';
import { understand } from './understand.ts';

const business: BusinessContext = { today: '2026-11-20', currency: 'NGN', taxRate: 0, knownNames: [] };
const { memory } = understand('Invoice Bola for 2 cakes at 5k each, due tomorrow', NO_MEMORY, business);

test.each([
  'add customer Bola',
  'save customer Bola',
  'add Bola as a customer',
  'create customer Bola',
  'register the client',
])('while an invoice for Bola is open, "%s" is no yes to it', (message) => {
  expect(understand(message, memory, business).intent).not.toBe('confirm');
});

test.each(['create it', 'yes, save the customer and create the invoice', 'ok save am'])(
  '"%s" is',
  (message) => {
    expect(understand(message, memory, business)).toMatchObject({
      intent: 'confirm',
      does: 'create_invoice',
    });
  },
);

test('an invoice to write off is none to write, and a count is no price', () => {
  expect(understand('write off Okon Bassey dollar invoice', NO_MEMORY, business)).toMatchObject({
    intent: 'write_off',
    filters: { customerName: 'Okon Bassey', currency: 'USD' },
  });
  for (const knownNames of [[], ['Iya Tunde']])
    expect(understand('bill Iya Tunde 3 indomie', NO_MEMORY, { ...business, knownNames })).toMatchObject({
      draft: { customerName: 'Iya Tunde', items: [{ description: 'indomie', quantity: 3, rate: null }] },
      asks: 'rate',
    });
});
