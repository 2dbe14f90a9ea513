import fc from 'fast-check';
import { lexer, type Token } from 'marked';
import { expect, test } from 'vitest';
import { rounds } from '../../../../../tests/length.ts';
import { escapeMarkdown, visibleText } from './escape.ts';

const pieces = [
  ...'\\`*_{}[]()<>#+-.!|~=:/@&;"\'^$% \n\t1a',
  '![x](//e.test/p.png)',
  '[go](javascript:alert(1))',
  '<img src=x onerror=1>',
  '<https://e.test>',
  'https://e.test',
  'HTTP://E.TEST',
  'ftp://e.test',
  'www.e.test',
  'WWW.E.TEST',
  'me@e.test',
  'mailto:me@e.test',
  '&lt;',
  '&#60;',
  '\n\n',
  '\n---\n',
  '\n| a | b |\n| --- | --- |\n',
  '1. ',
  '12) ',
  '- [x] ',
  '[a]: //e.test',
  '```',
  '\u202e',
  '\u200b',
  '\u{e0041}',
  'Ngozi',
  'é',
  '😀',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 12 })
  .map((parts) => parts.join(''));

/** The text that is shown; fails at anything that is more than text. */
function shown(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) => {
      if (token.type === 'paragraph' || (token.type === 'text' && 'tokens' in token && token.tokens))
        return shown(token.tokens);
      if (token.type !== 'text' && token.type !== 'escape')
        throw new Error(`became ${token.type}: ${token.raw}`);
      return String(token.text);
    })
    .join('');
}

// Every place of an answer that data stands in.
const places: [string, (text: string) => string, (tokens: Token[]) => readonly Token[] | undefined][] = [
  ['a line', (text) => text, (tokens) => tokens],
  [
    'a list',
    (text) => `- ${text}`,
    ([list]) => (list?.type === 'list' && list.items.length === 1 ? list.items[0].tokens : undefined),
  ],
  [
    'a table',
    (text) => `| Name | Sum |\n| --- | ---: |\n| ${text} | 5 |`,
    ([table]) => (table?.type === 'table' && table.rows.length === 1 ? table.rows[0][0].tokens : undefined),
  ],
  [
    'bold',
    (text) => `**${text}**`,
    ([line]) => {
      const [only, ...more] = line?.type === 'paragraph' ? (line.tokens ?? []) : [];
      return only?.type === 'strong' && more.length === 0 ? only.tokens : undefined;
    },
  ],
  [
    'a link',
    (text) => `[${text}](/dashboard/invoices)`,
    ([line]) => {
      const [only, ...more] = line?.type === 'paragraph' ? (line.tokens ?? []) : [];
      return only?.type === 'link' && only.href === '/dashboard/invoices' && more.length === 0
        ? only.tokens
        : undefined;
    },
  ],
];

test.each(places)('hostile text stays the very same text in %s', (_, write, find) => {
  fc.assert(
    fc.property(hostile, (text) => {
      fc.pre(visibleText(text) !== '');
      expect(shown(find(lexer(write(escapeMarkdown(text)))))).toBe(visibleText(text));
    }),
    { numRuns: rounds(300, 10_000) },
  );
});

test.each([
  'Okafor Kitchen & Events',
  'Mrs. Bello-Ade',
  'Room 12 (top floor)',
  "D'Banj 50% off!",
  'INV-0042',
])('%s needs no signs added', (name) => expect(escapeMarkdown(name)).toBe(name));
