import { type CalendarDate, formatDate } from '#core/dates.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { named } from './customer.ts';
import { ABOUT_ACCOUNT, type Letter } from './letter.ts';

const MOST_CHASED = 5;

/** The figures of a business's week in one currency; amounts in its minor units. */
export type WeekFigures = {
  currency: Currency;
  received: Minor;
  payments: number;
  /** What customers owe in all, and what of it is overdue. */
  open: Minor;
  openCount: number;
  overdue: Minor;
  overdueCount: number;
  /** Who paid most; null when nobody paid. */
  best: { customerName: string; amount: Minor } | null;
};

/** To the owner, once a week. `chase` is ordered by what is most worth chasing. */
export const weeklySummary = (facts: {
  firstName: string;
  businessName: string;
  from: CalendarDate;
  to: CalendarDate;
  /** One for each currency the business uses, the main one first. */
  weeks: [WeekFigures, ...WeekFigures[]];
  chase: { customerName: string; number: string; balance: Minor; currency: Currency; daysLate: number }[];
  /** Where the overdue invoices are; absolute. */
  dashboardUrl: string;
  unsubscribeUrl?: string;
}): Letter => {
  const [main] = facts.weeks;
  const received = formatMoney(main.received, main.currency);
  const { unsubscribeUrl: url } = facts;
  return {
    subject: `Your week: ${received} received by ${named(facts.businessName)}`,
    content: {
      heading: `The week of ${named(facts.businessName)}`,
      amount: {
        label: 'Received',
        money: received,
        note: `${formatDate(facts.from)} to ${formatDate(facts.to)}, ${counted(main.payments, 'payment')}`,
        ...(main.received > 0 && { tone: 'good' as const }),
      },
      paragraphs: [`Hello ${facts.firstName},`, advice(facts.chase.length)],
      facts: [
        ...facts.weeks.flatMap((week, at) => figures(week, at > 0)),
        ...facts.chase.slice(0, MOST_CHASED).map(chased),
      ],
      button: {
        label: facts.chase.length > 0 ? 'Remind them' : 'See your invoices',
        url: facts.dashboardUrl,
      },
      footer: `${ABOUT_ACCOUNT} It comes once a week.`,
      ...(url ? { unsubscribe: { label: 'No more weekly summaries', url } } : {}),
    },
  };
};

function figures(week: WeekFigures, another: boolean): [string, string][] {
  const { currency, open, openCount, overdue, overdueCount, best } = week;
  return [
    ...(another ? [['Received too', formatMoney(week.received, currency)] satisfies [string, string]] : []),
    ['Open', `${formatMoney(open, currency)} (${counted(openCount, 'invoice')})`],
    ['Overdue', `${formatMoney(overdue, currency)} (${counted(overdueCount, 'invoice')})`],
    ...(best
      ? [
          ['Best customer', `${named(best.customerName)}, ${formatMoney(best.amount, currency)}`] satisfies [
            string,
            string,
          ],
        ]
      : []),
  ];
}

type Chased = { customerName: string; number: string; balance: Minor; currency: Currency; daysLate: number };

function chased({ customerName, number, balance, currency, daysLate }: Chased): [string, string] {
  const when = daysLate > 0 ? `${counted(daysLate, 'day')} late` : 'due this week';
  return [`Chase: ${named(customerName)}`, `${formatMoney(balance, currency)}, ${number}, ${when}`];
}

function advice(chasing: number): string {
  if (chasing === 0) return 'Nobody is late, so there is nothing to chase this week.';
  return chasing === 1
    ? 'One invoice is worth chasing this week. A friendly reminder often helps.'
    : 'These are worth chasing this week, the most important first. A friendly reminder often helps.';
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
