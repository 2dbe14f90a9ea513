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

test.each([
  ['new invoice for Mary 5k bread', { intent: 'create_invoice', draft: { customerName: 'Mary' } }],
  ['send reminder to Ngozi', { intent: 'send_reminder', filters: { customerName: 'Ngozi' } }],
  ['hello', { intent: 'help' }],
])('while an invoice for Bola is open, "%s" is no change of its contents', (message, meant) => {
  const understood = understand(message, memory, business);
  expect(understood).toMatchObject(meant);
  if (understood.draft?.customerName === 'Bola') expect(understood.draft).toEqual(memory.pending?.draft);
});

test.each(['who is Ngozi', "what is Ngozi's phone number", 'what is VAT', 'wetin be Ngozi number'])(
  'while an invoice for Bola is open, "%s" changes nothing of it',
  (question) => {
    const { intent, draft } = understand(question, memory, business);
    expect([intent === 'edit_draft', draft]).toEqual([false, null]);
  },
);

test('while an invoice for Bola is open, it is sent once it is made', () => {
  const { intent, filters } = understand('send it on whatsapp', memory, business);
  expect([intent, filters?.then, filters?.channels]).toEqual(['edit_draft', 'send_invoice', ['whatsapp']]);
});

test.each([
  ['good morning', 'help'],
  ['overdue', 'list_invoices'],
  ['duplicate the last invoice', 'show_invoice'],
  ["what is Tunde's phone number", 'list_customers'],
])('with nothing open, "%s" is %s', (message, intent) => {
  expect(understand(message, NO_MEMORY, business).intent).toBe(intent);
});
