import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { securityEvents } from '#contract/account.ts';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { codeAt, stepOf } from '#server/modules/identity/rules/totp.ts';
import { createFakeProvider, paidBy, payoutState } from './fake-provider.ts';
import { eventually, newOwner, type Owner, sampleInvoice, type TestApp, testApp } from './harness.ts';
import { fundWallet, ownAccountPayout, payInvoice, PIN, setPin } from './money.ts';

// Actions on an account's security or its money are in the audit log, each under its event.
const params = { currency: 'NGN' } as const;
const STEP_MS = 30_000;
const NEW_PASSWORD = 'another horse staple 7';
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;
let password: string;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake) });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
  password = owner.password;
  fake.onSend = () => ({ reported: payoutState('failed'), truth: payoutState('failed') });
});

const open = () => createClient({ baseUrl: app.url });
const logIn = (more: object = {}) =>
  open()(api.identity.login, { body: { email: owner.email, password, ...more } });
const linkTo = (subject: string) =>
  eventually(async () => {
    const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
      where to_address = ${owner.email} and subject like ${`%${subject}%`} order by id desc`.execute(
      app.store.db,
    );
    return /token=([\w-]+)/.exec(rows[0]?.body_text ?? '')?.[1];
  });
const raw = (path: string, more: RequestInit = {}) =>
  fetch(`${app.url}${path}`, {
    ...more,
    headers: { Authorization: `Bearer ${owner.token}`, ...more.headers },
  });

async function auditEvents(): Promise<string[]> {
  const rows = await app.store.db
    .selectFrom('security_events')
    .select('event')
    .where('business_id', '=', owner.businessId)
    .orderBy('position')
    .execute();
  return rows.map(({ event }) => event);
}

/** Audit events an action added. */
async function added(act: () => Promise<unknown>): Promise<string[]> {
  const before = (await auditEvents()).length;
  await act();
  return (await auditEvents()).slice(before);
}

async function recoveryCodes() {
  const { data } = await owner.call(api.account.startTwoFactor, { body: { password } });
  const code = () => {
    app.advance(STEP_MS);
    return codeAt(data.secret, stepOf(app.config.clock()));
  };
  await owner.call(api.account.enableTwoFactor, { body: { code: code() } });
  const made = await owner.call(api.account.recoveryCodes, { body: { password, code: code() } });
  return made.data.recoveryCodes;
}

async function payment(amount: number) {
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      taxRate: 0,
      items: [{ description: 'Work', quantity: 1_000_000, rate: minor(1000_00) }],
    }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  if (amount > 0)
    await payInvoice(app, fake, {
      businessId: owner.businessId,
      invoiceId: data.id,
      amount: minor(amount),
    });
  const { data: list } = await owner.call(api.payments.list, { params, query: {} });
  return { invoiceId: data.id, id: list.transactions[0]?.id ?? '' };
}

const cash = { amount: minor(100_00), day: dateIn(systemClock()), method: 'cash' } as const;
const credit = { lines: [{ item: 0, amount: minor(1_00) }], reason: 'price' as const };
const person = { name: 'Bisi', email: 'bisi@example.test', bankCode: '058', accountNumber: '0333333333' };
const upload = () => {
  const form = new FormData();
  form.set('purpose', 'kyc');
  form.set('file', new File(['%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'], 'passport.pdf'));
  return raw('/api/ngn/files/upload', { method: 'POST', body: form });
};

/** Acts by the event each leaves; those that need something first do it in `before`. */
const acts: [event: string, act: (made: unknown) => Promise<unknown>, before?: () => Promise<unknown>][] = [
  ['signed_in', () => logIn()],
  ['proof_given', () => owner.call(api.stepUp.prove, { body: { way: 'password', password } })],
  ['signed_out', () => owner.call(api.identity.logout, {})],
  ['session_ended', () => owner.call(api.account.revokeOthers, {}), () => logIn()],
  [
    'email_verified',
    (token) => open()(api.identity.verifyEmail, { params: { token: String(token) } }),
    () => linkTo('Confirm your email'),
  ],
  [
    // Nobody had shown that the address is theirs before.
    'password_reset business_taken_over',
    (token) => open()(api.identity.resetPassword, { body: { token: String(token), password: NEW_PASSWORD } }),
    async () => {
      await open()(api.identity.forgotPassword, { body: { email: owner.email } });
      return linkTo('Choose a new password');
    },
  ],
  ['two_factor_enabled recovery_codes_made', () => recoveryCodes()],
  ['recovery_code_used', (codes) => logIn({ code: (codes as string[])[0] }), () => recoveryCodes()],
  ['pin_set', () => setPin(owner)],
  [
    'pin_changed',
    () => owner.call(api.business.createPin, { params, body: { pin: '8305', password, currentPin: PIN } }),
    () => setPin(owner),
  ],
  [
    'withdrawal_requested',
    () => owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(1_000_00)) }),
    () => rich(),
  ],
  [
    'payout_retried',
    (id) =>
      owner.call(api.withdrawals.retryBatch, { params: { ...params, id: String(id) }, body: { pin: PIN } }),
    () => failedBatch(),
  ],
  [
    'refund_requested',
    (id) =>
      owner.call(api.payments.refund, {
        params: { ...params, id: String(id) },
        body: { amount: minor(100_00), reason: 'Agreed', pin: PIN },
      }),
    async () => {
      await rich();
      return (await payment(1000_00)).id;
    },
  ],
  [
    'credit_used',
    async (id) => {
      const { invoiceId } = await payment(0);
      await owner.call(api.payments.useCredit, {
        params: { ...params, id: String(id) },
        body: { invoiceId },
      });
    },
    async () => (await payment(1500_00)).id,
  ],
  [
    'payment_recorded',
    (id) => owner.call(api.offlinePayments.record, { params: { ...params, id: String(id) }, body: cash }),
    async () => (await payment(0)).invoiceId,
  ],
  [
    'payment_undone',
    (id) => owner.call(api.offlinePayments.undo, { params: { ...params, id: String(id) }, body: {} }),
    async () => {
      const { invoiceId } = await payment(0);
      const at = { ...params, id: invoiceId };
      return (await owner.call(api.offlinePayments.record, { params: at, body: cash })).data.id;
    },
  ],
  [
    'payment_given_back',
    (id) =>
      owner.call(api.offlinePayments.giveBack, {
        params: { ...params, id: String(id) },
        body: { amount: minor(100), day: cash.day, reason: 'Too much' },
      }),
    async () => {
      const { invoiceId } = await payment(0);
      const at = { ...params, id: invoiceId };
      return (await owner.call(api.offlinePayments.record, { params: at, body: cash })).data.id;
    },
  ],
  [
    'invoice_written_off',
    (id) =>
      owner.call(api.writeOffs.writeOff, {
        params: { ...params, id: String(id) },
        body: { amount: minor(1_00), reason: 'Too little to ask for' },
      }),
    async () => (await payment(0)).invoiceId,
  ],
  [
    'credit_note_issued',
    (id) => owner.call(api.creditNotes.issue, { params: { ...params, id: String(id) }, body: credit }),
    async () => (await payment(0)).invoiceId,
  ],
  [
    'credit_note_withdrawn',
    (id) => owner.call(api.creditNotes.withdraw, { params: { ...params, id: String(id) } }),
    async () => {
      const { invoiceId } = await payment(0);
      const at = { ...params, id: invoiceId };
      return (await owner.call(api.creditNotes.issue, { params: at, body: credit })).data.id;
    },
  ],
  [
    'withholding_changed',
    (id) =>
      owner.call(api.withholding.declare, { params: { ...params, id: String(id) }, body: { kind: 'goods' } }),
    async () => (await payment(0)).invoiceId,
  ],
  ['staff_added', () => owner.call(api.staff.create, { params, body: person })],
  [
    'staff_archived',
    (id) => owner.call(api.staff.archive, { params: { ...params, id: String(id) } }),
    async () => {
      await owner.call(api.staff.create, { params, body: person });
      return (await owner.call(api.staff.list, { params })).data.staff[0]?.id;
    },
  ],
  ['document_added', () => upload()],
  ['report_exported', () => raw(`/api/ngn/analytics/${owner.businessId}/export?months=3&format=csv`)],
  ['data_exported', async () => (await raw('/api/auth/export')).arrayBuffer()],
  [
    'account_deletion_requested',
    () => owner.call(api.account.requestDeletion, { body: { password, confirm: owner.email } }),
  ],
];

async function rich(): Promise<void> {
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(10_000_00));
}

async function failedBatch(): Promise<string> {
  await rich();
  const item = { ...person, accountName: 'ADAEZE OKAFOR', amount: minor(1_000_00) };
  const { data } = await owner.call(api.withdrawals.bulk, { params, body: { items: [item], pin: PIN } });
  await eventually(async () => {
    const { data: list } = await owner.call(api.withdrawals.list, { params });
    return list.withdrawals.every(({ status }) => status === 'failed');
  });
  return data.batchId;
}

test.each(acts)('%s', async (events, act, before) => {
  const made = await before?.();
  const found = await added(() => act(made));
  for (const event of events.split(' ')) expect(found).toContain(event);
});

const I = 'src/server/modules/identity';
/** The other events, with the test that looks for each. */
const elsewhere: Record<string, readonly string[]> = {
  [`${I}/account.test.ts`]: [
    'signed_up',
    'sign_in_failed',
    'email_changed',
    'details_changed',
    'password_changed',
    'proof_failed',
    'payout_account_changed',
  ],
  [`${I}/passkeys.test.ts`]: ['passkey_added', 'passkey_removed', 'passkey_suspended'],
  [`${I}/sign-in-methods.test.ts`]: ['two_factor_disabled', 'google_unlinked'],
  [`${I}/google.test.ts`]: ['google_linked'],
  [`${I}/extension.test.ts`]: ['extension_connected'],
  'tests/whatsapp/linking.test.ts': ['whatsapp_linked', 'whatsapp_unlinked'],
  'tests/pin.pg.test.ts': ['pin_wrong', 'pin_locked'],
  'src/server/modules/withdrawals/staff.test.ts': ['staff_account_changed'],
  'src/server/modules/customers/merge.test.ts': ['customers_merged'],
  'src/server/modules/customer-portal/customer-portal.test.ts': ['portal_link_changed'],
  'src/server/modules/files/files.test.ts': ['document_read'],
  'src/server/modules/assistant/proposals.test.ts': ['assistant_acted'],
  'src/server/ops/ledger-checks/hash-chains.test.ts': ['trail_exported', 'trail_erased'],
  'src/server/modules/account/account.test.ts': ['account_deletion_cancelled'],
  'tests/secrets/rotation.test.ts': ['operator_acted'],
};

test('no event is without its test', () => {
  const root = join(import.meta.dirname, '..');
  for (const [file, events] of Object.entries(elsewhere)) {
    const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
    for (const event of events) expect(text, `${event} in ${file}`).toContain(`'${event}'`);
  }
  const tested = [...acts.flatMap(([events]) => events.split(' ')), ...Object.values(elsewhere).flat()];
  expect(securityEvents.filter((event) => !tested.includes(event))).toEqual([]);
});
