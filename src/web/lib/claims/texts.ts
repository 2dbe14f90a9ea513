/** Texts of alerts and screenshots that were said to be payments. */
export const texts = {
  title: 'Claims',
  forged: 'Alerts and screenshots can be forged. Check your bank before you release goods.',
  of: (customer: string, number: string) => `${customer}, ${number}`,
  said: (day: string) => `Shown as an alert or screenshot of ${day}`,
  screenshot: 'Open the screenshot',
  confirm: 'I see it in my bank',
  goOn: 'Record it all the same',
  dismiss: 'It did not come',
  about: (number: string) => `, ${number}`,
  confirmed: 'Payment recorded',
  dismissed: 'Claim put away',
  more: 'Show more claims',
  failed: 'That did not work',
} as const;
