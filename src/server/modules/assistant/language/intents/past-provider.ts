import type { Intent } from '../types.ts';
import type { Rule } from './rule.ts';

const PATTERNS: readonly (readonly [Intent, RegExp])[] = [
  ['awaited_certificates', /\bcertificates?\b/],
  ['customer_credit', /\bcredits?\b(?! (?:notes?|cards?|alerts?))/],
  ['open_claims', /\b(?:claims?|alerts?|screenshots?)\b/],
  ['cash_received', /\b(?:in|by|with) cash\b|\bcash (?:payments?|sales?|today|yesterday|this|last)\b/],
  [
    'open_statement_lines',
    /\b(?:statement|bank) lines?\b|\b(?:open|left|remains?) in (?:my|the) (?:bank )?statements?\b/,
  ],
];

/** Questions about money that came past the payment providers, each by its own word; with one of `nouns` it is about documents. */
export const pastProviderRules = (viewVerbs: RegExp, nouns: RegExp): Rule[] =>
  PATTERNS.map(([intent, pattern]) => [
    intent,
    ({ text, isQuestion }, _, head) =>
      (isQuestion || viewVerbs.test(head)) && pattern.test(text) && !nouns.test(text),
  ]);
