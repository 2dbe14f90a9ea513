import { expect, test } from 'vitest';
import type { Outcome } from '#contract/assistant.ts';
import { invoiceLinksIn } from '../markdown/tokens.ts';
import type { Message } from '../thread/messages.ts';
import { decisionOn, proposedAction } from './state.ts';

const nothing: Outcome = {
  intent: 'help',
  draft: null,
  filters: null,
  customer: null,
  asks: null,
  refused: null,
  does: null,
  proposalId: null,
};
const reply = (outcome: Partial<Outcome>, state: Message['state'] = 'done'): Message => ({
  key: 'k',
  id: null,
  role: 'assistant',
  text: '',
  beside: null,
  at: new Date('2026-11-20T10:00:00.000Z'),
  picture: null,
  state,
  outcome: { ...nothing, ...outcome },
  extraction: null,
});
const draft = {
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  currency: null,
  items: [],
  taxRate: 0,
  discount: null,
  dueDate: null,
  total: null,
};
const proposal = reply({ intent: 'create_invoice', draft, proposalId: 'one' });

test.each([
  ['nothing', [], 'open'],
  ['a question in between', [reply({ intent: 'list_invoices' })], 'open'],
  ['its confirmation', [reply({ intent: 'confirm', does: 'create_invoice' })], 'done'],
  [
    'a report, then its confirmation',
    [reply({}), reply({ intent: 'confirm', does: 'create_invoice' })],
    'done',
  ],
  ['a yes that came too late', [reply({ intent: 'confirm' })], 'over'],
  [
    'a cancel',
    [reply({ intent: 'cancel' }), reply({ intent: 'confirm', does: 'send_invoice' })],
    'withdrawn',
  ],
  ['a correction', [reply({ intent: 'edit_draft', draft, proposalId: 'two' })], 'replaced'],
  ['a correction that lost its price', [reply({ intent: 'edit_draft', draft, asks: 'rate' })], 'replaced'],
  ['a task that lacks something', [reply({ intent: 'send_invoice', asks: 'invoice' })], 'left'],
  ['another proposal', [reply({ intent: 'send_reminder', proposalId: 'two' })], 'left'],
  ['an invoice for somebody else', [reply({ intent: 'create_invoice', draft, proposalId: 'two' })], 'left'],
  [
    'a confirmation that was stopped',
    [reply({ intent: 'confirm', does: 'create_invoice' }, 'stopped')],
    'open',
  ],
])('after %s a proposal is %s', (_, later, status) => {
  expect(decisionOn([proposal, ...later], 0).status).toBe(status);
});

test.each([
  [{ intent: 'create_invoice' as const, proposalId: 'p' }, 'create_invoice'],
  [{ intent: 'edit_draft' as const, proposalId: 'p' }, 'create_invoice'],
  [
    {
      intent: 'confirm' as const,
      does: 'create_invoice' as const,
      proposalId: 'p',
      // oxlint-disable-next-line unicorn/no-thenable
      filters: { then: 'send_invoice' as const },
    },
    'send_invoice',
  ],
  [{ intent: 'edit_draft' as const, proposes: 'send_reminder' as const, proposalId: 'p' }, 'send_reminder'],
  [{ intent: 'send_reminder' as const }, null],
])('%j proposes %s', (outcome, action) => {
  expect(proposedAction(reply(outcome))).toBe(action);
});

test('the invoices of a reply are those it links to, once each', () => {
  const text =
    '**Done.** [INV-0042](/dashboard/invoices?invoice=inv_a) and\n\n| a | b |\n|---|---|\n| [INV-7](/dashboard/invoices?invoice=inv_b) | [again](/dashboard/invoices?invoice=inv_a) |\n\n[x](https://evil.example/dashboard/invoices?invoice=inv_c)';
  expect(invoiceLinksIn(text)).toEqual([
    { id: 'inv_a', number: 'INV-0042' },
    { id: 'inv_b', number: 'INV-7' },
  ]);
});

test('each invoice of a file is decided by itself', () => {
  const ofFile = (proposalId: string): Message => ({
    ...reply({ intent: 'create_invoice', draft, proposalId }),
    picture: { name: 'two.pdf', path: '/api/files/fil_1' },
  });
  const [one, two] = [ofFile('one'), ofFile('two')];
  const edited = reply({ intent: 'edit_draft', draft, proposalId: 'three' });
  const created = (decides: string) => reply({ intent: 'confirm', does: 'create_invoice', decides });
  const left = reply({ intent: 'cancel', decides: 'one' });
  const statuses = (...messages: Message[]) =>
    messages.flatMap(({ outcome }, at) => (outcome?.draft ? [decisionOn(messages, at).status] : []));
  expect(statuses(one, two)).toEqual(['open', 'open']);
  expect(statuses(one, two, created('two'))).toEqual(['open', 'done']);
  expect(statuses(one, two, left, created('two'))).toEqual(['withdrawn', 'done']);
  expect(statuses(one, two, edited, created('three'))).toEqual(['open', 'replaced', 'done']);
  // Shown again, to be changed.
  expect(statuses(one, two, one, edited)).toEqual(['replaced', 'open', 'replaced', 'open']);
  expect(statuses(one, two, reply({ intent: 'cancel' }))).toEqual(['withdrawn', 'withdrawn']);
});
