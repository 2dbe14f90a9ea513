import { reservedNames } from './reserved-names.ts';

// Letters of other scripts, digits and signs that pass for a Latin letter; i and l are one letter here.
const lookalikes: Record<string, string> = {
  ...of('а', 'a', 'в', 'b', 'е', 'e', 'ё', 'e', 'к', 'k', 'м', 'm', 'н', 'h', 'о', 'o', 'р', 'p', 'с', 'c'),
  ...of('т', 't', 'у', 'y', 'х', 'x', 'і', 'l', 'ї', 'l', 'ј', 'j', 'ѕ', 's', 'ԁ', 'd', 'ԛ', 'q', 'ԝ', 'w'),
  ...of('ӏ', 'l', 'ь', 'b', 'п', 'n', 'г', 'r', 'и', 'u', 'ո', 'n', 'ս', 'u', 'օ', 'o', 'ց', 'g', 'հ', 'h'),
  ...of('α', 'a', 'β', 'b', 'ε', 'e', 'η', 'n', 'ι', 'l', 'κ', 'k', 'ν', 'v', 'ο', 'o', 'ρ', 'p', 'τ', 't'),
  ...of('υ', 'u', 'χ', 'x', 'γ', 'y', 'ζ', 'z', 'μ', 'm', 'ı', 'l', 'ɩ', 'l', 'ɑ', 'a', 'ɡ', 'g', 'ℓ', 'l'),
  ...of('0', 'o', '1', 'l', '3', 'e', '4', 'a', '5', 's', '7', 't', '8', 'b', '$', 's', '@', 'a', '|', 'l'),
  ...of('!', 'l', 'i', 'l', 'ß', 'b', 'ø', 'o', 'đ', 'd', 'ł', 'l', 'ħ', 'h', '€', 'e'),
};

function of(...pairs: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < pairs.length; at += 2) found[pairs[at] ?? ''] = pairs[at + 1] ?? '';
  return found;
}

/** The words of a name as they look: compatibility forms, accents, invisible signs and lookalikes folded. */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '');
  const folded = Array.from(plain, (letter) => lookalikes[letter] ?? letter).join('');
  return folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

const joined = (name: string) => wordsOf(name).join('');
const reserved = new Set(reservedNames.map(joined));
const longest = Math.max(...Array.from(reserved, (name) => name.length));

/** Whether a name holds a reserved one as whole words, however they are parted, spelled or written. */
export function isReservedName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((_, from) => {
    let run = '';
    for (const word of words.slice(from)) {
      run += word;
      if (run.length > longest) return false;
      if (reserved.has(run)) return true;
    }
    return false;
  });
}
