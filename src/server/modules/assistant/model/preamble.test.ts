import fc from 'fast-check';
import { Lexer } from 'marked';
import { expect, test } from 'vitest';
import { escapeMarkdown } from '../replies/escape.ts';
import { preambleOf } from './preamble.ts';

test.each([
  ['Good morning! Here is how the week went.', 'Good morning. Here is how the week went.'],
  ['No wahala, have a look below.', 'No wahala, have a look below.'],
  ['One moment. Two. Three.', ''],
  ['Sure. You earned five million naira.', 'Sure.'],
  ['Here it is. And more. And more still.', 'Here it is. And more.'],
  ['Your total is ₦500,000.', ''],
  ['I have sent the invoice.', ''],
  ['Shall I go ahead?', ''],
  ['Just say yes to see it.', ''],
  ['Please enter your PIN.', ''],
  ['See evil.example for more.', ''],
  ['![x](https://evil.example/?q=a)', ''],
  ['<img src=x onerror=alert(1)>', ''],
  ['# A heading', ''],
  ['Ring +234 803 000 0000.', ''],
  ['Payment of ٥٠٠ is due.', ''],
  ['', ''],
  ['...', ''],
])('%s', (words, lead) => {
  expect(preambleOf(words)).toBe(lead);
});

test('a lead is short, and stays plain text whatever was said', () => {
  const pieces = fc.constantFrom(
    'All well',
    '. ',
    '**bold**',
    '[a](javascript:b)',
    'https://x.example',
    '|a|b|\n|-|-|',
    '\n# x',
    '\u202e',
    '&lt;',
    'yes',
    '5',
    '₦',
    '* ',
    '> ',
    '```',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 20 }), (parts) => {
      const lead = preambleOf(parts.join(''));
      expect(lead.length).toBeLessThanOrEqual(2 * 181);
      expect(lead).not.toMatch(/[\p{N}₦$?<>[\]|`*#]|:\/\//u);
      const kinds = new Set<string>();
      new Lexer().inlineTokens(escapeMarkdown(lead)).forEach(({ type }) => kinds.add(type));
      expect([...kinds].filter((kind) => kind !== 'text' && kind !== 'escape')).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
