import { canStartName, nameAt } from '../parties/names.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import type { Utterance } from '../tokens/utterance.ts';
import type { Intent } from '../types.ts';
import { NAMES, TITLES } from '../vocabulary/names.ts';
import type { References } from './references.ts';

const OWNED =
  /^(invoice|invoices|inv|bill|bills|balance|debt|payment|payments|account|last|latest|most|unpaid|overdue|outstanding|receipt|reminder|status|order|draft|pending|money|sales|total|recent|own|case|debts|history|paid|due|repeating|recurring|standing|monthly|weekly|quote|quotation|estimate)$/;
const TO = /^(for|from|of|to|give|with|by|about|abt|on|against|named|called|customer|client|regarding|re)$/;
const CALLS =
  /^(let|shout|prompt|jog|buzz|hit|remind|nudge|chase|tell|ask|disturb|knock|ping|send|beg|call|text|message|press|pester|email|whatsapp|warn|notify|alert|inform|forward|share|give|reminding|follow-up|mark|record|set|resend|push)$/;
const OWES =
  /^(owe|owes|owing|not|didn't|still|is|has|have|don|paid|pay|never|hasn't|hasnt|paying|settled|just|already|still|sent|snt|transferred|has|been|balance|spend|spent|buy|bought|bring|brought|give|gave|patronise|patronize|hold|have)$/;

/** The customer a question or an action is about, as written; null where none is named. */
export function findCustomer(
  utterance: Utterance,
  refs: References,
  knownNames: readonly string[],
  intent: Intent,
): string | null {
  const { words } = utterance;
  return (
    possessor(words, knownNames) ??
    nameAfter(words, TO, knownNames, refs) ??
    (intent === 'send_reminder' || intent.startsWith('send') || intent === 'record_payment'
      ? nameAfter(words, CALLS, knownNames, refs)
      : null) ??
    grammaticalSubject(words, knownNames, intent) ??
    knownName(words, knownNames)
  );
}

// "Pastor James' invoice", "Mama Nkechi's last bill".
function possessor(words: readonly Word[], knownNames: readonly string[]): string | null {
  for (let at = 0; at < words.length; at++) {
    if (!/['’]s?$/.test(words[at]?.raw ?? '') || !OWNED.test(words[at + 1]?.word ?? '')) continue;
    for (let from = Math.max(0, at - 5); from <= at; from++) {
      if (
        /^\p{Ll}/u.test(words[from]?.raw ?? '') &&
        /^\p{Lu}/u.test(words[at]?.raw ?? '') &&
        !TITLES.has(words[from]?.word ?? '')
      )
        continue;
      const found = nameAt(words, from, knownNames);
      if (found && found.to > at && found.to <= at + 1) return found.name;
    }
  }
  return null;
}

function nameAfter(
  words: readonly Word[],
  leads: RegExp,
  knownNames: readonly string[],
  refs: References,
): string | null {
  for (let at = 0; at < words.length; at++) {
    if (!leads.test(words[at]?.word ?? '') || refs.places.has(at + 1)) continue;
    const skip =
      /^(my|customer|client|the|oga)$/.test(words[at + 1]?.word ?? '') &&
      /^(customer|client)$/.test(words[at + 2]?.word ?? words[at + 1]?.word ?? '')
        ? 1
        : 0;
    const start = /^(customer|client|up|with|out)$/.test(words[at + 1 + skip]?.word ?? '')
      ? at + 2 + skip
      : at + 1;
    const found = nameAt(words, start, knownNames);
    if (found) return found.name;
  }
  return null;
}

// "Halima owes", "is Kano Textiles owing", "Emeka has paid".
function grammaticalSubject(
  words: readonly Word[],
  knownNames: readonly string[],
  intent: Intent,
): string | null {
  if (
    !/^(outstanding_total|customer_credit|record_payment|list_invoices|show_invoice|send_reminder|sales_report)$/.test(
      intent,
    )
  )
    return null;
  for (let at = 0; at < words.length; at++) {
    if (
      at > 0 &&
      !/^(is|are|does|do|has|have|did|how|much|money|that|,|\.|please|abeg|what|say|wetin|and|because|:|my|customer|client|mark|ok|oya|wey|of|the|if|amount|total|sum|entire|don)$/.test(
        words[at - 1]?.word ?? '',
      )
    )
      continue;
    const found = nameAt(words, at, knownNames);
    const owes =
      words[found?.to ?? 0]?.word === 'dey'
        ? (words[(found?.to ?? 0) + 1]?.word ?? '').startsWith('ow')
        : OWES.test(words[found?.to ?? 0]?.word ?? '');
    if (found && owes) return found.name;
    if (found) at = found.to - 1;
  }
  return null;
}

function knownName(words: readonly Word[], knownNames: readonly string[]): string | null {
  const text = ` ${words.map((word) => word.raw.toLowerCase().replace(/['’]s?$/, '')).join(' ')} `;
  const names = knownNames.filter((name) => text.includes(` ${name.toLowerCase()} `));
  return names.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

const SEARCHES =
  /^(with|containing|contains|contain|named|called|like|has|have|having|matching|includes|include|including|starting|starts|name|answer|bear|bearing|carry|for|get)$/;
const BETWEEN =
  /^(the|word|name|names|a|an|in|their|it|them|with|is|dey|customer|client|customers|clients|called|named|like|whose|of|us|that|say|has|have|contains|begin|begins|from|containing|:|'|"|“|‘|any|someone|somebody)$/;

const CONTACT =
  '(?:(?:phone|mobile|telephone|whatsapp|contact|email|e-mail) )?(?:phone|mobile|number|num|line|contact|email|e-mail|address|details)';
const ASKED =
  "(?: (?:please|abeg|kindly|oya|give|show|send|tell|get|find|check|me|us|i|need|want|wan|what|what's|wetin|is|be|na|the|change|update|edit|correct))*";
const CONTACT_OF = [
  new RegExp(`^${ASKED} (\\S+(?: \\S+){0,3}?) ${CONTACT}(?: (?:please|abeg|o|na|\\?))* $`),
  new RegExp(`^${ASKED} ${CONTACT} (?:of|for) (\\S+(?: \\S+){0,3}?)(?: (?:please|abeg|o|na|\\?))* $`),
];

/** Whose phone number, email or address a message asks for, and nothing else: "Ngozi phone number". Null for nobody's. */
export function contactAsked({ words, text }: Utterance, known: readonly string[]): string | null {
  if (/[\d@,:]/.test(text)) return null;
  const parts =
    CONTACT_OF.map((pattern) => pattern.exec(text)?.[1])
      .find(Boolean)
      ?.split(' ') ?? [];
  const at = words.findIndex((_, from) => parts.every((part, i) => words[from + i]?.word === part));
  const { raw = '', word = '' } = words[at] ?? {};
  const first = word.replace(/['’]s?$/, '');
  const isKnown =
    NAMES.has(first) || TITLES.has(first) || known.some((name) => name.toLowerCase().includes(first));
  if (parts.length === 0 || !canStartName(words, at) || !(isKnown || (at > 0 && /^\p{Lu}/u.test(raw))))
    return null;
  const found = nameAt(words, at, known);
  return found?.to === at + parts.length ? found.name : null;
}

/** Search term for customers: "whose name has 'foods' in it", "customers called Ada". */
export function searchTermIn(words: readonly Word[]): string | null {
  const quoted = /["'“‘]([^"'”’]{1,60})["'”’]/u.exec(words.map(({ raw }) => raw).join(' '))?.[1];
  if (quoted) return quoted.trim();
  for (let at = 0; at < words.length; at++) {
    if (!SEARCHES.test(words[at]?.word ?? '')) continue;
    let start = at + 1;
    while (BETWEEN.test(words[start]?.word ?? '')) start++;
    const found = nameAt(words, start);
    if (found) return rawText(words, start, found.to).replace(/['’]s?$/, '');
  }
  const find = words.findIndex(({ word }) => /^(find|search|customer|client|is)$/.test(word));
  const start = /^(customer|client|for|my)$/.test(words[find + 1]?.word ?? '') ? find + 2 : find + 1;
  const found = find === -1 ? null : nameAt(words, start);
  return found && !/^(list|lists|directory|base|database)$/.test(words[start]?.word ?? '')
    ? rawText(words, start, found.to).replace(/['’]s?$/, '')
    : null;
}
