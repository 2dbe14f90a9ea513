import { expect, test } from 'vitest';
import { attachment, fileName } from './attachment.ts';

test.each([
  ['Okafor Kitchen & Events customers 2026-11-21.csv', 'Okafor Kitchen & Events customers 2026-11-21.csv'],
  ['../..\\Ọláwálé: "Sons"?\r\n.csv', 'Ọláwálé Sons .csv'],
  ['a/b|c<d>*e', 'a b c d e'],
])('%j is saved as %j', (name, saved) => {
  expect(fileName(name)).toBe(saved);
  const header = attachment(name, 'text/csv', '').headers.get('Content-Disposition') ?? '';
  expect(decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(header)?.[1] ?? '')).toBe(saved);
  expect(header).toMatch(/^attachment; filename="[ !#-~]+"; /);
});
