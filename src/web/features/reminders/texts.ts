import { counted } from '#core/english.ts';

/** UI texts of today's messages. */
export const texts = {
  title: 'Today’s Messages',
  subtitle: 'Written for you. Tap, and the chat opens with the words typed in.',
  settings: 'Settings',
  failed: 'Failed to load today’s messages. Please try again.',
  loading: 'Loading the messages',
  empty: {
    title: 'Nothing to send today',
    text: 'Messages appear here on the days you chose, and go when an invoice is paid or promised.',
    action: 'See the invoices',
  },
  count: (total: number) => (total === 1 ? '1 message to send' : `${total} messages to send`),
  when: (late: number) =>
    late === 0
      ? 'Due today'
      : late < 0
        ? `Due in ${counted(-late, 'day')}`
        : `${counted(late, 'day')} overdue`,
  promised: (day: string) => `Promised for ${day}`,
  whatsapp: 'Open WhatsApp',
  email: 'Email',
  edit: 'Edit',
  editOne: (name: string) => `Edit the message to ${name}`,
  ours: 'Undo my changes',
  oursOne: (name: string) => `Undo my changes to the message to ${name}`,
  wordsOf: (name: string) => `Your words to ${name}`,
  alwaysAdded: 'We add this line. It stays true until the message goes.',
  left: (count: number) => `${count} left`,
  skip: 'Skip',
  skipOne: (name: string) => `Skip the message to ${name}`,
  whatsappOne: (name: string) => `Open WhatsApp with the message to ${name}`,
  emailOne: (name: string) => `Send the message to ${name} by email`,
  noNumber: 'No phone number. You choose the contact in WhatsApp.',
  done: {
    whatsapp: (name: string) => `Noted as sent to ${name}`,
    email: (name: string) => `On its way to ${name}`,
    skipped: (name: string) => `Left out: ${name}`,
  },
  notSent: 'I did not send it',
  undoSkip: 'Bring it back',
  notSentOf: (name: string) => `I did not send the message to ${name}`,
  undoSkipOf: (name: string) => `Bring the message to ${name} back`,
  back: 'Taken back',
  sendFailed: 'The message was not sent',
  skipFailed: 'The message was not left out',
  undoFailed: 'This was not taken back',
} as const;
