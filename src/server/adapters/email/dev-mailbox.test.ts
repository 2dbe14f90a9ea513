import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevMailbox, type DevMailboxTables } from './dev-mailbox.ts';

const pglite = new PGlite();
const db = new Kysely<DevMailboxTables>({ dialect: new PGliteDialect({ pglite }) });
const clock = { now: new Date('2026-11-20T09:00:00Z') };
const mailer = createDevMailbox({ db, clock: () => clock.now });
const bytes = new Uint8Array([0, 37, 80, 68, 70, 255, 10]);

beforeAll(async () => {
  await pglite.exec(
    await readFile(new URL('../../../../db/migrations/0003_kept_mails.sql', import.meta.url), 'utf8'),
  );
});
afterAll(() => pglite.close());

const mail = (key: string) => ({
  key,
  to: 'ada@example.com',
  subject: `About ${key}`,
  text: 'In words',
  html: '<p>In words</p>',
});

test('a message is kept whole, its attachments byte for byte', async () => {
  const attachments = [
    { name: 'Ìwé 1.pdf', mime: 'application/pdf', content: bytes },
    { name: 'b.png', mime: 'image/png', content: Buffer.from('b'), contentId: 'b@duewell' },
  ];
  const sent = await mailer.send({ ...mail('whole'), attachments });
  const id = sent.ok ? sent.id : '';
  expect(await mailer.get(id)).toEqual({
    id,
    ...mail('whole'),
    createdAt: clock.now,
    attachments: [
      { name: 'Ìwé 1.pdf', mime: 'application/pdf', size: 7 },
      { name: 'b.png', mime: 'image/png', size: 1, contentId: 'b@duewell' },
    ],
  });
  const found = await mailer.attachment(id, 0);
  expect(new Uint8Array(found?.content ?? [])).toEqual(bytes);
  expect(found?.name).toBe('Ìwé 1.pdf');
  expect(await mailer.attachment(id, 2)).toBeNull();
});

test('the same key keeps the first message and answers with its id, also at once', async () => {
  const [first, second] = await Promise.all([
    mailer.send(mail('twice')),
    mailer.send({ ...mail('twice'), subject: 'Changed' }),
  ]);
  expect(second).toEqual(first);
  const matching = (await mailer.list(50)).filter(({ key }) => key === 'twice');
  expect(matching.map(({ subject }) => subject)).toEqual(['About twice']);
});

test('the list has the newest first and no more than asked for', async () => {
  clock.now = new Date('2026-11-20T10:00:00Z');
  await mailer.send(mail('later'));
  clock.now = new Date('2026-11-20T11:00:00Z');
  await mailer.send(mail('latest'));
  expect((await mailer.list(2)).map(({ key }) => key)).toEqual(['latest', 'later']);
});

test('an unknown id finds nothing', async () => {
  expect(await mailer.get('mai_none')).toBeNull();
  expect(await mailer.attachment('mai_none', 0)).toBeNull();
});
