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
  unknown:
    'The bank could not be asked for the name just now. You can go on: it is asked again before money moves.',
  tooMany: 'You have looked up many names today. You can go on: the bank is asked again before money moves.',
};
