import { type CalendarDate, formatLongDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import type { CardReason } from '../locales/saved-cards.ts';
import { customerEmail, localeOf, named } from './customer.ts';
import { ABOUT_ACCOUNT, type EmailContent, type ToCustomer } from './types.ts';

/** A customer's saved card; `plan` is the name of their repeating invoice, `stopUrl` the page that stops it. */
type CardFacts = ToCustomer & { last4: string; plan: string; currency: Currency; stopUrl: string };

/** A charge for an invoice; `amount` in minor units. */
type CardChargeFacts = CardFacts & { number: string; amount: Minor; payUrl: string };

const valuesOf = ({ last4, plan }: CardFacts) => ({ last4, plan: named(plan) });
const chargeValues = (facts: CardChargeFacts) => ({
  ...valuesOf(facts),
  number: named(facts.number),
  amount: formatMoney(facts.amount, facts.currency),
});
const stopLink = (facts: CardFacts) => [{ label: localeOf(facts).savedCard.stop, url: facts.stopUrl }];

/** To the customer, with the words they agreed to. */
export function cardSaved(facts: CardFacts & { wording: string }): EmailContent {
  return customerEmail(facts, localeOf(facts).savedCard.saved, valuesOf(facts), {
    more: [facts.wording],
    links: stopLink(facts),
  });
}

/** To the customer, three days before their card is charged. */
export function cardChargeAhead(facts: CardChargeFacts & { day: CalendarDate }): EmailContent {
  const locale = localeOf(facts);
  const { before, ...texts } = locale.savedCard.ahead;
  const values = { ...chargeValues(facts), day: formatLongDate(facts.day, facts.language) };
  return customerEmail(facts, texts, values, {
    more: [before],
    amount: { label: locale.labels.amount, money: values.amount },
    links: [{ label: locale.buttons.viewInvoice, url: facts.payUrl }, ...stopLink(facts)],
  });
}

/** To the customer: a charge they were told of is not made; `amount` is what is left to pay, 0 where that is nothing. */
export function cardChargeOff(facts: CardChargeFacts & { day: CalendarDate }): EmailContent {
  const locale = localeOf(facts);
  const { open, ...texts } = locale.savedCard.off;
  const values = { ...chargeValues(facts), day: formatLongDate(facts.day, facts.language) };
  const toPay = {
    more: [open],
    amount: { label: locale.labels.amount, money: values.amount },
    button: { label: locale.buttons.viewAndPay, url: facts.payUrl },
  };
  return customerEmail(facts, texts, values, facts.amount > 0 ? toPay : {});
}

/** To the customer whose card could not be charged: why, what follows, and how to pay now. */
export function cardNotCharged(
  facts: CardChargeFacts & { failure: CardReason; again: CalendarDate | null; isDead: boolean },
): EmailContent {
  const locale = localeOf(facts);
  const { again, last, other, ...texts } = locale.savedCard.notCharged;
  const values = { ...chargeValues(facts), reason: locale.savedCard.reasons[facts.failure] };
  const then = facts.again
    ? fill(again, { day: formatLongDate(facts.again, facts.language) })
    : facts.isDead
      ? other
      : last;
  return customerEmail(facts, texts, values, {
    more: [then],
    amount: { label: locale.labels.amount, money: values.amount },
    button: { label: locale.buttons.viewAndPay, url: facts.payUrl },
    ...(facts.isDead ? {} : { links: stopLink(facts) }),
  });
}

/** To the customer, once their card is stopped. */
export const cardStopped = (facts: CardFacts): EmailContent =>
  customerEmail(facts, localeOf(facts).savedCard.stopped, valuesOf(facts), {});

/** News of a saved card for the owner; `number` and `amount` of the invoice that could not be charged. */
type CardNewsFacts = {
  kind: 'stopped' | 'stopped_by_you' | 'past_due';
  firstName: string;
  customerName: string;
  last4: string;
  number: string;
  amount: Minor;
  currency: Currency;
};

/** The news in one sentence. */
export function cardNewsTitle({ kind, customerName, number }: CardNewsFacts): string {
  if (kind === 'past_due')
    return `The card of ${named(customerName)} could not be charged for ${named(number)}`;
  return kind === 'stopped'
    ? `${named(customerName)} stopped their saved card`
    : `The saved card of ${named(customerName)} is stopped`;
}

const following = {
  past_due: 'It is not tried again for this invoice. They have its pay link, and reminders go on as usual.',
  stopped: 'Their next invoices are sent with a pay link, and no card is charged.',
  stopped_by_you: 'Their next invoices are sent with a pay link, and no card is charged. They were told.',
};

/** To the owner. */
export const cardNews = (facts: CardNewsFacts): EmailContent => ({
  subject: cardNewsTitle(facts),
  content: {
    heading: cardNewsTitle(facts),
    paragraphs: [`Hello ${facts.firstName},`, following[facts.kind]],
    facts: [
      ['Card', `•••• ${facts.last4}`],
      ...(facts.kind === 'past_due'
        ? [['Not charged', formatMoney(facts.amount, facts.currency)] as [string, string]]
        : []),
    ],
    footer: ABOUT_ACCOUNT,
  },
});
