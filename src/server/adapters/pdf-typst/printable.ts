const LONGEST_WORD = 24;

/** Everything that would print as nothing, as a box, or turn the reading direction of what follows. */
const UNPRINTABLE =
  /[\p{Cc}\u200b\u202a-\u202e\u2060-\u2069\ufeff\ufffc]|\u200d|\ufe0f|\p{Emoji_Presentation}|[\u{1f000}-\u{1faff}\u{e0000}-\u{e0fff}]/gu;

/** Letters the text font lacks and builds from a letter and a mark; written apart so that both are learnt. */
const COMPOSED_LETTERS = /[ǸǹḾḿ]/gu;

/** The characters of the micro-text font, and plain letters for the Hausa hooks it lacks. */
const MICRO_LETTERS = /[^\u0020-\u017f\u01cd-\u01dc\p{M}\u1e00-\u1eff]/gu;
const HOOKS: Record<string, string> = { Ɓ: 'B', Ɗ: 'D', Ƙ: 'K', Ƴ: 'Y' };
const MICRO_LENGTH = 64;

const MARK = /\p{M}/u;

/** One line of printable text: composed letters, no controls, no emoji, long words breakable. */
export function printable(value: string): string {
  return singleLine(value)
    .replace(/\S{25,}/gu, breakable)
    .replace(COMPOSED_LETTERS, (char) => char.normalize('NFD'));
}

/** Text for the line along the cloth: capitals, cut short, only letters its font has. */
export function microText(value: string): string {
  const capitals = singleLine(value)
    .toUpperCase()
    .replace(/[ƁƊƘƳ]/gu, (char) => HOOKS[char] ?? char);
  return Array.from(capitals.replace(MICRO_LETTERS, '')).slice(0, MICRO_LENGTH).join('');
}

/** Text of several lines; empty lines are dropped. */
export function printableLines(value: string): string[] {
  return value
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(printable)
    .filter((line) => line !== '');
}

/** The letters and loose marks of which a text's composed graphemes are built: each once, marks last. */
export function glyphParts(text: string): string[] {
  const letters = [...new Set((text.match(/\P{M}\p{M}+/gu) ?? []).join(''))];
  return [...letters.filter((char) => !MARK.test(char)), ...letters.filter((char) => MARK.test(char))];
}

function singleLine(value: string): string {
  const text = value.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(UNPRINTABLE, '');
  return text.replace(/ +/gu, ' ').trim();
}

/** Marks with U+200B where a word too long for its column may be broken. */
function breakable(word: string): string {
  const letters = word.match(/\P{M}\p{M}*/gu) ?? [word];
  let since = 0;
  return letters
    .map((char) => {
      since++;
      const ends = /[@./_\-–,;:&?=]/u.test(char) ? since >= 8 : since >= LONGEST_WORD;
      if (!ends) return char;
      since = 0;
      return `${char}\u200b`;
    })
    .join('');
}
