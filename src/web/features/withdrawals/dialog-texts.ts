/** UI texts of what is confirmed, fetched when it opens. */
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
    staff: 'Staff',
    description: 'Description',
    receives: 'You will receive',
    submit: 'Confirm',
  },
};
