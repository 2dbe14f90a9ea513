import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clockFrom } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { createSandbox } from './index.ts';
import { retryAfterMs } from './rules.ts';
import { SECRET, stage } from './testing.ts';
import { SIGNATURE_HEADER, sign } from './webhooks.ts';

const on = stage();

describe('notices', () => {
  const payOne = async () => {
    const { reference: ref } = await on.opened();
    return on.sandbox.outside.payReference(ref);
  };
  const read = (body: string, signature: string | null) =>
    on.sandbox.parseWebhook(
      Buffer.from(body),
      new Headers(signature === null ? {} : { [SIGNATURE_HEADER]: signature }),
    );

  test('a delivered notice is read as what it is about', async () => {
    const paid = await payOne();
    await on.sandbox.tick();
    const [sent] = on.inbox;
    expect(read(sent?.body ?? '', sent?.signature ?? '')).toEqual({
      eventId: expect.stringMatching(/^sbe_/),
      about: 'payment',
      transactionId: paid?.transaction_id,
    });
  });

  const body = JSON.stringify({ id: 'e1', type: 'payment.completed', data: { transactionId: 't1' } });
  test.each([
    ['none', null],
    ['empty', ''],
    ['short', sign(SECRET, body).slice(0, 127)],
    ['long', `${sign(SECRET, body)}0`],
    ['upper-case', sign(SECRET, body).toUpperCase()],
    ['doubled', `${sign(SECRET, body)}, ${sign(SECRET, body)}`],
    ['of another secret', sign('another-secret-entirely', body)],
    ['of an empty secret', sign('', body)],
    ['of other bytes', sign(SECRET, `${body} `)],
  ])('a signature that is %s is refused', (_, signature) => {
    expect(read(body, signature)).toBeNull();
  });

  test.each([
    ['an array', '[]', null],
    ['a text', '"payment"', null],
    ['null', 'null', null],
    ['no JSON', '{', null],
    [
      'an unknown type',
      '{"id":"e1","type":"payment.exploded","data":{"transactionId":"t"}}',
      { eventId: 'e1', about: 'other' },
    ],
    [
      'an inherited type',
      '{"id":"e1","type":"constructor","data":{"transactionId":"t"}}',
      { eventId: 'e1', about: 'other' },
    ],
    [
      'a type twice',
      '{"id":"e1","type":"payout.completed","type":"payment.completed","data":{"transactionId":"t"}}',
      { eventId: 'e1', about: 'other' },
    ],
    [
      'an id that is no text',
      '{"id":"e1","type":"payment.completed","data":{"transactionId":7}}',
      { eventId: 'e1', about: 'other' },
    ],
    [
      'a payout',
      '{"id":"e1","type":"payout.failed","data":{"reference":"w1"}}',
      { eventId: 'e1', about: 'payout', reference: 'w1' },
    ],
    [
      'a refund',
      '{"id":"e1","type":"refund.failed","data":{"transactionId":"t","reference":"r1"}}',
      { eventId: 'e1', about: 'refund', transactionId: 't' },
    ],
    [
      'a refund of nothing',
      '{"id":"e1","type":"refund.completed","data":{"reference":"r1"}}',
      { eventId: 'e1', about: 'other' },
    ],
  ])('an authentic body with %s is judged', (_, text, expected) => {
    expect(read(text, sign(SECRET, text))).toEqual(expected);
  });

  test('a body without an id is known by its bytes', () => {
    const text = '{"type":"payment.completed","data":{"transactionId":"t1"}}';
    expect(read(text, sign(SECRET, text))).toEqual({
      eventId: expect.stringMatching(/^sha256_[0-9a-f]{64}$/),
      about: 'payment',
      transactionId: 't1',
    });
  });

  test('a secret too short to sign with stops the start', () => {
    expect(() =>
      createSandbox({
        db: on.db,
        clock: () => on.now,
        secret: '',
        publicUrl: () => '',
        webhookUrl: () => '',
      }),
    ).toThrow('16 characters');
  });

  test('a refused notice is sent again with the same bytes, on schedule', async () => {
    on.answerWith([500, 302, 404]);
    await payOne();
    for (const wait of [0, 1_999, 1, 10_000, 30_000, HOUR_MS]) {
      on.pass(wait);
      await on.sandbox.tick();
    }
    expect(on.inbox).toHaveLength(4);
    expect(new Set(on.inbox.map((sent) => sent.body)).size).toBe(1);
  });

  test('it is given up after three days', async () => {
    await payOne();
    on.answerWith(Array.from({ length: 200 }, () => 500));
    for (let hour = 0; hour < 90; hour++) {
      await on.sandbox.tick();
      on.pass(HOUR_MS);
    }
    const [notice] = await on.db.selectFrom('sandbox.notices').selectAll().execute();
    expect(notice).toMatchObject({ state: 'given_up', next_at: null });
    expect(on.inbox.length).toBeGreaterThan(70);
    expect(on.inbox.length).toBeLessThan(75);
    expect(retryAfterMs(9, 71.5 * HOUR_MS)).toBeNull();
  });

  test.each([
    ['copied', { webhookCopies: 3 }, 3],
    ['dropped', { webhookDrop: true }, 0],
    ['delayed', { webhookDelayMs: 5_000 }, 0],
  ])('notices can be %s', async (_, change, expected) => {
    await on.sandbox.changeSettings(change);
    await payOne();
    for (let round = 0; round < 6; round++) {
      await on.sandbox.tick();
      on.pass(200);
    }
    expect(on.inbox).toHaveLength(expected);
    expect(new Set(on.inbox.map((sent) => sent.body)).size).toBe(Math.min(expected, 1));
  });

  test('notices can overtake each other', async () => {
    await on.sandbox.changeSettings({ webhookReorder: true });
    const paid = [await payOne(), await payOne()].map((payment) => payment?.transaction_id);
    for (const wait of [0, 5_000]) {
      on.pass(wait);
      await on.sandbox.tick();
    }
    const order = on.inbox
      .map((sent) => read(sent.body, sent.signature))
      .map((notice) => notice?.about === 'payment' && notice.transactionId);
    expect(order.toSorted()).toEqual(paid.toSorted());
    const { sequence } = await on.db
      .selectFrom('sandbox.notices')
      .select('sequence')
      .orderBy('sequence')
      .executeTakeFirstOrThrow();
    expect(order).toEqual(sequence % 2 === 1 ? paid.toReversed() : paid);
  });

  test('two processes send a notice once', async () => {
    const other = on.open();
    await payOne();
    await Promise.all([on.sandbox.tick(), other.tick(), on.sandbox.tick(), other.tick()]);
    expect(on.inbox).toHaveLength(1);
  });

  test('the running loop reaches a server that refuses at first, and stops', async () => {
    const seen: string[] = [];
    const server = createServer(async (incoming, outgoing) => {
      seen.push(await textOf(incoming));
      outgoing.writeHead(seen.length === 1 ? 503 : 204).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const running = createSandbox({
      db: on.db,
      clock: clockFrom(on.now),
      secret: SECRET,
      publicUrl: () => '',
      webhookUrl: () => `http://127.0.0.1:${port}/hook`,
    });
    running.start();
    const { reference: ref } = await on.opened();
    await running.outside.payReference(ref);
    const codes = async () => {
      const attempts = await on.db
        .selectFrom('sandbox.notice_attempts')
        .select('response_code')
        .orderBy('id')
        .execute();
      return attempts.map((attempt) => attempt.response_code);
    };
    await expect.poll(codes).toEqual([503, 204]);
    await running.stop();
    await running.outside.payReference((await on.opened()).reference);
    // A running one would have sent it by then.
    for (let query = 0; query < 100; query++) expect(await codes()).toEqual([503, 204]);
    running.start();
    await expect.poll(codes).toEqual([503, 204, 204]);
    expect(seen).toHaveLength(3);
    await running.stop();
  }, 20_000);
});

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}
