/** Words and names that lie near the vocabulary and mean themselves; they are never mended. */
export const REAL_WORDS: ReadonlySet<string> = new Set(''.split(/\s+/).filter(Boolean));
