const LINK = /^\[((?:\\.|[^\]\\])*)\]\(([^()\s]*)\)/;
const MAX_LINKS = 2;

/** Light Markdown as WhatsApp shows it. `forwards`: messages to hand on, which stood as links that open WhatsApp. */
type Formatted = { text: string; forwards: string[] };

/** Markdown as the assistant writes it, for WhatsApp: tables become lines, pages of the app are named below. */
export function formatted(markdown: string, publicUrl: string): Formatted {
  const forwards: string[] = [];
  const pages = new Map<string, string>();
  const link: Link = (label, url) => {
    if (url.startsWith('/')) {
      pages.set(url, label);
      return label;
    }
    const text = forwardText(url);
    if (text === null) return `${label} (${url})`;
    forwards.push(text);
    return label;
  };
  const lines = linesOf(markdown.split('\n')).map((line) => inline(line, link));
  // One link per list line would bury the text.
  const named =
    pages.size > MAX_LINKS ? [] : [...pages].map(([url, label]) => `${label}: ${publicUrl}${url}`);
  const text = [
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    named.join('\n'),
  ];
  return { text: text.filter(Boolean).join('\n\n'), forwards };
}

type Link = (label: string, url: string) => string;

// The text typed into a link that opens WhatsApp.
function forwardText(url: string): string | null {
  if (!url.startsWith('https://wa.me/') || !URL.canParse(url)) return null;
  return new URL(url).searchParams.get('text');
}

function inline(line: string, link: Link): string {
  let out = '';
  for (let at = 0; at < line.length; ) {
    const match = LINK.exec(line.slice(at));
    if (line[at] === '\\' && at + 1 < line.length) {
      out += line.slice(at + 1, at + 2);
      at += 2;
    } else if (match) {
      out += link(
        inline(match[1] ?? '', (label) => label),
        match[2] ?? '',
      );
      at += match[0].length;
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
  const cells = rest.flatMap((cell, at) => (cell === '' ? [] : [`${headings[at + 1] ?? ''} ${cell}`.trim()]));
  return `- ${first}${cells.length > 0 ? `: ${cells.join(', ')}` : ''}`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into parts of at most `max` UTF-16 units, broken between paragraphs, lines, words or, at worst, characters. */
export function splitText(text: string, max: number): string[] {
  if (text.length <= max) return text === '' ? [] : [text];
  const head = text.slice(0, max);
  const at = [head.lastIndexOf('\n\n'), head.lastIndexOf('\n'), head.lastIndexOf(' ')].find(
    (place) => place > max / 2,
  );
  const end = at ?? graphemeBoundary(text, max);
  return [text.slice(0, end).trimEnd(), ...splitText(text.slice(end).trimStart(), max)];
}

/** A text of at most `max` UTF-16 units on one line, ending in an ellipsis where it was cut. */
export function truncate(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  if (line.length <= max) return line;
  return `${line.slice(0, graphemeBoundary(line, max - 1)).trimEnd()}…`;
}

// Length up to a grapheme boundary; at least one unit, so that splitting terminates.
function graphemeBoundary(text: string, max: number): number {
  let end = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, max + 1))) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return end === 0 ? max : end;
}
