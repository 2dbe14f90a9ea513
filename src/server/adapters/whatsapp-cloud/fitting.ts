const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const ENDING = '…';
const UNSENDABLE = /[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/g;

/** Text made fit to send and store: well-formed, no control characters but line breaks and tabs. */
export const sendable = (text: string): string => text.toWellFormed().replace(UNSENDABLE, '').trim();

/** At most `limit` UTF-16 units of a text; cut between two graphemes, with an ellipsis. */
export function cut(text: string, limit: number): string {
  const whole = sendable(text);
  if (whole.length <= limit) return whole;
  let kept = '';
  for (const { segment } of graphemes.segment(whole.slice(0, limit))) {
    if (kept.length + segment.length + ENDING.length > limit) break;
    kept += segment;
  }
  return kept.trimEnd() + ENDING;
}

/** On one line: templates take no line breaks, tabs or rows of spaces in what is filled in. */
export const onOneLine = (text: string): string => sendable(text).replace(/\s+/g, ' ');
