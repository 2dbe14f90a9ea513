import { type CalendarDate, formatDate } from '../dates.ts';
import { fill } from '../fill.ts';
import type { Language } from '../languages.ts';
import { type Currency, formatMoney, type Minor } from '../money.ts';
import type { PartTerms } from '../payment-schedule.ts';
import { invoiceLabels } from './labels.ts';

/** A part of a payment schedule as a document needs it: of an invoice with its day and what is settled of it, in minor units. */
export type PartFacts = Pick<PartTerms, 'label' | 'due'> & {
  sum: Minor;
  /** Null while nobody asked for it; left out on a quote. */
  day?: CalendarDate | null | undefined;
  paid?: Minor | undefined;
};

/** A part as a customer reads it; `note` says how much of it is settled, and is blank where nothing is. */
export type DocumentPart = { label: string; when: string; amount: Minor; note: string };

/** The words of a payment schedule. `{days}` and `{amount}` are filled in. */
export const partLabels = {
  en: {
    title: 'Payment in parts',
    onAcceptance: 'On acceptance',
    daysAfter: 'Days after acceptance: {days}',
    whenAsked: 'When asked',
    partPaid: '{amount} paid',
    settled: 'Settled',
    partSettled: '{amount} settled',
  },
  pcm: {
    title: 'Pay am part by part',
    onAcceptance: 'When you agree',
    daysAfter: 'Days after you agree: {days}',
    whenAsked: 'When dem ask',
    partPaid: '{amount} don enter',
    settled: 'Don settle',
    partSettled: '{amount} don settle',
  },
  ha: {
    title: 'Biyan kashi-kashi',
    onAcceptance: 'Idan an amince',
    daysAfter: 'Kwanaki bayan amincewa: {days}',
    whenAsked: 'Idan an nema',
    partPaid: 'An biya {amount}',
    settled: 'An cire',
    partSettled: 'An cire {amount}',
  },
  yo: {
    title: 'Sísan díẹ̀díẹ̀',
    onAcceptance: 'Nígbà tí a bá gbà á',
    daysAfter: 'Ọjọ́ lẹ́yìn tí a gbà á: {days}',
    whenAsked: 'Nígbà tí a bá béèrè',
    partPaid: 'A ti san {amount}',
    settled: 'Ó ti kúrò',
    partSettled: '{amount} ti kúrò',
  },
  ig: {
    title: 'Ịkwụ nke nta nke nta',
    onAcceptance: 'Mgbe e kwetara',
    daysAfter: 'Ụbọchị ka e kwetachara: {days}',
    whenAsked: 'Mgbe a rịọrọ ya',
    partPaid: 'Akwụọla {amount}',
    settled: 'E wepụla ya',
    partSettled: 'E wepụla {amount}',
  },
} satisfies Record<Language, Record<string, string>>;

/** The parts of a document in its language; `byMoney`: nothing but money settled any of them. */
export const documentParts = (
  parts: readonly PartFacts[],
  currency: Currency,
  language: Language,
  byMoney: boolean,
): DocumentPart[] =>
  parts.map((part) => ({
    label: part.label,
    when: whenOf(part, language),
    amount: part.sum,
    note: noteOf(part, currency, byMoney ? paidWords(language) : settledWords(language)),
  }));

function whenOf({ due, day }: PartFacts, language: Language): string {
  const labels = partLabels[language];
  const fixed = day === undefined ? due.day : day;
  if (fixed) return formatDate(fixed, language);
  if (due.on === 'ask') return labels.whenAsked;
  return due.on || due.days === 0 ? labels.onAcceptance : fill(labels.daysAfter, { days: String(due.days) });
}

type Words = { whole: string; part: string };

const paidWords = (language: Language): Words => ({
  whole: invoiceLabels[language].paid,
  part: partLabels[language].partPaid,
});
// A credit note fills the parts in their order too, so nobody knows which of them its share is of.
const settledWords = (language: Language): Words => ({
  whole: partLabels[language].settled,
  part: partLabels[language].partSettled,
});

function noteOf({ paid, sum }: PartFacts, currency: Currency, { whole, part }: Words): string {
  if (!paid) return '';
  return paid === sum ? whole : fill(part, { amount: formatMoney(paid, currency) });
}
