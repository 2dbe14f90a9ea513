/** UI texts of payment in parts. */
export const scheduleTexts = {
  label: 'How it is paid',
  kinds: { once: 'All at once', deposit: 'Ask for a deposit', parts: 'Pay in parts' },
  hint: 'Your customer sees the parts, and may still pay all of it.',
  legend: (part: number) => `Part ${part}`,
  name: 'Name',
  sum: 'How much',
  sumHint: 'An amount, or a percentage such as 60%',
  rest: 'The rest',
  when: 'When',
  whens: { days: 'After some days', day: 'On a day', ask: 'When I ask' },
  acceptance: { quote: 'When they accept', invoice: 'At once' },
  days: { quote: 'Days after they accept', invoice: 'Days after its date' },
  day: 'Day',
  add: 'Add a part',
  remove: (name: string) => `Remove ${name || 'this part'}`,
  usual: {
    deposit: 'Deposit',
    rest: 'Rest',
    part: (count: number) => `Part ${count}`,
  },
  errors: {
    name: 'Give each part a name, such as Deposit',
    sum: 'Enter an amount, or a percentage such as 60%',
    days: 'Enter 0 to 365 days',
    day: 'Choose a day',
  },
};
