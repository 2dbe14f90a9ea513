import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { purgeUnknownSignIns } from '#server/modules/audit/commands.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { fundWallet, setPin } from '../../../../tests/money.ts';
import { digestOf, firstHash, nextHash } from './chain-hash.ts';
import { type Book, type Break, type Head, startOldChains, verifyChains } from './hash-chains.ts';

const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;
let other: Owner;
let noted: Head[];

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake) });
  [owner, other] = [await newOwner(app), await newOwner(app)];
  for (const one of [owner, other]) {
    await setPin(one);
    await fundWallet(app, fake, one, minor(5_000_00));
  }
  const wrong = { email: 'nobody@example.test', password: 'wrong wrong wrong' };
  await refusalOf(owner.call(api.identity.login, { body: wrong }));
  // A job notes it, so that the answer takes as long for an address nobody has.
  const nobodys = app.store.db.selectFrom('security_events').where('business_id', 'is', null).selectAll();
  await eventually(() => nobodys.executeTakeFirst());
  const verified = await verifyChains(app.store.db);
  expect(verified.breaks).toEqual([]);
  noted = verified.heads;
});
afterAll(() => app.close());

const run = (text: string) => sql.raw(text).execute(app.store.db);

/** Does to the tables what a person with every right could do, with the guards off. */
async function tamper(db: Db, statements: string): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(db);
  for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db);
}

class Undo extends Error {}

/** Looks at the chains after a corruption, which is then undone. */
async function afterwards(statements: string, heads?: Head[]): Promise<string> {
  let seen = '';
  const work = app.store.db.transaction().execute(async (tx) => {
    await tamper(tx, statements);
    seen = sayings((await verifyChains(tx, heads)).breaks);
    throw new Undo();
  });
  await expect(work).rejects.toThrow(Undo);
  return seen;
}

const tables = ['security_events', 'ledger_transfers', 'audit_links', 'ledger_links'];

const sayings = (breaks: Break[]) => breaks.map(({ book, row, what }) => `${book} ${row} ${what}`).join('\n');

test('there are chains of both books, of nobody, and none waits to begin', async () => {
  const of = (book: Book, chain: string) => noted.find((head) => head.book === book && head.chain === chain);
  expect(of('audit', owner.businessId)?.number).toBeGreaterThan(1);
  expect(of('ledger', owner.businessId)?.number).toBeGreaterThan(1);
  expect(of('audit', 'nobody')?.number).toBe(1);
});

test('rows written at the same moment make one chain', async () => {
  const before = noted.find(({ chain, book }) => chain === owner.businessId && book === 'audit')?.number ?? 0;
  const update = (name: string) => owner.call(api.account.update, { body: { firstName: name } });
  await Promise.all(Array.from({ length: 12 }, (_, at) => update(`Ada${'a'.repeat(at)}`)));
  const { heads, breaks } = await verifyChains(app.store.db, noted);
  expect(breaks).toEqual([]);
  const head = heads.find(({ chain, book }) => chain === owner.businessId && book === 'audit');
  expect(head?.number).toBeGreaterThanOrEqual(before + 11);
  noted = heads;
});

describe('what somebody with every right to the database did is found', () => {
  const mine = () => `'${owner.businessId}'`;
  const nth = (table: string, at: string, n: number) =>
    `(select ${at} from ${table} where business_id = ${mine()} order by ${at} offset ${n} limit 1)`;
  const event = (n: number) => `position = ${nth('security_events', 'position', n)}`;
  const moved = (n: number) => `sequence = ${nth('ledger_transfers', 'sequence', n)}`;
  const link = (n: number) => `business_id = ${mine()} and number = ${n}`;
  const last = (table: string) =>
    `business_id = ${mine()} and number = (select max(number) from ${table} where business_id = ${mine()})`;
  const columns = 'id, user_id, business_id, event, detail, client_address, user_agent, created_at';

  const cases: [string, () => string, RegExp][] = [
    [
      'an event has another name',
      () => `update security_events set event = 'signed_in' where ${event(0)}`,
      /evt_\w+ edited/,
    ],
    [
      'another detail',
      () => `update security_events set detail = detail || ' ' where ${event(1)}`,
      /evt_\w+ edited/,
    ],
    [
      'another address',
      () => `update security_events set client_address = '10.0.0.9' where ${event(1)}`,
      /evt_\w+ edited/,
    ],
    [
      'another browser',
      () => `update security_events set user_agent = '' where ${event(1)}`,
      /evt_\w+ edited/,
    ],
    [
      'another time, by a millionth of a second',
      () => `update security_events set created_at = created_at + interval '1 microsecond' where ${event(1)}`,
      /evt_\w+ edited/,
    ],
    [
      'another id',
      () => `update security_events set id = 'evt_00000000000000000000000000' where ${event(1)}`,
      /evt_0+ edited/,
    ],
    [
      'no person any more',
      () => `update security_events set user_id = null where ${event(1)}`,
      /evt_\w+ edited/,
    ],
    [
      'another business',
      () => `update security_events set business_id = '${other.businessId}' where ${event(1)}`,
      /removed[\s\S]*inserted|inserted[\s\S]*removed/,
    ],
    ['an event is gone', () => `delete from security_events where ${event(1)}`, /position \d+ removed/],
    [
      'an event and its link are gone',
      () => `delete from audit_links where ${link(2)};\ndelete from security_events where ${event(1)}`,
      /link 2 removed/,
    ],
    [
      'only the link is gone',
      () => `delete from audit_links where ${link(2)}`,
      /link 2 removed[\s\S]*evt_\w+ inserted/,
    ],
    [
      'an event was put in',
      () =>
        `insert into security_events (${columns}) select 'evt_forged', user_id, business_id, 'signed_in', '', '', '', created_at from security_events where ${event(0)}`,
      /evt_forged inserted/,
    ],
    [
      'an event was put in with a link of its own',
      () =>
        `insert into security_events (${columns}) select 'evt_forged', user_id, business_id, 'signed_in', '', '', '', created_at from security_events where ${event(0)};\ninsert into audit_links select business_id, number + 1, (select position from security_events where id = 'evt_forged'), digest, hash from audit_links where ${last('audit_links')}`,
      /does not follow/,
    ],
    [
      'a link has another hash',
      () => `update audit_links set hash = sha256('x') where ${link(1)}`,
      /link 1[\s\S]*link 2/,
    ],
    [
      'a row and its digest were changed together',
      () =>
        `update security_events set detail = 'x' where ${event(1)};\nupdate audit_links l set digest = digest_of(e) from security_events e where l.business_id = ${mine()} and e.position = l.position and e.business_id = l.business_id`,
      /does not follow/,
    ],
    [
      'the end was cut off',
      () =>
        `delete from security_events where position = (select position from audit_links where ${last('audit_links')});\ndelete from audit_links where ${last('audit_links')}`,
      /was noted, but the chain ends before it/,
    ],
    [
      'the whole chain is gone',
      () =>
        `delete from security_events where business_id = ${mine()};\ndelete from audit_links where business_id = ${mine()}`,
      /the whole chain is gone/,
    ],
    [
      'the chain was made anew over changed rows',
      () =>
        `update security_events set detail = 'x' where ${event(1)};\ndelete from audit_links where business_id = ${mine()};\nselect begin_chains(10)`,
      /link [0-9]+ (was noted, but|is not the one)/,
    ],
    [
      'a mark says that a living account was erased',
      () =>
        `delete from security_events where ${event(1)};\ninsert into security_events (${columns}) values ('evt_mark', null, ${mine()}, 'trail_erased', '99999999', '', '', now())`,
      /removed/,
    ],
    [
      'a transfer of another amount',
      () => `update ledger_transfers set amount_minor = amount_minor + 1 where ${moved(0)}`,
      /payment:\w+ edited/,
    ],
    [
      'a transfer to another account',
      () =>
        `update ledger_transfers set credit_account = debit_account, debit_account = credit_account where ${moved(0)}`,
      /payment:\w+ edited/,
    ],
    ['a transfer is gone', () => `delete from ledger_transfers where ${moved(0)}`, /position \d+ removed/],
    [
      'a transfer was put in',
      () =>
        `insert into ledger_transfers (ref, debit_account, credit_account, currency, amount_minor, reason, cause, business_id, created_at) select 'forged', debit_account, credit_account, currency, 1, reason, cause, business_id, created_at from ledger_transfers where ${moved(0)}`,
      /forged inserted/,
    ],
    [
      'two transfers changed places',
      () =>
        `update ledger_links l set position = (select sum(position) from ledger_links where business_id = ${mine()} and number in (1, 2)) - position where business_id = ${mine()} and number in (1, 2)`,
      /edited/,
    ],
  ];

  test.each(cases)('%s', async (_, statements, expected) => {
    expect(await afterwards(statements(), noted)).toMatch(expected);
  });
});

test('neither rows nor links can be changed as usual', async () => {
  for (const table of tables)
    for (const change of [
      `delete from ${table}`,
      `update ${table} set business_id = 'x'`,
      `truncate ${table}`,
    ])
      await expect(run(change), change).rejects.toThrow(/append only/);
});

test('what is older than the chains is covered once they begin', async () => {
  const mine = `business_id = '${other.businessId}'`;
  await app.store.db.transaction().execute((tx) => tamper(tx, `delete from audit_links where ${mine}`));
  expect(sayings((await verifyChains(app.store.db)).breaks)).toMatch(/not chained yet/);
  await startOldChains(app.scope());
  await other.call(api.account.update, { body: { firstName: 'Later' } });
  const { heads, breaks } = await verifyChains(app.store.db);
  expect(breaks).toEqual([]);
  expect(heads.find(({ book, chain }) => book === 'audit' && chain === other.businessId)?.number).toBe(1);
  const first = `position = (select min(position) from security_events where ${mine})`;
  expect(await afterwards(`update security_events set detail = 'x' where ${first}`)).toMatch(
    /before the chain began/,
  );
  noted = heads;
});

test('a trail that was removed at the end of its time still verifies by its links', async () => {
  app.advance(40 * DAY_MS);
  await app.scope().transactAsSystem((ctx) => purgeUnknownSignIns(ctx, app.config.clock()));
  const left = await app.store.db
    .selectFrom('security_events')
    .selectAll()
    .where('business_id', 'is', null)
    .execute();
  expect(left.map(({ event }) => event)).toEqual(['trail_erased']);
  expect((await verifyChains(app.store.db, noted)).breaks).toEqual([]);
});

test('what an owner downloads can be computed again from what docs/reports/audit.md says', async () => {
  const { email, password } = owner;
  const { token } = await owner.call(api.identity.login, { body: { email, password } });
  const answer = await fetch(`${app.url}/api/auth/audit/export`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const [first, root, ...lines] = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first.chain).toBe(owner.businessId);
  let hash = firstHash('audit', first.chain, root.position, Buffer.from(root.digest, 'hex'));
  for (const line of lines) {
    const { position, id, userId, event, detail, clientAddress, userAgent, createdAt } = line;
    const micros = `${Date.parse(createdAt)}000`;
    const of = [String(position), id, userId, first.chain, event, detail, clientAddress, userAgent, micros];
    hash = nextHash(hash, { number: line.number, position, digest: digestOf(of) });
    expect(line.hash).toBe(hash.toString('hex'));
  }
  expect(lines.at(-1).event).toBe('trail_exported');
});
