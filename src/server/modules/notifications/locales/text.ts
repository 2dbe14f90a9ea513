const SPACE = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
// Marks that turn the direction of what follows, so that a name could rewrite the sentence around it.
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const SLACK = 24;

/** Stands for the amount owed in the words an owner gave a reminder. */
export const AMOUNT_PLACE = '{amount}';

/** A text on one line, for headers and fields: line breaks become spaces, marks that turn its direction go. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(BIDI_MARKS, '').replace(SPACE, ' ').trim();
}

/**
 * A text that somebody else chose, as it may stand in a chat, which makes links and bold print of whatever looks like them:
 * a name must not lead anywhere in a message that comes from our number.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(/[*~`]/g, '')
    .replace(/_/g, ' ')
    .replace(/:\/\//g, ': ')
    .replace(/(?<=[\p{L}\p{M}\p{N}])[.\u3002\uff0e\uff61](?=\p{L}{2})/gu, '. ');

/** A text of several lines without control characters or marks that turn its direction. */
export function multiLine(text: string): string {
  return text
    .split(/\r\n?|\n|\u2028|\u2029/)
    .map(oneLine)
    .join('\n');
}

/** A text of at most `max` UTF-16 units, cut between characters as people see them. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  let result = '';
  for (const { segment } of graphemes.segment(text.slice(0, max + SLACK))) {
    if (result.length + segment.length > max - 1) break;
    result += segment;
  }
  return `${result.trimEnd()}…`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Sentences in a row, without those that are blank; each but the last ends with a full stop. */
export const sentences = (each: readonly string[]): string =>
  each
    .filter(Boolean)
    .map((one, at, all) => (at === all.length - 1 || /[.:]$/.test(one) ? one : `${one}.`))
    .join(' ');
