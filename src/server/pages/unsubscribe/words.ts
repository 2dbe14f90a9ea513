import type { WayOut } from '#server/modules/notifications/queries/way-out.ts';

type Words = { title: string; text: string; button: string };

const news: Record<Exclude<WayOut['purpose'], 'reminders'>, string> = {
  payment_received: 'News of payments',
  payment_refunded: 'News of refunds',
  withdrawal_finished: 'News of withdrawals',
  invoice_overdue: 'News of overdue invoices',
  message_failed: 'News of messages that did not arrive',
  weekly_summary: 'The weekly summary',
};

/** What the page of a way out says, before and after. */
export function wordsFor({ purpose, address }: WayOut, business: string, ended: boolean): Words {
  const to = masked(address);
  if (purpose === 'reminders')
    return ended
      ? {
          title: 'No more reminders',
          text: `${business} will not remind ${to} by e-mail any more. Invoices and receipts still come.`,
          button: 'Undo: let reminders come again',
        }
      : {
          title: `No more reminders from ${business}?`,
          text: `${business} will no longer remind ${to} of invoices by e-mail. Invoices and receipts still come.`,
          button: 'Stop the reminders',
        };
  const what = news[purpose];
  return ended
    ? {
        title: 'No more of these e-mails',
        text: `${what} of ${business} will not come to ${to} any more. Your settings have the switch for it too.`,
        button: 'Undo: let them come again',
      }
    : {
        title: `No more e-mails like this?`,
        text: `${what} of ${business} will no longer come to ${to} by e-mail.`,
        button: 'Stop these e-mails',
      };
}

/** An address that whoever has it knows again, and nobody else learns. */
function masked(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return `${[...local].slice(0, 1).join('')}•••@${domain}`;
}
