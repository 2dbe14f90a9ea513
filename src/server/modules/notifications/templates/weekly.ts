import { type CalendarDate, formatDate } from '#core/dates.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { typedInText } from '#core/typed-in.ts';
import { named } from './customer.ts';
import { ABOUT_ACCOUNT, type EmailContent } from './types.ts';

const MAX_CHASED = 5;

/** The figures of a business's week in one currency; amounts in its minor units. */
type WeekFigures = {
  currency: Currency;
  received: Minor;
  /** Of it, what the owner typed in. */
  typedIn: Minor;
  payments: number;
  /** Total owed by customers, and the overdue part. */
  open: Minor;
  openCount: number;
  overdue: Minor;
  overdueCount: number;
  /** Top customer; null without payments. */
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
}): EmailContent => {
  const [main] = facts.weeks;
  const received = formatMoney(main.received, main.currency);
  const { chase, unsubscribeUrl: url } = facts;
  return {
    subject: `Your week: ${received} received by ${named(facts.businessName)}`,
    content: {
      heading: `The week of ${named(facts.businessName)}`,
      amount: {
        label: 'Received',
        money: received,
        note: [
          `${formatDate(facts.from)} to ${formatDate(facts.to)}`,
          countLabel(main.payments, 'payment'),
          ...typedPart(main),
        ].join(', '),
        ...(main.received > 0 && { tone: 'good' as const }),
      },
      paragraphs: [
        `Hello ${facts.firstName},`,
        chase.length > 0
          ? 'Here is how it went, and whom to remind next.'
          : 'Here is how it went. There is nothing to chase this week.',
      ],
      facts: facts.weeks.flatMap((week, at) => figures(week, at > 0)),
      ...(chase.length > 0 && {
        list: { heading: 'What to chase this week', facts: chase.slice(0, MAX_CHASED).map(chased) },
      }),
      button: {
        label: chase.length > 0 ? 'Remind them' : 'See your invoices',
        url: facts.dashboardUrl,
      },
      footer: `${ABOUT_ACCOUNT} It comes once a week.`,
      ...(url ? { unsubscribe: { label: 'No more weekly summaries', url } } : {}),
    },
  };
};

const typedPart = ({ typedIn, currency }: WeekFigures): string[] => {
  const text = typedInText(typedIn, currency);
  return text ? [text] : [];
};

function figures(week: WeekFigures, another: boolean): [string, string][] {
  const { currency, open, openCount, overdue, overdueCount, best } = week;
  return [
    ...(another
      ? [
          ['Received too', [formatMoney(week.received, currency), ...typedPart(week)].join(', ')] satisfies [
            string,
            string,
          ],
        ]
      : []),
    ['Open', `${formatMoney(open, currency)} (${countLabel(openCount, 'invoice')})`],
    ['Overdue', `${formatMoney(overdue, currency)} (${countLabel(overdueCount, 'invoice')})`],
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
  const when = daysLate > 0 ? `${countLabel(daysLate, 'day')} late` : 'due this week';
  return [named(customerName), `${formatMoney(balance, currency)}, ${number}, ${when}`];
}

const countLabel = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
