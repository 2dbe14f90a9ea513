import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { createService } from '#server/app.ts';
import { openServer } from '#server/kernel/db.ts';
import { type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { requeueStuckMessages, runs } from '#server/modules/whatsapp/flows/events.ts';
import { answerTo, type Bot, linkedOwner, params, quiet, startBot } from './bot.ts';

// Two processes on one database: only a server shows who is first.
let bot: Bot;
let other: Awaited<ReturnType<typeof createService>>;
beforeAll(async () => {
  bot = await startBot();
  const store = openServer(bot.app.store.connectionString ?? '', 5);
  other = await createService(bot.app.config, { store, sweeps: false, log: silent });
  await other.start(Number(new URL(bot.app.url).port));
});
afterAll(async () => {
  await other.stop();
  await bot.close();
});
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const otherScope = (): SystemScope => systemScope(other.system, { clientAddress: 'test', requestId: 'test' });

test('two processes answer every message once, each person in order, whoever asks how often', async () => {
  const people = await Promise.all([1, 2, 3].map(() => linkedOwner(bot)));
  bot.sim.hold();
  for (const { phone } of people)
    for (const name of ['Ada Obi', 'Bola Ige', 'Chi Eze']) {
      await phone.says(`Add customer ${name}, ${name.slice(0, 3).toLowerCase()}@example.test`);
      await phone.says('yes');
    }
  const before = people.map(({ phone }) => phone.inbox.length);
  await bot.sim.release({ times: 2, together: true });
  const contacts = people.map(({ phone }) => phone.userId);
  await Promise.all(
    contacts.flatMap((contact) =>
      [bot.app.scope(), otherScope()].map((scope) => runs.answer(scope, { contact })),
    ),
  );
  await quiet(bot);
  for (const [at, { owner, phone }] of people.entries()) {
    const { data } = await owner.call(api.customers.list, { params });
    expect(JSON.stringify(data).match(/@example\.test/g)).toHaveLength(3);
    const message = phone.inbox.slice(before[at]).map(({ text }) => /(Save|is saved)/.exec(text)?.[1]);
    expect(message).toEqual(['Save', 'is saved', 'Save', 'is saved', 'Save', 'is saved']);
  }
});

test('what a process left behind when it died is taken up, and nothing is done or said twice', async () => {
  const { owner, phone } = await linkedOwner(bot);
  await answerTo(bot, phone, () => phone.says('Add customer Ada Obi, ada@example.test'));
  await answerTo(bot, phone, () => phone.says('yes'));
  const db = bot.app.store.db;
  const last = phone.outbox.at(-1)?.id ?? '';
  const before = phone.inbox.length;
  // As if it had died when the answer stood in the conversation and was not yet on its way.
  const stored = await db
    .selectFrom('whatsapp_notices')
    .selectAll()
    .where('id', '=', last)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('messages').where('key', 'like', `bot:${last}:%`).execute();
  const news = { about: 'message', id: last, content: { kind: 'text', text: 'yes' }, at: stored.said_at };
  const sealed = bot.app.system.sealer.seal(JSON.stringify(news), `whatsapp_notices.sealed:${last}`);
  await db
    .updateTable('whatsapp_notices')
    .set({ state: 'received', sealed, claimed_at: stored.received_at })
    .where('id', '=', last)
    .execute();
  bot.app.advance(4 * 60_000);
  await requeueStuckMessages(bot.app.scope());
  await quiet(bot);
  expect(phone.inbox.slice(before).map(({ text }) => text)).toEqual([expect.stringMatching(/is saved/)]);
  const { data } = await owner.call(api.assistant.thread, { params });
  expect(data.thread.messages).toHaveLength(4);
});
