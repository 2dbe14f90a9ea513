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
