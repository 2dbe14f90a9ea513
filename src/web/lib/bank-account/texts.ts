/** UI texts of the bank account fields. */
export const texts = {
  bank: 'Bank',
  chooseBank: 'Choose a bank',
  findBank: 'Find a bank',
  banksFailed: 'The list of banks could not be read.',
  retry: 'Try again',
  number: 'Account number',
  numberHint: 'Enter 10-digit account number',
  counted: (typed: number) => `${typed} of 10`,
  asking: 'Asking the bank for the name',
  name: (name: string) => `Account name: ${name}`,
  unanswered: {
    own: 'Your bank did not answer. The account is kept as not confirmed; we ask again before any money leaves.',
    staff:
      'The bank did not answer. The account is kept as not confirmed; we ask again before any money leaves.',
    pay: 'The bank did not answer. No money can be sent before it gives the name of this account.',
  },
  tooMany: {
    own: 'You have looked up many names today. The account is kept as not confirmed; we ask the bank before any money leaves.',
    staff: 'You have looked up many names today. Try this account again tomorrow.',
    pay: 'You have looked up many names today. Try this account again tomorrow.',
  },
};
