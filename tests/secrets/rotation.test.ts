import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { deriveKey, KEY_BYTES } from '#server/crypto/ciphers.ts';
import { hashSecret } from '#server/crypto/hashing.ts';
import { createMasterKeys } from '#server/kernel/master-keys.ts';
import { actingScope } from '#server/kernel/scope.ts';
import { addRoot, createSealer } from '#server/kernel/sealing.ts';
import { checkPin } from '#server/modules/business/flows/pin.ts';
import { payToOf, profileOf } from '#server/modules/business/queries.ts';
import { sealingPlaces } from '#server/modules/business/rules.ts';
import { fileBytes, storeBytes } from '#server/modules/files/flows/storage.ts';
import { fileById } from '#server/modules/files/queries.ts';
import { enableTwoFactor, prepareTwoFactor, useCode } from '#server/modules/identity/commands/two-factor.ts';
import { accountById, ownerActor } from '#server/modules/identity/queries/accounts.ts';
import { codeAt, stepOf } from '#server/modules/identity/rules/totp.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { tokenPlace } from '#server/modules/saved-cards/rules/places.ts';
import { renewDataKeys } from '#server/ops/rotation/keys.ts';
import { rotateKeys } from '#server/ops/rotation/run.ts';
import { sealedColumns } from '#server/modules/all.ts';
import { orphanedBytes } from '#server/modules/files/flows/retention.ts';
import { freshDatabase } from '../databases.ts';
import { newOwner, type Owner, printOwnAccount, sampleInvoice, type TestApp, testApp } from '../harness.ts';

const [OLD, NEW] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)];
const text = (key: Buffer) => key.toString('base64');
const params = { currency: 'NGN' } as const;
const ACCOUNT = '0108024071';
const BVN = '22212345678';
const PAPER = Buffer.from('%PDF-1.4 the identity paper of Adaeze Okafor');
const onlySealing = { dataKeys: false, serviceKey: false };

const store = await freshDatabase();
const open: TestApp[] = [];
let folder = '';
afterAll(async () => {
  for (const app of open) await app.close({ handmade: true });
  await store.close();
});

// One database throughout, as one process after the other has it.
async function start(key: Buffer, old: Buffer[] = [], dataDir?: string): Promise<TestApp> {
  for (const app of open.splice(0)) await app.close({ handmade: true });
  vi.stubEnv('MASTER_KEY', text(key));
  vi.stubEnv('MASTER_KEY_OLD', old.map(text).join(' '));
  const app = await testApp(dataDir ? { DATA_DIR: dataDir } : {}, {
    store: { ...store, close: async () => {} },
    sweeps: false,
  });
  open.push(app);
  return app;
}
const scopeOf = async (app: TestApp, owner: Owner) => {
  const actor = await ownerActor(app.system.db, owner.businessId);
  if (!actor) throw new Error('the owner is there');
  return actingScope(app.scope(), { ...actor, sessionId: '' });
};

/** As values were sealed with the master key itself. */
function sealedOnce(key: Buffer, plain: string, place: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, 'seal'), nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return `v1.${body.toString('base64url')}`;
}

/** Reseals everything of an owner as it was stored before businesses had keys. */
async function asBefore(
  app: TestApp,
  { businessId, userId }: Owner,
  pin: string,
  codes: string[],
): Promise<void> {
  const { db } = app.system;
  const old = createSealer([{ version: 0, key: OLD }]);
  await db
    .transaction()
    .execute((tx) =>
      addRoot(tx as never, createMasterKeys({ current: OLD, old: [] }), { version: 0, key: OLD }, new Date()),
    );
  const pepper = createHmac('sha256', deriveKey(OLD, 'pin-pepper').toString('hex'));
  const hash = await hashSecret(pepper.update(`${businessId}:${pin}`).digest('base64url'));
  await sql`update transaction_pins set pin_hash = ${hash}`.execute(db);
  await sql`update business_profiles set account_number_sealed = ${sealedOnce(OLD, ACCOUNT, sealingPlaces.accountNumber(businessId))},
    bvn_sealed = ${sealedOnce(OLD, BVN, sealingPlaces.bvn(businessId))}`.execute(db);
  await sql`update invoices set pay_to = (pay_to - 'last4') || jsonb_build_object('accountNumber', ${ACCOUNT}::text)`.execute(
    db,
  );
  const [code = ''] = codes;
  await sql`update recovery_codes set code_hash = ${old.fingerprint(`recovery-code:${userId}:${code.replace('-', '')}`)}
    where code_hash = ${app.system.sealer.fingerprint(`recovery-code:${userId}:${code.replace('-', '')}`)}`.execute(
    db,
  );
  await app.system.ports.files.put(`${businessId}/fil_paper`, PAPER);
  await sql`update files set key_id = null where id = 'fil_paper'`.execute(db);
}

async function everySealed(): Promise<{ name: string; value: string; place: string }[]> {
  const all = [];
  for (const { name, table, key, part, businessId, value, sealContext: place } of sealedColumns) {
    const { rows } = await sql<{ key: string; part: string; businessId: string | null; value: string }>`
      select ${key} as key, ${part} as part, ${businessId} as "businessId", ${value} as value from ${table} t where ${value} <> ''`.execute(
      store.db,
    );
    all.push(...rows.map((row) => ({ name, value: row.value, place: place(row) })));
  }
  return all;
}

test('a new master key opens everything while the service works on, and the old one nothing afterwards', async () => {
  const before = await start(OLD);
  const { dataDir } = before.config;
  folder = dataDir;
  const owner = await newOwner(before);
  await printOwnAccount(owner);
  const { id: invoiceId } = (
    await owner.call(api.invoices.create, { params, body: sampleInvoice() }, { idempotencyKey: 'once' })
  ).data;
  await owner.call(api.business.createPin, { params, body: { pin: '2749' } });
  const { codes, secret } = await withTwoFactor(before, owner);
  await withRest(before, owner);
  await asBefore(before, owner, '2749', codes);

  // A process that knows both keys goes on, asked all the while.
  const during = await start(NEW, [OLD], dataDir);
  const masterKeys = createMasterKeys({ current: NEW, old: [OLD] });
  await reads(during, owner, invoiceId);
  const work = { asked: 0, over: false };
  const asking = (async () => {
    for (; !work.over; work.asked++) await reads(during, owner, invoiceId);
  })();
  const first = await rotateKeys(during.system, masterKeys, onlySealing);
  work.over = true;
  await asking;
  expect(work.asked).toBeGreaterThan(0);
  expect(first).toMatchObject({ service: 2, broken: [], dropped: 0, kept: 0, files: 1, marks: 1 });
  expect(first.data).toBeGreaterThan(0);
  expect(first.values).toBeGreaterThanOrEqual(4);
  const { rows: marks } = await sql<{ detail: string }>`select detail from security_events
    where business_id = 'service' and event = 'operator_acted' order by position`.execute(store.db);
  expect(marks.map(({ detail }) => detail)).toEqual([
    `Keys changed: under the master key ${masterKeys.currentId}`,
    expect.stringContaining(`Keys were changed: ${first.data} data keys sealed anew`),
  ]);
  const again = await rotateKeys(during.system, masterKeys, onlySealing);
  expect(again).toMatchObject({ service: 0, data: 0, values: 0, files: 0, marks: 0, broken: [] });

  const after = await start(NEW, [], dataDir);
  await reads(after, owner, invoiceId);
  const scope = await scopeOf(after, owner);
  await checkPin(scope, '2749');
  await expect(checkPin(scope, '2748')).rejects.toMatchObject({ code: 'incorrect_pin' });
  const account = await accountById(after.system.db, owner.userId);
  const at = after.config.clock();
  await after.scope().transactAsSystem((ctx) => useCode(ctx, account, codeAt(secret, stepOf(at) + 1)));
  for (const code of codes.slice(0, 2))
    await after.scope().transactAsSystem((ctx) => useCode(ctx, account, code));
  const call = createClient({ baseUrl: after.url, token: () => owner.token });
  const repeated = await call(
    api.invoices.create,
    { params, body: sampleInvoice() },
    { idempotencyKey: 'once' },
  );
  expect(repeated.data.id).toBe(invoiceId);

  await expect(start(OLD, [], dataDir)).rejects.toThrow('needs the master key');
  const old = createMasterKeys({ current: OLD, old: [] });
  const wrapped = [
    ...(await store.db.selectFrom('service_keys').selectAll().execute()),
    ...(await store.db.selectFrom('data_keys').selectAll().execute()),
  ];
  for (const row of wrapped) {
    expect(() => old.unwrap(row, '')).toThrow();
    expect(() =>
      old.unwrap({ ...row, master_key_id: old.currentId }, `data_keys.wrapped:${owner.businessId}:x`),
    ).toThrow();
  }
  const asOnce = createSealer([
    { version: 0, key: OLD },
    { version: 1, key: OLD },
  ]);
  const sealed = await everySealed();
  expect(new Set(sealed.map(({ name }) => name))).toEqual(new Set(sealedColumns.map(({ name }) => name)));
  for (const { value, place } of sealed) expect(() => asOnce.open(value, place)).toThrow();
});

test('new data keys take the place of the old, go on where a killed run ended, and replay no old value', async () => {
  const app = await start(NEW, [], folder);
  const masterKeys = createMasterKeys({ current: NEW, old: [] });
  const [owner] = (await store.db.selectFrom('business_profiles').select('business_id').execute()).map(
    (row) => row.business_id,
  );
  const businessId = owner ?? '';
  const keys = () =>
    store.db.selectFrom('data_keys').selectAll().where('business_id', '=', businessId).execute();
  const [old] = await keys();
  const { bvn_sealed: replayed } = await store.db
    .selectFrom('business_profiles')
    .select('bvn_sealed')
    .executeTakeFirstOrThrow();
  // As after a kill: keys were made, nothing is sealed with them yet.
  await renewDataKeys({ db: store.db, masterKeys, clock: app.config.clock });
  const [made] = (await keys()).filter(({ retired_at }) => retired_at === null);
  const done = await rotateKeys(app.system, masterKeys, { dataKeys: true, serviceKey: false });
  expect(done).toMatchObject({ newDataKeys: 0, kept: 0, broken: [] });
  expect((await keys()).map(({ id }) => id)).toEqual([made?.id]);
  expect(made?.version).toBe((old?.version ?? 0) + 1);
  // A process remembers keys for ten minutes; the next one knows only what is there.
  const { vault } = (await start(NEW)).scope();
  const shown = await payToOf(await profileOf(store.db, businessId), vault);
  expect(shown?.accountNumber).toBe(ACCOUNT);
  await expect(vault.open(businessId, sealingPlaces.bvn(businessId), replayed ?? '')).rejects.toThrow(
    'is not there',
  );
});

test('a file whose bytes are elsewhere keeps its key, and a key that had to stay makes no later run look begun', async () => {
  const masterKeys = createMasterKeys({ current: NEW, old: [] });
  const all = { dataKeys: true, serviceKey: false };
  // As from a machine that does not have the files.
  const elsewhere = await start(NEW);
  for (const _ of [1, 2]) {
    const lost = await rotateKeys(elsewhere.system, masterKeys, all);
    expect(lost).toMatchObject({ newDataKeys: 1, files: 0, kept: 1, broken: ['file fil_paper'] });
  }
  const app = await start(NEW, [], folder);
  const paper = async () => fileBytes(app.scope(), (await fileById(store.db, 'fil_paper')) as never);
  expect(Buffer.from((await paper()) ?? []).toString()).toBe(PAPER.toString());
  expect(await rotateKeys(app.system, masterKeys, onlySealing)).toMatchObject({
    files: 1,
    kept: 0,
    broken: [],
  });
  expect(Buffer.from((await paper()) ?? []).toString()).toBe(PAPER.toString());
  // Not taken for left over, even while no row names it yet.
  const day = new Date(app.config.clock().getTime() - 86_400_000);
  const { storage_key: key } = (await fileById(store.db, 'fil_paper')) as { storage_key: string };
  await store.db.updateTable('files').set({ storage_key: 'x' }).where('id', '=', 'fil_paper').execute();
  await orphanedBytes(app.scope(), day);
  expect(await app.system.ports.files.get(key)).not.toBeNull();
});

async function withTwoFactor(app: TestApp, owner: Owner) {
  const scope = await scopeOf(app, owner);
  const secret = await scope.transact(prepareTwoFactor);
  const codes = await scope.transact((ctx) => enableTwoFactor(ctx, codeAt(secret, stepOf(ctx.now))));
  return { secret, codes };
}

/**
 * Other sealed records: a payout, a payee, a saved card, a push subscription, an operator, a KYC document, a queued email and a
 * webhook.
 */
async function withRest(app: TestApp, owner: Owner): Promise<void> {
  const { businessId } = owner;
  const scope = await scopeOf(app, owner);
  const seal = (place: string, plain: string) => scope.vault.seal(businessId, place, plain);
  const at = app.config.clock();
  await sql`insert into withdrawals (business_id, id, reference, type, currency, amount_minor, fee_minor, bank_code, bank_name,
      account_number_sealed, account_number_last4, provider, status, created_at, updated_at)
    values (${businessId}, 'wdr_1', 'wdr-1', 'self-withdraw', 'NGN', 1, 0, '058', 'GTB', ${await seal(`withdrawals.account_number:${businessId}:wdr_1`, ACCOUNT)}, '4071', 'x', 'completed', ${at}, ${at})`.execute(
    store.db,
  );
  await sql`insert into staff (business_id, id, name, email, bank_code, bank_name, account_name, account_number_sealed, account_number_last4, currency, created_at, updated_at)
    values (${businessId}, 'stf_1', 'Bola', 'bola@example.test', '058', 'GTB', 'BOLA', ${await seal(`staff.account_number:${businessId}:stf_1`, ACCOUNT)}, '4071', 'NGN', ${at}, ${at})`.execute(
    store.db,
  );
  await sql`insert into saved_cards (business_id, id, customer_id, plan_id, invoice_id, reference, provider, currency, cap_minor, email, token_sealed, status,
      stop_key, created_at, updated_at)
    select ${businessId}, 'svc_1', customer_id, 'pln_1', id, 'dw_1', 'x', 'NGN', 1, '', ${await seal(tokenPlace(businessId, 'svc_1'), 'AUTH_1')}, 'active', 'stop', ${at}, ${at}
      from invoices limit 1`.execute(store.db);
  await sql`insert into push_subscriptions (business_id, id, session_id, subscription_sealed, endpoint_hash, created_at)
    select ${businessId}, 'psh_1', id, ${await seal(`push_subscriptions.subscription:${businessId}:psh_1`, '{}')}, 'x', ${at} from sessions limit 1`.execute(
    store.db,
  );
  await sql`insert into whatsapp_notices (id, about, contact, state, sealed, said_at, received_at)
    values ('wamid.1', 'message', '234', 'received', ${app.system.sealer.seal('{}', 'whatsapp_notices.sealed:wamid.1')}, ${at}, ${at})`.execute(
    store.db,
  );
  await sql`insert into operators (name, secret_sealed, created_at)
    values ('ada', ${app.system.sealer.seal('JBSWY3DP', 'operators.secret:ada')}, ${at})`.execute(store.db);
  const paper = {
    business_id: businessId,
    id: 'fil_paper',
    purpose: 'kyc',
    storage_key: `${businessId}/fil_paper`,
  } as const;
  const keyId = await storeBytes(scope, paper, PAPER);
  await store.db
    .insertInto('files')
    .values({
      ...paper,
      key_id: keyId,
      name: 'id.pdf',
      mime_type: 'application/pdf',
      size: PAPER.length,
      created_at: at,
    })
    .execute();
  await scope.transact((ctx) =>
    notify(ctx, {
      key: 'waits',
      to: owner.email,
      template: 'dataExported',
      facts: { firstName: 'Adaeze' },
      about: { businessId },
    }),
  );
}

async function reads(app: TestApp, owner: Owner, invoiceId: string): Promise<void> {
  const { vault, db, ports } = app.scope();
  expect((await payToOf(await profileOf(db, owner.businessId), vault))?.accountNumber).toBe(ACCOUNT);
  const profile = await db.selectFrom('business_profiles').select('bvn_sealed').executeTakeFirstOrThrow();
  expect(
    await vault.open(owner.businessId, sealingPlaces.bvn(owner.businessId), profile.bvn_sealed ?? ''),
  ).toBe(BVN);
  const call = async () => {
    const response = await fetch(`${app.url}/api/ngn/invoice/${invoiceId}`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(ACCOUNT);
  };
  await call();
  const file = await fileById(db, 'fil_paper');
  if (!file) throw new Error('the paper is there');
  const bytes = await fileBytes({ ports, vault }, file);
  // Between reading the row and the bytes they may have been sealed anew.
  const now = bytes ?? (await fileBytes({ ports, vault }, (await fileById(db, 'fil_paper')) ?? file));
  expect(Buffer.from(now ?? []).toString()).toBe(PAPER.toString());
}
