/** UI texts of the dialogs of the withdrawals screen, which are fetched when they open. */
export const dialogTexts = {
  confirm: {
    titles: { 'self-withdraw': 'Confirm withdrawal', disburse: 'Confirm disbursement' },
    text: 'Check where the money goes. This cannot be undone.',
    amount: 'Amount',
    fee: 'Fee',
    total: 'Leaves your balance',
    bank: 'Bank',
    number: 'Account number',
    name: 'Account name',
    unknownName: 'Asked of the bank when it is sent',
    staff: 'Staff',
    description: 'Description',
    receives: 'You will receive',
    submit: 'Confirm',
  },
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
};
