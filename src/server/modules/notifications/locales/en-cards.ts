import type { SavedCardTexts } from './saved-cards.ts';

/** Texts about saved cards. */
export const savedCard: SavedCardTexts = {
  consent:
    'Save this card so that {business} can charge up to {cap} for {plan} {rhythm}. You can stop this at any time.',
  rhythm: {
    week: 'every week',
    weeks: 'every {count} weeks',
    month: 'every month',
    months: 'every {count} months',
    days: 'on days {days} of each month',
  },
  invoices: 'its invoices',
  offer: {
    title: 'Pay by itself next time',
    button: 'Save my card',
    agreed: 'You agreed. Now pay by card: that card is saved.',
    tick: 'Tick the box first if you want your card saved.',
  },
  stop: 'Stop charging this card',
  saved: {
    subject: '{business} saved your card',
    heading: 'Your card is saved',
    body: 'You agreed to this for your card •••• {last4}:',
  },
  ahead: {
    subject: '{business} will charge your card on {day}',
    heading: 'Your card will be charged',
    body: 'We will charge your card •••• {last4} {amount} on {day}, for invoice {number}.',
    before: 'Pay it before that day if you like: then the card is not charged.',
  },
  off: {
    subject: '{business} will not charge your card on {day}',
    heading: 'Your card will not be charged',
    body: 'We told you of a charge on your card •••• {last4} on {day}, for invoice {number}. We will not make it.',
    open: 'The invoice is still to be paid. Please pay it yourself.',
  },
  underWay:
    'Your card •••• {last4} is being charged {amount} for this invoice. The bank has not answered yet. Please do not pay again meanwhile.',
  notCharged: {
    subject: 'Your card was not charged for invoice {number}',
    heading: 'Your card was not charged',
    body: 'We could not charge your card •••• {last4} {amount} for invoice {number}: {reason}.',
    again: 'We try again on {day}. You can also pay now.',
    last: 'We do not try this card again for this invoice. Please pay it now.',
    other: 'This card is not used any more. Please pay with another card.',
  },
  reasons: {
    funds: 'there was too little money on it',
    declined: 'the bank said no',
    issuer: 'the bank did not answer',
    card: 'the card can no longer be used',
    holder: 'your bank wants you to confirm it yourself',
    lost: 'the payment provider did not answer',
  },
  stopped: {
    subject: 'Your saved card is stopped',
    heading: 'Your saved card is stopped',
    body: '{business} starts no new charge on your card •••• {last4} for {plan}. Invoices still come, and you pay them as you like.',
  },
  page: {
    heading: 'Stop charging this card?',
    text: '{business} may charge your card •••• {last4} up to {cap} for {plan}.',
    button: 'Stop charging my card',
    done: 'Your saved card is stopped',
    doneText:
      '{business} starts no new charge on your card •••• {last4} for {plan}. Invoices still come by themselves.',
    gone: 'This link leads to no saved card',
    goneText: 'Please open it from the message once more. Some programs cut off the end of a long address.',
    list: 'Saved cards',
    ended: 'Stopped',
  },
};
