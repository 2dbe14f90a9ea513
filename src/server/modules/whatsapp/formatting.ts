const LINK = /^\[((?:\\.|[^\]\\])*)\]\(([^()\s]*)\)/;
const MOST_ADDRESSES = 2;

/** Light Markdown as WhatsApp shows it. `forwards`: messages to hand on, which stood as links that open WhatsApp. */
export type Formatted = { text: string; forwards: string[] };

/** Markdown as the assistant writes it, for WhatsApp: tables become lines, pages of the app are named below. */
export function formatted(markdown: string, publicUrl: string): Formatted {
  const forwards: string[] = [];
  const pages = new Map<string, string>();
  const link: Link = (words, url) => {
    if (url.startsWith('/')) {
      pages.set(url, words);
      return words;
    }
    const text = forwarded(url);
    if (text === null) return `${words} (${url})`;
    forwards.push(text);
    return words;
  };
  const lines = linesOf(markdown.split('\n')).map((line) => inline(line, link));
  // One link per list line would bury the text.
  const named =
    pages.size > MOST_ADDRESSES ? [] : [...pages].map(([url, words]) => `${words}: ${publicUrl}${url}`);
  const text = [
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    named.join('\n'),
  ];
  return { text: text.filter(Boolean).join('\n\n'), forwards };
}

type Link = (words: string, url: string) => string;

// The text typed into a link that opens WhatsApp.
function forwarded(url: string): string | null {
  if (!url.startsWith('https://wa.me/') || !URL.canParse(url)) return null;
  return new URL(url).searchParams.get('text');
}

function inline(line: string, link: Link): string {
  let out = '';
  for (let at = 0; at < line.length; ) {
    const found = LINK.exec(line.slice(at));
    if (line[at] === '\\' && at + 1 < line.length) {
      out += line.slice(at + 1, at + 2);
      at += 2;
    } else if (found) {
      out += link(
        inline(found[1] ?? '', (words) => words),
        found[2] ?? '',
      );
      at += found[0].length;
    } else if (line.startsWith('**', at)) {
      out += '*';
      at += 2;
    } else {
      out += line[at] === '`' ? '' : line[at];
      at += 1;
    }
  }
  return out;
}

const isRow = (line: string) => line.startsWith('|') && line.endsWith('|');
const isRule = (line: string | undefined) => /^\|(?: :?-+:? \|)+$/.test(line ?? '');
const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split(' | ')
    .map((cell) => cell.trim());

function linesOf(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!isRow(line) || !isRule(lines[at + 1])) {
      out.push(line);
      continue;
    }
    const headings = cellsOf(line);
    for (at += 2; at < lines.length && isRow(lines[at] ?? ''); at++)
      out.push(rowText(headings, cellsOf(lines[at] ?? '')));
    at -= 1;
  }
  return out;
}

// `- Jollof rice: Quantity 2, Price ₦45,000.00, Amount ₦90,000.00`
function rowText(headings: readonly string[], [first = '', ...rest]: readonly string[]): string {
  const told = rest.flatMap((cell, at) => (cell === '' ? [] : [`${headings[at + 1] ?? ''} ${cell}`.trim()]));
  return `- ${first}${told.length > 0 ? `: ${told.join(', ')}` : ''}`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into parts of at most `max` UTF-16 units, broken between paragraphs, lines, words or, at worst, characters. */
export function pieces(text: string, most: number): string[] {
  if (text.length <= most) return text === '' ? [] : [text];
  const head = text.slice(0, most);
  const at = [head.lastIndexOf('\n\n'), head.lastIndexOf('\n'), head.lastIndexOf(' ')].find(
    (place) => place > most / 2,
  );
  const end = at ?? wholeCharacters(text, most);
  return [text.slice(0, end).trimEnd(), ...pieces(text.slice(end).trimStart(), most)];
}

/** A text of at most `max` UTF-16 units on one line, ending in an ellipsis where it was cut. */
export function short(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  if (line.length <= most) return line;
  return `${line.slice(0, wholeCharacters(line, most - 1)).trimEnd()}…`;
}

// Length up to a grapheme boundary; at least one unit, so that splitting terminates.
function wholeCharacters(text: string, most: number): number {
  let end = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, most + 1))) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  return end === 0 ? most : end;
}
