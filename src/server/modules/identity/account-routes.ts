import QRCode from 'qrcode';
import type { account } from '#contract/account.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { exportAuditTrail } from '#server/modules/audit/flows.ts';
import { listSecurityEvents } from '#server/modules/audit/queries.ts';
import { inBrowser } from './browser-cookie.ts';
import { updateAccount } from './commands/account.ts';
import { revokeOthers } from './commands/sessions.ts';
import { changeOwnPassword, requestEmailChange } from './flows/account.ts';
import { exchangeCode, finishGoogleSignIn, startGoogleSignIn } from './flows/google.ts';
import {
  confirmTwoFactor,
  disableTwoFactorWithCode,
  renewRecoveryCodes,
  startTwoFactor,
} from './flows/two-factor.ts';
import { presentSignedIn, presentUser } from './present.ts';
import { recoveryCodesLeft, twoFactorIsOn } from './queries/accounts.ts';

const QR_PIXELS = 320;

/** The routes of the account that need nothing but the account. */
export const routes: Omit<Handlers<typeof account>, 'exportData' | 'requestDeletion'> = {
  google: async (scope, { query }) => startGoogleSignIn(scope, query.redirect),
  googleCallback: async (scope, { query }, raw) => finishGoogleSignIn(scope, query, raw.headers),
  googleExchange: async (scope, { body }, raw) => ({
    message: 'Login successful',
    ...presentSignedIn(
      await inBrowser(scope, raw, (browser) => exchangeCode(scope, body, raw.headers, browser)),
    ),
  }),
  update: async (scope, { body }) => {
    const changed = await scope.transact((ctx) => updateAccount(ctx, body));
    return { message: 'Saved', data: { user: presentUser(changed) } };
  },
  changeEmail: async (scope, { body }) => {
    await requestEmailChange(scope, body);
    return {
      message: `We have sent a message to ${body.email}. Confirm it to change your address`,
      data: null,
    };
  },
  changePassword: async (scope, { body }) => {
    await changeOwnPassword(scope, body);
    return { message: 'Password changed. Every other device was logged out', data: null };
  },
  revokeOthers: async (scope) => {
    const ended = await scope.transact(revokeOthers);
    return { message: ended === 1 ? '1 session ended' : `${ended} sessions ended`, data: { ended } };
  },
  twoFactor: async (scope) => {
    const { userId } = scope.actor;
    const enabled = await twoFactorIsOn(scope.db, userId);
    return { data: { enabled, recoveryCodesLeft: enabled ? await recoveryCodesLeft(scope.db, userId) : 0 } };
  },
  startTwoFactor: async (scope, { body }) => {
    const { secret, address } = await startTwoFactor(scope, body.password);
    const qrCode = await QRCode.toDataURL(address, { width: QR_PIXELS, errorCorrectionLevel: 'M' });
    return { data: { secret, address, qrCode } };
  },
  enableTwoFactor: async (scope, { body }) => {
    const recoveryCodes = await confirmTwoFactor(scope, body.code);
    return { message: 'Two-factor is on', data: { recoveryCodes } };
  },
  disableTwoFactor: async (scope, { body }) => {
    await disableTwoFactorWithCode(scope, body);
    return { message: 'Two-factor is off', data: null };
  },
  recoveryCodes: async (scope, { body }) => ({
    message: 'New recovery codes made',
    data: { recoveryCodes: await renewRecoveryCodes(scope, body) },
  }),
  exportTrail: (scope) => exportAuditTrail(scope),
  audit: async (scope, { query }) => {
    const { events, nextCursor, total } = await listSecurityEvents(scope.db, scope.actor.userId, query);
    const entries = events.map((row) => ({
      id: row.id,
      _id: row.id,
      event: row.event,
      detail: row.detail,
      clientAddress: row.client_address,
      userAgent: row.user_agent,
      createdAt: row.created_at,
    }));
    return { data: { entries }, page: { nextCursor, total } };
  },
};
