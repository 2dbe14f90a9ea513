import { type CalendarDate, formatLongDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import type { QuoteKind } from '#core/invoice/quote-kinds.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { clip, multiLine, oneLine } from '../locales/text.ts';
import { customerEmail, localeOf, named } from './customer.ts';
import { ABOUT_ACCOUNT, type EmailContent, type ToCustomer } from './types.ts';

/** A quote for its customer; `total` in minor units of `currency`, `changed`: it takes the place of an earlier one. */
type QuoteFacts = ToCustomer & {
  kind: QuoteKind;
  number: string;
  title: string;
  total: Minor;
  currency: Currency;
  validUntil: CalendarDate;
  changed: boolean;
  /** Its public page. */
  quoteUrl: string;
};

/** To the customer, with the quote as PDF. It names the total of the quote. */
export function quoteSent(facts: QuoteFacts): EmailContent {
  const locale = localeOf(facts);
  const { changed, answer, ...texts } = locale.quoteSent;
  return customerEmail(facts, { ...texts, body: `${texts.body} ${locale.attached}` }, valuesOf(facts), {
    more: [...(facts.changed ? [changed] : []), answer],
    amount: { label: labelsOf(facts).total, money: formatMoney(facts.total, facts.currency) },
    facts: facts.title === '' ? [] : [[labelsOf(facts)[facts.kind], facts.title]],
    button: { label: locale.buttons.answerQuote, url: facts.quoteUrl },
  });
}

/** To the customer's own address, with the code that a quote asks for before it is accepted. */
export function quoteCode({
  code,
  ...facts
}: ToCustomer & { kind: QuoteKind; number: string; code: string }): EmailContent {
  const { label, keep, ...texts } = localeOf(facts).quoteCode;
  const { kind, number, language = 'en', business } = facts;
  const values = { kind: invoiceLabels[language][kind], number };
  return customerEmail(facts, texts, values, {
    facts: [[label, code]],
    more: [fill(keep, { business: named(business.name) })],
  });
}

/** To the customer who accepted, with the PDF that says so. */
export function quoteAccepted(facts: QuoteFacts): EmailContent {
  const locale = localeOf(facts);
  const { body, ...texts } = locale.quoteAccepted;
  return customerEmail(facts, { ...texts, body: `${body} ${locale.attached}` }, valuesOf(facts), {
    links: [{ label: locale.buttons.viewQuote, url: facts.quoteUrl }],
  });
}

const labelsOf = ({ language = 'en' }: QuoteFacts) => invoiceLabels[language];

const valuesOf = (facts: QuoteFacts) => ({
  kind: labelsOf(facts)[facts.kind],
  number: facts.number,
  amount: formatMoney(facts.total, facts.currency),
  until: formatLongDate(facts.validUntil, facts.language),
});

/** A customer's answer for the owner: `by` is the name that was typed, `words` the reason or the question. */
type AnswerFacts = {
  firstName: string;
  kind: 'accepted' | 'declined' | 'question';
  by: string;
  words: string;
  customerName: string;
  number: string;
  amount: string;
  /** The quote in the dashboard. */
  quoteUrl: string;
};

const MAX_WORDS = 1000;

/** The answer in one sentence. */
export const answerTitle = ({ kind, by, number }: Pick<AnswerFacts, 'kind' | 'by' | 'number'>): string =>
  kind === 'question' ? `${named(by)} has a question about ${number}` : `${named(by)} ${kind} ${number}`;

/** To the owner. */
export const quoteAnswered = (facts: AnswerFacts): EmailContent => ({
  subject: answerTitle(facts),
  content: {
    heading: answerTitle(facts),
    paragraphs: [
      `Hello ${facts.firstName},`,
      ...(facts.kind === 'accepted'
        ? [
            `${facts.number} for ${named(facts.customerName)} was accepted. The paper that says so is attached.`,
          ]
        : []),
      ...(facts.words === ''
        ? []
        : [facts.kind === 'question' ? 'They ask:' : 'Their reason:', ...quoted(facts.words)]),
    ],
    facts: [
      ['Customer', oneLine(facts.customerName)],
      ['Total', facts.amount],
    ],
    button: { label: 'See the quote', url: facts.quoteUrl },
    footer: ABOUT_ACCOUNT,
  },
});

const quoted = (words: string): string[] => clip(multiLine(words), MAX_WORDS).split('\n');
