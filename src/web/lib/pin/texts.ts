/** What setting a transaction PIN says. */
export const texts = {
  titles: {
    set: 'Set your transaction PIN',
    change: 'Change your transaction PIN',
    forgotten: 'Choose a new PIN',
  },
  set: 'Four digits that you enter whenever money leaves your balance. Keep it to yourself.',
  change: 'Your password shows that it is you. Your old PIN stops working.',
  password: 'Your password',
  passwordNeeded: 'Enter your password',
  pin: 'New PIN',
  again: 'Repeat the PIN',
  easy: 'Choose a PIN that is harder to guess',
  differ: 'The two PINs differ',
  save: 'Set PIN',
  saveChange: 'Change PIN',
  cancel: 'Cancel',
  done: 'Transaction PIN set successfully',
  failed: 'Failed to set the transaction PIN. Please try again.',
};
