// Read by nobody, but able to hide or turn round what stands beside them: controls, zero-width and bidirectional marks,
// variation selectors, tags.
const UNSEEN =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A text on one line, without what cannot be seen. */
export const seen = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(UNSEEN, '').replace(/ +/g, ' ').trim();

/**
 * Text that is data (a name, a description, what somebody typed) as Markdown that shows just that text on one line: it can
 * become no emphasis, link, image, list, table or anything else, wherever in an answer it stands.
 */
export const plain = (text: string): string =>
  seen(text)
    .replace(/[\\`*_[\]<>|~@^]/g, '\\$&')
    // Entities, addresses that become links by themselves, and what looks like a link inside a link's text.
    .replace(/&(?=[#\w])|:(?=\/)|(?<=www)\.|(?<=\])\(/gi, '\\$&')
    // What makes a block when a line begins with it.
    .replace(/^(?:[#+=:-]|\d+(?=[.)]))/, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
