import type { SavedCardTexts } from './saved-cards.ts';

/** Texts about saved cards. */
export const savedCard: SavedCardTexts = {
  consent:
    'Save this card make {business} fit charge am money wey no pass {cap} for {plan} {rhythm}. You fit stop am any time.',
  rhythm: {
    week: 'every week',
    weeks: 'every {count} weeks',
    month: 'every month',
    months: 'every {count} months',
    days: 'on day {days} of every month',
  },
  invoices: 'dem invoice',
  offer: {
    title: 'Make e pay by itself next time',
    button: 'Save my card',
    agreed: 'You don agree. Now pay with card: na that card dem go save.',
    tick: 'Tick the box first if you want make dem save your card.',
  },
  stop: 'Stop to dey charge this card',
  saved: {
    subject: '{business} don save your card',
    heading: 'Dem don save your card',
    body: 'Na this you agree for your card •••• {last4}:',
  },
  ahead: {
    subject: '{business} go charge your card on {day}',
    heading: 'Dem go charge your card',
    body: 'We go charge your card •••• {last4} {amount} on {day}, for invoice {number}.',
    before: 'If you want, pay am before that day: then we no go charge the card.',
  },
  off: {
    subject: '{business} no go charge your card on {day}',
    heading: 'Dem no go charge your card',
    body: 'We bin tell you say we go charge your card •••• {last4} on {day}, for invoice {number}. We no go do am again.',
    open: 'Money still dey to pay for the invoice. Abeg pay am yourself.',
  },
  underWay:
    'We dey charge your card •••• {last4} {amount} for this invoice. The bank never answer. Abeg no pay again for now.',
  notCharged: {
    subject: 'Your card no pay invoice {number}',
    heading: 'Your card no pay',
    body: 'We try charge your card •••• {last4} {amount} for invoice {number}, but e no work: {reason}.',
    again: 'We go try again on {day}. You fit pay now too.',
    last: 'We no go try this card again for this invoice. Abeg pay am now.',
    other: 'We no dey use this card again. Abeg pay with another card.',
  },
  reasons: {
    funds: 'the money inside am no reach',
    declined: 'the bank say no',
    issuer: 'the bank no answer',
    card: 'the card no dey work again',
    holder: 'your bank want make you confirm am yourself',
    lost: 'the payment company no answer',
  },
  stopped: {
    subject: 'Dem don stop your saved card',
    heading: 'Your saved card don stop',
    body: '{business} no go start new charge for your card •••• {last4} for {plan}. Invoice go still come, and you go pay am how you like.',
  },
  page: {
    heading: 'You want stop to dey charge this card?',
    text: '{business} fit charge your card •••• {last4} money wey no pass {cap} for {plan}.',
    button: 'Stop to dey charge my card',
    done: 'Your saved card don stop',
    doneText:
      '{business} no go start new charge for your card •••• {last4} for {plan}. Invoice go still dey come by itself.',
    gone: 'This link no carry any saved card',
    goneText: 'Abeg open am from the message again. Some program dey cut the end of long address.',
    list: 'Card wey dem save',
    ended: 'Don stop',
  },
};
