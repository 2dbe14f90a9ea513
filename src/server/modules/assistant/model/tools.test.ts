import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { outcome } from '#contract/assistant.ts';
import { rounds } from '../../../../../tests/length.ts';
import type { BusinessContext, Memory } from '../language/types.ts';
import { outcomeOf } from '../plan.ts';
import { modelTools, type ToolDefinition } from './tools.ts';

const business: BusinessContext = { today: '2026-11-20', currency: 'NGN', taxRate: 0, knownNames: [] };
const nothing: Memory = { pending: null, last: null };
const understood = (name: string, input: unknown, memory = nothing) => {
  const offer = modelTools.find((one) => one.name === name) as ToolDefinition;
  return offer.understand(input, { memory, business });
};
const cakes = {
  customerName: 'Ada',
  items: [{ description: 'cakes', quantity: 3, rate: 2500.5 }],
  taxRate: 7.5,
  dueDate: '2026-12-01',
};

test('an invoice a model tells is ours: its sums are worked out, and what is missing is asked for', () => {
  expect(understood('create_invoice', { ...cakes, total: 1 })).toMatchObject({
    intent: 'create_invoice',
    asks: null,
    draft: { currency: 'NGN', total: 8064.11, dueDate: '2026-12-01' },
    memory: { pending: { action: 'create_invoice', asks: null } },
  });
  expect(understood('create_invoice', {})).toMatchObject({ asks: 'customerName', draft: null });
  expect(understood('create_invoice', { ...cakes, items: [{ description: 'cakes' }] })).toMatchObject({
    asks: 'rate',
    draft: { total: null },
  });
  expect(understood('create_invoice', { ...cakes, currency: 'other' })).toMatchObject({ asks: 'currency' });
  for (const dueDate of ['2026-11-19', '2026-02-30', 'Friday'])
    expect(understood('create_invoice', { ...cakes, dueDate })).toMatchObject({
      asks: 'dueDate',
      draft: { dueDate: null },
    });
});

test('a change keeps what it does not speak of', () => {
  const { memory } = understood('create_invoice', { ...cakes, customerEmail: 'ada@example.test' });
  expect(understood('edit_draft', { dueDate: '2026-12-05', taxRate: 0 }, memory)).toMatchObject({
    intent: 'edit_draft',
    draft: {
      customerName: 'Ada',
      customerEmail: 'ada@example.test',
      dueDate: '2026-12-05',
      total: 7501.5,
    },
  });
  expect(understood('edit_draft', { without: ['dueDate'] }, memory).draft).toMatchObject({
    customerName: 'Ada',
    dueDate: null,
  });
  expect(understood('edit_draft', cakes)).toMatchObject({ intent: 'create_invoice' });
});

test('a question in between leaves open what is open; a task takes its place', () => {
  const { memory } = understood('create_invoice', cakes);
  const { pending } = memory;
  expect(understood('outstanding_total', { customerName: 'Ada' }, memory).memory).toEqual({
    pending,
    last: { intent: 'outstanding_total', filters: { customerName: 'Ada' }, customerName: 'Ada' },
  });
  expect(understood('delete_invoice', { invoiceNumbers: ['INV-0042'] }, memory)).toMatchObject({
    filters: { invoiceNumbers: ['42'] },
    asks: null,
    memory: { pending: { action: 'delete_invoice', draft: null } },
  });
  expect(understood('send_reminder', {}, memory)).toMatchObject({ asks: 'invoice', filters: null });
  expect(understood('drop_open', {}, memory)).toMatchObject({ intent: 'cancel', memory: { pending: null } });
});

test('the answer to a question about a new customer completes what was said before', () => {
  const first = understood('add_customer', { name: 'Bola', phone: '+2348030000001' });
  expect(first.asks).toBe('customerEmail');
  expect(understood('add_customer', { email: 'bola@example.test' }, first.memory)).toMatchObject({
    asks: null,
    customer: { name: 'Bola', email: 'bola@example.test', phone: '+2348030000001' },
  });
  const none = understood('add_customer', { noEmail: true }, first.memory);
  expect(none).toMatchObject({ asks: null, customer: { name: 'Bola', email: null } });
  expect(understood('add_customer', { name: 'Tola' }, none.memory).customer).toMatchObject({ phone: null });
});

test('whatever a model tells, an offer understands it as something the contract knows, or refuses it', () => {
  const value = fc.anything({ maxDepth: 3 });
  const keys = [
    ...new Set(modelTools.flatMap(({ schema }) => Object.keys((schema as z.ZodObject).shape ?? {}))),
  ];
  const input = fc.dictionary(fc.constantFrom(...keys), fc.oneof(value, fc.constantFrom(...plausible)));
  let accepted = 0;
  fc.assert(
    fc.property(fc.constantFrom(...modelTools), input, ({ schema, understand }, args) => {
      const parsed = schema.safeParse(args);
      if (!parsed.success) return;
      accepted += 1;
      const u = understand(parsed.data, { memory: nothing, business });
      expect(outcome.safeParse(outcomeOf(u)).success).toBe(true);
      expect(['confirm', 'prompt_injection']).not.toContain(u.intent);
      expect(u.does).toBeNull();
    }),
    { numRuns: rounds(500, 30_000) },
  );
  expect(accepted).toBeGreaterThan(rounds(500, 30_000) / 4);
});

const plausible = [
  'Ada',
  '2026-12-01',
  '42',
  ['42'],
  ['email'],
  [cakes.items[0]],
  [{ description: 'x', quantity: 1e-7, rate: 1e11 }],
  { type: 'amount', value: 1e11 },
  'NGN',
  'unpaid',
  'latest',
  7.5,
  0,
  1e308,
  12,
  null,
];

test('there is no offer for moving money, secrets, sign-in or undoing payments', () => {
  expect(modelTools.map(({ name, kind }) => `${kind} ${name}`).toSorted()).toEqual([
    'read awaited_certificates',
    'read cash_received',
    'read customer_credit',
    'read list_customers',
    'read list_invoices',
    'read list_plans',
    'read list_quotes',
    'read open_claims',
    'read open_statement_lines',
    'read outstanding_total',
    'read sales_projection',
    'read sales_report',
    'read show_invoice',
    'read top_customers',
    'talk ask_back',
    'talk drop_open',
    'talk help',
    'talk off_topic',
    'talk point_to_screen',
    'write add_customer',
    'write create_invoice',
    'write create_plan',
    'write delete_invoice',
    'write edit_draft',
    'write record_payment',
    'write send_invoice',
    'write send_reminder',
  ]);
  const fields = JSON.stringify(modelTools.map(({ schema }) => z.toJSONSchema(schema, { io: 'input' })));
  expect(fields).not.toMatch(
    /"(pin|password|bvn|accountNumber|bankCode|amount_?paid|businessId|userId|token)"/i,
  );
});
