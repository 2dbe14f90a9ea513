import type { SavedCardTexts } from './saved-cards.ts';

/** Texts about saved cards. */
export const savedCard: SavedCardTexts = {
  consent:
    'Save dis card make {business} fit charge reach {cap} for {plan} {rhythm}. You fit stop am any time.',
  rhythm: {
    week: 'every week',
    weeks: 'every {count} weeks',
    month: 'every month',
    months: 'every {count} months',
    days: 'on day {days} of every month',
  },
  invoices: 'dia invoices',
  offer: {
    title: 'Make e pay by itself next time',
    button: 'Save my card',
    agreed: 'You don gree. Now pay with card: na dat card dem go save.',
    tick: 'Tick di box first if you want make dem save your card.',
  },
  stop: 'Stop to dey charge dis card',
  saved: {
    subject: '{business} don save your card',
    heading: 'Dem don save your card',
    body: 'Na dis you gree for your card •••• {last4}:',
  },
  ahead: {
    subject: '{business} go charge your card on {day}',
    heading: 'Dem go charge your card',
    body: 'We go charge your card •••• {last4} {amount} on {day}, for invoice {number}.',
    before: 'If you want, pay am before dat day: we no go charge di card again.',
  },
  notCharged: {
    subject: 'We no fit charge your card for invoice {number}',
    heading: 'We no fit charge your card',
    body: 'We no fit charge your card •••• {last4} {amount} for invoice {number}: {reason}.',
    again: 'We go try again on {day}. You fit pay now too.',
    last: 'We no go try dis card again for dis invoice. Abeg pay am now.',
    other: 'We no dey use dis card again. Abeg pay with another card.',
  },
  reasons: {
    funds: 'money no dey reach inside am',
    declined: 'di bank say no',
    issuer: 'di bank no answer',
    card: 'di card no dey work again',
    holder: 'your bank want make you confirm am yourself',
    lost: 'di payment company no answer',
  },
  stopped: {
    subject: 'Dem don stop your saved card',
    heading: 'Dem no go charge your card again',
    body: '{business} no fit charge your card •••• {last4} for {plan} again. Invoice go still come, and you go pay am how you like.',
  },
  page: {
    heading: 'You want stop to dey charge dis card?',
    text: '{business} fit charge your card •••• {last4} reach {cap} for {plan}.',
    button: 'Stop to dey charge my card',
    done: 'Dem no go charge your card again',
    doneText: '{business} no fit charge your card •••• {last4} again. Invoice go still dey come by itself.',
    gone: 'Dis link no carry any saved card',
    goneText: 'Abeg open am from di message again. Some program dey cut di end of long address.',
    list: 'Card wey dem save',
    ended: 'Don stop',
  },
};
