/** Texts of the question before several invoices or reminders go out. */
export const confirmTexts = {
  title: {
    send: (count: number) => (count === 1 ? 'Send 1 invoice?' : `Send ${count} invoices?`),
    remind: (count: number) => (count === 1 ? 'Send 1 reminder?' : `Send ${count} reminders?`),
  },
  send: 'Send',
  byEmail: (who: string) => `By email to ${who}.`,
  more: (count: number) => `${count} more`,
  none: 'No email address is known here. Open an invoice to send it by WhatsApp.',
  left: (count: number) =>
    count === 1
      ? '1 will not go: no email address. Open it to send it by WhatsApp.'
      : `${count} will not go: no email address. Open each to send it by WhatsApp.`,
};
