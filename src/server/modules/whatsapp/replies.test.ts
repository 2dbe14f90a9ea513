import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '#contract/assistant.ts';
import { UNDATED } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import type { MessageRow, ProposalRow } from '#server/modules/assistant/queries/threads.ts';
import { escapeMarkdown } from '#server/modules/assistant/replies/escape.ts';
import { table } from '#server/modules/assistant/replies/format.ts';
import { repliesForAnswer } from './assistant-replies.ts';
import { formatted, splitText, truncate } from './formatting.ts';
import type { Reply } from './replies.ts';
import { codeIn, customerIntentOf, isUnlink, newCode, parseButtonId } from './rules.ts';
import { invoicesText, linked, movedAway, receiptsText, toForward } from './texts.ts';

const URL = 'https://duewell.example';
const now = new Date('2026-11-21T10:00:00Z');

test('Markdown of the assistant becomes what WhatsApp shows', () => {
  const rows = [['Jollof \\| rice', '2', '₦45,000.00']];
  const replyTexts = formatted(
    [
      'Please check **Ada \\*Obi\\***:',
      '',
      table(['Item', '>Quantity', '>Price'], rows),
      '',
      'See [INV\\-0001](/dashboard/invoices?invoice=inv_1), or `send it`.',
      '- [WhatsApp for Ada](https://wa.me/234803?text=Ada%3A%20pay%20%E2%82%A65)',
    ].join('\n'),
    URL,
  );
  expect(replyTexts).toEqual({
    text: [
      'Please check *Ada *Obi**:',
      '',
      '- Jollof | rice: Quantity 2, Price ₦45,000.00',
      '',
      'See INV-0001, or send it.',
      '- WhatsApp for Ada',
      '',
      `INV-0001: ${URL}/dashboard/invoices?invoice=inv_1`,
    ].join('\n'),
    forwards: ['Ada: pay ₦5'],
  });
});

const rowOf = (content: string, more: Partial<MessageRow> = {}): MessageRow => ({
  business_id: 'biz_1',
  id: newId('msg', now),
  thread_id: 'thr_1',
  position: 1,
  role: 'assistant',
  content,
  beside: null,
  image: null,
  outcome: null,
  memory: null,
  extraction: null,
  created_at: now,
  ...more,
});

const proposalOf = (args: unknown): ProposalRow => ({
  business_id: 'biz_1',
  id: newId('prp', now),
  thread_id: 'thr_1',
  message_id: 'msg_1',
  user_id: 'usr_1',
  action: 'create_invoice',
  currency: 'NGN',
  arguments: args,
  signature: '',
  state: 'open',
  expires_at: now,
  created_at: now,
  decided_at: null,
  answer_id: null,
});

function expectFit(replies: readonly Reply[]): void {
  for (const reply of replies) {
    expect(reply.body.length).toBeLessThanOrEqual(1024);
    expect(reply.body).not.toBe('');
    if (reply.kind === 'text') continue;
    expect(reply.body).toMatch(/or answer/);
    const choices = reply.kind === 'buttons' ? reply.buttons : reply.rows;
    expect(choices.length).toBeLessThanOrEqual(reply.kind === 'buttons' ? 3 : 10);
    for (const { title } of choices)
      expect(title.length).toBeLessThanOrEqual(reply.kind === 'buttons' ? 20 : 24);
    if (reply.kind === 'list')
      for (const { description } of reply.rows) expect(description.length).toBeLessThanOrEqual(72);
  }
}

const nothing: Outcome = {
  intent: 'create_invoice',
  draft: null,
  filters: null,
  customer: null,
  asks: 'customerName',
  refused: null,
  does: null,
  proposalId: null,
};

const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  fc.constantFrom('Ada Obi', '👨‍👩‍👧‍👦'.repeat(60), 'x'.repeat(300), '**_~`[a](b)', 'ọ́'.repeat(200)),
);
const paragraph = fc.oneof(name, fc.lorem({ maxCount: 400 }));

test('whatever is said, it fits a phone, names customer and amount above its buttons, and can be answered in words', () => {
  fc.assert(
    fc.property(
      fc.array(paragraph, { minLength: 1, maxLength: 40 }),
      name,
      fc.integer({ min: 1, max: 20 }),
      (texts, who, count) => {
        const content = texts.map(escapeMarkdown).join('\n\n');
        const proposed = repliesForAnswer(
          rowOf(content),
          proposalOf({ customer: { name: who }, total: 100_00 }),
          URL,
        );
        expectFit(proposed);
        if (proposed.length > 1) expect(proposed.at(-1)?.body).toContain('₦100.00');
        const choices = Array.from({ length: count }, () => ({
          told: [who, 'a@b.test'],
          pick: { customerId: 'cus_1', name: who },
        }));
        const asking = rowOf(content, {
          memory: { pending: null, last: null, choices },
          outcome: nothing,
        });
        expectFit(repliesForAnswer(asking, null, URL));
        for (const text of [
          linked(who),
          movedAway(who),
          toForward({ customer: who, money: '₦1.00', payUrl: URL }),
        ])
          expect(text.length).toBeLessThanOrEqual(1024);
      },
    ),
    { numRuns: 60 },
  );
});

test('no business can lead anybody elsewhere by its name', () => {
  const businessName = 'Duewell: log in at https://evil.example/a *now*';
  const owed = {
    businessName,
    number: 'INV-0001',
    amount: minor(1_00),
    early: null,
    currency: 'NGN' as const,
  };
  const replyTexts = invoicesText([{ ...owed, due: '2026-11-21', publicId: 'one' }], 1, URL);
  expect(invoicesText([{ ...owed, due: UNDATED, publicId: 'one' }], 1, URL)).not.toMatch(/, due|–/);
  expect(replyTexts.match(/\S+:\/\/\S+/g)).toEqual([`${URL}/pay/one`]);
  expect(replyTexts).toContain('*Duewell: log in at https: evil. example/a now*, INV-0001');
});

test('cutting loses nothing but space, and never splits a character', () => {
  fc.assert(
    fc.property(fc.array(paragraph), fc.integer({ min: 20, max: 400 }), (texts, most) => {
      const text = texts.join('\n').trim();
      const parts = splitText(text, most);
      expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(most);
      expect(truncate(text, 20).length).toBeLessThanOrEqual(20);
      if (text.isWellFormed()) for (const part of parts) expect(part.isWellFormed()).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['link ACDEFGHJ', 'ACDEFGHJ'],
  ['LINK: acde-fghj.', 'ACDEFGHJ'],
  ['link', ''],
  ['link my phone', ''],
  ['link OIOIOIOI', ''],
  ['please link ACDEFGHJ', null],
  ['linked ACDEFGHJ', null],
])('%s holds the code %s', (text, found) => {
  expect(codeIn(text)).toBe(found);
});

test('what customers want is told by a few words; everything else asks what there is to pay', () => {
  expect(
    ['STOP', ' stop. ', 'Start', 'help', 'I have paid', 'send my receipt', 'stop the delivery', 'hello'].map(
      customerIntentOf,
    ),
  ).toEqual(['stop', 'stop', 'start', 'help', 'receipts', 'receipts', 'invoices', 'invoices']);
  expect([isUnlink('Unlink'), isUnlink('unlink this phone'), isUnlink('unlink Ada')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(parseButtonId('withdraw:biz_1')).toBeNull();
  expect(new Set(Array.from({ length: 50 }, newCode)).size).toBe(50);
  expect([invoicesText([], 0, URL), receiptsText([], URL)].every((text) => text.length < 1024)).toBe(true);
});
