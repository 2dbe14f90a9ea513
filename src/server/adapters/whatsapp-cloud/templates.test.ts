import { expect, test } from 'vitest';
import type { WhatsAppTemplate } from '#server/kernel/ports/messaging.ts';
import { whatsappTemplates } from '#server/modules/notifications/rules/whatsapp.ts';
import { answering, staged } from './testing.ts';

const template = (change: Partial<WhatsAppTemplate> = {}): WhatsAppTemplate => ({
  name: 'invoice_due',
  language: 'en',
  body: 'Hello {{1}}, {{2}} is due.',
  example: ['Ada', '₦45,000.00'],
  hasDocument: false,
  button: null,
  ...change,
});

test('every template of ours is taken as it is, and handed in once however often it is asked for', async () => {
  const { whatsapp, there } = await staged();
  there.reviewAs('PENDING');
  const ours = whatsappTemplates('https://duewell.example');
  expect(ours.length).toBeGreaterThan(20);
  for (const one of ours)
    expect([one.name, await whatsapp.submitTemplate(one)]).toEqual([
      one.name,
      { ok: true, status: 'PENDING' },
    ]);
  expect(there.templates.length).toBe(ours.length);
  // The third is the first in Hausa.
  there.reviewAs('APPROVED', ours[0]?.name);
  const again = await Promise.all(ours.slice(0, 3).map((one) => whatsapp.submitTemplate(one)));
  expect(again.map((state) => state.ok && state.status)).toEqual(['APPROVED', 'PENDING', 'APPROVED']);
  expect(there.templates.length).toBe(ours.length);
});

test('what another took the name of meanwhile is there already', async () => {
  const accepted = answering(
    () => Response.json({ data: [] }),
    () => Response.json({ error: { code: 100, error_subcode: 2388024 } }, { status: 400 }),
  );
  expect(await accepted.submitTemplate(template())).toEqual({ ok: true, status: 'PENDING' });
});

test('an answer that was lost does not hand it in twice', async () => {
  const { whatsapp, there } = await staged();
  there.setFaults(({ method }) => (method === 'POST' ? 'lose_answer' : null));
  expect(await whatsapp.submitTemplate(template())).toMatchObject({ ok: false, retry: true });
  there.setFaults(null);
  expect(await whatsapp.submitTemplate(template())).toEqual({ ok: true, status: 'APPROVED' });
  expect(there.templates.length).toBe(1);
});

test.each<[string, Partial<WhatsAppTemplate>]>([
  ['a name with a capital', { name: 'Invoice' }],
  ['no language', { language: 'English' }],
  ['an empty text', { body: '', example: [] }],
  ['an endless text', { body: 'x'.repeat(1_025), example: [] }],
  ['a gap between its placeholders', { body: 'a {{1}} b {{3}} c' }],
  ['a placeholder at its beginning', { body: '{{1}} owes {{2}} now' }],
  ['a placeholder at its end', { body: 'Now {{1}} owes {{2}}' }],
  ['two placeholders side by side', { body: 'Hello {{1}} {{2}}, hello' }],
  ['too few examples', { example: ['Ada'] }],
  ['an empty example', { example: ['Ada', ' '] }],
  ['a button with an endless title', { button: { title: 'x'.repeat(26), url: 'https://duewell.example/' } }],
  ['a button that leads nowhere', { button: { title: 'Pay', url: 'pay' } }],
])('%s is refused before Meta sees it', async (_, change) => {
  const { whatsapp, there } = await staged();
  expect(await whatsapp.submitTemplate(template(change))).toMatchObject({ ok: false, retry: false });
  expect(there.templates).toEqual([]);
});
