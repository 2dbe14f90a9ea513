const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const ENDING = '…';
const UNSENDABLE = /[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/g;

/** Text made fit to send and store: well-formed, no control characters but line breaks and tabs. */
export const sendable = (text: string): string => text.toWellFormed().replace(UNSENDABLE, '').trim();

/** At most `limit` UTF-16 units of a text; cut between two graphemes, with an ellipsis. */
export function cut(text: string, limit: number): string {
  const full = sendable(text);
  if (full.length <= limit) return full;
  let truncated = '';
  for (const { segment } of graphemes.segment(full.slice(0, limit))) {
    if (truncated.length + segment.length + ENDING.length > limit) break;
    truncated += segment;
  }
  return truncated.trimEnd() + ENDING;
}

/** On one line: templates take no line breaks, tabs or rows of spaces in what is filled in. */
export const onOneLine = (text: string): string => sendable(text).replace(/\s+/g, ' ');
