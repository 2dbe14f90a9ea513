import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { securityEvents } from '#contract/account.ts';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { type EmailTemplateName, emailTemplateNames } from '#server/modules/notifications/rules/email.ts';
import { createAuthenticator } from '../../../../tests/authenticator.ts';
import { eventually, newOwner, type TestApp, testApp } from '../../../../tests/harness.ts';
import { PIN, setPin } from '../../../../tests/money.ts';
import { codeAt, stepOf } from './rules/totp.ts';

type Event = (typeof securityEvents)[number];
/** The letters of which one goes to the owner, or why none does. */
type Decision = readonly EmailTemplateName[] | 'own act' | 'told with another' | 'ours to look at';

// An event that is added has to be decided about here; docs/security.md points at this table.
const decisions: Record<Event, Decision> = {
  signed_up: ['verification'],
  signed_in: ['newBrowser'],
  sign_in_failed: ['signInsSlowed'],
  signed_out: 'own act',
  session_ended: 'own act',
  email_verified: 'own act',
  email_changed: ['emailChanged'],
  details_changed: 'own act',
  password_changed: ['ownPasswordChanged'],
  password_reset: ['passwordChanged'],
  two_factor_enabled: ['twoFactorSet'],
  two_factor_disabled: ['twoFactorSet'],
  recovery_codes_made: ['recoveryCodesMade'],
  recovery_code_used: ['recoveryCodeUsed'],
  google_linked: ['googleLinked'],
  google_unlinked: ['googleUnlinked'],
  business_taken_over: ['businessTakenOver'],
  passkey_added: ['passkeyAdded'],
  passkey_removed: ['passkeyRemoved'],
  passkey_suspended: ['passkeySuspended'],
  proof_given: 'told with another',
  proof_failed: 'ours to look at',
  extension_connected: ['extensionConnected'],
  whatsapp_linked: ['whatsappLinked'],
  whatsapp_unlinked: ['whatsappLinked'],
  pin_set: ['pinSet'],
  pin_changed: ['pinSet'],
  pin_wrong: 'told with another',
  pin_locked: ['pinLocked'],
  payout_account_changed: ['payoutAccountSet'],
  withdrawal_requested: ['withdrawalCompleted', 'withdrawalFailed', 'severalPaid'],
  payout_retried: ['withdrawalCompleted', 'withdrawalFailed', 'severalPaid'],
  refund_requested: ['paymentRefunded', 'refundFailed'],
  credit_used: 'own act',
  invoice_written_off: 'own act',
  credit_note_issued: 'own act',
  credit_note_withdrawn: 'own act',
  withholding_changed: 'own act',
  payment_recorded: 'own act',
  payment_undone: 'own act',
  payment_given_back: 'own act',
  staff_added: 'own act',
  staff_account_changed: ['staffAccountSet'],
  staff_archived: 'own act',
  customers_merged: 'own act',
  portal_link_changed: 'own act',
  document_added: 'own act',
  document_read: 'own act',
  data_exported: ['dataExported'],
  report_exported: 'own act',
  trail_exported: 'own act',
  assistant_acted: 'told with another',
  operator_acted: 'ours to look at',
  trail_erased: 'ours to look at',
  account_deletion_requested: ['deletionAsked'],
  account_deletion_cancelled: ['deletionCancelled'],
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://pay.duewell.test' });
});
afterAll(() => app.close());

test('every kind of security event has its decision, and every letter it names is there', () => {
  expect(Object.keys(decisions).toSorted()).toEqual([...securityEvents].toSorted());
  const named = Object.values(decisions).flatMap((decision) =>
    typeof decision === 'string' ? [] : decision,
  );
  expect(named.filter((letter) => !emailTemplateNames().includes(letter))).toEqual([]);
});

test('what a letter was decided for is told by one, as it happens', async () => {
  const owner = await newOwner(app);
  const params = { currency: 'NGN' } as const;
  const open = createClient({ baseUrl: app.url });
  await setPin(owner);
  await owner.call(api.business.createPin, {
    params,
    body: { pin: '8305', password: owner.password, currentPin: PIN },
  });
  await owner.call(api.settings.updatePayoutAccount, {
    params: { ...params, id: owner.businessId },
    body: { bankCode: '044', accountNumber: '0222222222', pin: '8305' },
  });
  const { data: challenge } = await owner.call(api.passkeys.begin, {});
  const at = { origin: 'https://pay.duewell.test', rpId: 'pay.duewell.test', challenge: challenge.challenge };
  const passkey = createAuthenticator().make({ ...at, userId: challenge.user.id });
  const { data: added } = await owner.call(api.passkeys.add, { body: { name: 'Phone', passkey } });
  await owner.call(api.passkeys.remove, { params: { id: added.passkey.id } });
  const { data: secret } = await owner.call(api.account.startTwoFactor, { body: {} });
  const code = codeAt(secret.secret, stepOf(app.config.clock()));
  const { data: codes } = await owner.call(api.account.enableTwoFactor, { body: { code } });
  const [first = '', second = ''] = codes.recoveryCodes;
  await open(api.identity.login, { body: { email: owner.email, password: owner.password, code: first } });
  await owner.call(api.account.disableTwoFactor, { body: { code: second, password: owner.password } });
  const response = await fetch(`${app.url}/api/auth/export`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  await response.arrayBuffer();
  await owner.call(api.account.changePassword, {
    body: { currentPassword: owner.password, newPassword: 'quite another 8' },
  });
  await owner.call(api.account.changeEmail, { body: { email: `new.${owner.email}` } });
  const token = await eventually(async () => {
    const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
      where to_address = ${`new.${owner.email}`}`.execute(app.store.db);
    return /token=([\w-]+)/.exec(rows[0]?.body_text ?? '')?.[1];
  });
  await open(api.identity.verifyEmail, { params: { token } });
  await owner.call(api.account.requestDeletion, { body: { confirm: `new.${owner.email}` } });
  const happened = await app.store.db
    .selectFrom('security_events')
    .select('event')
    .where('user_id', '=', owner.userId)
    .execute();
  const mails = await app.store.db
    .selectFrom('messages')
    .select(['kind', 'to_address'])
    .where('to_address', 'in', [owner.email, `new.${owner.email}`])
    .execute();
  const kinds = new Set(mails.map(({ kind }) => kind));
  const events = new Set(happened.map(({ event }) => event));
  expect(events.size).toBeGreaterThan(13);
  const silent = [...events].filter((event) => {
    const decision = decisions[event];
    return (
      typeof decision !== 'string' && event !== 'signed_in' && !decision.some((letter) => kinds.has(letter))
    );
  });
  expect(silent, 'events that nobody was told of').toEqual([]);
  expect(mails.filter(({ kind }) => kind === 'emailChanged')).toHaveLength(2);
});
