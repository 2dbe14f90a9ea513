import type { UnsubscribeTarget } from '#server/modules/notifications/queries/unsubscribe.ts';

type Messages = { title: string; text: string; button: string };

const purposeNames: Record<Exclude<UnsubscribeTarget['purpose'], 'reminders'>, string> = {
  payment_received: 'News of payments',
  payment_refunded: 'News of refunds',
  withdrawal_finished: 'News of withdrawals',
  invoice_overdue: 'News of overdue invoices',
  message_failed: 'News of messages that did not arrive',
  weekly_summary: 'The weekly summary',
};

/** Stage of the page: confirmation, unsubscribed, or undone just now. */
export type Stage = 'asked' | 'ended' | 'undone';

/** Texts of an unsubscribe page, by stage. */
export function messagesFor(
  { purpose, address }: UnsubscribeTarget,
  business: string,
  stage: Stage,
): Messages {
  const to = masked(address);
  return purpose === 'reminders'
    ? reminderMessages(business, to)[stage]
    : notificationMessages(`${purposeNames[purpose]} of ${business}`, to)[stage];
}

const reminderMessages = (business: string, to: string): Record<Stage, Messages> => ({
  asked: {
    title: `No more reminders from ${business}?`,
    text: `${business} will no longer remind ${to} of invoices by e-mail. Invoices and receipts still come.`,
    button: 'Stop the reminders',
  },
  ended: {
    title: 'No more reminders',
    text: `${business} will not remind ${to} by e-mail any more. Invoices and receipts still come.`,
    button: 'Undo: let reminders come again',
  },
  undone: {
    title: 'Reminders come again',
    text: `${business} may remind ${to} of invoices by e-mail, as before.`,
    button: 'Stop the reminders',
  },
});

const notificationMessages = (subject: string, to: string): Record<Stage, Messages> => ({
  asked: {
    title: 'No more e-mails like this?',
    text: `${subject} will no longer come to ${to} by e-mail.`,
    button: 'Stop these e-mails',
  },
  ended: {
    title: 'No more of these e-mails',
    text: `${subject} will not come to ${to} any more. Your settings have the switch for it too.`,
    button: 'Undo: let them come again',
  },
  undone: {
    title: 'These e-mails come again',
    text: `${subject} will come to ${to}, as before.`,
    button: 'Stop these e-mails',
  },
});

/** A masked address: recognisable to its owner only. */
function masked(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return `${[...local].slice(0, 1).join('')}•••@${domain}`;
}
