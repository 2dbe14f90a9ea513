import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { eraseRecords } from '#server/modules/account/commands/deletion.ts';
import { purgeAnsweredEvents } from '#server/modules/whatsapp/flows/events.ts';
import { newOwner, refusalOf, testApp } from '../harness.ts';
import { answerTo, type Bot, code, freshNumber, linkedOwner, params, quiet, startBot } from './bot.ts';

let bot: Bot;
beforeAll(async () => {
  bot = await startBot();
});
afterAll(() => bot.close());

const stateOf = async (owner: Awaited<ReturnType<typeof newOwner>>) =>
  (await owner.call(api.whatsapp.phone, { params })).data;
const mailsTo = (email: string) =>
  bot.app.store.db
    .selectFrom('messages')
    .select('kind')
    .where('to_address', '=', email)
    .where('kind', '=', 'whatsappLinked')
    .execute();

test('a phone that sends the code speaks for the business, which is told and written down', async () => {
  const owner = await newOwner(bot.app);
  expect(await stateOf(owner)).toMatchObject({ available: true, number: '+2347000000001', phone: null });
  const made = await code(owner);
  expect(made.code).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{8}$/);
  expect(made.url).toBe(`https://wa.me/2347000000001?text=link%20${made.code}`);
  const phone = bot.sim.phone(freshNumber());
  const typed = `Link ${made.code.slice(0, 4).toLowerCase()}-${made.code.slice(4)} `;
  const [reply] = await answerTo(bot, phone, () => phone.says(typed));
  expect(reply?.text).toContain('now speaks for *Okafor Kitchen & Events*');
  expect((await stateOf(owner)).phone?.number).toBe(`•••• ${phone.number.slice(-4)}`);
  expect(await mailsTo(owner.email)).toHaveLength(1);
  const { data } = await owner.call(api.account.audit, { query: {} });
  expect(data.entries[0]).toMatchObject({ event: 'whatsapp_linked', userAgent: 'WhatsApp' });
});

test('a code counts once, for ten minutes, and only the newest', async () => {
  const owner = await newOwner(bot.app);
  const older = await code(owner);
  const newer = await code(owner);
  const [first, second] = [bot.sim.phone(freshNumber()), bot.sim.phone(freshNumber())];
  for (const wrong of [`link ${older.code}`, 'link ACDEFGHJ', 'link', 'link me up please']) {
    const [reply] = await answerTo(bot, first, () => first.says(wrong));
    expect(reply?.text).toMatch(/^That code did not work/);
  }
  await answerTo(bot, second, () => second.says(`link ${newer.code}`));
  const [again] = await answerTo(bot, first, () => first.says(`link ${newer.code}`));
  expect(again?.text).toMatch(/^That code did not work/);
  expect((await stateOf(owner)).phone?.number).toBe(`•••• ${second.number.slice(-4)}`);
  const late = await code(owner);
  bot.app.advance(10 * 60_000 + 1000);
  const third = bot.sim.phone(freshNumber());
  const [tooLate] = await answerTo(bot, third, () => third.says(`link ${late.code}`));
  expect(tooLate?.text).toMatch(/^That code did not work/);
});

test('after five wrong codes in an hour even the right one does nothing', async () => {
  const phone = bot.sim.phone(freshNumber());
  // The hour is the clock's, so that no hour begins in between.
  bot.app.advance(3_600_000 - (bot.app.config.clock().getTime() % 3_600_000) + 1000);
  const owner = await newOwner(bot.app);
  const made = await code(owner);
  for (const _ of [1, 2, 3, 4, 5]) await answerTo(bot, phone, () => phone.says('link 34679ACD'));
  const [reply] = await answerTo(bot, phone, () => phone.says(`link ${made.code}`));
  expect(reply?.text).toMatch(/wait an hour/);
  expect((await stateOf(owner)).phone).toBeNull();
});

test('a phone speaks for one business and a business has one phone; whoever loses it is told', async () => {
  const { owner: first, phone: old } = await linkedOwner(bot, { name: 'Ada Foods' });
  const fresh = bot.sim.phone(freshNumber());
  const before = old.inbox.length;
  await answerTo(bot, fresh, async () => fresh.says(`link ${(await code(first)).code}`));
  await expect.poll(() => old.inbox.length).toBe(before + 1);
  expect(old.last().text).toContain('does not speak for it any more');
  const [stranger] = await answerTo(bot, old, () => old.says('Who owes me money?'));
  expect(stranger?.text).toMatch(/^This is Duewell's number/);
  const second = await newOwner(bot.app, { name: 'Bola Prints' });
  await answerTo(bot, fresh, async () => fresh.says(`link ${(await code(second)).code}`));
  expect((await stateOf(first)).phone).toBeNull();
  expect((await stateOf(second)).phone?.number).toBe(`•••• ${fresh.number.slice(-4)}`);
  expect(await mailsTo(first.email)).toHaveLength(3);
});

test('unlinking in the app or from the chat leaves a stranger behind, and so does the end of the account', async () => {
  const { owner, phone } = await linkedOwner(bot);
  const [reply] = await answerTo(bot, phone, () => phone.says('unlink'));
  expect(reply?.text).toMatch(/does not speak for your business any more/);
  expect((await stateOf(owner)).phone).toBeNull();
  const inApp = await linkedOwner(bot);
  const open = await code(inApp.owner);
  await inApp.owner.call(api.whatsapp.unlink, { params });
  const [answer] = await answerTo(bot, inApp.phone, () => inApp.phone.says('Who owes me money?'));
  expect(answer?.text).toMatch(/^This is Duewell's number/);
  const [tried] = await answerTo(bot, inApp.phone, () => inApp.phone.says(`link ${open.code}`));
  expect(tried?.text).toMatch(/^That code did not work/);
  const ending = await linkedOwner(bot);
  const { userId: id, businessId: business_id, email } = ending.owner;
  const scope = bot.app.scope();
  await scope.transactAsSystem((ctx) => eraseRecords(ctx, { id, business_id, email }, scope.data));
  const of = (contact: string) =>
    bot.app.store.db
      .selectFrom('whatsapp_contacts')
      .select('number')
      .where('contact', '=', contact)
      .execute();
  expect(await of(ending.phone.userId)).toEqual([]);
  const [stranger] = await answerTo(bot, ending.phone, () => ending.phone.says('Who owes me money?'));
  expect(stranger?.text).toMatch(/^This is Duewell's number/);
});

test('a new password takes the phone away, and the code that could link it again', async () => {
  const { owner, phone } = await linkedOwner(bot);
  const open = await code(owner);
  await owner.call(api.account.changePassword, {
    body: { currentPassword: owner.password, newPassword: 'a quite different staple 4' },
  });
  expect((await stateOf(owner)).phone).toBeNull();
  const [answer] = await answerTo(bot, phone, () => phone.says('Who owes me money?'));
  expect(answer?.text).toMatch(/^This is Duewell's number/);
  const [tried] = await answerTo(bot, phone, () => phone.says(`link ${open.code}`));
  expect(tried?.text).toMatch(/^That code did not work/);
  const { data } = await owner.call(api.account.audit, { query: {} });
  expect(data.entries.map(({ event }) => event)).toContain('whatsapp_unlinked');
});

test('somebody who hides the number is known by the name WhatsApp gives them, also once the number is gone', async () => {
  const { owner, phone } = await linkedOwner(bot);
  bot.sim.phone(phone.number, { hidden: true });
  const [reply] = await answerTo(bot, phone, () => phone.says('Who owes me money?'));
  expect(reply?.text).toMatch(/[Nn]obody owes|nothing|No /);
  expect((await stateOf(owner)).phone).not.toBeNull();
  const thief = bot.sim.phone(freshNumber());
  await bot.app.store.db
    .updateTable('whatsapp_contacts')
    .set({ number: thief.number })
    .where('contact', '=', phone.userId)
    .execute();
  const [other] = await answerTo(bot, thief, () => thief.says('Who owes me money?'));
  expect(other?.text).toMatch(/^This is Duewell's number/);
});

test('the address answers whoever knows the verify token, and takes nothing that is not signed', async () => {
  const address = `${bot.app.url}/api/webhooks/whatsapp`;
  const ask = (token: string) =>
    fetch(`${address}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
  const right = await ask(bot.sim.settings.WHATSAPP_VERIFY_TOKEN ?? '');
  expect([right.status, await right.text()]).toEqual([200, '1158201444']);
  expect((await ask('guess')).status).toBe(403);
  const count = async () =>
    (await bot.app.store.db.selectFrom('whatsapp_notices').select('id').execute()).length;
  const before = await count();
  bot.sim.hold();
  const phone = bot.sim.phone(freshNumber());
  await phone.says('hello');
  const [notice] = bot.sim.takeNotices();
  const post = (body: string, headers: Record<string, string>) =>
    fetch(address, { method: 'POST', body, headers });
  expect((await post(`${notice?.body} `, notice?.headers ?? {})).status).toBe(401);
  expect((await post(notice?.body ?? '', { 'content-type': 'application/json' })).status).toBe(401);
  expect(await count()).toBe(before);
  // Meta puts many messages into one webhook.
  const padded = bot.sim.sign(`${notice?.body}${' '.repeat(900_000)}`);
  expect((await post(padded.body, padded.headers)).status).toBe(200);
  for (const _ of [1, 2]) expect((await post(notice?.body ?? '', notice?.headers ?? {})).status).toBe(200);
  await quiet(bot);
  expect(await count()).toBe(before + 1);
  // A copy of it is of no use either once nobody remembers it.
  bot.app.advance(31 * 24 * 3_600_000);
  await purgeAnsweredEvents(bot.app.scope());
  const left = await count();
  expect((await post(notice?.body ?? '', notice?.headers ?? {})).status).toBe(200);
  expect(await count()).toBe(left);
  await bot.sim.release();
  expect((await post('x'.repeat(1_100_000), {})).status).toBe(413);
});

test('without keys there is no number, no code and no address for notices', async () => {
  const plain = await testApp();
  const owner = await newOwner(plain);
  const state = (await owner.call(api.whatsapp.phone, { params })).data;
  expect(state).toEqual({ available: false, number: null, phone: null });
  expect(await refusalOf(owner.call(api.whatsapp.code, { params }))).toMatchObject({
    code: 'not_configured',
  });
  expect((await fetch(`${plain.url}/api/webhooks/whatsapp`, { method: 'POST', body: '{}' })).status).toBe(
    404,
  );
  await plain.close();
});
