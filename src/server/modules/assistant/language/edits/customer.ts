import type { Draft } from '#contract/assistant.ts';
import { matchesAt } from '../amounts/counts.ts';
import { nameAt } from '../parties/names.ts';
import { skipForward, type Span } from '../tokens/spans.ts';
import { isSeparator, type Word } from '../tokens/tokenize.ts';
import type { BusinessContext } from '../types.ts';
import { isGoods } from '../vocabulary/goods.ts';
import { NAMES, TITLES } from '../vocabulary/names.ts';
import { lineByName } from './line-matching.ts';

/** A new customer name, and the words that state it. */
export type CustomerEdit = Span & { name: string };

const PERSON = /^(?:customer|client|person|name|buyer|recipient|customer's|client's|surname)$/;
const BE =
  /^(?:is|should|be|na|to|:|=|it|it's|its|must|now|was|will|as|called|read|s|spelt|spelled|spelling|actually|rather|the)$/;
const WRONG = /^(?:wrong|different|another|mistake|incorrect|mixed)$/;
const MEAN_WORDS = /^(?:mean|meant|i'm|im)$/;

/** A new customer for the draft: "wrong person, it's for Musa Garba", "change the customer to Ada", "bill Tolu instead". */
export function findCustomerEdit(
  words: readonly Word[],
  draft: Draft,
  business: BusinessContext,
): CustomerEdit | null {
  const edit = contrastedName(words, draft, business) ?? correctedName(words, draft, business);
  if (edit) return edit;
  for (let at = 0; at < words.length; at++) {
    const lead = leadAt(words, at, draft);
    if (!lead) continue;
    const named = nameAt(words, lead.to, business.knownNames);
    if (!named || !canBeCustomer(named.name, draft, lead.sure)) continue;
    return { from: lead.from, to: tailOf(words, named.to), name: named.name };
  }
  return null;
}

// "it's Hawa not Hauwa", "Tunde Bakare is the full name".
function contrastedName(
  words: readonly Word[],
  draft: Draft,
  business: BusinessContext,
): CustomerEdit | null {
  const start = skipForward(
    words,
    0,
    /^(?:it|it's|its|is|na|no|sorry|actually|the|name|for|should|be|,|please|abeg|i|mean|meant)$/,
  );
  const named = nameAt(words, start, business.knownNames);
  if (!named) return null;
  const not = skipForward(words, named.to, /^(?:,|no|be|not)$/, 3);
  const contrasts = not > named.to && words[not - 1]?.word !== ',' && isCurrentCustomer(words, not, draft);
  const isDefinition =
    matchesAt(words, named.to, 'is') &&
    PERSON.test(
      words[skipForward(words, named.to + 1, /^(?:the|his|her|their|full|correct|right|real|proper)$/, 3)]
        ?.word ?? '',
    );
  if (!contrasts && !isDefinition) return null;
  return {
    from: start,
    to: contrasts ? skipCurrentCustomer(words, not, draft) : words.length,
    name: named.name,
  };
}

// "no, Mrs Okafor": a name that can be nothing else, after a word that says the one there is wrong.
function correctedName(words: readonly Word[], draft: Draft, business: BusinessContext): CustomerEdit | null {
  const from = skipForward(
    words,
    0,
    /^(?:no|sorry|wrong|nope|nah|oops|actually|not|him|her|that|,|\.|-|please|abeg|o)$/,
  );
  const named = from > 0 && draft.customerName ? nameAt(words, from, business.knownNames) : null;
  if (!named || named.to < words.length || words.some(({ word }) => word === 'not')) return null;
  const own = words.slice(from).map(({ word }) => word);
  const person =
    own.every((word) => NAMES.has(word) || TITLES.has(word)) && own.some((word) => NAMES.has(word));
  return person ? { from, to: words.length, name: named.name } : null;
}

type Lead = { from: number; to: number; sure: boolean };

function leadAt(words: readonly Word[], at: number, draft: Draft): Lead | null {
  const { word = '' } = words[at] ?? {};
  if (PERSON.test(word)) return personLead(words, at);
  if (WRONG.test(word) && PERSON.test(words[at + 1]?.word ?? '')) return wrongLead(words, at);
  if (word === 'not' && isCurrentCustomer(words, at + 1, draft)) return contrast(words, at, draft);
  if (isCurrentCustomer(words, at, draft)) return replacement(words, at, draft);
  if (/^(?:for|to|bill|invoice|charge|give)$/.test(word)) return directLead(words, at, draft);
  if (/^(?:spell|spelt|spelled|spelling)$/.test(word))
    return { from: at, to: skipForward(words, at + 1, BE, 4), sure: true };
  if (MEAN_WORDS.test(word))
    return {
      from: at,
      to: skipForward(words, at + 1, /^(?:for|to|the|it's|say|invoice|bill)$/),
      sure: false,
    };
  return null;
}

function personLead(words: readonly Word[], at: number): Lead | null {
  const name = PERSON.test(words[at + 1]?.word ?? '') ? at + 2 : at + 1;
  const to = skipForward(words, name, BE, 4);
  if (to === name) return null;
  return { from: at, to: skipForward(words, to, /^(?:for|from)$/, 1), sure: true };
}

// "wrong person, it's for Musa": the name comes in the next part.
function wrongLead(words: readonly Word[], at: number): Lead | null {
  const to = skipForward(
    words,
    at + 2,
    /^(?:,|\.|o|it|it's|its|is|na|for|should|be|abeg|please|sorry|-|;|!|use|put|make|change|to|am|the|that|invoice|bill|i|meant|mean|actually|correct|one)$/,
    12,
  );
  return { from: at, to, sure: true };
}

function isCurrentCustomer(words: readonly Word[], at: number, draft: Draft): boolean {
  const own = draft.customerName?.toLowerCase().split(' ') ?? [];
  const word = words[at]?.raw.toLowerCase() ?? '';
  return word.length > 1 && own.includes(word.replace(/'s$/, ''));
}

const skipCurrentCustomer = (words: readonly Word[], at: number, draft: Draft): number => {
  let to = at;
  while (isCurrentCustomer(words, to, draft)) to++;
  return to;
};

// "not Danjuma, Musa Garba", "not Danjuma but Musa".
function contrast(words: readonly Word[], at: number, draft: Draft): Lead | null {
  const own = skipCurrentCustomer(words, at + 1, draft);
  const to = skipForward(words, own, /^(?:,|but|o|it|it's|is|na|for|-|rather|its|\.)$/, 5);
  return to > own ? { from: at, to, sure: true } : null;
}

// "change Danjuma to Musa", "replace Ada with Tolu".
function replacement(words: readonly Word[], at: number, draft: Draft): Lead | null {
  const verb = /^(?:change|replace|switch|swap|from)$/.test(words[at - 1]?.word ?? '');
  const own = skipCurrentCustomer(words, at, draft);
  return verb && /^(?:to|with|for|by)$/.test(words[own]?.word ?? '')
    ? { from: at - 1, to: own + 1, sure: true }
    : null;
}

// "bill this to", "make it out to", and "send it to" while nobody is named yet: where it begins.
function addressedAt(words: readonly Word[], to: number, draft: Draft): number | null {
  const verbs = draft.customerName
    ? /^(?:bill|invoice|charge|address|make)$/
    : /^(?:bill|invoice|charge|address|make|send|issue|give|raise|write)$/;
  const it = words[to - 1]?.word === 'out' ? to - 2 : to - 1;
  const hasObject = /^(?:it|am|this|that|dis|dat)$/.test(words[it]?.word ?? '');
  return hasObject && verbs.test(words[it - 1]?.word ?? '') ? it - 1 : null;
}

// "it's for Musa", "make it for Ada", "bill Tolu instead".
function directLead(words: readonly Word[], at: number, draft: Draft): Lead | null {
  const { word = '' } = words[at] ?? {};
  const last = words[at - 1]?.word ?? '';
  const hasSubject =
    /^(?:it|it's|its|is|na|am|be|invoice|bill|this|that|supposed|meant|one|change|switch|sorry|actually)$/.test(
      last,
    );
  const alone = at === 0 || isSeparator(words[at - 1]);
  const addressed = word === 'to' ? addressedAt(words, at, draft) : null;
  if (addressed !== null) return { from: addressed, to: at + 1, sure: true };
  const instead = words.slice(at, at + 7).some(({ word }) => /^(?:instead|rather)$/.test(word));
  if (/^(?:bill|invoice|charge|give|to)$/.test(word))
    return instead ? { from: at, to: at + 1, sure: true } : null;
  return hasSubject || instead || alone
    ? { from: alone ? at : at - 1, to: at + 1, sure: hasSubject || instead }
    : null;
}

// Goods, a line of the draft, or a figure are no customer.
function canBeCustomer(name: string, draft: Draft, sure: boolean): boolean {
  if (/\d/.test(name.split(' ')[0] ?? '')) return false;
  const words = name.toLowerCase().split(' ');
  const goods = words.every((word) => isGoods(word)) || lineByName(name, draft.items) !== null;
  return sure || !goods;
}

function tailOf(words: readonly Word[], at: number): number {
  const to = matchesAt(words, at, 'instead') || matchesAt(words, at, 'rather') ? at + 1 : at;
  return matchesAt(words, to, 'not') ? skipForward(words, to + 1, /^[\p{L}'.-]+$/u, 3) : to;
}
