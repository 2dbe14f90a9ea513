import { counted } from '#core/english.ts';

/** UI texts of an invoice's reminders and payment promises. */
const sharedBy: readonly [way: string, told: string][] = [
  ['whatsapp', 'Opened in WhatsApp to send'],
  ['link', 'Link copied'],
  ['qr', 'QR code shown'],
];

export const texts = {
  title: 'Reminders',
  nextAt: (when: string) => `Next reminder: ${when}`,
  step: (late: number) =>
    late === 0
      ? 'on the due date'
      : late < 0
        ? `${counted(-late, 'day')} before it is due`
        : `${counted(late, 'day')} after it was due`,
  afterPromise: 'if the promise is not kept',
  waits: "Today's message waits for you to send it.",
  seeIt: 'See the message',
  noMore: 'No more reminders are planned.',
  stops: {
    off: 'Reminders are off for all invoices.',
    switched_off: 'Reminders are off for this invoice.',
    partly_paid: 'A part was paid. Reminders are paused.',
    claimed: 'An alert or screenshot is waiting to be checked. Reminders are paused for a day.',
    charging: 'The saved card is charged first. Reminders wait until that has ended.',
    covered: 'Your customer has enough credit for it. Use the credit, and nobody is reminded.',
    promised: 'Paused until the promised day.',
  },
  settings: 'Reminder settings',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  resume: 'Resume',
  switchFailed: 'Failed to change the reminders. Please try again.',
  promise: 'Promised to pay',
  move: 'Move',
  withdraw: 'Withdraw',
  withdrawFailed: 'Failed to withdraw the promise. Please try again.',
  withdrawn: 'Promise withdrawn',
  promisedFor: (day: string, amount: string | null) =>
    amount ? `${amount} promised for ${day}` : `Promised for ${day}`,
  broken: (day: string) => `Promised for ${day}, and not paid`,
  dialog: 'Promised to pay',
  dialogText: (name: string) => `Reminders to ${name} are paused until that day is over.`,
  day: 'By which day?',
  today: 'Today',
  tomorrow: 'Tomorrow',
  inAWeek: 'In a week',
  amount: 'How much',
  amountHint: 'All that is owed, unless you change it.',
  note: 'Note',
  notePlaceholder: 'What was said',
  save: 'Note the promise',
  saved: (day: string) => `Promise noted for ${day}`,
  saveFailed: 'Failed to note the promise. Please try again.',
  letters: {
    invoiceSent: 'Invoice',
    invoiceReminder: 'Reminder',
    promiseDue: 'Reminder of the promise',
    receipt: 'Receipt',
    refundSent: 'Notice of the refund',
    creditNote: 'Credit note',
  },
  other: 'Message',
  by: (what: string, channel: 'email' | 'whatsapp' | 'push') =>
    `${what} by ${channel === 'whatsapp' ? 'WhatsApp' : 'email'}`,
  states: {
    queued: 'Waiting',
    sending: 'On its way',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    failed: 'Failed',
    bounced: 'Did not arrive',
    unknown: 'May have arrived',
  },
  events: {
    created: 'Invoice created',
    sent: 'Sent to the customer',
    reminded: 'Reminded from your WhatsApp',
    prepared: 'A message was prepared',
    promise_kept: 'Promise kept',
    promise_broken: 'Promise not kept',
    promise_moved: 'Another day was promised',
    promise_withdrawn: 'Promise withdrawn',
    refund: 'No longer counts as paid',
    paid: 'Paid in full',
    deleted: 'Invoice deleted',
  },
  shared: (way: string | null) => sharedBy.find(([name]) => name === way)?.[1] ?? 'Link shared',
  promisedToPay: (day: string) => `Promised to pay by ${day}`,
  skips: {
    by_owner: 'You left a message out',
    stopped: 'Not reminded: they asked for no more messages',
    not_sent: 'A message was not sent',
  },
} as const;
