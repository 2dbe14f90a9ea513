/** UI texts of setting and entering the transaction PIN. */
export const texts = {
  titles: {
    set: 'Set your transaction PIN',
    change: 'Change your transaction PIN',
    forgotten: 'Choose a new PIN',
  },
  about: {
    set: 'Four digits that you enter whenever money leaves your balance. Keep it to yourself.',
    change: 'Your old PIN stops working.',
    forgotten: 'Without the old PIN money goes only to accounts you have paid before, for the next 24 hours.',
  },
  current: 'Current PIN',
  password: 'Your password',
  passwordNeeded: 'Enter your password',
  pin: 'New PIN',
  again: 'Repeat the PIN',
  code: 'Code of our message to you',
  codeAgain: 'Send another code',
  easy: 'Choose a PIN that is harder to guess',
  differ: 'The two PINs differ',
  save: 'Set PIN',
  saveChange: 'Change PIN',
  done: 'Transaction PIN set successfully',
  failed: 'Failed to set the transaction PIN. Please try again.',
  ask: 'Transaction PIN',
  forgot: 'Forgot your PIN?',
  back: 'Back',
  needed: 'Please set a transaction PIN first',
  wrong: (left: number) => `Incorrect PIN. ${left} ${left === 1 ? 'try' : 'tries'} left`,
  locked: (left: string) => `Too many wrong PINs. Try again in ${left}`,
  unlocked: 'You can try again now.',
  notSent: (why: string) => `Nothing was sent. ${why}`,
  unanswered: 'No answer came. Trying again is safe: it never happens twice.',
  names: {
    changed: (count: number) =>
      count === 1
        ? 'The bank now gives another name for this account. Nothing was sent.'
        : `The banks now give other names for ${count} accounts. Nothing was sent.`,
    before: (name: string) => `Before: ${name}`,
    now: (name: string) => `Now: ${name}`,
    check: 'Go on only if you are sure that this is the right person or business.',
    agree: (count: number) => (count === 1 ? 'Send to the new name' : 'Send to the new names'),
  },
  alreadySent: 'This was already sent. Close this and look at what became of it before you send it again.',
};
