// Invisible characters that can hide or reorder the text beside them: controls, zero-width and bidirectional
// marks, variation selectors, tags.
const INVISIBLE =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** The text on one line, without invisible characters. */
export const visibleText = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(INVISIBLE, '').replace(/ +/g, ' ').trim();

/**
 * Escapes data (a name, a description, user input) for Markdown: it shows as exactly that text on one line
 * and cannot become emphasis, a link, an image, a list or a table anywhere in an answer.
 */
export const escapeMarkdown = (text: string): string =>
  visibleText(text)
    .replace(/[\\`*_[\]<>|~@^]/g, '\\$&')
    // Entities, addresses that become links by themselves, and what looks like a link inside a link's text.
    .replace(/&(?=[#\w])|:(?=\/)|(?<=www)\.|(?<=\])\(/gi, '\\$&')
    // Characters that start a block at the beginning of a line.
    .replace(/^(?:[#+=:-]|\d+(?=[.)]))/, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
