const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/** UI texts of a customer's contact preferences and promises. */
export const preferencesTexts = {
  language: 'Language of messages',
  usual: 'As in the reminder settings',
  needsReader: 'The texts need a native reader: look at them in the reminder settings first.',
  consent: 'Agreed to be written to by WhatsApp',
  off: 'No reminders to this customer',
  promises: 'Promises to pay',
  record: ({ due, kept, usualDaysLate }: { due: number; kept: number; usualDaysLate: number | null }) => {
    if (due === 0) return 'None has come due yet.';
    const made = `${due} ${due === 1 ? 'promise' : 'promises'}, ${kept} kept`;
    return usualDaysLate === null ? `${made}.` : `${made}, usually ${days(usualDaysLate)} late when not.`;
  },
  states: { open: 'Open', kept: 'Kept', broken: 'Not kept', moved: 'Moved', withdrawn: 'Withdrawn' },
} as const;
