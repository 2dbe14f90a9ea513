import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#core/durations.ts';
import type { WhatsAppMessage, WhatsAppTemplate } from '#server/kernel/ports/messaging.ts';
import { type Fault, faults } from '../../../../tests/simulators/faults.ts';
import { ADA, adapter, answering, staged, TOKEN } from './testing.ts';

const pdf = { name: 'Duewell-INV-1.pdf', mime: 'application/pdf', content: Buffer.from('%PDF-1.4 invoice') };
const png = { name: 'a.png', mime: 'image/png', content: Buffer.from('picture') };

const due: WhatsAppTemplate = {
  name: 'invoice_due',
  language: 'en',
  body: 'Hello {{1}}, invoice {{2}} is due.',
  example: ['Ada', 'INV-1'],
  hasDocument: true,
  button: { title: 'Pay', url: 'https://duewell.example/pay/' },
};
const dueFor = (change: Partial<WhatsAppMessage & { kind: 'template' }> = {}): WhatsAppMessage => ({
  kind: 'template',
  name: 'invoice_due',
  language: 'en',
  body: ['Ada', 'INV-1'],
  document: pdf,
  urlSuffix: 'abc123?from=whatsapp',
  ...change,
});
const buttons = (titles: string[], body = 'Send it?'): WhatsAppMessage => ({
  kind: 'buttons',
  body,
  buttons: titles.map((title, nth) => ({ id: `b${nth}`, title })),
});
const row = (nth: number, title = `Row ${nth}`) => ({ id: `r${nth}`, title, description: '' });
const list = (rows: ReturnType<typeof row>[]): WhatsAppMessage => ({
  kind: 'list',
  body: 'Which one?',
  button: 'Choose',
  rows,
});
const family = '👨‍👩‍👧‍👦';

describe('what is sent', () => {
  test('arrives as it was meant, in every kind', async () => {
    const { whatsapp, there } = await staged();
    there.approve([due]);
    const ada = there.phone(ADA);
    await ada.says('Hi');
    const messages: WhatsAppMessage[] = [
      { kind: 'text', body: 'Ṣé dáadáa ni? ₦45,000 🙂' },
      { kind: 'document', file: pdf, caption: 'Your invoice' },
      { kind: 'image', file: png, caption: '' },
      buttons(['Send', 'Edit', 'Drop']),
      list([row(1), { ...row(2), description: 'of Mrs Bello' }]),
      dueFor({ body: ['Ada\n\tOkoro', 'INV-1'] }),
    ];
    for (const message of messages) {
      const sent = await whatsapp.send(ADA, message);
      expect(sent).toEqual({ ok: true, id: ada.last().id });
    }
    const file = { name: pdf.name, mime: pdf.mime, bytes: new Uint8Array(pdf.content) };
    expect(ada.inbox).toMatchObject([
      { type: 'text', text: 'Ṣé dáadáa ni? ₦45,000 🙂' },
      { type: 'document', text: 'Your invoice', file },
      { type: 'image', text: '', file: { mime: 'image/png' } },
      {
        type: 'buttons',
        buttons: [
          { id: 'b0', title: 'Send' },
          { id: 'b1', title: 'Edit' },
          { id: 'b2', title: 'Drop' },
        ],
      },
      { type: 'list', rows: [{ id: 'r1' }, { description: 'of Mrs Bello' }] },
      {
        text: 'Hello Ada Okoro, invoice INV-1 is due.',
        link: 'https://duewell.example/pay/abc123?from=whatsapp',
        file,
      },
    ]);
  });

  test('reaches somebody who hides the number, by the id WhatsApp gives', async () => {
    const { whatsapp, there } = await staged();
    const shy = there.phone('2348099999999', { hidden: true });
    await shy.says('Hi');
    expect(await whatsapp.send(shy.userId, { kind: 'text', body: 'Hello' })).toMatchObject({ ok: true });
    expect(shy.last().text).toBe('Hello');
  });

  test.each<[string, WhatsAppMessage, unknown]>([
    ['a long text', { kind: 'text', body: 'é'.repeat(5_000) }, { text: `${'é'.repeat(4_095)}…` }],
    [
      'a long caption',
      { kind: 'image', file: png, caption: 'x'.repeat(2_000) },
      { text: `${'x'.repeat(1_023)}…` },
    ],
    [
      'a title that would be cut within a family of emoji',
      buttons([`Whole ${family}${family}`]),
      { buttons: [{ title: `Whole ${family}…` }] },
    ],
    ['a long row', list([row(1, 'n'.repeat(30))]), { rows: [{ title: `${'n'.repeat(23)}…` }] }],
    [
      'half a character and controls',
      { kind: 'text', body: 'a\u0000\ud83d b\u0007\n' },
      { text: 'a\ufffd b' },
    ],
  ])('%s is cut to what WhatsApp takes', async (_, message, seen) => {
    const { whatsapp, there } = await staged();
    const ada = there.phone(ADA);
    await ada.says('Hi');
    expect(await whatsapp.send(ADA, message)).toMatchObject({ ok: true });
    expect(ada.last()).toMatchObject(seen as object);
  });

  test.each<[string, string, WhatsAppMessage]>([
    ['a number with a plus', `+${ADA}`, { kind: 'text', body: 'a' }],
    ['a local number', '08031234567', { kind: 'text', body: 'a' }],
    ['no number', '', { kind: 'text', body: 'a' }],
    ['a path', '../me', { kind: 'text', body: 'a' }],
    ['an empty text', ADA, { kind: 'text', body: ' \n\u0000' }],
    ['no buttons', ADA, buttons([])],
    ['four buttons', ADA, buttons(['a', 'b', 'c', 'd'])],
    ['two equal buttons', ADA, buttons(['Yes', 'Yes'])],
    [
      'two buttons that are cut alike',
      ADA,
      buttons(['Send it to Mrs Bello now', 'Send it to Mrs Bello later']),
    ],
    ['a button without a title', ADA, buttons([' '])],
    ['eleven rows', ADA, list(Array.from({ length: 11 }, (_, nth) => row(nth)))],
    ['two rows with one id', ADA, list([row(1), row(1)])],
    ['a row with an endless id', ADA, list([{ ...row(1), id: 'x'.repeat(300) }])],
    ['an empty file', ADA, { kind: 'document', file: { ...pdf, content: new Uint8Array() }, caption: '' }],
    ['a picture of another kind', ADA, { kind: 'image', file: { ...png, mime: 'image/webp' }, caption: '' }],
    [
      'a large picture',
      ADA,
      { kind: 'image', file: { ...png, content: new Uint8Array(5_300_000) }, caption: '' },
    ],
    ['a template with a gap', ADA, dueFor({ body: ['', 'INV-1'] })],
    ['a link with a space', ADA, dueFor({ urlSuffix: 'a b' })],
  ])('%s is refused before anything leaves', async (_, to, message) => {
    const fetches = adapter({
      fetch: () => {
        throw new Error('something left');
      },
    });
    expect(await fetches.send(to, message)).toMatchObject({ ok: false, retry: false });
  });
});

describe('what Meta answers', () => {
  test.each<[number, string, boolean]>([
    [0, 'account', false],
    [190, 'account', false],
    [10, 'account', false],
    [200, 'account', false],
    [131031, 'account', false],
    [133010, 'account', false],
    [131047, 'closed', false],
    [131026, 'unreachable', false],
    [4, 'limited', true],
    [80007, 'limited', true],
    [130429, 'limited', true],
    [131056, 'limited', true],
    [131048, 'limited', false],
    [131049, 'limited', false],
    [132000, 'template', false],
    [132001, 'template', false],
    [132012, 'template', false],
    [132015, 'template', false],
    [2, 'other', true],
    [131000, 'other', true],
    [131016, 'other', true],
    [100, 'other', false],
    [999_999, 'other', false],
  ])('%i means %s', async (code, why, retry) => {
    const { whatsapp, there } = await staged();
    there.refuseNext(code);
    expect(await whatsapp.send(ADA, { kind: 'text', body: 'a' })).toEqual({
      ok: false,
      why,
      retry,
      reason: expect.stringContaining(`(${code})`),
    });
    expect(there.sent).toEqual([]);
  });

  const ok = { messages: [{ id: 'wamid.1' }] };
  test.each<[string, () => Response, object]>([
    ['an id', () => Response.json(ok), { ok: true, id: 'wamid.1' }],
    ['no id', () => Response.json({ messages: [] }), { ok: 'unknown' }],
    ['no JSON', () => new Response('<h1>Hello</h1>'), { ok: 'unknown' }],
    ['an array', () => Response.json([ok]), { ok: 'unknown' }],
    ['a 503 in other words', () => Response.json({ sorry: true }, { status: 503 }), { ok: 'unknown' }],
    [
      'a 500 that may be ours',
      () => Response.json({ error: { code: 1 } }, { status: 500 }),
      { ok: 'unknown' },
    ],
    ['a 401 without a code', () => Response.json({}, { status: 401 }), { ok: false, why: 'account' }],
    [
      'a 429 without a code',
      () => Response.json({}, { status: 429 }),
      { ok: false, why: 'limited', retry: true },
    ],
    [
      'a code that is a text',
      () => Response.json({ error: { code: 'x' } }, { status: 400 }),
      { ok: 'unknown' },
    ],
  ])('%s is understood', async (_, answer, meant) => {
    expect(await answering(answer).send(ADA, { kind: 'text', body: 'a' })).toMatchObject(meant);
  });

  test('in words that repeat the token is not passed on', async () => {
    const message = `Malformed access token ${TOKEN}`;
    const refused = answering(() => Response.json({ error: { message, code: 190 } }, { status: 401 }));
    const results = [
      await refused.send(ADA, { kind: 'text', body: 'a' }),
      await refused.media('1'),
      await refused.submitTemplate(due),
    ];
    expect(JSON.stringify(results)).not.toContain(TOKEN);
    expect(results).toMatchObject([{ ok: false }, { ok: false }, { ok: false }]);
  });

  // Whether the message is there, and what we may say of it.
  const fates: Record<Fault, [arrives: number, says: object]> = {
    lose_request: [0, { ok: 'unknown' }],
    lose_answer: [1, { ok: 'unknown' }],
    error_before: [0, { ok: 'unknown' }],
    error_after: [1, { ok: 'unknown' }],
    hang: [0, { ok: 'unknown', reason: 'no answer in time' }],
    malformed: [1, { ok: 'unknown' }],
    redirect: [0, { ok: 'unknown' }],
    rate_limited: [0, { ok: false, why: 'limited', retry: true }],
  };
  test.each(faults)('that is lost by %s is told as what it is', async (fault) => {
    const { whatsapp, there } = await staged(150);
    await there.phone(ADA).says('Hi');
    there.setFaults(() => fault);
    const [arrives, says] = fates[fault];
    expect(await whatsapp.send(ADA, { kind: 'text', body: 'a' })).toMatchObject(says);
    expect(there.sent.length).toBe(arrives);
    // A file is handed over before its message, so nothing can be there yet.
    const file = await whatsapp.send(ADA, { kind: 'document', file: pdf, caption: '' });
    expect(file).toMatchObject({ ok: false, retry: true });
    expect(there.sent.length).toBe(arrives);
  });

  test('nobody taking the call means that nothing was sent', async () => {
    const { whatsapp, there } = await staged();
    await there.close();
    expect(await whatsapp.send(ADA, { kind: 'text', body: 'a' })).toMatchObject({ ok: false, retry: true });
  });
});

describe('the 24 hours', () => {
  const inboundOf = async ({ whatsapp, there }: Awaited<ReturnType<typeof staged>>) =>
    there
      .takeNotices()
      .flatMap((notice) => whatsapp.parseWebhook(Buffer.from(notice.body), new Headers(notice.headers)));

  test('end a day after the last message; then a template goes, and else a status says so', async () => {
    const stage = await staged();
    const { whatsapp, there, pass } = stage;
    there.approve([{ ...due, hasDocument: false, button: null }]);
    const ada = there.phone(ADA);
    await ada.says('Hi');
    pass(24 * HOUR_MS - 1);
    expect(await whatsapp.send(ADA, { kind: 'text', body: 'still' })).toMatchObject({ ok: true });
    pass(1);
    await inboundOf(stage);
    const late = await whatsapp.send(ADA, { kind: 'text', body: 'late' });
    expect(late).toMatchObject({ ok: true });
    expect(await inboundOf(stage)).toMatchObject([
      { id: late.ok === true && late.id, state: 'failed', why: 'closed' },
    ]);
    const template = dueFor({ document: undefined, urlSuffix: undefined });
    expect(await whatsapp.send(ADA, template)).toMatchObject({ ok: true });
    expect(ada.inbox.map(({ text }) => text)).toEqual(['still', 'Hello Ada, invoice INV-1 is due.']);
    expect(await inboundOf(stage)).toMatchObject([{ state: 'sent' }, { state: 'delivered' }]);
    await ada.reads();
    expect((await inboundOf(stage)).map((news) => news?.about === 'status' && news.state)).toEqual([
      'read',
      'read',
    ]);
  });

  test('do not help where there is no WhatsApp', async () => {
    const stage = await staged();
    stage.there.approve([due]);
    stage.there.phone(ADA, { reachable: false });
    expect(await stage.whatsapp.send(ADA, dueFor())).toMatchObject({ ok: true });
    expect(await inboundOf(stage)).toMatchObject([{ state: 'failed', why: 'unreachable' }]);
  });

  test.each<[string, Partial<WhatsAppMessage & { kind: 'template' }>]>([
    ['another language', { language: 'ha' }],
    ['one part too few', { body: ['Ada'] }],
    ['no document', { document: undefined }],
  ])('a template with %s is refused as a template', async (_, change) => {
    const { whatsapp, there } = await staged();
    there.approve([due]);
    expect(await whatsapp.send(ADA, dueFor(change))).toMatchObject({
      ok: false,
      why: 'template',
      retry: false,
    });
  });

  test('reading shows blue ticks and typing, and a failure of it harms nobody', async () => {
    const { whatsapp, there } = await staged();
    const ada = there.phone(ADA);
    await whatsapp.markRead(await ada.says('Hi'));
    expect(ada.outbox).toMatchObject([{ read: true, typing: true }]);
    await whatsapp.markRead('wamid.unknown');
    there.setFaults(() => 'lose_request');
    await whatsapp.markRead(await ada.says('Hello?'));
    expect(ada.outbox[1]).toMatchObject({ read: false });
  });
});
