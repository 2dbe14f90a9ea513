/** UI texts of the list below the form and its details, which come with the list. */
export const historyTexts = {
  history: {
    title: 'History',
    failed: 'Failed to load withdrawals',
    empty: 'No withdrawals yet',
    emptyText: 'What you send to a bank is listed here with its state.',
    open: (name: string) => `Details of the withdrawal to ${name}`,
    counted: (shown: number, total: number) => `${shown} of ${total}`,
    more: 'Load more',
    noName: 'Bank account',
    together: 'Paid together with others',
    all: 'Show the whole payment',
  },
  inReview: 'In review',
  details: {
    titles: { 'self-withdraw': 'Withdrawal', disburse: 'Disbursement' },
    reference: 'Reference',
    copy: 'Copy reference',
    copied: 'Copied',
    asked: 'Asked for',
    changed: 'Last change',
    reason: 'Reason',
    close: 'Close',
  },
  states: {
    pending: 'We are sending it to the bank.',
    processing: 'The bank has not answered yet. If it fails, the money returns to your balance.',
    askedAgain: (time: string) =>
      `We asked the bank again: ${time}. The money is safe and nothing is sent twice.`,
    inReview: 'We are checking this with the bank. The money is safe and nothing is sent twice.',
    triedAgain: 'It was paid again later.',
    completed: 'The bank has the money.',
    failed: 'It did not go through.',
    reversed: 'The bank sent it back.',
  },
};
