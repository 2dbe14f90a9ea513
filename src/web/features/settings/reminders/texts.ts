import { counted } from '#core/english.ts';

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** UI texts of the reminder settings. */
export const texts = {
  title: 'Reminders',
  subtitle: 'When we remind customers of an unpaid invoice, and in what words.',
  failed: 'Your reminders could not be read.',
  saved: 'Reminders saved',
  saveFailed: 'Failed to save the reminders. Please try again.',
  undo: 'Undo',
  save: 'Save Changes',
  mode: 'Who sends',
  modeText: 'A reminder stops the moment an invoice is paid, promised or deleted.',
  modes: {
    off: { title: 'Off', text: 'You remind customers yourself.' },
    prepare: { title: 'I send them', text: 'Each day’s messages are written for you. You tap to send.' },
    automatic: { title: 'Sent for me', text: 'By WhatsApp or by email, as the customer can be reached.' },
  },
  today: 'See today’s messages',
  ladder: 'Days',
  ladderText: 'At most eight. Each is sent once for an invoice, whatever happens.',
  step: (day: number) =>
    day === 0
      ? 'On the due date'
      : day < 0
        ? `${counted(-day, 'day')} before`
        : `${counted(day, 'day')} after`,
  removeStep: (day: string) => `Leave out ${day.toLowerCase()}`,
  addStep: 'Add a day',
  full: 'That is the most there can be.',
  hour: 'Hour of sending',
  clock,
  times: 'Time of day',
  timesText: 'Held until quiet hours end. At most one a day.',
  quietFrom: 'Quiet from',
  quietUntil: 'Quiet until',
  noQuiet: 'No time is quiet.',
  weekends: 'Also at weekends',
  weekendsText: 'If not, those of Saturday and Sunday go on Monday.',
  cap: 'At most for one customer',
  caps: (count: number) => `${count} in a week`,
  ways: 'Ways',
  waysText: 'Who can be reached by neither lands in the messages you send yourself.',
  email: 'Email, with the invoice as PDF',
  whatsapp: 'WhatsApp, to customers who agreed to it',
  language: 'Language',
  languageText: 'A customer can have another one: choose it under Customers.',
  needsReader: 'needs a native reader',
  readerText: (name: string) =>
    `The ${name} texts have not been checked by a native reader yet. Read them below before you send them.`,
  preview: 'What a customer gets',
  previewText: (due: string) => `For an example invoice that is due ${due}.`,
  previewFailed: 'The example could not be made.',
  byWhatsapp: 'WhatsApp',
  byEmail: 'Email',
} as const;
