import { type CalendarDate, formatLongDate } from '#core/dates.ts';
import { ABOUT_ACCOUNT, type EmailContent } from './types.ts';

type Person = { firstName: string };
const NOT_YOU = 'If it was not you, change your password at once: that ends every other session.';

const notice = (subject: string, { firstName }: Person, ...paragraphs: string[]): EmailContent => ({
  subject,
  content: { heading: `Hello ${firstName}`, paragraphs, footer: ABOUT_ACCOUNT },
});

/** To the new address: it counts once the link was used. */
export const emailChange = ({ firstName, url }: Person & { url: string }): EmailContent => ({
  subject: 'Confirm your new email address',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      'Please confirm that this is your new email address. The link works once, for 24 hours.',
      'Until then your account keeps its present address.',
    ],
    button: { label: 'Confirm my new address', url },
    footer: 'If you did not ask for this, ignore this message.',
  },
});

/** To the present address, before anything has changed. */
export const emailChangeAsked = ({ newEmail, ...person }: Person & { newEmail: string }): EmailContent =>
  notice(
    'Somebody asked to change your email address',
    person,
    `The address of your account is to become ${newEmail}. Nothing has changed yet.`,
    NOT_YOU,
  );

/** To the earlier address and the new one. */
export const emailChanged = ({ newEmail, ...person }: Person & { newEmail: string }): EmailContent =>
  notice(
    'Your email address was changed',
    person,
    `You now log in with ${newEmail}. Messages about your account go there.`,
    'If it was not you, write to support at once.',
  );

export const ownPasswordChanged = (person: Person): EmailContent =>
  notice(
    'Your password was changed',
    person,
    'The password of your account was just changed, and every other device was logged out.',
    'If it was not you, choose a new password at once with the link "Forgot password" on the log-in page.',
  );

export const twoFactorSet = ({ enabled, ...person }: Person & { enabled: boolean }): EmailContent =>
  notice(
    enabled ? 'Two-factor is on' : 'Two-factor was switched off',
    person,
    enabled
      ? 'From now on a code from your authenticator app is asked for at log-in. Keep your recovery codes in a safe place.'
      : 'From now on your password alone opens your account.',
    NOT_YOU,
  );

export const recoveryCodesMade = (person: Person): EmailContent =>
  notice(
    'New recovery codes were made',
    person,
    'The recovery codes you had before do not work any more.',
    NOT_YOU,
  );

export const recoveryCodeUsed = ({ left, ...person }: Person & { left: number }): EmailContent =>
  notice(
    'A recovery code was used',
    person,
    `A recovery code was used in place of your authenticator app. ${left} of them ${left === 1 ? 'is' : 'are'} left.`,
    NOT_YOU,
  );

export const googleLinked = (person: Person): EmailContent =>
  notice(
    'Google can now open your account',
    person,
    'Somebody signed in with the Google account of this address, so you can use Google to log in from now on.',
    NOT_YOU,
  );

export const googleUnlinked = (person: Person): EmailContent =>
  notice(
    'Google can no longer open your account',
    person,
    'Signing in with Google was disconnected from your account. Whoever signs in with the Google account of this address connects it again.',
    NOT_YOU,
  );

/** To whoever showed that an address is theirs which somebody else may have made an account with. */
export const businessTakenOver = ({ held, ...person }: Person & { held: boolean }): EmailContent =>
  notice(
    'Please set up your business again',
    person,
    'Until today nobody had confirmed that this address belongs to your account. To protect you from whoever may have made it, we removed its payout account, transaction PIN, identity papers, staff list and every way to sign in that was there. Payouts that had not left were called off.',
    'Invoices and customers are as they were. Log in, tell us about your business again, and choose a new PIN.',
    held
      ? 'There were invoices already, so we look whose money it is before any of it leaves. Write to us if it is yours. If you did not make those invoices, tell us that too.'
      : 'For a day no money can leave the account.',
  );

export const extensionConnected = ({ device, ...person }: Person & { device: string }): EmailContent =>
  notice(
    'A browser extension was connected',
    person,
    `The extension of ${device} can now make and send invoices for your business. It cannot move money.`,
    'If it was not you, sign it out in the settings under Security, then change your password.',
  );

type SignInFacts = Person & { device: string; at: string; address: string };

/** Somebody signed in where nobody did before. `at` is a local day and time. */
export const newBrowser = ({ firstName, device, at, address }: SignInFacts): EmailContent => ({
  subject: 'Somebody signed in on a new device',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      'Your account was opened in a browser that was not used for it before. If it was you, there is nothing to do.',
      'If it was not you, change your password at once: that ends every other session. Then look through your passkeys in the settings under Security.',
    ],
    facts: [
      ['Device', device],
      ['When', at],
      ['Network address', address],
    ],
    footer: ABOUT_ACCOUNT,
  },
});

export const signInsSlowed = (person: Person): EmailContent =>
  notice(
    'Somebody keeps trying to log in to your account',
    person,
    'Somebody typed a wrong password or code too often. So log-ins from devices we do not know have to wait. In a browser you used before you can log in as always. Anywhere else, use a passkey.',
    'If it was not you, there is nothing you must do. A passkey, or a long password that you use nowhere else, keeps them out.',
  );

type PasskeyFacts = Person & { name: string };

export const passkeyAdded = ({ name, ...person }: PasskeyFacts): EmailContent =>
  notice(
    'A passkey was added to your account',
    person,
    `The passkey “${name}” can log in from now on, without your password.`,
    'If it was not you, remove it at once in the settings under Security, then change your password.',
  );

export const passkeyRemoved = ({ name, ...person }: PasskeyFacts): EmailContent =>
  notice(
    'A passkey was removed from your account',
    person,
    `The passkey “${name}” opens nothing any more.`,
    NOT_YOU,
  );

export const passkeySuspended = ({ name, ...person }: PasskeyFacts): EmailContent =>
  notice(
    'A passkey was switched off',
    person,
    `The passkey “${name}” was used in a way that only a copy of it could be, so it opens nothing any more. Remove it in the settings under Security and add a new one.`,
    'If you did not use it just now, somebody may have a copy: look through your devices in the settings as well.',
  );

/** Six digits that show who somebody is, for an account that has nothing else to show. */
export const proofCode = ({ firstName, code }: Person & { code: string }): EmailContent => ({
  subject: 'Your code to confirm that it is you',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      'Somebody signed in to your account wants to change something that needs a proof. Enter this code there. It works once, for ten minutes.',
      'We never ask for it by phone or by message. If it was not you, sign out all other devices in the settings under Security.',
    ],
    facts: [['Code', code]],
    footer: ABOUT_ACCOUNT,
  },
});

export const dataExported = (person: Person): EmailContent =>
  notice(
    'Your data was downloaded',
    person,
    'Somebody just took a copy of all we keep about you and your business.',
    NOT_YOU,
  );

export const deletionAsked = ({ on, ...person }: Person & { on: CalendarDate }): EmailContent =>
  notice(
    'Your account will be deleted',
    person,
    `As you asked, your account will be deleted on ${formatLongDate(on)}. Every device was logged out.`,
    'Changed your mind, or was it not you? Log in before that day and the account stays.',
  );

export const deletionCancelled = (person: Person): EmailContent =>
  notice('Your account stays', person, 'You logged in, so your account will not be deleted.', NOT_YOU);

/** Money came in while the account waited to be deleted. */
export const deletionWaits = (person: Person): EmailContent =>
  notice(
    'Your account could not be deleted yet',
    person,
    'Money arrived for your business meanwhile. Log in and withdraw it; then you can ask again.',
  );

/** `hasBadge`: customers see it from now on, else the address or the profile is not finished. `raised`: so are the daily limits. */
export const documentsAccepted = ({
  firstName,
  hasBadge,
  raised,
  url,
}: Person & { hasBadge: boolean; raised: boolean; url: string }): EmailContent => ({
  subject: 'Your documents are accepted',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      'We looked at your documents and they are in order.',
      hasBadge
        ? 'Customers now see “Registered with Duewell” on your pay pages, receipts and shop, and when they check an invoice.'
        : 'One step is left: confirm your email address and finish your business profile. Then customers see “Registered with Duewell” on your pay pages, receipts and shop.',
      ...(raised
        ? ['Your daily limits are higher: you can write to more new customers and pay out more.']
        : []),
      'If you change the name of your business, or send another ID or certificate, we check again.',
    ],
    button: { label: 'See your documents', url },
    footer: ABOUT_ACCOUNT,
  },
});

/** `reason`: one sentence or more, as the operator wrote it. */
export const documentsRefused = ({
  firstName,
  reason,
  url,
}: Person & { reason: string; url: string }): EmailContent => ({
  subject: 'We could not accept your documents',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `We could not accept your documents: ${reason}`,
      'Send what is needed again in Settings, under Verification documents. We look at it again as soon as it is there.',
      'Your invoices, payments and withdrawals go on as before.',
    ],
    button: { label: 'Send documents again', url },
    footer: ABOUT_ACCOUNT,
  },
});
