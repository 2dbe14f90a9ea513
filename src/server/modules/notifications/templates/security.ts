import { dateIn, formatDate, timeIn } from '#core/dates.ts';
import { ABOUT_ACCOUNT, type EmailContent } from './types.ts';

type PinFacts = { firstName: string; changed: boolean; reset?: boolean };

/** `reset`: without the PIN before it. */
export const pinSet = ({ firstName, changed, reset = false }: PinFacts): EmailContent => ({
  subject: changed ? 'Your transaction PIN was changed' : 'Your transaction PIN was set',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `The PIN that confirms your withdrawals was just ${changed ? 'changed' : 'set'}.`,
      ...(reset
        ? [
            'The PIN before it was not entered, so for 24 hours money goes only to accounts that were paid before.',
          ]
        : []),
      'If it was not you, change your password at once: that ends every session.',
    ],
    footer: ABOUT_ACCOUNT,
  },
});

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

// Only the third lock within a month is longer than a day.
function howLong(minutes: number): string {
  if (minutes > DAY_MINUTES)
    return 'until you set a new PIN in the settings, which takes your password and a code we send you';
  return minutes <= 2 * HOUR_MINUTES
    ? `for ${minutes} minutes`
    : `for ${Math.ceil(minutes / HOUR_MINUTES)} hours`;
}

export const pinLocked = ({ firstName, minutes }: { firstName: string; minutes: number }): EmailContent => ({
  subject: 'Your transaction PIN is locked',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `A wrong PIN was entered five times, so withdrawals are locked ${howLong(minutes)}.`,
      'If it was not you, change your password at once: that ends every session.',
    ],
    footer: ABOUT_ACCOUNT,
  },
});

/** `opensAt` is when money can be withdrawn to it, where it took the place of another account; null for the first one. */
export const payoutAccountSet = ({
  firstName,
  bankName,
  last4,
  opensAt,
}: {
  firstName: string;
  bankName: string;
  last4: string;
  /** An instant as it is written in JSON, for facts wait as such. */
  opensAt: string | null;
}): EmailContent => ({
  subject: opensAt ? 'Your payout account was changed' : 'Bank account of your business',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      'Money you withdraw to yourself now goes to this bank account. Your invoices show it only if you switched that on.',
      ...(opensAt
        ? [
            `To protect you, nothing can be withdrawn to it before ${formatDate(dateIn(new Date(opensAt)))}, ${timeIn(new Date(opensAt))}. Paying your staff goes on as usual.`,
            'If it was not you: change your password now, which ends every other session, then your transaction PIN, then put your own account back in the settings.',
          ]
        : [
            'If you did not enter it, change your password and your transaction PIN at once, before anything is withdrawn.',
          ]),
    ],
    facts: [
      ['Bank', bankName],
      ['Account', `••••••${last4}`],
    ],
    footer: ABOUT_ACCOUNT,
  },
});

type StaffAccount = { firstName: string; name: string; bankName: string; last4: string };

/** Another bank account of somebody who is paid. */
export const staffAccountSet = ({ firstName, name, bankName, last4 }: StaffAccount): EmailContent => ({
  subject: 'A bank account on your staff list was changed',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `What you pay ${name} goes to this account from now on. It was confirmed with your PIN.`,
      'If it was not you, put the right account back on the staff list, then change your password and your PIN.',
    ],
    facts: [
      ['Bank', bankName],
      ['Account', `••••••${last4}`],
    ],
    footer: ABOUT_ACCOUNT,
  },
});

/** `number`: the last digits of the phone, or '' where it is hidden. */
export const whatsappLinked = ({
  firstName,
  number,
  linked,
}: {
  firstName: string;
  number: string;
  linked: boolean;
}): EmailContent => ({
  subject: linked
    ? 'A phone was linked to your business on WhatsApp'
    : 'Your business was unlinked from WhatsApp',
  content: {
    heading: `Hello ${firstName}`,
    paragraphs: [
      linked
        ? 'Anyone who has this phone can now ask about your business by WhatsApp, and make and send invoices there. Money cannot be moved that way, and your PIN is never asked for.'
        : 'The phone that was linked to your business on WhatsApp cannot do anything there any more.',
      linked
        ? 'If it was not you, unlink it in the settings under WhatsApp at once, then change your password.'
        : 'If it was not you, change your password at once: that ends every other session.',
    ],
    ...(number ? { facts: [['Phone', number]] } : {}),
    footer: ABOUT_ACCOUNT,
  },
});
