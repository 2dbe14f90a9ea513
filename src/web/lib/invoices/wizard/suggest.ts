import { type CalendarDate, daysBetween, isCalendarDate } from '#core/dates.ts';
import { lineTexts } from '#core/invoice/texts.ts';
import { emptyEntry, type EntryDraft, type InvoiceDraft } from './draft.ts';

type Change = Partial<InvoiceDraft>;
type SuggestedText = 'title' | 'description' | 'paymentTerms';

/** The text that follows from the rest of a draft; blank where none does. */
const suggestions: Record<SuggestedText, (draft: InvoiceDraft, today: CalendarDate) => string> = {
  title: ({ items }) => items[0]?.description.slice(0, lineTexts.title) ?? '',
  description: ({ title }) => title.trim(),
  paymentTerms: ({ dueDate, quote }, today) => {
    if (!quote && (!isCalendarDate(dueDate) || dueDate < today)) return '';
    const days = quote ? Number(quote.dueDays) : daysBetween(today, dueDate);
    return days === 0 ? 'Due on receipt' : `Net ${days}`;
  },
};

/**
 * The texts that follow from a change. A blank text is filled in; description and terms go on following what they came from.
 * What was typed otherwise, and what the change itself says, stays.
 */
export function suggestionsFor(before: InvoiceDraft, change: Change, today: CalendarDate): Change {
  const filled: Change = {};
  for (const name of ['title', 'description', 'paymentTerms'] as const) {
    const suggest = suggestions[name];
    const text = suggest({ ...before, ...change, ...filled }, today);
    const follows = name !== 'title' && before[name] === suggest(before, today);
    const isFree = before[name].trim() === '' || follows;
    if (isFree && text !== '' && change[name] === undefined) filled[name] = text;
  }
  return filled;
}

/** The item to be typed next; the first one begins with the title, which often says it. */
export const firstEntry = ({ items, title }: InvoiceDraft): EntryDraft =>
  items.length === 0 ? { ...emptyEntry, description: title.trim() } : emptyEntry;
